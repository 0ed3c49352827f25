/** Steps of a delivery to Slack, how errors are classified, and what a lookup finds. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import t from 'tap';
import type { PostContent } from '../../adapters/port/publish.ts';
import { connect } from '../../adapters/slack/connect.ts';
import { manifest as slack } from '../../adapters/slack/manifest.ts';
import type { Json, Outcome } from '../../machines/outcome.ts';
import { botTokenFor, slack as network } from '../../simulators/slack/index.ts';
import { drive, live, setScene, type Scene } from '../contract/drive.ts';
import { photos, post } from '../contract/media.ts';
import { adapterBench, always } from './bench.ts';

const { facts, publish, verify, until, ready } = adapterBench(slack, network, [
  'channelId',
  'channelType',
  'teamId',
  'site',
  'clientId',
]);
const PLAIN = post('Boats at noon');
const PHOTO = post('A boat', ['photo.jpg']);
const SECOND = 1000;
const plan = (content: PostContent) =>
  slack.publish.plan(content, { id: 'acc_1', platform: 'slack', limits: {} });

const said = (error: string, more: object = {}) => always(200, { ok: false, error, ...more });

/** Calls a method directly, as the account's bot. */
async function ask(scene: Scene, method: string, fields: { [name: string]: string }): Promise<Json> {
  const answer = await scene.sandbox.fetch(`${scene.account.endpoints['api']}/${method}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${scene.account.credentials['accessToken']}` },
    body: new URLSearchParams(fields),
  });
  return (await answer.json()) as Json;
}

const calls = (scene: Scene) => scene.sandbox.calls.entries().map(({ call }) => call);

void t.test('a text joins the channel and sends one message with our metadata', async () => {
  const scene = setScene(facts);
  const content = post('<!channel> R&D > all');
  const sent: Json[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (request.url.endsWith('/chat.postMessage')) sent.push((await request.clone().json()) as Json);
    return scene.sandbox.fetch(request);
  };
  const outcome = await publish(scene, content, await ready(scene, content), { fetch });
  ok(outcome.kind === 'published');
  const { channelId = '' } = scene.account.credentials;
  deepEqual(sent, [
    {
      channel: channelId,
      text: '&lt;!channel&gt; R&amp;D &gt; all',
      unfurl_links: true,
      unfurl_media: true,
      metadata: { event_type: 'troupe_post', event_payload: { delivery: 'delivery-1' } },
    },
  ]);
  deepEqual(calls(scene), ['conversations.join', 'chat.postMessage']);
  const [entry] = scene.sandbox.ledger.entries();
  deepEqual([entry?.text, entry?.details['callsEverybody']], [content.text, false]);
  deepEqual(
    await ask(scene, 'chat.getPermalink', { channel: channelId, message_ts: outcome.networkPostId }),
    {
      ok: true,
      permalink: outcome.url,
    },
  );
});

void t.test('photos are uploaded in two calls each, shared together, and polled until visible', async () => {
  const scene = setScene(facts);
  const start = scene.clock.now;
  const driven = await drive(scene, { post: post('Two boats', photos(2)) });
  equal(driven.status, 'published');
  deepEqual(calls(scene), [
    'conversations.join',
    'files.getUploadURLExternal',
    'upload',
    'files.getUploadURLExternal',
    'upload',
    'files.completeUploadExternal',
    'files.info',
    'files.info',
  ]);
  equal(scene.clock.now - start, 4 * SECOND);
  deepEqual(
    scene.sandbox.ledger.entries().map(({ text, media }) => [text, media.length]),
    [['Two boats', 2]],
  );
});

void t.test('a video or WebP becomes a link after the text, with a warning', async () => {
  const { text, media, warnings, refusals } = plan(post('Boats', ['clip.mp4', 'photo.jpg', 'boat.webp']));
  equal(text, 'Boats\nhttps://media.test/clip.mp4\nhttps://media.test/boat.webp');
  deepEqual(
    media.map(({ url }) => url),
    ['https://media.test/photo.jpg'],
  );
  deepEqual(refusals, []);
  equal(warnings.length, 2);
  match(warnings[0] ?? '', /^media\/0 .* link/);
  deepEqual(plan(post('', ['clip.mp4'])).text, 'https://media.test/clip.mp4');
  deepEqual(plan(post('', ['clip.mp4'])).refusals, []);
});

