/** Steps of a delivery to Tumblr, how responses are classified, and finding a post whose response was lost. */
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import t from 'tap';
import type { RefreshAnswer } from '../../adapters/port/app.ts';
import type { PublishStep } from '../../adapters/port/publish.ts';
import type { Work } from '../../adapters/tumblr/checkpoint.ts';
import { connect } from '../../adapters/tumblr/connect.ts';
import { textBlocks } from '../../adapters/tumblr/content.ts';
import { manifest as tumblr } from '../../adapters/tumblr/manifest.ts';
import type { Json, Outcome } from '../../machines/outcome.ts';
import { tumblr as network } from '../../simulators/tumblr/index.ts';
import { drive, live, setScene, type Scene } from '../contract/drive.ts';
import { item, open, photos, post } from '../contract/media.ts';
import { adapterBench, always, callsOf } from './bench.ts';

const { facts, publish, verify, ready } = adapterBench<Work>(tumblr, network, ['clientId']);
const PLAIN = post('Boats at noon\n\nThe red one.');
const PHOTO = post('A boat', ['photo.jpg']);
const VIDEO = post('A boat', ['clip.mp4']);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const account = { id: 'acc_1', platform: 'tumblr' as const, limits: {} };

const refusing = (status: number, code: number | null, title = 'No luck') =>
  always(status, {
    meta: { status, msg: 'No' },
    errors: [{ title, ...(code !== null && { code }) }],
    response: [],
  });
const listing = (posts: { [name: string]: Json }[]) =>
  always(200, { meta: { status: 200, msg: 'OK' }, response: { posts } });

// The plan

void t.test('the first line is the title, the rest the text', async () => {
  const parts = (text: string) => {
    const { title, text: body } = tumblr.publish.plan(post(text), account);
    return [title, body];
  };
  deepEqual(parts('Boats'), ['Boats', '']);
  deepEqual(parts('\n \n  Boats \r\n\r\nOne\r\ntwo\n'), ['Boats', 'One\ntwo']);
});

void t.test('an invalid post is refused with the field', async () => {
  const refused = (text: string, files: string[] = [], articleSettings?: Json) =>
    tumblr.publish
      .plan(post(text, files, articleSettings === undefined ? {} : { articleSettings }), account)
      .refusals.map(({ code, param }) => `${code} ${param}`);
  for (const files of [photos(30), ['turn.gif', 'photo.jpg'], ['clip.mov']])
    deepEqual(refused('', files), []);
  deepEqual(refused('Boats', photos(31)), ['too_many_media /media/30']);
  deepEqual(refused('Boats', ['clip.mp4', 'photo.jpg']), ['too_many_media /media/1']);
  deepEqual(refused('Boats', ['photo.jpg', 'clip.mp4']), ['too_many_media /media/1']);
  deepEqual(refused('Boats', ['clip.webm']), ['media_type /media/0']);
  deepEqual(refused(' \n'), ['text_empty /content']);
  deepEqual(refused('a'.repeat(4097)), ['text_too_long /content']);
  deepEqual(refused(`Boats\n${'a'.repeat(1_000_000)}`), ['text_too_long /content']);
  deepEqual(refused('Boats', [], { tags: 'boats' }), ['option_invalid /articleSettings/tags']);
  deepEqual(refused('Boats', [], { tags: ['a, b'] }), ['option_invalid /articleSettings/tags']);
  deepEqual(refused('Boats', [], { tags: ['#'] }), ['option_invalid /articleSettings/tags']);
  deepEqual(refused('Boats', [], { canonicalUrl: 'ftp://a.b' }), [
    'option_invalid /articleSettings/canonicalUrl',
  ]);
  deepEqual(refused('Boats', [], { asDraft: 'yes' }), ['option_invalid /articleSettings/asDraft']);
  deepEqual(refused('Boats', [], { newsletter: 'x', emailSegment: 'y', aiDisclosure: 'z' }), []);
});

void t.test('a post that Tumblr will change causes a warning', async () => {
  const warnings = (articleSettings: Json) =>
    tumblr.publish.plan(post('Boats', [], { articleSettings }), account).warnings;
  deepEqual(warnings({ tags: ['boats'], asDraft: true }), []);
  match(warnings({ canonicalUrl: 'https://example.org' })[0] ?? '', /^articleSettings\.canonicalUrl: /);
  match(warnings({ tags: Array.from({ length: 31 }, (_, index) => `t${index}`) })[0] ?? '', /about 30 tags/);
  match(warnings({ tags: ['a'.repeat(141)] })[0] ?? '', /140 characters/);
});

