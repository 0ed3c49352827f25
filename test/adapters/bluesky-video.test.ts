/** Uploads of videos to Bluesky: a token for the video service, a job, polls, the blob. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import t from 'tap';
import type { PublishStep } from '../../adapters/port/publish.ts';
import { manifest as bluesky } from '../../adapters/bluesky/manifest.ts';
import type { Checkpoint, Outcome } from '../../machines/outcome.ts';
import { bluesky as network } from '../../simulators/bluesky/index.ts';
import { drive, live, setScene, type Scene } from '../contract/drive.ts';
import { post } from '../contract/media.ts';
import { adapterBench } from './bench.ts';

const bench = adapterBench(bluesky, network, ['identifier', 'did']);
const { facts } = bench;
const VIDEO = post('A boat', ['clip.mp4']);
const MINUTE = 60_000;

const publish = (scene: Scene, checkpoint: Checkpoint | null, changes: Partial<PublishStep> = {}) =>
  bench.publish(scene, VIDEO, checkpoint, changes);

async function uploaded(scene: Scene, changes: Partial<PublishStep> = {}): Promise<Checkpoint> {
  const outcome = await publish(scene, null, changes);
  ok(outcome.kind === 'progress');
  return outcome.checkpoint;
}

/** A video whose processing fails with a code. */
const failing = (code: string): Partial<PublishStep> => ({
  open: () =>
    Promise.resolve({
      bytes: new TextEncoder().encode(`fail:${code}`),
      contentType: 'video/mp4',
      width: null,
      height: null,
    }),
});

/** Runs steps with the waits they ask for. @returns the last outcome and all waits */
async function wait(scene: Scene, changes: Partial<PublishStep> = {}) {
  const waits: number[] = [];
  let checkpoint: Checkpoint | null = null;
  for (;;) {
    const outcome: Outcome = await publish(scene, checkpoint, changes);
    if (outcome.kind !== 'progress') return { outcome, waits };
    waits.push(outcome.afterMs);
    scene.clock.now += outcome.afterMs;
    checkpoint = outcome.checkpoint;
  }
}

const calls = (scene: Scene) => scene.sandbox.calls.entries().map(({ call }) => call.split('.').at(-1));

void t.test('a video is uploaded once, polled every two seconds, and posted with its shape', async () => {
  const scene = setScene(facts);
  const { outcome, waits } = await wait(scene);
  equal(outcome.kind, 'published');
  deepEqual(waits, [2000, 2000, 2000, 0, 0]);
  deepEqual(calls(scene), [
    'getServiceAuth',
    'uploadVideo',
    'getJobStatus',
    'getJobStatus',
    'getJobStatus',
    'putRecord',
  ]);
  const [entry] = scene.sandbox.ledger.entries();
  equal(entry?.details['embed'], 'app.bsky.embed.video');
  deepEqual(entry?.media[0]?.type, 'video/mp4');
});

void t.test(
  'the token for the video service is for this server, one method and half an hour, and is not stored',
  async () => {
    const scene = setScene(facts);
    const seen: URL[] = [];
    let token = '';
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const request = new Request(input, init);
      seen.push(new URL(request.url));
      const response = await scene.sandbox.fetch(request);
      if (request.url.includes('getServiceAuth')) {
        token = ((await response.clone().json()) as { token: string }).token;
      }
      return response;
    };
    const checkpoint = await uploaded(scene, { fetch });
    const [auth, upload] = seen.map((url) => Object.fromEntries(url.searchParams));
    deepEqual(auth, {
      aud: 'did:web:sandbox.test',
      lxm: 'com.atproto.repo.uploadBlob',
      exp: String(scene.clock.now / 1000 + 1800),
    });
    equal(upload?.['did'], scene.account.remoteId);
    ok(upload?.['name']?.endsWith('.mp4'));
    ok(token !== '' && !JSON.stringify(checkpoint).includes(token));
  },
);

void t.test('a port in the server address is encoded in the token request, as did:web requires', async () => {
  const scene = setScene(facts);
  scene.account = {
    ...scene.account,
    endpoints: { ...scene.account.endpoints, pds: 'http://localhost:2583' },
  };
  const seen: string[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    seen.push(new URL(new Request(input, init).url).searchParams.get('aud') ?? '');
    return Promise.resolve(Response.json({ error: 'InvalidRequest', message: 'not now' }, { status: 400 }));
  };
  await publish(scene, null, { fetch });
  deepEqual(seen, ['did:web:localhost%3A2583']);
});

