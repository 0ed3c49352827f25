/** Steps of a delivery to X, how responses are classified, and finding a post whose response was lost. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import t from 'tap';
import type { RefreshAnswer } from '../../adapters/port/app.ts';
import type { OpenedMedia, PublishStep } from '../../adapters/port/publish.ts';
import type { Work } from '../../adapters/x/checkpoint.ts';
import { connect } from '../../adapters/x/connect.ts';
import { manifest as x } from '../../adapters/x/manifest.ts';
import { weightOf } from '../../adapters/x/weight.ts';
import type { Checkpoint, Json, Outcome } from '../../machines/outcome.ts';
import { x as network } from '../../simulators/x/index.ts';
import { drive, live, setScene, type Scene } from '../contract/drive.ts';
import { open, photos, post } from '../contract/media.ts';
import { adapterBench, always, callsOf } from './bench.ts';

const { facts, publish, verify, ready } = adapterBench<Work>(x, network, ['clientId']);
const PLAIN = post('Boats at noon');
const PHOTO = post('A boat', ['photo.jpg']);
const VIDEO = post('A boat', ['clip.mp4']);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const account = (limits: { [name: string]: number } = {}) => ({
  id: 'acc_1',
  platform: 'x' as const,
  limits,
});

/** Posts as the person does in another app. @returns the post's id */
async function byHand(scene: Scene, text: string, mediaIds: string[] = []): Promise<string> {
  const response = await scene.sandbox.fetch(`${scene.account.endpoints['api']}/2/tweets`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${scene.account.credentials['accessToken']}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ text, ...(mediaIds.length > 0 && { media: { media_ids: mediaIds } }) }),
  });
  equal(response.status, 201);
  return ((await response.json()) as { data: { id: string } }).data.id;
}

// The plan

void t.test('characters are weighted as X weights them', async () => {
  const weights: [text: string, weight: number][] = [
    ['Boats', 5],
    ['e\u0301', 1],
    ['日本', 4],
    ['👩🏽‍🚀👨‍👩‍👧‍👦🇧🇷', 6],
    [`see https://example.org/${'x'.repeat(200)}.`, 28],
    ['“so” – it’s…', 13],
  ];
  for (const [text, weight] of weights) equal(weightOf(text), weight, text);
});

void t.test('a text over 280 is sent unchanged, with a warning, and X refuses it', async () => {
  const scene = setScene(facts);
  const long = post('a'.repeat(281));
  const plan = x.publish.plan(long, scene.account);
  equal(plan.text, long.text);
  deepEqual(plan.refusals, []);
  equal(plan.warnings.length, 1);
  match(plan.warnings[0] ?? '', /^content: X counts 281 characters and takes 280/);
  deepEqual(x.publish.plan(post('a'.repeat(280)), scene.account).warnings, []);
  const driven = await drive(scene, { post: long });
  equal(driven.status, 'failed');
  equal(driven.error, 'X: You are not permitted to perform this action. (HTTP 403)');
  equal(live(scene), 0);
});

void t.test('a paying member gets the warning at a higher limit', async () => {
  deepEqual(x.publish.plan(post('a'.repeat(4000)), account({ maxCharacters: 4000 })).warnings, []);
  equal(x.publish.plan(post('a'.repeat(4001)), account({ maxCharacters: 4000 })).warnings.length, 1);
});

void t.test('what a link costs is said before the post is sent', async () => {
  const warnings = (text: string) => x.publish.plan(post(text), account()).warnings;
  for (const text of ['Read https://example.com/a', 'Read example.com'])
    match(warnings(text).join(), /\$0\.20 for a post with a link/);
  for (const text of ['Rye on Friday.', 'mail a@b.com', 'v1.x']) deepEqual(warnings(text), []);
});

void t.test('a second cashtag and a WebM cause warnings', async () => {
  const warnings = (text: string, files: string[] = []) =>
    x.publish.plan(post(text, files), account()).warnings;
  deepEqual(warnings('$ABC costs $20, not US$30'), []);
  match(warnings('$ABC and $BRK.A')[0] ?? '', /^content: .* 2/);
  match(warnings('A boat', ['clip.webm'])[0] ?? '', /^media\/0: .*MP4/);
});