// The content

void t.test('paragraphs become blocks, lines stay inside them, and links count code points', async () => {
  deepEqual(textBlocks('Boats', 'One\ntwo\n\n\n🛶 see https://example.org/a, https://b.example.'), [
    { type: 'text', subtype: 'heading1', text: 'Boats' },
    { type: 'text', text: 'One\ntwo' },
    {
      type: 'text',
      text: '🛶 see https://example.org/a, https://b.example.',
      formatting: [
        { type: 'link', start: 6, end: 27, url: 'https://example.org/a' },
        { type: 'link', start: 29, end: 46, url: 'https://b.example' },
      ],
    },
  ]);
  deepEqual(textBlocks(null, ''), []);
});

void t.test('a long paragraph is split between words, and nothing is lost', async () => {
  const long = textBlocks(null, 'boats '.repeat(2000).trim()).map(({ text }) => text as string);
  ok(long.every((text) => Array.from(text).length <= 4096));
  equal(long.join(' '), 'boats '.repeat(2000).trim());
  const unbroken = textBlocks(null, '⛵'.repeat(5000)).map(({ text }) => text as string);
  deepEqual(
    unbroken.map((text) => text.length),
    [4096, 904],
  );
});

void t.test('a link stands exactly where its address is, in code points', async () => {
  const [block] = textBlocks(null, '🛶👉https://example.org/a。“https://example.org/b_(c)”です');
  deepEqual(block?.['formatting'], [
    { type: 'link', start: 2, end: 23, url: 'https://example.org/a' },
    { type: 'link', start: 25, end: 50, url: 'https://example.org/b_(c)' },
  ]);
});

void t.test('the first hundred links can be clicked, the others stay text', async () => {
  const blocks = textBlocks(
    null,
    Array.from({ length: 120 }, (_, index) => `https://a.b/${index}`).join('\n\n'),
  );
  equal(blocks.filter(({ formatting }) => formatting !== undefined).length, 100);
  equal(blocks.length, 120);
});

void t.test('a post without media is JSON with its slug, tags and source', async () => {
  const scene = setScene(facts);
  const articleSettings = { tags: ['#boats', ' wood work '], canonicalUrl: 'https://blog.example/boat' };
  const content = post('Größe & boats!', [], { articleSettings });
  const work = await ready(scene, content);
  let sent: { [name: string]: Json } = {};
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    sent = (await request.clone().json()) as typeof sent;
    equal(request.headers.get('user-agent'), 'Troupe/1.0');
    match(request.url, /\/v2\/blog\/t:[\w-]+\/posts$/);
    return scene.sandbox.fetch(request);
  };
  const outcome = await publish(scene, content, work, { fetch });
  ok(outcome.kind === 'published');
  equal(outcome.url, `${scene.account.endpoints['www']}/rosa/${outcome.networkPostId}`);
  match(work.slug, /^gro-e-boats-[0-9a-f]{12}$/);
  deepEqual(sent, {
    content: [{ type: 'text', subtype: 'heading1', text: 'Größe & boats!' }],
    state: 'published',
    slug: work.slug,
    tags: 'boats,wood work',
    source_url: 'https://blog.example/boat',
  });
});

void t.test(
  'with media the first part is json, without a file name, and each block refers to its part',
  async () => {
    const scene = setScene(facts);
    const content = post('Boats', ['photo.jpg', 'wide.png']);
    const work = await ready(scene, content);
    let body = '';
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const request = new Request(input, init);
      body = Buffer.from(await request.clone().arrayBuffer()).toString('latin1');
      return scene.sandbox.fetch(request);
    };
    equal((await publish(scene, content, work, { fetch })).kind, 'published');
    const heads = [...body.matchAll(/Content-Disposition: [^\r]*\r\nContent-Type: [^\r]*/g)].map(
      ([head]) => head,
    );
    deepEqual(heads, [
      'Content-Disposition: form-data; name="json"\r\nContent-Type: application/json',
      'Content-Disposition: form-data; name="m0"; filename="m0"\r\nContent-Type: image/jpeg',
      'Content-Disposition: form-data; name="m1"; filename="m1"\r\nContent-Type: image/png',
    ]);
    const { content: blocks } = JSON.parse(/\{"content".*\}/.exec(body)?.[0] ?? '{}') as { content: Json[] };
    deepEqual(blocks[0], {
      type: 'image',
      media: [{ type: 'image/jpeg', identifier: 'm0', width: 1200, height: 900 }],
      alt_text: '',
    });
    const [entry] = scene.sandbox.ledger.entries();
    deepEqual(
      entry?.media.map(({ type }) => type),
      ['image/jpeg', 'image/png'],
    );
  },
);

