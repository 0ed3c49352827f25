/** Steps of a delivery to Bluesky, and how the network's responses are classified. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import t from 'tap';
import { MediaError, type PostContent, type PublishStep } from '../../adapters/port/publish.ts';
import { manifest as bluesky } from '../../adapters/bluesky/manifest.ts';
import type { Checkpoint, Finding, Outcome } from '../../machines/outcome.ts';
import { bluesky as network } from '../../simulators/bluesky/index.ts';
import { drive, live, setScene, type Scene } from '../contract/drive.ts';
import { open, photos, post } from '../contract/media.ts';
import { adapterBench, always } from './bench.ts';

const bench = adapterBench(bluesky, network, ['identifier', 'did']);
const { facts } = bench;
const PLAIN = post('Boats at noon');

const stepOf = (
  scene: Scene,
  content: PostContent,
  { checkpoint = null, ...changes }: Partial<PublishStep> = {},
) => bench.stepOf(scene, content, checkpoint, changes);

/** Runs steps as long as there is progress, without waits. @returns every outcome */
async function goThrough(
  scene: Scene,
  content: PostContent,
  checkpoint: Checkpoint | null = null,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let next: Checkpoint | null = checkpoint;
  while (next !== null || outcomes.length === 0) {
    const outcome = await bluesky.publish.publish(stepOf(scene, content, { checkpoint: next }));
    outcomes.push(outcome);
    next = outcome.kind === 'progress' ? outcome.checkpoint : null;
  }
  return outcomes;
}

/** The checkpoint from which the record is written. */
const ready = (scene: Scene, content = PLAIN) => bench.until(scene, content, ({ record }) => record !== null);

const keyOf = (checkpoint: Checkpoint) => checkpoint['rkey'] as string;

void t.test('key, time and the whole record are stored before the first write', async () => {
  const scene = setScene(facts);
  const checkpoint = await ready(scene);
  equal(live(scene), 0);
  match(keyOf(checkpoint), /^3[2-7a-z]{12}$/);
  deepEqual(checkpoint['record'], {
    $type: 'app.bsky.feed.post',
    text: 'Boats at noon',
    createdAt: '2026-05-04T10:00:00.000Z',
  });
});

void t.test('the same record can be written repeatedly and exists once', async () => {
  const scene = setScene(facts);
  const checkpoint = await ready(scene);
  equal(bluesky.publish.repeatable(stepOf(scene, PLAIN, { checkpoint })), 'yes');
  const first = await bluesky.publish.publish(stepOf(scene, PLAIN, { checkpoint }));
  scene.clock.now += 60_000;
  const second = await bluesky.publish.publish(stepOf(scene, PLAIN, { checkpoint }));
  ok(first.kind === 'published');
  deepEqual(second, first);
  equal(live(scene), 1);
  equal(first.url, `https://bsky.app/profile/${scene.account.remoteId}/post/${keyOf(checkpoint)}`);
});

void t.test('once the record existed, an edited text is not written without a lookup', async () => {
  const scene = setScene(facts);
  const checkpoint = await ready(scene);
  const edited = stepOf(scene, post('Boats at one'), { checkpoint });
  equal(bluesky.publish.repeatable(edited), 'no_longer');
  equal(bluesky.publish.repeatable({ ...edited, checkpoint: null }), 'yes');
});

void t.test('other languages make another record, under the same key', async () => {
  const scene = setScene(facts);
  const written = post('Boats at noon', [], { blueskySettings: { languages: ['en'] } });
  const checkpoint = await ready(scene, written);
  equal(bluesky.publish.repeatable(stepOf(scene, written, { checkpoint })), 'yes');
  const edited = post('Boats at noon', [], { blueskySettings: { languages: ['de'] } });
  equal(bluesky.publish.repeatable(stepOf(scene, edited, { checkpoint })), 'no_longer');
  const outcome = await bluesky.publish.publish(stepOf(scene, edited, { checkpoint }));
  ok(outcome.kind === 'progress');
  const { record } = outcome.checkpoint as { record: { langs: string[] } };
  deepEqual(record.langs, ['de']);
  equal(keyOf(outcome.checkpoint), keyOf(checkpoint));
});