void t.test('4 photos, 1 GIF or 1 video are accepted, and the error names the field', async () => {
  const refused = (files: string[], text = 'Boats') =>
    x.publish.plan(post(text, files), account()).refusals.map(({ code, param }) => `${code} ${param}`);
  for (const files of [[], photos(4), ['turn.gif'], ['clip.mov']]) deepEqual(refused(files), []);
  deepEqual(refused(photos(5)), ['too_many_media /media/4']);
  deepEqual(refused(['clip.mp4', 'photo.jpg']), ['too_many_media /media/1']);
  deepEqual(refused(['photo.jpg', 'turn.gif']), ['too_many_media /media/1']);
  deepEqual(refused(['turn.gif', 'turn.gif']), ['too_many_media /media/1']);
  deepEqual(refused([], '  '), ['text_empty /content']);
  deepEqual(refused(['photo.jpg'], ''), []);
});

void t.test('options of other networks are ignored', async () => {
  const options = { redditSubreddit: 'boats', pinterestBoardId: '7' };
  deepEqual(x.publish.plan({ ...PLAIN, options }, account()), x.publish.plan(PLAIN, account()));
});

// Steps

void t.test(
  'the time of a try is stored before the post is sent, and after that it is not repeated without a check',
  async () => {
    const scene = setScene(facts);
    const plan = x.publish.plan(PLAIN, scene.account);
    const { now } = scene.clock;
    const work = await ready(scene, PLAIN);
    deepEqual(callsOf(scene), []);
    deepEqual([work.since, work.triedAt], [now, now]);
    equal(x.publish.repeatable({ checkpoint: null, plan, now }), 'yes');
    equal(x.publish.repeatable({ checkpoint: { ...work, triedAt: null }, plan, now }), 'yes');
    equal(x.publish.repeatable({ checkpoint: work, plan, now }), 'no');
  },
);

void t.test('a post is sent with its files and nothing else', async () => {
  const scene = setScene(facts);
  const work = await ready(scene, PHOTO);
  const bodies: Json[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    bodies.push((await request.clone().json()) as Json);
    return scene.sandbox.fetch(request);
  };
  const outcome = await publish(scene, PHOTO, work, { fetch });
  ok(outcome.kind === 'published');
  match(outcome.url ?? '', /\/rosa\/status\/\d+$/);
  deepEqual(bodies, [{ text: 'A boat', media: { media_ids: work.files.map(({ id }) => id) } }]);
});

void t.test('a photo is one call; a video is sent in parts and polled until it is done', async () => {
  const photo = setScene(facts);
  await drive(photo, { post: PHOTO });
  deepEqual(callsOf(photo), ['POST /2/media/upload 200', 'POST /2/tweets 201']);
  const video = setScene(facts);
  await drive(video, { post: VIDEO });
  deepEqual(callsOf(video), [
    'POST /2/media/upload/initialize 200',
    'POST /2/media/upload/:id/append 200',
    'POST /2/media/upload/:id/finalize 200',
    'GET /2/media/upload 200',
    'GET /2/media/upload 200',
    'POST /2/tweets 201',
  ]);
});

void t.test('parts have 4 MB, are in order, and add up', async () => {
  const scene = setScene(facts);
  const large = (): Promise<OpenedMedia> =>
    Promise.resolve({
      bytes: new Uint8Array(9_000_000),
      contentType: 'video/mp4',
      width: null,
      height: null,
    });
  equal((await publish(scene, VIDEO, null, { open: large })).kind, 'progress');
  deepEqual(
    callsOf(scene).filter((call) => call.includes('append')),
    Array.from({ length: 3 }, () => 'POST /2/media/upload/:id/append 200'),
  );
});

void t.test('media requirements depend on the kind of file', async () => {
  const scene = setScene(facts);
  for (const [file, types, maxBytes] of [
    ['photo.jpg', ['image/jpeg', 'image/png', 'image/webp'], 5_000_000],
    ['turn.gif', ['image/gif'], 15_000_000],
    ['clip.mp4', ['video/mp4', 'video/quicktime', 'video/webm'], 512_000_000],
  ] as const) {
    const opening: PublishStep['open'] = (item, requirements) => {
      deepEqual(requirements, { types, maxBytes });
      return open(item);
    };
    equal((await publish(scene, post('A boat', [file]), null, { open: opening })).kind, 'progress');
  }
});

