/** Filters of lists, read from the table of operations: what names nothing in the workspace is refused, never an empty list. */
import t from 'tap';
import { dashboardOperations } from '../../src/faces/dashboard/operations.ts';
import { operations } from '../../src/service/operations.ts';
import { connectClient } from '../mcp/client.ts';
import { setUp } from '../web/set-up.ts';
import { startService } from '../support/service.ts';
import { idFieldsOf, requestWith } from '../support/table-inputs.ts';

type Own = Parameters<typeof requestWith>[1];

void t.test('an account that is not in the workspace is 404 in every list that takes one', async (t) => {
  const running = await startService(t);
  const neighbour = await running.neighbour();
  const { name, value } = await setUp(running);
  const session = { cookie: `${name}=${value}`, authorization: '', 'sec-fetch-site': 'same-origin' };
  let tried = 0;
  for (const operation of operations) {
    const route = operation.rest ?? operation.dashboard!;
    const { fields } = idFieldsOf(operation);
    const field = fields.find(({ place, kind }) => place === 'query' && kind === 'account');
    if (route.method !== 'get' || field === undefined || fields.some(({ place }) => place === 'params'))
      continue;
    for (const id of ['acc_01JD0000000000000000000009', neighbour.accounts['instagram']!]) {
      const own = { account: running.accounts['instagram'], workspace: 'home' } as unknown as Own;
      const requests = requestWith(operation, own, { field, id });
      for (const { path } of requests) {
        const { status, body } = await running.call('GET', path, undefined, operation.rest ? {} : session);
        t.strictSame(
          [status, body.code],
          [404, 'not_found'],
          `${operation.id}: ${path} ${JSON.stringify(body).slice(0, 200)}`,
        );
        tried += 1;
      }
    }
  }
  t.ok(tried >= 16, `${tried} were tried`);
});

void t.test('a network that there is not is 400 in every list that takes one', async (t) => {
  const running = await startService(t);
  const lists = operations.filter(
    ({ rest, query }) => rest?.method === 'get' && query?.properties['platform'],
  );
  t.ok(lists.length >= 3);
  for (const { id, rest } of lists) {
    const { status, body } = await running.call('GET', `${rest!.path}?platform=nonsense`);
    t.strictSame([status, body.param], [400, '/platform'], id);
  }
  const tools = await connectClient(t, { ...running, allTools: true });
  const listing = lists.filter(({ tool }) => tool !== undefined);
  t.ok(listing.length >= 3);
  for (const { tool } of listing) {
    const { isError, body } = await tools.call(tool!.name, { platform: 'nonsense' });
    t.strictSame([isError, body.param], [true, '/platform'], tool!.name);
  }
  const { name, value } = await setUp(running);
  const session = { cookie: `${name}=${value}`, authorization: '', 'sec-fetch-site': 'same-origin' };
  for (const { id, rest, dashboard, query } of [...operations, ...dashboardOperations(null)]) {
    const route = [dashboard, rest].find((one) => one?.method === 'get');
    if (route === undefined || !query?.properties['platform']) continue;
    const { status, body } = await running.call('GET', `${route.path}?platform=nonsense`, undefined, session);
    t.strictSame([status, body.param], [400, '/platform'], `${id}, by a person`);
  }
});