void t.test('up to four photos become images, more become a gallery with the shape of each', async () => {
  for (const [count, embed] of [
    [4, 'app.bsky.embed.images'],
    [5, 'app.bsky.embed.gallery'],
  ] as const) {
    const scene = setScene(facts);
    await goThrough(scene, post('Boats', photos(count)));
    const [entry] = scene.sandbox.ledger.entries();
    equal(entry?.details['embed'], embed);
    equal(entry?.media.length, count);
  }
  const scene = setScene(facts);
  const blind: PublishStep['open'] = async (item) => ({ ...(await open(item)), width: null, height: null });
  let checkpoint: Checkpoint | null = null;
  for (let number = 0; number < 6; number += 1) {
    const step = stepOf(scene, post('', photos(5)), { checkpoint, open: blind });
    const outcome: Outcome = await bluesky.publish.publish(step);
    ok(outcome.kind === 'progress');
    checkpoint = outcome.checkpoint;
  }
  equal(
    (await bluesky.publish.publish(stepOf(scene, post('', photos(5)), { checkpoint }))).kind,
    'published',
  );
});

void t.test('each photo is a step of its own, so a failure repeats only one upload', async () => {
  const scene = setScene(facts);
  scene.sandbox.faults.add({ kind: 'status', status: 503, network: 'bluesky', times: 1 });
  const driven = await drive(scene, { post: post('Boats', photos(3)) });
  equal(driven.calls.filter(({ call }) => call.endsWith('uploadBlob')).length, 4);
});

void t.test('a blob that the server deleted is uploaded again, under the same record key', async () => {
  const scene = setScene(facts);
  const content = post('A boat', ['photo.jpg']);
  const checkpoint = await ready(scene, content);
  scene.clock.now += 7 * 3_600_000;
  const { credentials } = scene.sandbox.connect('bluesky', 'rosa'); // a session that is still good
  scene.account = { ...scene.account, credentials };
  const outcomes = await goThrough(scene, content, checkpoint);
  deepEqual(
    outcomes.map(({ kind }) => kind),
    ['progress', 'progress', 'progress', 'published'],
  );
  const last = outcomes.at(-1);
  ok(last?.kind === 'published' && last.networkPostId.endsWith(keyOf(checkpoint)));
});

void t.test('a blob that is lost repeatedly ends the delivery', async () => {
  const scene = setScene(facts);
  const lost = { error: 'BlobNotFound', message: 'Could not find blob: bafkrei' };
  let checkpoint = await ready(scene, post('A boat', ['photo.jpg']));
  for (const expected of ['progress', 'progress', 'rejected']) {
    const fetch = always(400, lost);
    const outcome = await bluesky.publish.publish(
      stepOf(scene, post('A boat', ['photo.jpg']), { checkpoint, fetch }),
    );
    equal(outcome.kind, expected);
    if (outcome.kind !== 'progress') break;
    deepEqual(outcome.checkpoint['blobs'], []);
    checkpoint = { ...outcome.checkpoint, record: checkpoint['record'] ?? null };
  }
});

void t.test('an edited post is built again under its old key, so only one text can exist', async () => {
  const scene = setScene(facts);
  const checkpoint = await ready(scene);
  const edited = await goThrough(scene, post('Boats at one'), checkpoint);
  const last = edited.at(-1);
  ok(last?.kind === 'published' && last.networkPostId.endsWith(keyOf(checkpoint)));
  equal(scene.sandbox.ledger.entries()[0]?.text, 'Boats at one');

  const late = await bluesky.publish.publish(stepOf(scene, PLAIN, { checkpoint })); // the first text arrives after all
  deepEqual(late.kind, 'unknown');
  equal(live(scene), 1);
  const finding = await bluesky.publish.verify(stepOf(scene, PLAIN, { checkpoint }));
  equal(finding.kind, 'cannot_tell');
});