void t.test('a video that the service already has is not processed twice', async () => {
  const scene = setScene(facts);
  equal((await drive(scene, { post: VIDEO, deliveryId: 'delivery-1' })).status, 'published');
  const second = await drive(scene, { post: VIDEO, deliveryId: 'delivery-2' });
  equal(second.status, 'published');
  deepEqual(
    second.calls.map(({ call }) => call.split('.').at(-1)),
    ['getServiceAuth', 'uploadVideo', 'putRecord'],
  );
  equal(live(scene), 2);
});

for (const code of ['validation_failure', 'encoding_failure', 'pds_upload_unsupported_blob_size']) {
  void t.test(`${code} is an error of the file, so the post is rejected at once`, async () => {
    const scene = setScene(facts);
    const { outcome } = await wait(scene, failing(code));
    deepEqual(outcome, { kind: 'rejected', reason: `the video could not be processed: Failed: ${code}` });
    equal(calls(scene).filter((call) => call === 'uploadVideo').length, 1);
  });
}

for (const code of ['pds_upload_failure', 'generic_failure']) {
  void t.test(`${code} is an error of the service, so the step is tried once more`, async () => {
    const scene = setScene(facts);
    const { outcome } = await wait(scene, failing(code));
    equal(outcome.kind, 'rejected');
    equal(calls(scene).filter((call) => call === 'uploadVideo').length, 2);
  });
}

void t.test('a job comes bare or under jobStatus, and a blob means that it is done', async () => {
  const blob = { $type: 'blob', ref: { $link: 'bafkreiabc' }, mimeType: 'video/mp4', size: 1 };
  const job = { jobId: 'c1', did: 'did:plc:x', state: 'JOB_STATE_SOMETHING_NEW' };
  for (const body of [job, { jobStatus: job }]) {
    const scene = setScene(facts);
    const checkpoint = await uploaded(scene);
    const fetch = () => Promise.resolve(Response.json(body));
    const outcome = await publish(scene, checkpoint, { fetch });
    ok(outcome.kind === 'progress' && outcome.checkpoint['job'] !== null);
    const done = await publish(scene, checkpoint, {
      fetch: () => Promise.resolve(Response.json({ ...body, jobStatus: { ...job, blob } })),
    });
    ok(done.kind === 'progress');
    deepEqual(done.checkpoint['blobs'], [{ blob, width: 640, height: 360 }]);
  }
});

void t.test('polls become rarer after a minute, and after half an hour the attempt fails', async () => {
  const scene = setScene(facts);
  const checkpoint = await uploaded(scene);
  const body = { jobStatus: { jobId: 'c1', did: 'did:plc:x', state: 'JOB_STATE_ENCODING' } };
  const at = (age: number) =>
    publish(scene, checkpoint, {
      now: scene.clock.now + age,
      fetch: () => Promise.resolve(Response.json(body)),
    });
  const waits = [await at(30_000), await at(5 * MINUTE)].map((outcome) =>
    outcome.kind === 'progress' ? outcome.afterMs : null,
  );
  deepEqual(waits, [2000, 5000]);
  equal((await at(31 * MINUTE)).kind, 'retry');
});

void t.test('a job that the service forgot is started again, once', async () => {
  const scene = setScene(facts);
  const forgotten = () =>
    Promise.resolve(Response.json({ error: 'NotFound', message: 'Job not found' }, { status: 404 }));
  const first = await publish(scene, await uploaded(scene), { fetch: forgotten });
  ok(first.kind === 'progress');
  equal(first.checkpoint['job'], null);
  const again = await publish(scene, first.checkpoint);
  ok(again.kind === 'progress');
  equal((await publish(scene, again.checkpoint, { fetch: forgotten })).kind, 'rejected');
});

void t.test('a GIF is marked as a GIF, so that apps loop it', async () => {
  const scene = setScene(facts);
  const driven = await drive(scene, { post: post('A boat', ['turn.gif']) });
  const record = driven.checkpoint?.['record'] as { embed: { [name: string]: unknown } } | undefined;
  equal(record?.embed['presentation'], 'gif');
});