void t.test('media requirements depend on the kind of file', async () => {
  for (const [file, types, maxBytes] of [
    ['photo.jpg', ['image/jpeg', 'image/png', 'image/webp'], 10_000_000],
    ['turn.gif', ['image/gif'], 20_000_000],
    ['clip.mp4', ['video/mp4', 'video/quicktime'], 500_000_000],
  ] as const) {
    const scene = setScene(facts);
    const content = post(`A boat ${file}`, [file]);
    const opening: PublishStep['open'] = (media, requirements) => {
      deepEqual(requirements, { types, maxBytes });
      return open(media);
    };
    const outcome = await publish(scene, content, await ready(scene, content), { open: opening });
    ok(['published', 'progress'].includes(outcome.kind));
  }
});

void t.test('a draft stays a draft, and its address leads to it', async () => {
  const scene = setScene(facts);
  const draft = { ...PLAIN, options: { articleSettings: { asDraft: true } } };
  const driven = await drive(scene, { post: draft });
  equal(driven.url, `${scene.account.endpoints['www']}/blog/rosa/drafts`);
  equal(scene.sandbox.ledger.entries()[0]?.details['state'], 'draft');
});

// Steps

void t.test(
  'the time of a try is stored before the post is sent, and after that it is not repeated without a check',
  async () => {
    const scene = setScene(facts);
    const plan = tumblr.publish.plan(PLAIN, scene.account);
    const { now } = scene.clock;
    const work = await ready(scene, PLAIN);
    deepEqual(callsOf(scene), []);
    deepEqual([work.since, work.triedAt, work.triedBefore], [now, now, false]);
    equal(tumblr.publish.repeatable({ checkpoint: null, plan, now }), 'yes');
    equal(tumblr.publish.repeatable({ checkpoint: work, plan, now }), 'no');
    equal(
      tumblr.publish.repeatable({ checkpoint: { ...work, taken: { id: '1', at: now } }, plan, now }),
      'yes',
      'only looks are left',
    );
    scene.clock.now += 5 * MINUTE;
    const noted = await publish(scene, PLAIN, work);
    ok(noted.kind === 'progress');
    deepEqual([noted.checkpoint['since'], noted.checkpoint['triedAt']], [now, scene.clock.now]);
  },
);

void t.test('a slug belongs to the delivery, and an edited post starts again', async () => {
  const scene = setScene(facts);
  const work = await ready(scene, PLAIN);
  const other = await publish(scene, PLAIN, null, { deliveryId: 'delivery-2' });
  ok(other.kind === 'progress');
  notEqual(other.checkpoint['slug'], work.slug);
  for (const edited of [
    { ...PLAIN, text: 'Boats at one' },
    { ...PLAIN, media: [item('photo.jpg')] },
    { ...PLAIN, options: { articleSettings: { tags: ['boats'] } } },
  ]) {
    const outcome = await publish(scene, edited, work);
    ok(outcome.kind === 'progress');
    notEqual(outcome.checkpoint['mark'], work.mark);
  }
});

void t.test('a video is waited for, and gets another id in the end', async () => {
  const scene = setScene(facts);
  const driven = await drive(scene, { post: VIDEO });
  equal(driven.status, 'published');
  deepEqual(callsOf(scene), [
    'GET /v2/blog/:blog/posts 200',
    'POST /v2/blog/:blog/posts 201',
    'GET /v2/blog/:blog/posts 200',
    'GET /v2/blog/:blog/posts 200',
    'GET /v2/blog/:blog/posts 200',
  ]);
  const { taken } = driven.checkpoint as Work;
  ok(taken);
  notEqual(driven.networkPostId, taken.id);
  equal(driven.networkPostId, scene.sandbox.ledger.entries()[0]?.id);
});