void t.test(
  'a photo over 2,000,000 bytes is refused before it is sent, and the error names its position',
  async () => {
    const scene = setScene(facts);
    const bytes = new Uint8Array(2_000_001);
    const outcome = await bluesky.publish.publish(
      stepOf(scene, post('A boat', ['photo.jpg']), {
        open: () => Promise.resolve({ bytes, contentType: 'image/jpeg', width: 1, height: 1 }),
      }),
    );
    equal(outcome.kind, 'rejected');
    ok('reason' in outcome && outcome.reason.includes('media[0] has 2000001 bytes'));
    deepEqual(scene.sandbox.calls.entries(), []);
  },
);

void t.test('media that are unavailable for now are waited for, missing media fail the post', async () => {
  const scene = setScene(facts);
  for (const [temporary, kind] of [
    [true, 'retry'],
    [false, 'rejected'],
  ] as const) {
    const failing = () => Promise.reject(new MediaError('media[0] could not be fetched', temporary));
    const step = stepOf(scene, post('A boat', ['photo.jpg']), { open: failing });
    deepEqual(await bluesky.publish.publish(step), { kind, reason: 'media[0] could not be fetched' });
  }
});

void t.test('a mention of an unknown handle does not delay the post', async () => {
  const scene = setScene(facts);
  const outcomes = await goThrough(scene, post('By @rosa.test and @nobody.test'));
  equal(outcomes.at(-1)?.kind, 'published');
  const facets = scene.sandbox.ledger.entries()[0]?.details['facets'];
  ok(Array.isArray(facets) && facets.length === 1);
});

const RESET = { 'ratelimit-limit': '3000', 'ratelimit-reset': String(Date.UTC(2026, 4, 4, 10) / 1000 + 42) };
const rows: [what: string, typeof globalThis.fetch, put: Outcome['kind'], upload: Outcome['kind']][] = [
  [
    'an old access token (400, not 401)',
    always(400, { error: 'ExpiredToken', message: 'Token has expired' }),
    'expired',
    'expired',
  ],
  ['a bad token', always(400, { error: 'InvalidToken', message: 'Bad token' }), 'expired', 'expired'],
  ['no token', always(401, { error: 'AuthMissing' }), 'expired', 'expired'],
  ['a refused token', always(401, { error: 'AuthenticationRequired' }), 'expired', 'expired'],
  [
    'a bad record',
    always(400, { error: 'InvalidRequest', message: 'Invalid app.bsky.feed.post record' }),
    'rejected',
    'rejected',
  ],
  [
    'a blob too large',
    always(400, { error: 'BlobTooLarge', message: 'This file is too large' }),
    'rejected',
    'rejected',
  ],
  [
    'a body too large',
    always(413, { error: 'PayloadTooLarge', message: 'request entity too large' }),
    'rejected',
    'rejected',
  ],
  [
    'a taken key',
    always(400, { error: 'InvalidSwap', message: 'Record was at bafyrei' }),
    'unknown',
    'rejected',
  ],
  [
    'an account taken down',
    always(401, { error: 'AccountTakedown', message: 'Account has been taken down' }),
    'reauthorize',
    'reauthorize',
  ],
  ['an account switched off', always(400, { error: 'AccountDeactivated' }), 'reauthorize', 'reauthorize'],
  [
    'an account deleted',
    always(403, { error: 'AccountNotFound', message: 'Account not found' }),
    'reauthorize',
    'reauthorize',
  ],
  ['a repository switched off', always(400, { error: 'RepoDeactivated' }), 'reauthorize', 'reauthorize'],
  [
    'too many requests',
    always(429, { error: 'RateLimitExceeded', message: 'Rate Limit Exceeded' }, RESET),
    'retry',
    'retry',
  ],
  [
    'a fault of the server',
    always(500, { error: 'InternalServerError', message: 'Internal Server Error' }),
    'unknown',
    'retry',
  ],
  [
    'a fault behind the server',
    always(502, { error: 'UpstreamFailure', message: 'Upstream Failure' }),
    'unknown',
    'retry',
  ],
  ['a page of a proxy', always(503, '<html>Service Unavailable</html>'), 'unknown', 'retry'],
  ['200 without what was asked for', always(200, {}), 'unknown', 'retry'],
  ['200 that is no JSON', always(200, 'OK'), 'unknown', 'retry'],
];
for (const [what, fetch, put, upload] of rows) {
  void t.test(`${what}: ${put} for the record, ${upload} for a photo`, async () => {
    const scene = setScene(facts);
    const checkpoint = await ready(scene);
    equal((await bluesky.publish.publish(stepOf(scene, PLAIN, { checkpoint, fetch }))).kind, put);
    equal((await bluesky.publish.publish(stepOf(scene, post('', ['photo.jpg']), { fetch }))).kind, upload);
  });
}