void t.test('links do not count as photos', async () => {
  deepEqual(plan(post('Boats', [...photos(10), 'clip.mp4'])).refusals, []);
  deepEqual(
    plan(post('Boats', ['clip.mp4', ...photos(11)])).refusals.map(({ code, param }) => [code, param]),
    [['too_many_media', '/media/11']],
  );
});

void t.test('a long text causes a warning, and is refused if Slack would cut it silently', async () => {
  deepEqual(plan(post('a'.repeat(4000))).warnings, []);
  equal(plan(post('a'.repeat(4001))).warnings.length, 1);
  deepEqual(plan(post('a'.repeat(40_000))).refusals, []);
  deepEqual(
    plan(post('a'.repeat(40_001))).refusals.map(({ code, param }) => [code, param]),
    [['text_too_long', '/content']],
  );
  equal(plan(post('&'.repeat(8001))).refusals[0]?.code, 'text_too_long');
});

void t.test('a private channel is not joined', async () => {
  const scene = setScene(facts);
  scene.account.credentials = { ...scene.account.credentials, channelType: 'private' };
  const outcome = await publish(scene, PLAIN, null);
  ok(outcome.kind === 'progress');
  equal(outcome.checkpoint['triedAt'], scene.clock.now);
  deepEqual(calls(scene), []);
});

void t.test('a channel that became private after joining still works', async () => {
  const scene = setScene(facts);
  const outcome = await publish(scene, PLAIN, null, { fetch: said('method_not_supported_for_channel_type') });
  ok(outcome.kind === 'progress');
  equal(outcome.checkpoint['joined'], true);
});

const certain: [error: string, kind: Outcome['kind']][] = [
  ...[
    'invalid_auth',
    'not_authed',
    'token_revoked',
    'account_inactive',
    'org_login_required',
    'team_access_not_granted',
    'missing_scope',
  ].map((error): [string, Outcome['kind']] => [error, 'reauthorize']),
  ...[
    'channel_not_found',
    'is_archived',
    'not_in_channel',
    'posting_to_channel_denied',
    'restricted_action_read_only_channel',
    'ekm_access_denied',
    'msg_too_long',
    'no_text',
    'metadata_must_be_sent_from_app',
    'invalid_arguments',
    'storage_limit_reached',
    'file_not_found',
    'access_denied',
    'an_error_of_tomorrow',
  ].map((error): [string, Outcome['kind']] => [error, 'rejected']),
  ['token_expired', 'expired'],
  ['ratelimited', 'retry'],
  ['rate_limited', 'retry'],
  ['message_limit_exceeded', 'retry'],
];
void t.test('an upload with status 200 and an error failed, so the photo gets a new upload', async () => {
  const scene = setScene(facts);
  scene.sandbox.faults.add({ kind: 'expired_token', network: 'slack', call: 'upload', times: 1 });
  const driven = await drive(scene, { post: PHOTO });
  const refused = driven.steps.map(({ outcome }) => outcome).find((outcome) => outcome?.kind === 'retry');
  ok(refused?.kind === 'retry');
  match(refused.reason, /did not take the file .*token_expired/);
  equal(driven.status, 'published');
  equal(live(scene), 1);
});

void t.test('a definite refusal of Slack means the same for a message, a sharing and an upload', async () => {
  for (const [error, kind] of certain) {
    const scene = setScene(facts);
    const fetch = said(error);
    equal((await publish(scene, PLAIN, await ready(scene, PLAIN), { fetch })).kind, kind, error);
    equal((await publish(scene, PHOTO, await ready(scene, PHOTO), { fetch })).kind, kind, error);
    equal((await publish(scene, PLAIN, null, { fetch })).kind, kind, error);
  }
});