void t.test('an error while a video is waited for never sends it again', async () => {
  const scene = setScene(facts);
  const taken = await publish(scene, VIDEO, await ready(scene, VIDEO));
  ok(taken.kind === 'progress');
  equal(taken.afterMs, 15 * SECOND);
  const kinds: [typeof globalThis.fetch, Outcome['kind']][] = [
    [always(429, {}, { 'retry-after': '77' }), 'progress'],
    [always(503, {}), 'progress'],
    [() => Promise.reject(new TypeError('fetch failed')), 'progress'],
    [listing([]), 'progress'],
    [always(401, {}), 'expired'],
    [refusing(403, null), 'unknown'],
  ];
  for (const [fetch, kind] of kinds)
    equal((await publish(scene, VIDEO, taken.checkpoint, { fetch })).kind, kind);
  const busy = await publish(scene, VIDEO, taken.checkpoint, {
    fetch: always(429, {}, { 'retry-after': '77' }),
  });
  equal(busy.kind === 'progress' && busy.afterMs, 77 * SECOND);
  scene.clock.now += 20 * MINUTE;
  equal((await publish(scene, VIDEO, taken.checkpoint, { fetch: listing([]) })).kind, 'unknown');
  equal((await verify(scene, VIDEO, taken.checkpoint, { fetch: listing([]) })).kind, 'retry');
  scene.clock.now += 20 * MINUTE;
  equal((await verify(scene, VIDEO, taken.checkpoint, { fetch: listing([]) })).kind, 'cannot_tell');
});

void t.test(
  'a video is found by its first id, by its slug or by its text, and not before it is listed',
  async () => {
    const scene = setScene(facts);
    const taken = await publish(scene, VIDEO, await ready(scene, VIDEO));
    ok(taken.kind === 'progress');
    const { slug, taken: first } = taken.checkpoint as Work;
    ok(first);
    const timestamp = scene.clock.now / 1000;
    const content = [{ type: 'video' }, { type: 'text', text: 'A boat' }];
    const found = async (row: { [name: string]: Json }) => {
      const fetch = listing([{ id_string: '99', timestamp, ...row }]);
      const outcome = await publish(scene, VIDEO, taken.checkpoint, { fetch });
      return outcome.kind === 'published' ? outcome.networkPostId : outcome.kind;
    };
    equal(await found({ genesis_post_id: first.id }), '99');
    equal(await found({ id_string: first.id, state: 'published' }), first.id);
    equal(await found({ slug }), '99');
    equal(await found({ slug: '', post_url: `https://rosa.tumblr.com/post/99/${slug}` }), '99');
    equal(await found({ content }), '99');
    equal(await found({ id_string: first.id, state: 'transcoding' }), 'progress');
    equal(await found({ slug: 'another', content }), 'progress');
    equal(await found({ content: content.slice(1) }), 'progress');
    equal(await found({ content, timestamp: timestamp - 3600 }), 'progress');
  },
);

void t.test('a video whose round was started again is found, not sent again', async () => {
  const scene = setScene(facts);
  const taken = await publish(scene, VIDEO, await ready(scene, VIDEO));
  ok(taken.kind === 'progress');
  scene.clock.now += MINUTE;
  const again = await publish(scene, VIDEO, await ready(scene, VIDEO));
  deepEqual(again, {
    kind: 'retry',
    reason: 'Tumblr: Your video is still transcoding: Wait until the other video is done. (8010, HTTP 403)',
    afterMs: 3 * MINUTE,
  });
  scene.clock.now += 5 * MINUTE;
  const edited = { ...VIDEO, text: 'Another boat' }; // still the same delivery
  let outcome: Outcome = await publish(scene, edited, null);
  while (outcome.kind === 'progress') outcome = await publish(scene, edited, null);
  ok(outcome.kind === 'published');
  equal(outcome.networkPostId, scene.sandbox.ledger.entries()[0]?.id);
  equal(live(scene), 1);
});