void t.test("the wait lasts until the end of the network's window", async () => {
  const scene = setScene(facts);
  const checkpoint = await ready(scene);
  const fetch = always(429, { error: 'RateLimitExceeded', message: 'Rate Limit Exceeded' }, RESET);
  deepEqual(await bluesky.publish.publish(stepOf(scene, PLAIN, { checkpoint, fetch })), {
    kind: 'retry',
    reason: 'Bluesky: Rate Limit Exceeded',
    afterMs: 42_000,
  });
});

void t.test("a reason quotes the network's message, never a whole page", async () => {
  const scene = setScene(facts);
  const checkpoint = await ready(scene);
  const reasonFor = async (fetch: typeof globalThis.fetch) => {
    const outcome = await bluesky.publish.publish(stepOf(scene, PLAIN, { checkpoint, fetch }));
    return 'reason' in outcome ? outcome.reason : '';
  };
  equal(
    await reasonFor(always(502, `<html>${'x'.repeat(9000)}</html>`)),
    'Bluesky is down or overloaded (status 502)',
  );
  equal(await reasonFor(always(400, { error: 'RepoNotFound' })), 'Bluesky: RepoNotFound (HTTP 400)');
  ok((await reasonFor(always(400, { message: 'no '.repeat(900) }))).length <= 500);
});

const looks: [what: string, typeof globalThis.fetch, Finding['kind']][] = [
  [
    'a record that is not there',
    always(400, { error: 'RecordNotFound', message: 'Could not locate record' }),
    'absent',
  ],
  [
    'another text under the key',
    always(200, { uri: 'at://x', cid: 'c', value: { text: 'Other' } }),
    'cannot_tell',
  ],
  ['200 that proves nothing', always(200, {}), 'retry'],
  ['a fault of the server', always(500, { error: 'InternalServerError' }), 'retry'],
  ['too many requests', always(429, { error: 'RateLimitExceeded' }), 'retry'],
  [
    'a closed account',
    always(400, { error: 'RepoTakendown', message: 'Repo was taken down' }),
    'reauthorize',
  ],
  [
    'a repository nobody knows',
    always(400, { error: 'RepoNotFound', message: 'Could not find repo' }),
    'cannot_tell',
  ],
];
for (const [what, fetch, kind] of looks) {
  void t.test(`a lookup that finds ${what}: ${kind}`, async () => {
    const scene = setScene(facts);
    const checkpoint = await ready(scene);
    const finding = await bluesky.publish.verify(stepOf(scene, PLAIN, { checkpoint, fetch }));
    equal(finding.kind, kind);
    if (finding.kind === 'absent') deepEqual(finding.checkpoint, checkpoint);
  });
}