void t.test('a video that cannot be processed is refused with X’s message', async () => {
  const scene = setScene(facts);
  const broken = (): Promise<OpenedMedia> =>
    Promise.resolve({
      bytes: new TextEncoder().encode('fail: no such codec'),
      contentType: 'video/mp4',
      width: null,
      height: null,
    });
  let outcome = await publish(scene, VIDEO, null, { open: broken });
  while (outcome.kind === 'progress') outcome = await publish(scene, VIDEO, outcome.checkpoint);
  deepEqual(outcome, { kind: 'rejected', reason: 'X could not process the media: Unsupported video format' });
});

void t.test('a video is waited for a quarter of an hour, then the attempt fails temporarily', async () => {
  const scene = setScene(facts);
  const first = await publish(scene, VIDEO, null);
  ok(first.kind === 'progress');
  const begun = scene.clock.now;
  const fetch = always(200, {
    data: { id: '1', processing_info: { state: 'in_progress', check_after_secs: 30 } },
  });
  let outcome: Outcome = first;
  let checkpoint: Checkpoint = first.checkpoint;
  while (outcome.kind === 'progress') {
    scene.clock.now += outcome.afterMs;
    checkpoint = outcome.checkpoint;
    outcome = await publish(scene, VIDEO, checkpoint, { fetch });
  }
  equal(outcome.kind, 'retry');
  ok(scene.clock.now - begun <= 16 * MINUTE);
  scene.clock.now += 5 * MINUTE; // the delivery's next attempt waits again
  equal((await publish(scene, VIDEO, checkpoint, { fetch })).kind, 'progress');
});

void t.test('files that X deletes within a day are uploaded again, a limited number of times', async () => {
  const scene = setScene(facts);
  const work = await ready(scene, PHOTO);
  scene.clock.now += 24 * HOUR;
  const renewed = await refresh(scene);
  ok(renewed.kind === 'refreshed');
  scene.account = { ...scene.account, credentials: renewed.credentials };
  const anew = await publish(scene, PHOTO, work);
  ok(anew.kind === 'progress');
  deepEqual(anew.checkpoint['files'], []);
  let outcome: Outcome = anew;
  while (outcome.kind === 'progress') outcome = await publish(scene, PHOTO, outcome.checkpoint);
  equal(outcome.kind, 'published');
  equal((await publish(scene, PHOTO, { ...work, reuploads: 3 })).kind, 'rejected');
  const gone = await publish(scene, VIDEO, {
    ...work,
    media: ['https://media.test/clip.mp4'],
    files: [{ id: '5', ready: false, usableUntil: scene.clock.now + HOUR }],
  });
  ok(gone.kind === 'progress', 'X does not know the file when it is asked how far it is');
  deepEqual(gone.checkpoint['files'], []);
});

void t.test('an edited post starts again', async () => {
  const scene = setScene(facts);
  const work = await ready(scene, post('Boats', photos(2)));
  const outcome = await publish(scene, PHOTO, work);
  ok(outcome.kind === 'progress');
  equal(outcome.checkpoint['text'], 'A boat');
  equal((outcome.checkpoint['files'] as unknown[]).length, 1);
});

void t.test('an old started mark is stored again before the post is sent', async () => {
  const scene = setScene(facts);
  const work = await ready(scene, PLAIN);
  scene.clock.now += 5 * MINUTE;
  const outcome = await publish(scene, PLAIN, work);
  ok(outcome.kind === 'progress');
  const noted = outcome.checkpoint as Work;
  deepEqual([noted.since, noted.triedAt, noted.triedBefore], [work.since, scene.clock.now, true]);
  equal(live(scene), 0);
});

// Responses