void t.test('another video in processing is waited for, and looked up if it may be ours', async () => {
  const scene = setScene(facts);
  const work = await ready(scene, VIDEO);
  const fetch = refusing(403, 8010);
  equal((await publish(scene, VIDEO, work, { fetch })).kind, 'retry');
  equal((await publish(scene, VIDEO, { ...work, triedBefore: true }, { fetch })).kind, 'unknown');
});

// Responses

const rows: [what: string, fetch: typeof globalThis.fetch, kind: Outcome['kind'], afterMs?: number][] = [
  ['a post that is not valid', refusing(400, 8001), 'rejected'],
  ['a format that is not taken', refusing(400, 8005), 'rejected'],
  ['a token that is over', refusing(401, 1016), 'expired'],
  ['the media of the day', refusing(403, 8004), 'retry', 8 * HOUR],
  ['the videos of the day', refusing(403, 8011), 'retry', 8 * HOUR],
  ['a full queue', refusing(403, 8022), 'retry', 8 * HOUR],
  ['the posts of the day', refusing(403, 8023), 'retry', 8 * HOUR],
  ['no right on the blog', refusing(403, null), 'rejected'],
  ['an unknown blog', refusing(404, null), 'rejected'],
  ['too many calls', refusing(429, null), 'retry'],
  ['a failed upload', refusing(500, 8006), 'unknown'],
  ['a failed upload of a video', refusing(500, 8009), 'unknown'],
  ['a page of a proxy', always(502, '<html>Bad Gateway</html>'), 'unknown'],
  ['posting switched off', refusing(503, null), 'unknown'],
  ['success without an id', always(201, { meta: {}, response: {} }), 'unknown'],
  ['success that is no JSON', always(200, '<html>'), 'unknown'],
];
for (const [what, fetch, kind, afterMs] of rows) {
  void t.test(`${what}: ${kind}`, async () => {
    const scene = setScene(facts);
    const outcome = await publish(scene, PHOTO, await ready(scene, PHOTO), { fetch });
    equal(outcome.kind, kind);
    if (outcome.kind === 'retry') equal(outcome.afterMs, afterMs);
    if ('reason' in outcome) match(outcome.reason, /HTTP \d|status \d/);
  });
}

void t.test('the wait is that of the window that is used up', async () => {
  const scene = setScene(facts);
  const work = await ready(scene, PLAIN);
  const hour = { 'x-ratelimit-perhour-remaining': '0', 'x-ratelimit-perhour-reset': '90' };
  const day = { 'x-ratelimit-perday-remaining': '0', 'x-ratelimit-perday-reset': '9000' };
  for (const [headers, afterMs] of [
    [hour, 90_000],
    [{ ...hour, ...day }, 9_000_000],
    [{ ...hour, 'x-ratelimit-perhour-remaining': '5' }, undefined],
    [{ ...hour, 'retry-after': '7' }, 7000],
  ] as const) {
    const outcome = await publish(scene, PLAIN, work, { fetch: always(429, {}, headers) });
    ok(outcome.kind === 'retry');
    equal(outcome.afterMs, afterMs);
  }
});

void t.test('an id of 64 bits is not rounded, in any form', async () => {
  const scene = setScene(facts);
  const work = await ready(scene, PLAIN);
  for (const response of [
    '{"id":"760000000000000123"}',
    '{"id":760000000000000123}',
    '{"id_string":"760000000000000123","id":7}',
  ]) {
    const outcome = await publish(scene, PLAIN, work, {
      fetch: always(201, `{"meta":{},"response":${response}}`),
    });
    ok(outcome.kind === 'published');
    equal(outcome.networkPostId, '760000000000000123');
  }
});

// Lookups

void t.test('a post is found by its slug, whatever Tumblr made of its text', async () => {
  const scene = setScene(facts);
  const work = await ready(scene, PLAIN);
  const published = await publish(scene, PLAIN, work);
  ok(published.kind === 'published');
  deepEqual(await verify(scene, PLAIN, work), { ...published, kind: 'live' });
  const row = { id_string: '5', slug: work.slug, timestamp: scene.clock.now / 1000, content: [] };
  equal((await verify(scene, PLAIN, work, { fetch: listing([row]) })).kind, 'live');
});

