/** The app's webhook at X and the subscriptions of accounts: what is asked for, and what refusals mean. */
import t from 'tap';
import { subscriptions } from '../../adapters/x/subscriptions.ts';
import { scriptedCall } from './bench.ts';

const HOOK = 'https://troupe.test/inbound/x';
const consumer = { key: 'k', secret: 'a consumer secret' };
const app = { clientId: 'client', clientSecret: 'secret', consumer };
const token = () => Response.json({ token_type: 'bearer', access_token: 'APP' });
const hooks = (...data: object[]) => Response.json({ data, meta: { result_count: data.length } });
const hook = (valid = true) => ({ id: '55', url: HOOK, valid });
const made = () => Response.json({ data: [{ subscription_id: '1' }], meta: { total_subscriptions: 1 } });
const subscription = (event_type: string, webhook_id = '55', user_id = '900100') => ({
  subscription_id: `s ${event_type}`,
  event_type,
  filter: { user_id },
  webhook_id,
});
const problem = (status: number, title: string, detail: string) =>
  Response.json({ title, detail, type: 'about:blank', status }, { status });

function stepWith(...responses: (Response | Error)[]) {
  const access = {
    platform: 'x',
    remoteId: '900100',
    username: 'ann_ex',
    endpoints: { api: 'https://api.test' },
    credentials: { accessToken: 'AT-1' },
  };
  const { step, requests } = scriptedCall(responses, access, Date.UTC(2026, 10, 22));
  const { account, ...call } = step;
  const asked = () => requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`);
  return {
    step: { ...step, app, callbackUrl: HOOK },
    appStep: { endpoints: account.endpoints, app, callbackUrl: HOOK, verifyToken: 'agreed', ...call },
    requests,
    asked,
  };
}

void t.test('an account is subscribed to what it lacks, by its own access', async (t) => {
  const { step, requests, asked } = stepWith(
    token(),
    hooks({ id: '7', url: 'https://other.test/in' }, hook()),
    Response.json({
      data: [
        subscription('dm.received'),
        subscription('dm.sent', '7'),
        subscription('post.reply.create', '55', '1'),
      ],
      meta: { next_token: 'n1' },
    }),
    Response.json({ data: [subscription('chat.received')], meta: {} }),
    made(),
    made(),
    problem(403, 'Forbidden', 'Your account is not permitted to access this feature.'),
  );
  const found = await subscriptions.subscribe(step);
  t.same(found, {
    kind: 'subscribed',
    fields: ['dm.received', 'chat.received', 'post.reply.create', 'dm.sent'],
    missing: [],
  });
  const posts = requests.slice(4);
  t.same(
    await Promise.all(
      posts.map(async (request) => ((await request.json()) as { event_type: string }).event_type),
    ),
    ['post.reply.create', 'dm.sent', 'post.mention.create'],
  );
  t.equal(posts[0]!.headers.get('authorization'), 'Bearer AT-1');
  t.equal(requests[1]!.headers.get('authorization'), 'Bearer APP');
  t.match(asked()[0], 'POST /oauth2/token');
});

void t.test('a refusal of what is needed is told: the scope, or the words of X', async (t) => {
  const none = () => Response.json({ data: [], meta: {} });
  const refused = (answer: () => Response) =>
    stepWith(token(), hooks(hook()), none(), answer(), answer(), answer(), answer(), answer());
  const unscoped = refused(() => problem(403, 'Unsupported Authentication', 'a scope is missing'));
  t.match(await subscriptions.subscribe(unscoped.step), { kind: 'missing_scope', scope: 'dm.read' });
  const plan = refused(() =>
    problem(403, 'Forbidden', 'Your account is not permitted to access this feature.'),
  );
  t.match(await subscriptions.subscribe(plan.step), { kind: 'retry', reason: /not permitted to access/ });
  t.match(await subscriptions.subscribe(stepWith(token(), hooks()).step), {
    kind: 'retry',
    reason: /no webhook for https:\/\/troupe\.test\/inbound\/x/,
  });
  const { step } = stepWith(problem(403, 'Forbidden', `no such app, ${consumer.secret}`));
  const said = await subscriptions.read(step);
  t.match(said, { kind: 'retry', reason: /no such app/ });
  t.notMatch(JSON.stringify(said), consumer.secret);
});

void t.test('the address is registered once, and checked again when it failed', async (t) => {
  const fresh = stepWith(token(), hooks(), Response.json({ data: hook() }), hooks(hook()));
  t.match(await subscriptions.subscribeApp(fresh.appStep), { missing: [], callbackUrl: HOOK });
  t.same(fresh.asked().slice(1), ['GET /2/webhooks', 'POST /2/webhooks', 'GET /2/webhooks']);

  const known = stepWith(token(), hooks(hook()));
  t.match(await subscriptions.subscribeApp(known.appStep), { missing: [], callbackUrl: HOOK });

  const failed = stepWith(
    token(),
    hooks(hook(false)),
    Response.json({ data: { valid: true } }),
    hooks(hook()),
  );
  t.match(await subscriptions.subscribeApp(failed.appStep), { missing: [] });
  t.same(failed.asked()[2], 'PUT /2/webhooks/55');

  const deaf = stepWith(token(), hooks(hook(false)));
  t.match(await subscriptions.readApp(deaf.appStep), { missing: ['a webhook that passes its check'] });
  t.match(await subscriptions.readApp(stepWith(token(), hooks()).appStep), {
    missing: ['a webhook for this address'],
  });
});

void t.test('an address that X refuses, and an app without a consumer key, need the operator', async (t) => {
  const refusal = {
    errors: [{ message: 'UrlValidationFailed' }],
    title: 'Invalid Request',
    detail: 'One or more parameters',
    status: 400,
  };
  const refused = stepWith(token(), hooks(), Response.json(refusal, { status: 400 }));
  t.match(await subscriptions.subscribeApp(refused.appStep), {
    kind: 'unconfigured',
    reason: /UrlValidationFailed/,
  });
  const down = stepWith(problem(503, 'Service Unavailable', 'Service Unavailable'));
  t.match(await subscriptions.subscribeApp(down.appStep), { kind: 'retry' });
  const { consumer: _, ...plain } = app;
  t.equal(subscriptions.isConfigured(plain), false);
  t.equal(subscriptions.isConfigured(app), true);
  const { appStep } = stepWith();
  t.match(await subscriptions.readApp({ ...appStep, app: plain }), { kind: 'unconfigured' });
});