void t.test('a possibly executed call is unknown if it publishes, else it is tried again', async () => {
  const troubles: [string, typeof globalThis.fetch][] = [
    ...['internal_error', 'service_unavailable', 'request_timeout', 'team_added_to_org', 'fatal_error'].map(
      (error): [string, typeof globalThis.fetch] => [error, said(error)],
    ),
    ['a proxy', always(502, '<html>')],
    ['a page', always(200, '<html>')],
    ['no id', always(200, { ok: true })],
  ];
  for (const [what, fetch] of troubles) {
    const scene = setScene(facts);
    equal((await publish(scene, PLAIN, await ready(scene, PLAIN), { fetch })).kind, 'unknown', what);
    equal((await publish(scene, PHOTO, await ready(scene, PHOTO), { fetch })).kind, 'unknown', what);
    if (what !== 'no id') equal((await publish(scene, PLAIN, null, { fetch })).kind, 'retry', what);
  }
});

void t.test('a missing scope is named, and a refused channel comes with advice', async () => {
  const scene = setScene(facts);
  const checkpoint = await ready(scene, PLAIN);
  const missing = await publish(scene, PLAIN, checkpoint, {
    fetch: said('missing_scope', { needed: 'files:write' }),
  });
  ok(missing.kind === 'reauthorize');
  match(missing.reason, /files:write/);
  const archived = await publish(scene, PLAIN, checkpoint, { fetch: said('is_archived') });
  ok(archived.kind === 'rejected');
  match(archived.reason, /choose another/);
});

void t.test('a rate limit waits as long as Slack says, and the cap of a workspace longer', async () => {
  const scene = setScene(facts);
  const checkpoint = await ready(scene, PLAIN);
  const limited = always(429, { ok: false, error: 'ratelimited' }, { 'retry-after': '7' });
  const wait = await publish(scene, PLAIN, checkpoint, { fetch: limited });
  deepEqual([wait.kind, 'afterMs' in wait && wait.afterMs], ['retry', 7000]);
  const capped = await publish(scene, PLAIN, checkpoint, { fetch: said('message_limit_exceeded') });
  deepEqual([capped.kind, 'afterMs' in capped && capped.afterMs], ['retry', 3_600_000]);
});

void t.test('a token that is expired and cannot be refreshed requires a new connection', async () => {
  const scene = setScene(facts);
  const checkpoint = await ready(scene, PLAIN);
  scene.account.credentials = { ...scene.account.credentials, refreshToken: '' };
  equal((await publish(scene, PLAIN, checkpoint, { fetch: said('token_expired') })).kind, 'reauthorize');
});

void t.test('an old started mark is stored again before the message is sent', async () => {
  const scene = setScene(facts);
  const checkpoint = await ready(scene, PLAIN);
  scene.clock.now += 300 * SECOND;
  const outcome = await publish(scene, PLAIN, checkpoint);
  ok(outcome.kind === 'progress');
  const { since, triedAt } = outcome.checkpoint;
  deepEqual([since, triedAt], [checkpoint['since'], scene.clock.now]);
  equal(live(scene), 0);
});

void t.test('photos that are shared but never visible leave it open: nothing is sent again', async () => {
  const scene = setScene(facts);
  const fetch: typeof globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    if (!request.url.endsWith('/files.info')) return scene.sandbox.fetch(request);
    return Promise.resolve(Response.json({ ok: true, file: { id: 'F1', shares: {} } }));
  };
  let checkpoint = await until(scene, PHOTO, ({ sharedAt }) => sharedAt !== null);
  let outcome: Outcome;
  const start = Number(checkpoint['sharedAt']);
  do {
    outcome = await publish(scene, PHOTO, checkpoint, { fetch });
    if (outcome.kind === 'progress') {
      checkpoint = outcome.checkpoint;
      scene.clock.now += outcome.afterMs;
    }
  } while (outcome.kind === 'progress');
  equal(outcome.kind, 'unknown');
  equal(scene.clock.now - start, 60 * SECOND);
  equal((await verify(scene, PHOTO, checkpoint, { fetch })).kind, 'retry');
  scene.clock.now += 30 * SECOND;
  equal((await verify(scene, PHOTO, checkpoint, { fetch })).kind, 'cannot_tell');
  equal(
    slack.publish.repeatable({ checkpoint, plan: plan(PHOTO), now: scene.clock.now }),
    'yes',
    'looking harms nothing',
  );
});