void t.test(
  'the same text by another delivery, or by a person under another slug, is another post',
  async () => {
    const scene = setScene(facts);
    const first = await publish(scene, PLAIN, null, { deliveryId: 'delivery-0' });
    ok(first.kind === 'progress');
    equal((await publish(scene, PLAIN, first.checkpoint)).kind, 'published');
    const work = await ready(scene, PLAIN);
    scene.clock.now += 3 * MINUTE;
    equal((await verify(scene, PLAIN, work)).kind, 'absent');
  },
);

void t.test('without a slug, text and pictures decide', async () => {
  const scene = setScene(facts);
  const work = await ready(scene, PHOTO);
  const timestamp = scene.clock.now / 1000;
  const kindOf = async (content: Json[]) =>
    (await verify(scene, PHOTO, work, { fetch: listing([{ id_string: '5', timestamp, content }]) })).kind;
  const text = { type: 'text', text: 'A boat' };
  equal(await kindOf([{ type: 'image' }, text]), 'live');
  equal(await kindOf([text]), 'retry');
  equal(await kindOf([{ type: 'image' }, { type: 'text', text: 'A ship' }]), 'retry');
  const silent = post('', ['photo.jpg']);
  const fetch = listing([{ id_string: '5', timestamp, content: [{ type: 'image' }] }]);
  equal((await verify(scene, silent, await ready(scene, silent), { fetch })).kind, 'retry');
});

void t.test('a draft is looked up among the drafts, and also among the posts if necessary', async () => {
  const scene = setScene(facts);
  const draft = { ...PLAIN, options: { articleSettings: { asDraft: true } } };
  const work = await ready(scene, draft);
  equal((await verify(scene, draft, work)).kind, 'retry');
  deepEqual(callsOf(scene), ['GET /v2/blog/:blog/posts/draft 200', 'GET /v2/blog/:blog/posts 200']);
  equal((await publish(scene, draft, work)).kind, 'published');
  equal((await verify(scene, draft, work)).kind, 'live');
});

void t.test('a text may take two minutes to be listed, a video six', async () => {
  for (const [content, minutes] of [
    [PLAIN, 2],
    [VIDEO, 6],
  ] as const) {
    const scene = setScene(facts);
    const work = await ready(scene, content);
    scene.clock.now += minutes * MINUTE - SECOND;
    equal((await verify(scene, content, work)).kind, 'retry');
    scene.clock.now += 15 * SECOND;
    deepEqual(await verify(scene, content, work), {
      kind: 'absent',
      checkpoint: { ...work, triedAt: null, triedBefore: true },
    });
  }
});

void t.test('an endless list leaves the question open', async () => {
  const scene = setScene(facts);
  const work = await ready(scene, PLAIN);
  const row = { slug: 'another', timestamp: scene.clock.now / 1000 };
  const fetch = listing(Array.from({ length: 20 }, (_, index) => ({ ...row, id_string: String(index) })));
  equal((await verify(scene, PLAIN, work, { fetch })).kind, 'cannot_tell');
});

void t.test('no request is made before the first try', async () => {
  const scene = setScene(facts);
  const work = { ...(await ready(scene, PLAIN)), since: null, triedAt: null };
  deepEqual(await verify(scene, PLAIN, work), { kind: 'absent', checkpoint: work });
  deepEqual(await verify(scene, PLAIN, null), { kind: 'absent' });
  deepEqual(callsOf(scene), []);
});

for (const [status, kind] of [
  [401, 'expired'],
  [403, 'cannot_tell'],
  [404, 'cannot_tell'],
  [429, 'retry'],
  [503, 'retry'],
  [200, 'retry'],
] as const) {
  void t.test(`a lookup with the response ${status}: ${kind}`, async () => {
    const scene = setScene(facts);
    const work = await ready(scene, PLAIN);
    equal((await verify(scene, PLAIN, work, { fetch: always(status, {}) })).kind, kind);
  });
}

// Tokens and connecting

function refresh(scene: Scene, fetch = scene.sandbox.fetch): Promise<RefreshAnswer> {
  const { account, app, clock } = scene;
  return tumblr.app!.refresh!({ account, app, fetch, now: clock.now, signal: new AbortController().signal });
}