const problem = (status: number, title: string, detail: string, type = 'about:blank') => ({
  status,
  title,
  detail,
  type,
});
const NO_CREDITS = 'https://api.x.com/2/problems/credits';
const rows: [
  what: string,
  status: number,
  body: object | string,
  post: Outcome['kind'],
  upload: Outcome['kind'],
][] = [
  ['a bad field', 400, problem(400, 'Invalid Request', 'One or more…'), 'rejected', 'rejected'],
  ['a token that is over', 401, problem(401, 'Unauthorized', 'Unauthorized'), 'expired', 'expired'],
  ['no credits', 402, problem(402, 'Payment Required', 'credits depleted'), 'retry', 'retry'],
  ['no credits, otherwise', 402, problem(402, 'CreditsDepleted', 'No credits', NO_CREDITS), 'retry', 'retry'],
  ['no credits, without words', 402, '', 'retry', 'retry'],
  [
    'a reply that is not allowed',
    403,
    problem(403, 'Forbidden', 'Reply to this conversation is not allowed'),
    'rejected',
    'rejected',
  ],
  [
    'a plan that lacks it',
    403,
    problem(403, 'Forbidden', 'Your account is not permitted to access this feature.'),
    'rejected',
    'rejected',
  ],
  [
    'a scope that is missing',
    403,
    problem(403, 'Unsupported Authentication', 'a scope is missing'),
    'reauthorize',
    'reauthorize',
  ],
  ['something gone', 404, problem(404, 'Not Found Error', 'Could not find it'), 'rejected', 'rejected'],
  ['a window used up', 429, problem(429, 'Too Many Requests', 'Too Many Requests'), 'retry', 'retry'],
  [
    'the same in the older form',
    429,
    { errors: [{ code: 88, message: 'Rate limit exceeded' }] },
    'retry',
    'retry',
  ],
  ['a fault of X', 500, problem(500, 'Internal Server Error', 'Oops'), 'unknown', 'retry'],
  ['a page of a proxy', 502, '<html>Bad Gateway</html>', 'unknown', 'retry'],
  ['an overloaded X', 503, problem(503, 'Service Unavailable', 'Over capacity'), 'unknown', 'retry'],
  ['a slow X', 504, '', 'unknown', 'retry'],
  ['success without an id', 201, { errors: [{ message: 'partial' }] }, 'unknown', 'retry'],
  ['success that is no JSON', 200, '<html>', 'unknown', 'retry'],
];
for (const [what, status, body, kind, upload] of rows) {
  void t.test(`${what} (${status}): ${kind} for the post, ${upload} for a file`, async () => {
    const scene = setScene(facts);
    const fetch = always(status, body);
    equal((await publish(scene, PLAIN, await ready(scene, PLAIN), { fetch })).kind, kind);
    for (const content of [PHOTO, VIDEO])
      equal((await publish(scene, content, null, { fetch })).kind, upload);
  });
}

void t.test('waits: to the window’s end, an hour without credits, six at the month’s cap', async () => {
  const scene = setScene(facts);
  const work = await ready(scene, PLAIN);
  const reset = String(scene.clock.now / 1000 + 90);
  const waits: [fetch: typeof globalThis.fetch, afterMs: number | undefined][] = [
    [always(429, {}, { 'x-rate-limit-reset': reset }), 90_000],
    [always(429, {}, { 'x-rate-limit-reset': reset, 'retry-after': '7' }), 7000],
    [always(429, {}), undefined],
    [always(402, {}), HOUR],
    [always(429, { title: 'UsageCapExceeded', period: 'Monthly' }), 6 * HOUR],
    [always(429, { type: 'https://api.x.com/2/problems/usage-capped' }), 6 * HOUR],
  ];
  for (const [fetch, afterMs] of waits) {
    const outcome = await publish(scene, PLAIN, work, { fetch });
    ok(outcome.kind === 'retry');
    equal(outcome.afterMs, afterMs);
  }
  const upload = always(503, {}, { 'x-rate-limit-reset': reset });
  const outcome = await publish(scene, PHOTO, null, { fetch: upload });
  ok(outcome.kind === 'retry');
  equal(outcome.afterMs, undefined, 'the window that every answer tells is not a time to wait for');
});

void t.test('the reason is X’s message about the field, not that something is wrong', async () => {
  const scene = setScene(facts);
  const body = {
    ...problem(400, 'Invalid Request', 'One or more parameters to your request was invalid.'),
    errors: [{ message: 'Your media IDs are invalid.', parameters: { media_ids: ['1'] } }],
  };
  const outcome = await publish(scene, PLAIN, await ready(scene, PLAIN), { fetch: always(400, body) });
  deepEqual(outcome, { kind: 'rejected', reason: 'X: Your media IDs are invalid. (HTTP 400)' });
});

// Duplicates and lookups