void t.test('photos whose sharing was lost are found, or shared again after enough time', async () => {
  const scene = setScene(facts);
  const checkpoint = await ready(scene, PHOTO);
  equal(slack.publish.repeatable({ checkpoint, plan: plan(PHOTO), now: scene.clock.now }), 'no');
  const early = await verify(scene, PHOTO, checkpoint);
  deepEqual([early.kind, 'afterMs' in early && early.afterMs], ['retry', 90 * SECOND]);
  const now = scene.clock.now + 90 * SECOND;
  deepEqual(await verify(scene, PHOTO, checkpoint, { now }), { kind: 'absent', checkpoint });
  equal((await publish(scene, PHOTO, checkpoint)).kind, 'progress');
  equal((await verify(scene, PHOTO, checkpoint, { now })).kind, 'absent', 'the first look is too early');
  const found = await verify(scene, PHOTO, checkpoint, { now });
  equal(found.kind === 'live' && found.networkPostId, scene.sandbox.ledger.entries()[0]?.id);
});

void t.test('a second sharing that is refused proves nothing about the first one', async () => {
  const scene = setScene(facts);
  const checkpoint = await ready(scene, PHOTO);
  equal((await publish(scene, PHOTO, checkpoint)).kind, 'progress');
  scene.clock.now += 300 * SECOND;
  const noted = await publish(scene, PHOTO, checkpoint);
  ok(noted.kind === 'progress');
  equal((await publish(scene, PHOTO, noted.checkpoint)).kind, 'unknown');
  equal(live(scene), 1);
});

void t.test('a text is found by our metadata only, also on a later page', async () => {
  const scene = setScene(facts);
  const { channelId = '' } = scene.account.credentials;
  const checkpoint = await ready(scene, PLAIN);
  await ask(scene, 'chat.postMessage', { channel: channelId, text: PLAIN.text });
  const now = scene.clock.now + 10 * SECOND;
  deepEqual(await verify(scene, PLAIN, checkpoint, { now }), { kind: 'absent', checkpoint });
  const outcome = await publish(scene, PLAIN, checkpoint);
  ok(outcome.kind === 'published');
  for (let number = 0; number < 40; number += 1) {
    await ask(scene, 'chat.postMessage', { channel: channelId, text: `Boat ${number}` });
  }
  deepEqual(await verify(scene, PLAIN, checkpoint), { ...outcome, kind: 'live' });
  equal((await verify(scene, PLAIN, checkpoint, { deliveryId: 'delivery-2', now })).kind, 'absent');
  for (let number = 0; number < 40; number += 1) {
    await ask(scene, 'chat.postMessage', { channel: channelId, text: `Boat ${number}` });
  }
  equal((await verify(scene, PLAIN, checkpoint)).kind, 'cannot_tell');
});

void t.test('a lookup before anything was sent, one that is too early, and one that is refused', async () => {
  const scene = setScene(facts);
  deepEqual(await verify(scene, PLAIN, null), { kind: 'absent' });
  const joined = await publish(scene, PLAIN, null);
  ok(joined.kind === 'progress');
  deepEqual(await verify(scene, PLAIN, joined.checkpoint), { kind: 'absent', checkpoint: joined.checkpoint });
  const checkpoint = await ready(scene, PLAIN);
  const early = await verify(scene, PLAIN, checkpoint);
  deepEqual([early.kind, 'afterMs' in early && early.afterMs], ['retry', 10 * SECOND]);
  for (const content of [PLAIN, PHOTO]) {
    const tried = await ready(scene, content);
    for (const [error, kind] of [
      ['not_in_channel', 'cannot_tell'],
      ['missing_scope', 'reauthorize'],
      ['token_expired', 'expired'],
      ['internal_error', 'retry'],
    ] as const) {
      equal((await verify(scene, content, tried, { fetch: said(error) })).kind, kind, error);
    }
    const limited = always(429, { ok: false, error: 'ratelimited' }, { 'retry-after': '60' });
    const later = await verify(scene, content, tried, { fetch: limited });
    deepEqual([later.kind, 'afterMs' in later && later.afterMs], ['retry', 60_000]);
  }
});