void t.test('after 42 minutes the token is refreshed once, and both tokens are new', async () => {
  const scene = setScene(facts);
  const { credentials: before } = scene.account;
  scene.clock.now += 42 * MINUTE;
  const driven = await drive(scene, { post: PLAIN });
  equal(driven.status, 'published');
  const [answer] = driven.refreshes;
  ok(answer?.kind === 'refreshed');
  deepEqual(Object.keys(answer.credentials).sort(), Object.keys(before).sort());
  for (const name of ['accessToken', 'refreshToken']) notEqual(answer.credentials[name], before[name]);
  equal(answer.expiresAt, scene.clock.now + 42 * MINUTE);
});

void t.test('a refresh token works once, and a busy network is not a refusal', async () => {
  const scene = setScene(facts);
  equal((await refresh(scene, always(503, {}))).kind, 'retry');
  equal((await refresh(scene, always(429, {}))).kind, 'retry');
  equal((await refresh(scene)).kind, 'refreshed');
  equal((await refresh(scene)).kind, 'reauthorize');
  equal((await refresh(scene, always(401, { error: 'invalid_client' }))).kind, 'unconfigured');
  const { refreshToken, ...rest } = scene.account.credentials;
  ok(refreshToken);
  scene.account = { ...scene.account, credentials: rest };
  equal((await refresh(scene)).kind, 'reauthorize');
});

const signIn = (blogs: Json[], token: object = {}, info: object = {}) =>
  connect.exchange({
    endpoints: { api: 'https://api.test', www: 'https://www.test' },
    fetch: (input, init) => {
      const { url } = new Request(input, init);
      if (url.endsWith('/token')) {
        return Promise.resolve(
          Response.json({ access_token: 'at', refresh_token: 'rt', expires_in: 2520, ...token }),
        );
      }
      const response = url.endsWith('/user/info') ? { user: { name: 'rosa', blogs } } : info;
      return Promise.resolve(Response.json({ meta: { status: 200, msg: 'OK' }, response }));
    },
    signal: new AbortController().signal,
    now: 1000,
    app: { clientId: 'client', clientSecret: 'secret' },
    redirectUri: 'https://troupe.test/callback',
    code: 'code',
    codeVerifier: null,
  });

void t.test('each blog of the person is an account, by its uuid', async () => {
  const answer = await signIn([
    { name: 'rosas-boats', url: 'https://rosas-boats.tumblr.com/', title: "Rosa's boats", uuid: 't:abc' },
    { name: 'sketches', url: 'https://sketches.tumblr.com/', title: '', uuid: 't:def' },
  ]);
  ok(answer.kind === 'accounts');
  deepEqual(
    answer.accounts.map(({ remoteId, displayName }) => [remoteId, displayName]),
    [
      ['t:abc', "Rosa's boats"],
      ['t:def', 'sketches'],
    ],
  );
  const [first] = answer.accounts;
  equal(first?.avatarUrl, 'https://api.test/v2/blog/rosas-boats/avatar/128');
  equal(first?.expiresAt, 2_521_000);
});

void t.test('the uuid of a blog that comes without it is requested', async () => {
  const answer = await signIn([{ name: 'rosas-boats', title: 'Boats' }], {}, { blog: { uuid: 't:abc' } });
  equal(answer.kind === 'accounts' && answer.accounts[0]?.remoteId, 't:abc');
  equal((await signIn([{ name: 'rosas-boats', title: 'Boats' }])).kind, 'retry');
});

void t.test('no blog, and missing scopes, are reported', async () => {
  const none = await signIn([]);
  match(none.kind === 'refused' ? none.reason : '', /no blog/);
  const missing = await signIn([], { scope: 'basic' });
  match(missing.kind === 'refused' ? missing.reason : '', /write, offline_access/);
});

void t.test('the simulated Tumblr requires a user agent, and the part json first', async () => {
  const scene = setScene(facts);
  const address = `${scene.account.endpoints['api']}/v2/blog/rosa/posts`;
  const authorization = `Bearer ${scene.account.credentials['accessToken']}`;
  equal((await scene.sandbox.fetch(address, { headers: { authorization } })).status, 403);
  const body = new FormData();
  body.set('m0', new File(['x'], 'm0', { type: 'image/jpeg' }));
  body.set('json', '{"content":[{"type":"image","media":[{"identifier":"m0"}]}]}');
  const headers = { authorization, 'user-agent': 'Test/1' };
  equal((await scene.sandbox.fetch(address, { method: 'POST', headers, body })).status, 400);
  equal(live(scene), 0);
});