void t.test('a text that the account has already posted is refused on the first try', async () => {
  const scene = setScene(facts);
  await byHand(scene, 'Boats at noon');
  scene.clock.now += HOUR;
  const driven = await drive(scene, { post: PLAIN });
  equal(driven.status, 'failed');
  match(driven.error ?? '', /duplicate content/);
  ok(!driven.unresolved);
  equal(live(scene), 1);
});

void t.test(
  'a post that was listed too late is found after X refused the next try as a duplicate of it',
  async () => {
    const scene = setScene(facts);
    const work = await ready(scene, PLAIN);
    const first = await publish(scene, PLAIN, work);
    ok(first.kind === 'published');
    scene.clock.now += 3 * MINUTE;
    const empty = always(200, { meta: { result_count: 0 } });
    const absent = await verify(scene, PLAIN, work, { fetch: empty });
    ok(absent.kind === 'absent');
    const again = await publish(scene, PLAIN, absent.checkpoint ?? null);
    ok(again.kind === 'progress');
    const refused = await publish(scene, PLAIN, again.checkpoint);
    ok(refused.kind === 'progress');
    const plan = x.publish.plan(PLAIN, scene.account);
    equal((await publish(scene, PLAIN, refused.checkpoint)).kind, 'unknown');
    equal(x.publish.repeatable({ checkpoint: again.checkpoint, plan, now: scene.clock.now }), 'no');
    deepEqual(await verify(scene, PLAIN, refused.checkpoint), {
      kind: 'live',
      networkPostId: first.networkPostId,
      url: first.url,
    });
    scene.clock.now += 3 * MINUTE;
    equal((await verify(scene, PLAIN, refused.checkpoint, { fetch: empty })).kind, 'cannot_tell');
    equal(live(scene), 1);
  },
);

const texts: [what: string, text: string][] = [
  ['plain words', 'Boats at noon'],
  ['lines and blanks', 'Two lines\nand more\n\n\nafter  many   blanks '],
  ['markup', `<b>"so"</b> & it's &amp; that`],
  [
    'links',
    `https://example.org and http://example.org/ (https://example.org/${'boats/'.repeat(20)}?a=1&b=2).`,
  ],
  ['emoji and other scripts', '👩🏽‍🚀 e\u0301 שלום 日本'],
];
for (const [what, text] of texts) {
  void t.test(`its own text is recognized as listed: ${what}`, async () => {
    const scene = setScene(facts);
    const work = await ready(scene, post(text));
    const published = await publish(scene, post(text), work);
    ok(published.kind === 'published');
    deepEqual(await verify(scene, post(text), work), { ...published, kind: 'live' });
  });
}

for (const text of [
  'Boats at moon',
  'boats at noon',
  'Boats at noon https://example.org',
  '@bo Boats at noon',
]) {
  void t.test(`another post is not taken for ours: ${text}`, async () => {
    const scene = setScene(facts);
    const work = await ready(scene, PLAIN);
    await byHand(scene, text);
    scene.clock.now += 3 * MINUTE;
    equal((await verify(scene, PLAIN, work)).kind, 'absent');
  });
}

void t.test('its files identify a post, even if another has the same text', async () => {
  const scene = setScene(facts);
  const work = await ready(scene, PHOTO);
  const other = await ready(scene, post('A boat', ['photo-2.jpg']));
  await byHand(scene, 'A boat');
  await byHand(
    scene,
    'A boat',
    other.files.map(({ id }) => id),
  );
  scene.clock.now += 3 * MINUTE;
  equal((await verify(scene, PHOTO, work)).kind, 'absent');
  const id = await byHand(
    scene,
    'In other words',
    work.files.map(({ id }) => id),
  );
  const found = await verify(scene, PHOTO, work);
  ok(found.kind === 'live');
  equal(found.networkPostId, id);
});

const listed = (row: { [name: string]: Json }, now: number) =>
  always(200, {
    data: [{ id: '77', created_at: new Date(now).toISOString(), ...row }],
    meta: { result_count: 1 },
  });

void t.test('a list without attachments is read by its media link', async () => {
  const scene = setScene(facts);
  const work = await ready(scene, PHOTO);
  const { now } = scene.clock;
  const urls = [{ url: 'https://t.co/m', expanded_url: 'https://x.com/rosa/status/77/photo/1' }];
  const row = { text: 'A boat https://t.co/m', entities: { urls } };
  equal((await verify(scene, PHOTO, work, { fetch: listed(row, now) })).kind, 'live');
  const plain = await ready(scene, post('A boat'));
  equal((await verify(scene, post('A boat'), plain, { fetch: listed(row, now) })).kind, 'retry');
});