void t.test('a rule of a post names it by the network once it is live, and is found by it', async (t) => {
  const running = await startService(t, { platforms: ['instagram'] });
  const accountId = running.accounts['instagram'];
  const post = {
    content: 'Bread',
    accountIds: [accountId],
    media: [`${running.sandbox.url}/samples/photo.jpg`],
  };
  const draft = (await running.call('POST', '/v1/posts', { ...post, draft: true })).body.post;
  const words = { accountId, dmText: 'Here it is', keywords: ['bread'], postId: draft.id };
  const early = (await running.call('POST', '/v1/comment-dm-rules', words)).body.rule;
  t.match(early, { mediaId: null, postId: draft.id });
  await running.call('PATCH', `/v1/posts/${draft.id}`, { publishNow: true });
  const { deliveries } = await running.until(draft.id, ({ status }) => status === 'published');
  const mediaId: string = deliveries[0].networkPostId;
  const late = (await running.call('POST', '/v1/comment-dm-rules', words)).body.rule;
  t.match(late, { mediaId, postId: draft.id }, 'one that is made afterwards');
  const { body } = await running.call('GET', `/v1/comment-dm-rules?mediaId=${mediaId}`);
  t.strictSame(
    body.rules.map((rule) => rule.id),
    [late.id, early.id],
  );
  t.ok(body.rules.every((rule) => rule.mediaId === mediaId));
  const { id: _, ...shown } = early;
  const back = { mediaId, postId: shown.postId, dmText: 'Other words' };
  const patched = await running.call('PATCH', `/v1/comment-dm-rules/${early.id}`, back);
  t.match(patched, { status: 200, body: { rule: { mediaId, postId: draft.id, dmText: 'Other words' } } });
  const other = await running.call('PATCH', `/v1/comment-dm-rules/${early.id}`, { ...back, mediaId: '1' });
  t.equal(other.status, 400, 'two posts');
  t.strictSame((await running.call('GET', '/v1/comment-dm-rules?mediaId=1')).body.rules, []);
});

void t.test('a simulation takes the body of a create whole', async (t) => {
  const running = await startService(t, { platforms: ['instagram'] });
  const accountId = running.accounts['instagram'];
  const more = { accountId, platform: 'instagram', active: true, workspace: 'home' };
  const rule = {
    ...more,
    keywords: ['bread'],
    dmText: 'Here',
    publicReplies: ['Sent'],
    trackLinks: true,
    then: null,
  };
  const steps = [{ type: 'message', text: 'Hi' }];
  const trigger = { type: 'keyword', keywords: ['bread'] };
  const automation = {
    ...more,
    name: 'Bread',
    trigger,
    steps,
    reentry: 'always',
    cooldownHours: 2,
    requireTests: false,
  };
  t.equal((await running.call('POST', '/v1/comment-dm-rules', rule)).status, 200);
  t.equal((await running.call('POST', '/v1/dm-automations', automation)).status, 200);
  const comments = [{ text: 'bread', from: 'ann' }];
  const tried = await running.call('POST', '/v1/comment-dm-rules/simulate', { rule, comments });
  t.match(tried, { status: 200, body: { verdicts: [{ status: 'sent', dm: 'Here' }] } });
  const transcript = [{ say: 'bread' }];
  const talked = await running.call('POST', '/v1/dm-automations/simulate', { automation, transcript });
  t.match(talked, { status: 200, body: { messages: [{ text: 'Hi' }] } });
  const neighbour = await running.neighbour();
  const theirs = await running.call(
    'POST',
    '/v1/posts',
    { content: 'x', accountIds: [neighbour.accounts['instagram']], draft: true },
    { authorization: `Bearer ${neighbour.key}` },
  );
  const foreign: [object, number][] = [
    [{ accountId: 'acc_01JD0000000000000000000009' }, 404],
    [{ accountId: neighbour.accounts['instagram'] }, 404],
    [{ workspace: neighbour.slug }, 403],
    [{ workspace: 'nowhere' }, 403],
  ];
  const simulate = async (path: string, body: object) =>
    (await running.call('POST', `${path}/simulate`, body)).status;
  for (const [field, status] of foreign) {
    const what = JSON.stringify(field);
    t.equal(await simulate('/v1/comment-dm-rules', { rule: { ...rule, ...field }, comments }), status, what);
    t.equal(
      await simulate('/v1/dm-automations', { automation: { ...automation, ...field }, transcript }),
      status,
      what,
    );
  }
  const ofTheirs = { rule: { ...rule, postId: theirs.body.post.id }, comments };
  t.equal(await simulate('/v1/comment-dm-rules', ofTheirs), 404, 'a post of another workspace');
});
