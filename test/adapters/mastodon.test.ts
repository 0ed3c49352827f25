/** Steps of a delivery to a Mastodon server, and how the server's responses are classified. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import t from 'tap';
import { manifest as mastodon } from '../../adapters/mastodon/manifest.ts';
import type { Checkpoint, Outcome } from '../../machines/outcome.ts';
import { mastodon as network } from '../../simulators/mastodon/index.ts';
import { drive, live, setScene } from '../contract/drive.ts';
import { host, open, photos, post, noneHeld } from '../contract/media.ts';
import { adapterBench, always, callsOf } from './bench.ts';

const { facts, publish, ready } = adapterBench(mastodon, network);
const PLAIN = post('Boats at noon');
const PHOTO = post('A boat', ['photo.jpg']);
const VIDEO = post('A boat', ['clip.mp4']);
const MINUTE = 60_000;

type Answering = (request: Request) => Response;
const answering =
  (answer: Answering): typeof globalThis.fetch =>
  (input, init) =>
    Promise.resolve(answer(new Request(input, init)));
void t.test('a status is public and has a key that belongs to the delivery', async () => {
  const scene = setScene(facts);
  const checkpoint = await ready(scene, PHOTO);
  const sent: Request[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    sent.push(request.clone());
    return scene.sandbox.fetch(request);
  };
  const first = await publish(scene, PHOTO, checkpoint, { fetch });
  scene.clock.now += 50 * MINUTE;
  const second = await publish(scene, PHOTO, checkpoint, { fetch });
  ok(first.kind === 'published');
  deepEqual(second, first);
  equal(live(scene), 1);
  const keys = sent.map((request) => request.headers.get('idempotency-key'));
  equal(keys[0], 'troupe-delivery-1');
  equal(keys[1], keys[0]);
  const [file] = checkpoint['files'] as { id: string }[];
  deepEqual(await sent[0]?.json(), { status: 'A boat', media_ids: [file?.id], visibility: 'public' });
});

void t.test('the time of the first try is stored before the status is sent', async () => {
  const scene = setScene(facts);
  const outcome = await publish(scene, PLAIN, null);
  ok(outcome.kind === 'progress');
  equal(outcome.checkpoint['triedAt'], scene.clock.now);
  deepEqual(callsOf(scene), []);
});

void t.test('a step may be repeated while the server remembers the key, not afterwards', async () => {
  const scene = setScene(facts);
  const checkpoint = await ready(scene, PLAIN);
  const { now } = scene.clock;
  const plan = mastodon.publish.plan(PLAIN, scene.account);
  equal(mastodon.publish.repeatable({ checkpoint: null, plan, now }), 'yes');
  equal(mastodon.publish.repeatable({ checkpoint: { ...checkpoint, triedAt: null }, plan, now }), 'yes');
  equal(mastodon.publish.repeatable({ checkpoint, plan, now: now + 54 * MINUTE }), 'yes');
  equal(mastodon.publish.repeatable({ checkpoint, plan, now: now + 60 * MINUTE }), 'no_longer');
});

void t.test('a step is not repeated without a check for a text that was edited since', async () => {
  const scene = setScene(facts);
  const checkpoint = await ready(scene, PLAIN);
  const edited = mastodon.publish.plan(post('Boats at one'), scene.account);
  equal(mastodon.publish.repeatable({ checkpoint, plan: edited, now: scene.clock.now }), 'no_longer');
});

void t.test('after the hour a status that arrived is found instead of sent again', async () => {
  const scene = setScene(facts);
  const checkpoint = await ready(scene, PLAIN);
  const first = await publish(scene, PLAIN, checkpoint);
  scene.clock.now += 61 * MINUTE;
  const second = await publish(scene, PLAIN, checkpoint);
  ok(first.kind === 'published');
  deepEqual(second, first);
  equal(live(scene), 1);
});

void t.test('after the hour a status that never arrived gets a new hour', async () => {
  const scene = setScene(facts);
  let checkpoint: Checkpoint | null = await ready(scene, PLAIN);
  scene.clock.now += 61 * MINUTE;
  const kinds: string[] = [];
  while (checkpoint !== null) {
    const outcome: Outcome = await publish(scene, PLAIN, checkpoint);
    kinds.push(outcome.kind);
    checkpoint = outcome.kind === 'progress' ? outcome.checkpoint : null;
  }
  deepEqual(kinds, ['progress', 'progress', 'published']);
  equal(live(scene), 1);
});

void t.test('a video is polled until it is done: 202, 206, 206, 200, then the status', async () => {
  const scene = setScene(facts);
  const driven = await drive(scene, { post: VIDEO });
  equal(driven.status, 'published');
  deepEqual(callsOf(scene), [
    'POST /api/v2/media 202',
    'GET /api/v1/media/:id 206',
    'GET /api/v1/media/:id 206',
    'GET /api/v1/media/:id 200',
    'POST /api/v1/statuses 200',
  ]);
  ok(scene.clock.now - driven.steps.length < Date.UTC(2026, 4, 4, 10, 0, 10));
});

void t.test('a video is waited for five minutes, then the attempt fails temporarily', async () => {
  const scene = setScene(facts);
  const start = scene.clock.now;
  const fetch = answering((request) =>
    Response.json({ id: '22', url: null }, { status: request.method === 'POST' ? 202 : 206 }),
  );
  let checkpoint: Checkpoint | null = null;
  let outcome: Outcome;
  do {
    outcome = await publish(scene, VIDEO, checkpoint, { fetch });
    if (outcome.kind === 'progress') {
      scene.clock.now += outcome.afterMs;
      checkpoint = outcome.checkpoint;
    }
  } while (outcome.kind === 'progress');
  deepEqual(outcome, { kind: 'retry', reason: 'the server is still processing the media after 5 minutes' });
  equal(scene.clock.now - start, 5 * MINUTE);

  scene.clock.now += 5 * MINUTE; // the delivery's next attempt
  equal((await publish(scene, VIDEO, checkpoint, { fetch })).kind, 'progress');
});

void t.test('a video that cannot be processed is refused with the server’s message', async () => {
  const scene = setScene(facts);
  const broken = () =>
    Promise.resolve({
      bytes: new TextEncoder().encode('fail: no such codec'),
      contentType: 'video/mp4',
      width: null,
      height: null,
    });
  let outcome = await publish(scene, VIDEO, null, { open: broken });
  while (outcome.kind === 'progress') outcome = await publish(scene, VIDEO, outcome.checkpoint);
  deepEqual(outcome, {
    kind: 'rejected',
    reason: 'Mastodon: There was a problem processing the uploaded media file',
  });
});

void t.test('a server without the newer upload call gets the file through the older one', async () => {
  for (const status of [404, 405]) {
    const scene = setScene(facts);
    const fetch: typeof globalThis.fetch = (input, init) => {
      const request = new Request(input, init);
      return request.url.endsWith('/api/v2/media')
        ? Promise.resolve(Response.json({ error: 'Not Found' }, { status }))
        : scene.sandbox.fetch(request);
    };
    const outcome = await publish(scene, VIDEO, null, { fetch });
    ok(outcome.kind === 'progress');
    equal(outcome.afterMs, 0);
    deepEqual(callsOf(scene), ['POST /api/v1/media 200']);
  }
});

void t.test('files that the server deleted are uploaded again', async () => {
  const scene = setScene(facts);
  const first = await publish(scene, VIDEO, null);
  ok(first.kind === 'progress');
  scene.clock.now += 25 * 60 * MINUTE;
  const gone = await publish(scene, VIDEO, first.checkpoint);
  ok(gone.kind === 'progress');
  deepEqual(gone.checkpoint['files'], []);
  equal((await publish(scene, VIDEO, gone.checkpoint)).kind, 'progress');
});

const UNFINISHED = 'Cannot attach files that have not finished processing. Try again in a moment!';
void t.test('a status refused because its files are not ready waits for them', async () => {
  for (const [error, state] of [
    [UNFINISHED, 206],
    ['Dateien werden noch verarbeitet', 206],
    [UNFINISHED, 200],
  ] as const) {
    const scene = setScene(facts);
    const checkpoint = await ready(scene, PHOTO);
    const outcome = await publish(scene, PHOTO, checkpoint, {
      fetch: answering((request) =>
        request.method === 'POST'
          ? Response.json({ error }, { status: 422 })
          : Response.json({ id: '1' }, { status: state }),
      ),
    });
    ok(outcome.kind === 'progress', `${error} ${state}`);
    ok(outcome.afterMs > 0);
    const next = await publish(scene, PHOTO, outcome.checkpoint);
    ok(next.kind === 'progress');
    equal((await publish(scene, PHOTO, next.checkpoint)).kind, 'published');
  }
});

void t.test('a status refused because its files are already attached is looked up', async () => {
  const scene = setScene(facts);
  const checkpoint = await ready(scene, PHOTO);
  const first = await publish(scene, PHOTO, checkpoint);
  ok(first.kind === 'published');
  // A server that ignores the key
  const outcome = await publish(scene, PHOTO, checkpoint, { deliveryId: 'another key' });
  equal(outcome.kind, 'unknown');
  const finding = await mastodon.publish.verify({
    account: scene.account,
    plan: mastodon.publish.plan(PHOTO, scene.account),
    options: {},
    deliveryId: 'delivery-1',
    checkpoint,
    now: scene.clock.now,
    fetch: scene.sandbox.fetch,
    signal: new AbortController().signal,
    heldIds: noneHeld,
    open,
    host,
  });
  deepEqual(finding, { kind: 'live', networkPostId: first.networkPostId, url: first.url });
});

void t.test('a status refused for its text stays refused, with files or without', async () => {
  const error = 'Validation failed: Text character limit of 500 exceeded';
  for (const content of [PLAIN, PHOTO]) {
    const scene = setScene(facts);
    const checkpoint = await ready(scene, content);
    const fetch = answering((request) =>
      request.method === 'POST' ? Response.json({ error }, { status: 422 }) : Response.json({ id: '1' }),
    );
    deepEqual(await publish(scene, content, checkpoint, { fetch }), {
      kind: 'rejected',
      reason: `Mastodon: ${error}`,
    });
  }
});

void t.test('an edited post starts again', async () => {
  const scene = setScene(facts);
  const checkpoint = await ready(scene, post('Boats', photos(2)));
  const outcome = await publish(scene, PHOTO, checkpoint);
  ok(outcome.kind === 'progress');
  equal(outcome.checkpoint['text'], 'A boat');
  equal((outcome.checkpoint['files'] as unknown[]).length, 1);
});

const rows: [what: string, typeof globalThis.fetch, status: Outcome['kind'], upload: Outcome['kind']][] = [
  ['a revoked token', always(401, { error: 'The access token was revoked' }), 'reauthorize', 'reauthorize'],
  [
    'missing scopes',
    always(403, { error: 'This action is outside the authorized scopes' }),
    'reauthorize',
    'reauthorize',
  ],
  [
    'missing scopes in other words',
    always(
      403,
      { error: 'Nicht erlaubt' },
      { 'www-authenticate': 'Bearer realm="Doorkeeper", error="insufficient_scope"' },
    ),
    'reauthorize',
    'reauthorize',
  ],
  ['a suspended account', always(403, { error: 'Your login is currently disabled' }), 'rejected', 'rejected'],
  ['a missing record', always(404, { error: 'Record not found' }), 'rejected', 'rejected'],
  ['a server that is gone', always(410, { error: 'This server is gone' }), 'retry', 'retry'],
  [
    'a refused file type',
    always(422, { error: 'Validation failed: File content type is invalid' }),
    'rejected',
    'rejected',
  ],
  ['too many requests', always(429, { error: 'Too many requests' }), 'retry', 'retry'],
  ['a fault of the server', always(500, { error: 'Something went wrong on our end' }), 'unknown', 'retry'],
  ['a page of a proxy', always(502, '<html>Bad Gateway</html>'), 'unknown', 'retry'],
  ['an overloaded server', always(503, { error: 'Try again later, please' }), 'unknown', 'retry'],
  ['a slow server', always(504, ''), 'unknown', 'retry'],
  ['200 without an id', always(200, {}), 'unknown', 'retry'],
  ['200 that is no JSON', always(200, '<html>Welcome</html>'), 'unknown', 'retry'],
];
for (const [what, fetch, status, upload] of rows) {
  void t.test(`${what}: ${status} for the status, ${upload} for a file`, async () => {
    const scene = setScene(facts);
    const checkpoint = await ready(scene, PLAIN);
    equal((await publish(scene, PLAIN, checkpoint, { fetch })).kind, status);
    equal((await publish(scene, PHOTO, null, { fetch })).kind, upload);
  });
}

void t.test('the end of the rate window is given as a time of day', async () => {
  const scene = setScene(facts);
  const checkpoint = await ready(scene, PLAIN);
  const reset = new Date(scene.clock.now + 90_000).toISOString();
  const fetch = always(429, { error: 'Too many requests' }, { 'x-ratelimit-reset': reset });
  deepEqual(await publish(scene, PLAIN, checkpoint, { fetch }), {
    kind: 'retry',
    reason: 'Mastodon: Too many requests',
    afterMs: 90_000,
  });
});

void t.test('the window that every response reports does not cause a wait', async () => {
  const scene = setScene(facts);
  const headers = { 'x-ratelimit-reset': new Date(scene.clock.now + 90_000).toISOString() };
  const fetch = always(503, { error: 'Try again later, please' }, headers);
  deepEqual(await publish(scene, PHOTO, null, { fetch }), {
    kind: 'retry',
    reason: 'Mastodon: Try again later, please',
  });
});

void t.test('a reason is never a whole page', async () => {
  const scene = setScene(facts);
  const fetch = always(502, `<html>${'x'.repeat(9000)}</html>`);
  deepEqual(await publish(scene, PHOTO, null, { fetch }), {
    kind: 'retry',
    reason: 'Mastodon is down or overloaded (status 502)',
  });
});