void t.test('a long post is read completely, under the old name of the field and the new one', async () => {
  const scene = setScene(facts);
  const text = 'boats '.repeat(100).trim();
  const work = await ready(scene, post(text));
  for (const name of ['note_tweet', 'note_post']) {
    const fetch = listed({ text: `${text.slice(0, 270)}…`, [name]: { text } }, scene.clock.now);
    equal((await verify(scene, post(text), work, { fetch })).kind, 'live');
  }
});

void t.test('replies and quotes with the same words are another post, by both names', async () => {
  const scene = setScene(facts);
  const work = await ready(scene, PLAIN);
  for (const name of ['referenced_tweets', 'referenced_posts']) {
    const row = { text: 'Boats at noon', [name]: [{ type: 'quoted', id: '5' }] };
    equal((await verify(scene, PLAIN, work, { fetch: listed(row, scene.clock.now) })).kind, 'retry');
  }
});

void t.test('a lost part of a thread is the post below its parent, and no other with its words', async () => {
  const scene = setScene(facts);
  const work = await ready(scene, PLAIN);
  const found = async (references: Json[], parent?: { parentId: string; rootId: string }) => {
    const fetch = listed({ text: 'Boats at noon', referenced_posts: references }, scene.clock.now);
    return (await verify(scene, PLAIN, work, { fetch, ...(parent && { parent }) })).kind;
  };
  const below = { type: 'replied_to', id: '5' };
  const parent = { parentId: '5', rootId: '4' };
  equal(await found([below], parent), 'live');
  equal(await found([{ type: 'replied_to', id: '4' }], parent), 'retry', 'below an earlier part');
  equal(await found([], parent), 'retry', 'below none');
  equal(await found([below, { type: 'quoted', id: '9' }], parent), 'retry', 'a quote');
  equal(await found([below]), 'retry', 'a first part is below none');
});

void t.test('a post may take two minutes to be listed', async () => {
  const scene = setScene(facts);
  const work = await ready(scene, PLAIN);
  const early = await verify(scene, PLAIN, work);
  ok(early.kind === 'retry');
  scene.clock.now += 2 * (early.afterMs ?? 0);
  const late = await verify(scene, PLAIN, work);
  deepEqual(late, { kind: 'absent', checkpoint: { ...work, triedAt: null, triedBefore: true } });
});

void t.test('a post is found behind newer ones, and behind too many the question stays open', async () => {
  const scene = setScene(facts);
  const work = await ready(scene, PLAIN);
  const id = await byHand(scene, 'Boats at noon');
  for (let number = 0; number < 50; number += 1) await byHand(scene, `Boat ${number}`);
  const found = await verify(scene, PLAIN, work);
  ok(found.kind === 'live');
  equal(found.networkPostId, id);
  for (let number = 50; number < 100; number += 1) await byHand(scene, `Boat ${number}`);
  equal((await verify(scene, PLAIN, work)).kind, 'cannot_tell');
});

void t.test('no request is made before the first try', async () => {
  const scene = setScene(facts);
  const work = { ...(await ready(scene, PLAIN)), since: null, triedAt: null };
  deepEqual(await verify(scene, PLAIN, work), { kind: 'absent', checkpoint: work });
  deepEqual(await verify(scene, PLAIN, null), { kind: 'absent' });
  deepEqual(callsOf(scene), []);
});

for (const [status, body, kind] of [
  [401, {}, 'expired'],
  [402, {}, 'retry'],
  [403, { title: 'Client Forbidden' }, 'cannot_tell'],
  [403, { title: 'Unsupported Authentication' }, 'reauthorize'],
  [429, {}, 'retry'],
  [503, {}, 'retry'],
  [200, {}, 'retry'],
] as const) {
  void t.test(`a lookup with the response ${status} ${JSON.stringify(body)}: ${kind}`, async () => {
    const scene = setScene(facts);
    const work = await ready(scene, PLAIN);
    equal((await verify(scene, PLAIN, work, { fetch: always(status, body) })).kind, kind);
  });
}

