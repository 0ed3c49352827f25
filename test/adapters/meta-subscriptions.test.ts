/** How accounts and apps are subscribed to what Meta sends, and how that is read back. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import t from 'tap';
import { manifest as facebook } from '../../adapters/facebook/manifest.ts';
import { manifest as instagram } from '../../adapters/instagram/manifest.ts';
import type { AccountAccess, Credentials } from '../../adapters/port/account.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import { inTurn } from './bench.ts';

const app = { clientId: '123456', clientSecret: 'app-secret' };
const TOKEN = 'IGAAgeheim';
const done = Response.json({ success: true });
const listed = (...rows: object[]) => Response.json({ data: rows });
const refused = (code: number, message = 'In their words.', status = 400) =>
  Response.json({ error: { message, type: 'OAuthException', code } }, { status });

const IG_FIELDS =
  'comments,live_comments,messages,message_reactions,messaging_postbacks,messaging_referral,messaging_seen'.split(
    ',',
  );
const PAGE_FIELDS =
  'feed,messages,message_echoes,messaging_postbacks,messaging_referrals,message_reactions,message_reads'.split(
    ',',
  );

function scene(
  manifest: Manifest,
  remoteId: string,
  responses: (Response | Error)[],
  more: Credentials = {},
) {
  const { fetch, requests } = inTurn(responses);
  const account: AccountAccess = {
    id: 'acc_1',
    platform: manifest.platform,
    limits: {},
    remoteId,
    username: 'cafe_luna',
    endpoints: { graph: 'https://graph.test' },
    credentials: { accessToken: TOKEN, ...more },
  };
  const signal = new AbortController().signal;
  const subscriptions = manifest.inbound?.subscriptions;
  ok(subscriptions);
  return {
    subscriptions,
    step: { account, app, fetch, signal, now: 0 },
    appStep: { app, fetch, signal, now: 0, endpoints: { graph: 'https://graph.test' } },
    calls: async () =>
      Promise.all(
        requests.map(async (request) => {
          const { pathname, search } = new URL(request.url);
          equal(request.headers.get('authorization')?.startsWith('Bearer '), true);
          const body = request.method === 'POST' ? ((await request.clone().json()) as object) : null;
          return [
            `${request.method} ${pathname}${search.replace(/\?$/, '')}`,
            ...(body === null ? [] : [body]),
          ];
        }),
      ),
  };
}
const onInstagram = (responses: (Response | Error)[], more?: Credentials) =>
  scene(instagram, '17841400000000003', responses, more);
const BY_PAGE = { login: 'facebook', pageId: '102000000000001', userToken: 'EAAuser' };
const onPage = (responses: (Response | Error)[]) => scene(facebook, '102000000000001', responses);

void t.test(
  'an Instagram account is subscribed to everything, and what is subscribed is read back',
  async () => {
    const { subscriptions, step, calls } = onInstagram([done, listed({ subscribed_fields: IG_FIELDS })]);
    deepEqual(await subscriptions.subscribe(step), { kind: 'subscribed', fields: IG_FIELDS, missing: [] });
    deepEqual(await calls(), [
      [
        'POST /v26.0/me/subscribed_apps',
        { subscribed_fields: [...IG_FIELDS, 'message_edit', 'standby'].join(',') },
      ],
      ['GET /v26.0/me/subscribed_apps'],
    ]);
  },
);

void t.test('a field that this version does not know costs only the fields that are not needed', async () => {
  const { subscriptions, step, calls } = onInstagram([
    refused(100, 'Param subscribed_fields[7] must be one of {…}'),
    done,
    listed({ subscribed_fields: IG_FIELDS }),
  ]);
  equal((await subscriptions.subscribe(step)).kind, 'subscribed');
  deepEqual((await calls())[1], [
    'POST /v26.0/me/subscribed_apps',
    { subscribed_fields: IG_FIELDS.join(',') },
  ]);
});

void t.test('what is missing is named, and nothing subscribed is all missing', async () => {
  const some = onInstagram([listed({ subscribed_fields: ['comments', 'messages'] })]);
  deepEqual(await some.subscriptions.read(some.step), {
    kind: 'subscribed',
    fields: ['comments', 'messages'],
    missing: IG_FIELDS.filter((field) => !['comments', 'messages'].includes(field)),
  });
  const none = onInstagram([listed()]);
  deepEqual(await none.subscriptions.read(none.step), { kind: 'subscribed', fields: [], missing: IG_FIELDS });
  // connected without fields: seen on a Page that heard nothing
  const unsaid = onPage([listed({ id: app.clientId, name: 'Ours' })]);
  deepEqual(await unsaid.subscriptions.read(unsaid.step), {
    kind: 'subscribed',
    fields: [],
    missing: PAGE_FIELDS,
  });
});

void t.test('on Instagram the app may be listed by its other id', async () => {
  const { subscriptions, step } = onInstagram([listed({ id: '999', subscribed_fields: IG_FIELDS })]);
  deepEqual(await subscriptions.read(step), { kind: 'subscribed', fields: IG_FIELDS, missing: [] });
  const two = onInstagram([
    listed({ id: '999', subscribed_fields: IG_FIELDS }, { id: '998', subscribed_fields: IG_FIELDS }),
  ]);
  deepEqual(await two.subscriptions.read(two.step), { kind: 'subscribed', fields: [], missing: IG_FIELDS });
});

void t.test('an account without a role in an app in development mode is told so, with one call', async () => {
  const words = 'Unsupported request - method type: post';
  const { subscriptions, step, calls } = onInstagram([refused(100, words)]);
  const found = await subscriptions.subscribe(step);
  ok('reason' in found && found.reason.includes(words) && found.reason.includes('development mode'));
  equal((await calls()).length, 1);
});

void t.test('of a Page only this app’s subscription counts', async () => {
  const rows = [
    { id: '999', name: 'Another', subscribed_fields: PAGE_FIELDS },
    { id: app.clientId, name: 'Ours', subscribed_fields: ['feed'] },
  ];
  const { subscriptions, step, calls } = onPage([listed(...rows)]);
  deepEqual(await subscriptions.read(step), {
    kind: 'subscribed',
    fields: ['feed'],
    missing: PAGE_FIELDS.slice(1),
  });
  deepEqual(await calls(), [['GET /v26.0/102000000000001/subscribed_apps']]);
});

void t.test('by Facebook, the app that counts is the one the account was connected by', async () => {
  const rows = [{ id: '777', name: 'The Facebook app', subscribed_fields: ['feed'] }];
  const { subscriptions, step } = onInstagram([listed(...rows)], { ...BY_PAGE, clientId: '777' });
  deepEqual(await subscriptions.read(step), { kind: 'subscribed', fields: ['feed'], missing: [] });
});

void t.test('a Page is subscribed with the whole list, and ended', async () => {
  const made = onPage([done, listed({ id: app.clientId, subscribed_fields: [...PAGE_FIELDS, 'standby'] })]);
  deepEqual(await made.subscriptions.subscribe(made.step), {
    kind: 'subscribed',
    fields: [...PAGE_FIELDS, 'standby'],
    missing: [],
  });
  deepEqual((await made.calls())[0], [
    'POST /v26.0/102000000000001/subscribed_apps',
    { subscribed_fields: [...PAGE_FIELDS, 'message_edits', 'standby'].join(',') },
  ]);
  const ended = onPage([done]);
  deepEqual(await ended.subscriptions.unsubscribe(ended.step), {
    kind: 'subscribed',
    fields: [],
    missing: PAGE_FIELDS,
  });
  deepEqual(await ended.calls(), [['DELETE /v26.0/102000000000001/subscribed_apps']]);
});

void t.test('by Facebook, an Instagram account hears through its Page, whose own fields stay', async () => {
  const fresh = onInstagram(
    [listed(), done, listed({ id: app.clientId, subscribed_fields: ['feed'] })],
    BY_PAGE,
  );
  deepEqual(await fresh.subscriptions.subscribe(fresh.step), {
    kind: 'subscribed',
    fields: ['feed'],
    missing: [],
  });
  deepEqual((await fresh.calls())[1], [
    'POST /v26.0/102000000000001/subscribed_apps',
    { subscribed_fields: 'feed' },
  ]);
  // the Page is connected as an account of its own: nothing is sent
  const shared = onInstagram([listed({ id: app.clientId, subscribed_fields: PAGE_FIELDS })], BY_PAGE);
  equal((await shared.subscriptions.subscribe(shared.step)).kind, 'subscribed');
  equal((await shared.calls()).length, 1);
  const kept = onInstagram([listed({ id: app.clientId, subscribed_fields: PAGE_FIELDS })], BY_PAGE);
  deepEqual(await kept.subscriptions.unsubscribe(kept.step), {
    kind: 'subscribed',
    fields: PAGE_FIELDS,
    missing: [],
  });
  const ours = onInstagram([listed({ id: app.clientId, subscribed_fields: ['feed'] }), done], BY_PAGE);
  equal((await ours.subscriptions.unsubscribe(ours.step)).kind, 'subscribed');
  deepEqual((await ours.calls())[1], ['DELETE /v26.0/102000000000001/subscribed_apps']);
});

void t.test('a permission that was not given is named, where it is known what was given', async () => {
  const ungranted = async (credentials: Credentials) => {
    const { subscriptions, step } = onInstagram([listed({ subscribed_fields: IG_FIELDS })], credentials);
    const found = await subscriptions.read(step);
    ok(found.kind === 'subscribed');
    return found.ungranted ?? [];
  };
  deepEqual(await ungranted({}), []);
  deepEqual(await ungranted({ granted: 'instagram_business_basic,instagram_business_manage_comments' }), [
    'instagram_business_manage_messages',
  ]);
  deepEqual(await ungranted({ ...BY_PAGE, clientId: '123456', granted: 'instagram_manage_messages' }), [
    'instagram_manage_comments',
    'pages_manage_metadata',
  ]);
});

void t.test('the steps by hand name the app, the address and the fields, and no secret', async () => {
  const callbackUrl = 'https://post.example.org/inbound/instagram';
  const words = onInstagram([]).subscriptions.appSteps?.({ app, callbackUrl }).join(' ') ?? '';
  for (const part of [app.clientId, callbackUrl, '“instagram”', ...IG_FIELDS]) ok(words.includes(part), part);
  ok(!words.includes(app.clientSecret));
});

void t.test('a refusal says what is at fault: the permission, the access, the network', async () => {
  const answers: [Response | Error, object][] = [
    [refused(200), { kind: 'missing_scope', scope: 'pages_manage_metadata' }],
    [refused(10), { kind: 'missing_scope', scope: 'pages_manage_metadata' }],
    [refused(190), { kind: 'reauthorize' }],
    [refused(4), { kind: 'retry' }],
    [refused(2, 'Unexpected', 500), { kind: 'retry' }],
    [new Response('', { status: 503 }), { kind: 'retry' }],
    [new TypeError('broken'), { kind: 'retry' }],
  ];
  for (const [answer, expected] of answers) {
    const { subscriptions, step } = onPage([answer]);
    const found = await subscriptions.read(step);
    const { reason, ...rest } = found as { reason: string; kind: string };
    deepEqual(rest, expected);
    ok(
      reason.startsWith('Facebook') || reason.startsWith('In their') || reason.startsWith('Unexpected'),
      reason,
    );
  }
});

const ofApp = (fields: string[], changes: object = {}) => ({
  object: 'page',
  callback_url: 'https://post.example.org/in/facebook',
  active: true,
  fields: fields.map((name) => ({ name, version: 'v26.0' })),
  ...changes,
});

void t.test('the app’s own subscription is read and made with the app’s token', async () => {
  const read = onPage([listed({ object: 'user', fields: [] }, ofApp(PAGE_FIELDS))]);
  deepEqual(await read.subscriptions.readApp?.(read.appStep), {
    kind: 'subscribed',
    fields: PAGE_FIELDS,
    missing: [],
    callbackUrl: 'https://post.example.org/in/facebook',
  });
  deepEqual(await read.calls(), [['GET /v26.0/123456/subscriptions']]);
  const off = onPage([listed(ofApp(PAGE_FIELDS, { active: false }))]);
  deepEqual(await off.subscriptions.readApp?.(off.appStep), {
    kind: 'subscribed',
    fields: [],
    missing: PAGE_FIELDS,
  });

  const made = onPage([Response.json({ success: 'true' }), listed(ofApp(PAGE_FIELDS))]);
  const address = { callbackUrl: 'https://post.example.org/in/facebook', verifyToken: 'agreed' };
  equal((await made.subscriptions.subscribeApp?.({ ...made.appStep, ...address }))?.kind, 'subscribed');
  deepEqual((await made.calls())[0], [
    'POST /v26.0/123456/subscriptions',
    {
      object: 'page',
      callback_url: 'https://post.example.org/in/facebook',
      verify_token: 'agreed',
      fields: [...PAGE_FIELDS, 'message_edits', 'standby'].join(','),
    },
  ]);
});

void t.test('a refusal of the app is for the operator, and does not show the secret', async () => {
  for (const code of [190, 101, 100, 2200]) {
    const { subscriptions, appStep } = onPage([refused(code, `Invalid token 123456|app-secret`)]);
    const found = await subscriptions.readApp?.(appStep);
    equal(found?.kind, 'unconfigured');
    ok(!JSON.stringify(found).includes('app-secret'));
  }
  const busy = onPage([refused(4)]);
  equal((await busy.subscriptions.readApp?.(busy.appStep))?.kind, 'retry');
});