void t.test('an edit starts again before the photos are shared, and changes nothing afterwards', async () => {
  const scene = setScene(facts);
  const edited = post('Another boat', ['wide.png']);
  const tried = await ready(scene, PHOTO);
  const anew = await publish(scene, edited, tried);
  ok(anew.kind === 'progress');
  equal(anew.checkpoint['triedAt'], null);
  equal(slack.publish.repeatable({ checkpoint: tried, plan: plan(edited), now: scene.clock.now }), 'no');
  let outcome = await publish(scene, edited, await until(scene, PHOTO, ({ sharedAt }) => sharedAt !== null));
  while (outcome.kind === 'progress') outcome = await publish(scene, edited, outcome.checkpoint);
  equal(outcome.kind, 'published');
  equal(live(scene), 1);
});

const refresh = (scene: Scene, fetch = scene.sandbox.fetch) =>
  slack.app!.refresh!({
    account: scene.account,
    app: scene.app,
    now: scene.clock.now,
    fetch,
    signal: new AbortController().signal,
  });

void t.test('a refresh stores both new tokens, and the old refresh token expires', async () => {
  const scene = setScene(facts);
  const before = scene.account.credentials;
  const answer = await refresh(scene);
  ok(answer.kind === 'refreshed');
  equal(answer.expiresAt, scene.clock.now + 43_200 * SECOND);
  const { accessToken, refreshToken, ...rest } = answer.credentials;
  const { accessToken: oldAccess, refreshToken: oldRefresh, ...same } = before;
  deepEqual(rest, same);
  ok(accessToken !== oldAccess && refreshToken !== oldRefresh);
  equal((await refresh(scene)).kind, 'reauthorize');
  scene.account = { ...scene.account, credentials: answer.credentials };
  equal((await refresh(scene)).kind, 'refreshed');
});

void t.test('a temporary failure of a refresh is tried again, and a refused one needs a person', async () => {
  const scene = setScene(facts);
  equal((await refresh(scene, always(503, '<html>'))).kind, 'retry');
  equal((await refresh(scene, said('ratelimited'))).kind, 'retry');
  equal((await refresh(scene, said('invalid_refresh_token'))).kind, 'reauthorize');
  scene.account.credentials = { accessToken: 'xoxb-1' };
  equal((await refresh(scene)).kind, 'reauthorize');
});

void t.test('connecting offers every channel of all pages, also after empty ones', async () => {
  const scene = setScene(facts);
  const pages = [
    { channels: [{ id: 'C1', name: 'news', is_private: false }], response_metadata: { next_cursor: 'a' } },
    { channels: [], response_metadata: { next_cursor: 'b' } },
    { channels: [{ id: 'C2', name: 'crew', is_private: true }], response_metadata: { next_cursor: '' } },
  ];
  const fetch: typeof globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    return request.url.endsWith('/conversations.list')
      ? Promise.resolve(Response.json({ ok: true, ...pages.shift() }))
      : scene.sandbox.fetch(request);
  };
  const answer = await connect.byHand!.connect({
    endpoints: scene.account.endpoints,
    fetch,
    signal: new AbortController().signal,
    now: scene.clock.now,
    fields: { botToken: botTokenFor('http://sandbox.test/slack', 'rosa') },
  });
  ok(answer.kind === 'accounts');
  deepEqual(
    answer.accounts.map(({ username, credentials }) => [username, credentials['channelType']]),
    [
      ['news', 'public'],
      ['crew', 'private'],
    ],
  );
});