// Tokens

function refresh(scene: Scene, fetch = scene.sandbox.fetch): Promise<RefreshAnswer> {
  const { account, app, clock } = scene;
  return x.app!.refresh!({ account, app, fetch, now: clock.now, signal: new AbortController().signal });
}

void t.test('after two hours the token is refreshed once, and both tokens are new', async () => {
  const scene = setScene(facts);
  const { credentials: before } = scene.account;
  scene.clock.now += 2 * HOUR;
  const driven = await drive(scene, { post: PLAIN });
  equal(driven.status, 'published');
  const [answer] = driven.refreshes;
  ok(answer?.kind === 'refreshed');
  deepEqual(Object.keys(answer.credentials).sort(), Object.keys(before).sort());
  for (const name of ['accessToken', 'refreshToken']) ok(answer.credentials[name] !== before[name]);
  equal(answer.credentials['clientId'], before['clientId']);
  ok((answer.expiresAt ?? 0) > scene.clock.now + HOUR);
});

void t.test('a refresh token that is used twice ends the access until a person connects again', async () => {
  const scene = setScene(facts);
  const first = await refresh(scene);
  ok(first.kind === 'refreshed');
  const second = await refresh(scene);
  deepEqual(second, {
    kind: 'reauthorize',
    reason: 'X: the access was not renewed: Value passed for the token was invalid. (invalid_request)',
  });
  scene.account = { ...scene.account, credentials: first.credentials };
  equal((await refresh(scene)).kind, 'reauthorize');
});

void t.test(
  'a refresh is tried again when X is too busy, and not tried at all without a refresh token',
  async () => {
    const scene = setScene(facts);
    equal((await refresh(scene, always(503, {}))).kind, 'retry');
    equal((await refresh(scene, always(429, {}, { 'retry-after': '9' }))).kind, 'retry');
    const { refreshToken, ...rest } = scene.account.credentials;
    ok(refreshToken);
    scene.account = { ...scene.account, credentials: rest };
    equal((await refresh(scene)).kind, 'reauthorize');
  },
);

void t.test('a public client sends its id in the body, a confidential one in the header', async () => {
  const scene = setScene(facts);
  for (const clientSecret of ['', 'secret']) {
    scene.app = { clientId: 'sandbox-x', clientSecret };
    await refresh(scene, async (input, init) => {
      const request = new Request(input, init);
      const form = new URLSearchParams(await request.text());
      equal(form.get('client_id'), clientSecret === '' ? 'sandbox-x' : null);
      equal(request.headers.has('authorization'), clientSecret !== '');
      return Response.json({ access_token: 'at', expires_in: 7200 });
    });
  }
});

// Connecting

const signIn = (token: object, me: object = {}) =>
  connect.exchange({
    endpoints: { api: 'https://api.test', site: 'https://x.test' },
    fetch: (input, init) => {
      const isToken = new Request(input, init).url.endsWith('/token');
      return Promise.resolve(Response.json(isToken ? token : me));
    },
    signal: new AbortController().signal,
    now: 1000,
    app: { clientId: 'client', clientSecret: 'secret' },
    redirectUri: 'https://troupe.test/callback',
    code: 'code',
    codeVerifier: 'verifier',
  });

void t.test('missing scopes for posting are named', async () => {
  const answer = await signIn({ access_token: 'at', scope: 'tweet.read users.read' });
  ok(answer.kind === 'refused');
  match(answer.reason, /tweet\.write, media\.write, offline\.access/);
});

void t.test('a paying member has the higher limit', async () => {
  const token = { access_token: 'at', refresh_token: 'rt', expires_in: 7200 };
  for (const [subscription_type, limits] of [
    ['None', {}],
    ['Premium', { maxCharacters: 4000 }],
  ] as const) {
    const answer = await signIn(token, {
      data: { id: '9', name: 'Ann', username: 'ann', subscription_type },
    });
    ok(answer.kind === 'accounts');
    const [found] = answer.accounts;
    deepEqual(found?.limits, limits);
    equal(found?.expiresAt, 7_201_000);
    equal(found?.url, 'https://x.test/ann');
    deepEqual(found?.credentials, {
      accessToken: 'at',
      refreshToken: 'rt',
      clientId: 'client',
    });
  }
});
