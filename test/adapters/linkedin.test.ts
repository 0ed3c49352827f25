/** Steps of a delivery to LinkedIn, what a retry finds out after a lost response, and how responses are classified. */
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import t from 'tap';
import type { PostContent } from '../../adapters/port/publish.ts';
import { connect } from '../../adapters/linkedin/connect.ts';
import { manifest as linkedin } from '../../adapters/linkedin/manifest.ts';
import { littleText } from '../../adapters/linkedin/little-text.ts';
import { version } from '../../adapters/linkedin/version.ts';
import type { Checkpoint, Outcome } from '../../machines/outcome.ts';
import { linkedin as network } from '../../simulators/linkedin/index.ts';
import { drive, live, setScene, type Scene } from '../contract/drive.ts';
import { host, open, photos, post, noneHeld } from '../contract/media.ts';
import { adapterBench, always, callsOf } from './bench.ts';

const { facts, publish, ready } = adapterBench(linkedin, network, ['clientId']);
const PLAIN = post('Boats at noon');
const IMAGE = post('A boat', ['photo.jpg']);
const VIDEO = post('A boat on its way', ['clip.mp4']);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type Fetch = typeof globalThis.fetch;

/** Records the requests. */
function watched(scene: Scene): { sent: Request[]; fetch: Fetch } {
  const sent: Request[] = [];
  const fetch: Fetch = (input, init) => {
    const request = new Request(input, init);
    sent.push(request.clone());
    return scene.sandbox.fetch(request);
  };
  return { sent, fetch };
}

const entryOf = (scene: Scene) => scene.sandbox.ledger.entries()[0];

// The plan

const refusalsOf = (content: PostContent) =>
  linkedin.publish
    .plan(content, setScene(facts).account)
    .refusals.map(({ code, param }) => `${code} ${param}`);

void t.test('each row of the media that LinkedIn accepts', async () => {
  const rows: [files: string[], refusals: string[]][] = [
    [[], []],
    [['photo.jpg'], []],
    [['wide.png'], []],
    [['small.webp'], []],
    [['turn.gif'], []],
    [['clip.mp4'], []],
    [['clip.mov'], ['media_type /media/0']],
    [['clip.webm'], ['media_type /media/0']],
    [photos(2), []],
    [photos(20), []],
    [photos(21), ['too_many_media /media/20']],
    [['slides.pdf'], []],
    [['photo.jpg', 'turn.gif'], ['media_type /media/1']],
    [['photo.jpg', 'slides.pdf'], ['media_type /media/1']],
    [['clip.mp4', 'photo.jpg'], ['media_type /media/0']],
    [
      ['clip.mp4', 'clip.mp4'],
      ['media_type /media/0', 'media_type /media/1'],
    ],
  ];
  for (const [files, refusals] of rows) deepEqual(refusalsOf(post('Boats', files)), refusals, files.join());
  deepEqual(refusalsOf(post('  ')), ['text_empty /content']);
  deepEqual(refusalsOf(post('', ['photo.jpg'])), []);
  const long = linkedin.publish.plan(post('a'.repeat(3001)), setScene(facts).account);
  deepEqual(long.refusals, []);
  match(
    long.warnings.join(),
    /^content: LinkedIn takes 3000 characters and the text has 3001, so it will refuse/,
  );
});

void t.test('a document has a title: the first line, else the name of the PDF', async () => {
  const titleOf = (content: PostContent) => linkedin.publish.plan(content, setScene(facts).account).title;
  equal(titleOf(post('All boats\nof this year', ['a.pdf'])), 'All boats');
  equal(titleOf(post('', ['our%20boats.pdf'])), 'our boats');
  equal(titleOf(post('', ['100%.pdf'])), '100%');
  equal(titleOf(post('', photos(2))), 'Photos');
  equal(titleOf(post('b'.repeat(200), photos(2))), `${'b'.repeat(99)}…`);
  equal(titleOf(IMAGE), null);
});

void t.test('characters with a meaning for LinkedIn are escaped, hashtags are not', async () => {
  const cases: [string, string][] = [
    ['Hello (world) #news', 'Hello \\(world\\) #news'],
    ['\\|{}@[]<>*_~', '\\\\\\|\\{\\}\\@\\[\\]\\<\\>\\*\\_\\~'],
    ['C# is no tag, #1 no more, # neither', 'C\\# is no tag, \\#1 no more, \\# neither'],
    ['#été (#båt) #2go #日本', '#été \\(#båt\\) #2go #日本'],
    ['a#b x_#c', 'a\\#b x\\_\\#c'],
    ['👩🏽‍🚀#go', '👩🏽‍🚀#go'],
  ];
  for (const [text, little] of cases) equal(littleText(text), little);
});

void t.test('an escaped text arrives as it was written', async () => {
  const scene = setScene(facts);
  const text = 'All of it: \\|{}@[]()<>#*_~ and more #boats';
  await drive(scene, { post: post(text) });
  equal(entryOf(scene)?.text, text);
});

// Steps

void t.test('every call names the version and the protocol; the post is public', async () => {
  const scene = setScene(facts);
  const { sent, fetch } = watched(scene);
  await publish(scene, PLAIN, await ready(scene, PLAIN), { fetch });
  const [request] = sent;
  equal(request?.headers.get('linkedin-version'), version.version);
  equal(request?.headers.get('x-restli-protocol-version'), '2.0.0');
  deepEqual(await request?.json(), {
    author: `urn:li:person:${scene.account.remoteId}`,
    commentary: 'Boats at noon',
    visibility: 'PUBLIC',
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
  });
});

void t.test(
  'the time of the first try is stored before the post is sent, and after that repeating is not safe',
  async () => {
    const scene = setScene(facts);
    const checkpoint = await ready(scene, PLAIN);
    equal(checkpoint['triedAt'], scene.clock.now);
    deepEqual(callsOf(scene), []);
    const plan = linkedin.publish.plan(PLAIN, scene.account);
    equal(linkedin.publish.repeatable({ checkpoint: null, plan, now: 0 }), 'yes');
    equal(linkedin.publish.repeatable({ checkpoint: { ...checkpoint, triedAt: null }, plan, now: 0 }), 'yes');
    equal(linkedin.publish.repeatable({ checkpoint, plan, now: 0 }), 'no');
  },
);

void t.test('the address of an upload is not stored', async () => {
  for (const content of [IMAGE, VIDEO, post('Three', photos(3)), post('All', ['a.pdf'])]) {
    const kept = JSON.stringify(await ready(setScene(facts), content));
    ok(!kept.includes('dms-uploads'), kept);
  }
});

void t.test('images of a carousel become one document with a title, and are requested as JPEG', async () => {
  const scene = setScene(facts);
  const asked: unknown[] = [];
  const content = post('Three boats', photos(3));
  const outcome = await publish(scene, content, null, {
    open: (item, requirements) => {
      asked.push(requirements?.types);
      return open(item);
    },
  });
  ok(outcome.kind === 'progress');
  deepEqual(asked, [['image/jpeg'], ['image/jpeg'], ['image/jpeg']]);
  const driven = await drive(setScene(facts), { post: content });
  match(driven.networkPostId ?? '', /^urn:li:share:\d+$/);
  equal(driven.url, `https://www.linkedin.com/feed/update/${driven.networkPostId}/`);
  await drive(scene, { post: content });
  const { media, details } = entryOf(scene)!;
  equal(media[0]?.type, 'application/pdf');
  equal(details['title'], 'Three boats');
});

void t.test('an image that fits no page is refused, and the error names its position', async () => {
  const scene = setScene(facts);
  const outcome = await publish(scene, post('Two', ['photo.jpg', 'wide.png']), null);
  ok(outcome.kind === 'rejected');
  match(outcome.reason, /media\/1 is image\/png/);
});

void t.test(
  'a video is sent in parts to the addresses that LinkedIn gives, and its ETags are returned in order',
  async () => {
    const scene = setScene(facts);
    const bytes = new Uint8Array(9_000_000);
    bytes.set((await open({ url: 'https://media.test/clip.mp4', kind: 'video', extension: 'mp4' })).bytes);
    const { sent, fetch } = watched(scene);
    const opened = { bytes, contentType: 'video/mp4', width: null, height: null };
    const outcome = await publish(scene, VIDEO, null, { fetch, open: () => Promise.resolve(opened) });
    ok(outcome.kind === 'progress' && outcome.afterMs > 0);
    const sizes = await Promise.all(
      sent
        .filter(({ method }) => method === 'PUT')
        .map(async (request) => (await request.arrayBuffer()).byteLength),
    );
    deepEqual(sizes, [4_194_304, 4_194_304, 9_000_000 - 2 * 4_194_304]);
    const { finalizeUploadRequest } = (await sent.at(-1)!.json()) as {
      finalizeUploadRequest: { uploadToken: string; uploadedPartIds: string[] };
    };
    equal(finalizeUploadRequest.uploadToken, '');
    deepEqual(
      finalizeUploadRequest.uploadedPartIds.map((id) => id.slice(0, 6)),
      ['etag-0', 'etag-1', 'etag-2'],
    );
  },
);

void t.test('a video is polled until it is ready, and one that cannot be processed is refused', async () => {
  const scene = setScene(facts);
  const driven = await drive(scene, { post: VIDEO });
  match(driven.networkPostId ?? '', /^urn:li:ugcPost:/);
  equal(callsOf(scene).filter((call) => call.startsWith('GET /rest/videos')).length, 3);

  const begun = await publish(scene, VIDEO, null);
  ok(begun.kind === 'progress');
  const failed = { status: 'PROCESSING_FAILED', processingFailureReason: 'It is no video' };
  const outcome = await publish(scene, VIDEO, begun.checkpoint, { fetch: always(200, failed) });
  ok(outcome.kind === 'rejected');
  match(outcome.reason, /It is no video/);
});

void t.test('if the token may not read videos, the post waits for some time and is then sent', async () => {
  const scene = setScene(facts);
  const begun = await publish(scene, VIDEO, null);
  ok(begun.kind === 'progress');
  const fetch = always(403, { status: 403, code: 'ACCESS_DENIED', message: 'Not enough permissions' });
  const waiting = await publish(scene, VIDEO, begun.checkpoint, { fetch });
  ok(waiting.kind === 'progress');
  equal(waiting.afterMs, 20_000);
  scene.clock.now += 20_000;
  const on = await publish(scene, VIDEO, waiting.checkpoint, { fetch });
  ok(on.kind === 'progress');
  equal(on.checkpoint['processing'], null);
});

void t.test(
  'a video that is never ready fails this attempt, and the next attempt waits for it again',
  async () => {
    const scene = setScene(facts);
    let outcome = await publish(scene, VIDEO, null);
    const fetch = always(200, { status: 'PROCESSING' });
    let checkpoint: Checkpoint | null = null;
    while (outcome.kind === 'progress') {
      checkpoint = outcome.checkpoint;
      scene.clock.now += outcome.afterMs;
      outcome = await publish(scene, VIDEO, checkpoint, { fetch });
    }
    ok(outcome.kind === 'retry');
    match(outcome.reason, /15 minutes/);
    scene.clock.now += 5 * MINUTE;
    equal((await publish(scene, VIDEO, checkpoint, { fetch })).kind, 'progress');
  },
);

void t.test('an edited text keeps the file, edited media do not', async () => {
  const scene = setScene(facts);
  const { file } = await ready(scene, IMAGE);
  const checkpoint = await ready(scene, IMAGE);
  const words = await publish(scene, post('Another boat', ['photo.jpg']), checkpoint);
  ok(words.kind === 'progress');
  deepEqual(words.checkpoint['file'], checkpoint['file']);
  equal(words.checkpoint['text'], 'Another boat');
  const media = await publish(scene, post('A boat', ['photo-2.jpg']), checkpoint);
  ok(media.kind === 'progress');
  notEqual(JSON.stringify(media.checkpoint['file']), JSON.stringify(checkpoint['file']));
  ok(file);
});

void t.test('the token is sent to LinkedIn only', async () => {
  const scene = setScene(facts);
  for (const [uploadUrl, has] of [
    ['https://www.linkedin.com/dms-uploads/img/1', true],
    ['https://files.example/1', false],
  ] as const) {
    let token: string | null = null;
    await publish(scene, IMAGE, null, {
      fetch: (input, init) => {
        const request = new Request(input, init);
        if (request.method === 'PUT') {
          token = request.headers.get('authorization');
          return Promise.resolve(new Response(null, { status: 201 }));
        }
        return Promise.resolve(Response.json({ value: { uploadUrl, image: 'urn:li:image:1' } }));
      },
    });
    equal(token !== null, has);
  }
});

// After a lost response

void t.test('a retry after a lost response finds the post it created', async () => {
  for (const content of [PLAIN, IMAGE, VIDEO]) {
    const scene = setScene(facts);
    const checkpoint = await ready(scene, content);
    scene.sandbox.faults.add({
      kind: 'lost_answer',
      network: 'linkedin',
      call: 'POST /rest/posts',
      times: 1,
    });
    equal((await publish(scene, content, checkpoint)).kind, 'unknown');
    const plan = linkedin.publish.plan(content, scene.account);
    const { account, clock, sandbox } = scene;
    const step = { account, plan, options: {}, deliveryId: 'delivery-1', checkpoint, now: clock.now };
    const finding = await linkedin.publish.verify({
      ...step,
      fetch: sandbox.fetch,
      signal: new AbortController().signal,
      heldIds: noneHeld,
      open,
      host,
    });
    equal(finding.kind, 'cannot_tell');
    clock.now += 5 * MINUTE;
    const again = await publish(scene, content, checkpoint);
    ok(again.kind === 'published');
    equal(again.networkPostId, entryOf(scene)?.id);
    equal(live(scene), 1);
  }
});

void t.test('a retry after a request that did not arrive sends the post', async () => {
  const scene = setScene(facts);
  const checkpoint = await ready(scene, PLAIN);
  scene.sandbox.faults.add({ kind: 'cut', network: 'linkedin', call: 'POST /rest/posts', times: 1 });
  equal((await publish(scene, PLAIN, checkpoint)).kind, 'unknown');
  scene.clock.now += 5 * MINUTE;
  equal((await publish(scene, PLAIN, checkpoint)).kind, 'published');
  equal(live(scene), 1);
});

void t.test('an earlier post with the same text is refused, not taken for ours', async () => {
  for (const age of [0, 1000, HOUR]) {
    const scene = setScene(facts);
    const earlier = await drive(scene, { post: PLAIN, deliveryId: 'delivery-0' });
    scene.clock.now += age;
    const outcome = await publish(scene, PLAIN, await ready(scene, PLAIN));
    ok(outcome.kind === 'rejected', `${age} ms later`);
    ok(outcome.reason.includes(earlier.networkPostId ?? '-'));
    match(outcome.reason, /change the text/);
  }
});

const duplicateOf = (madeAt: number | null) => ({
  status: 422,
  message:
    madeAt === null
      ? 'Duplicate'
      : `x.BadRequestResponseException: Content is a duplicate of urn:li:share:${BigInt(madeAt) << 22n}`,
  errorDetails: {
    inputErrors: [{ description: 'Duplicate post is detected', input: {}, code: 'DUPLICATE_POST' }],
  },
});

void t.test('a named post is ours only if it is between the first try and this one', async () => {
  const scene = setScene(facts);
  const checkpoint = await ready(scene, PLAIN);
  const triedAt = scene.clock.now;
  scene.clock.now += 5 * MINUTE;
  const { now } = scene.clock;
  const kindFor = async (madeAt: number | null, headers = {}) =>
    (await publish(scene, PLAIN, checkpoint, { fetch: always(422, duplicateOf(madeAt), headers) })).kind;
  equal(await kindFor(triedAt + 500), 'published');
  equal(await kindFor(triedAt - MINUTE), 'rejected'); // older than the first try
  equal(await kindFor(now), 'rejected'); // assigned for this try: the post does not exist
  equal(await kindFor(null), 'rejected');
  // their clock is an hour ahead of ours, or ours is behind
  const date = new Date(now + HOUR).toUTCString();
  equal(await kindFor(triedAt + HOUR + 500, { date }), 'published');
  equal(await kindFor(triedAt + 500, { date }), 'rejected');
});

// Errors

void t.test('each refusal of the network has its documented meaning', async () => {
  const scene = setScene(facts);
  const checkpoint = await ready(scene, PLAIN);
  const cases: [
    status: number,
    body: object | string | null,
    upload: Outcome['kind'],
    create: Outcome['kind'],
  ][] = [
    [400, { status: 400, message: 'Bad' }, 'rejected', 'rejected'],
    [
      401,
      { status: 401, serviceErrorCode: 65_601, code: 'REVOKED_ACCESS_TOKEN', message: 'Revoked' },
      'expired',
      'expired',
    ],
    [
      403,
      { status: 403, serviceErrorCode: 100, code: 'ACCESS_DENIED', message: 'No' },
      'rejected',
      'rejected',
    ],
    [404, { status: 404, message: 'Gone' }, 'rejected', 'rejected'],
    [409, { status: 409, message: 'Conflict' }, 'retry', 'retry'],
    [422, { status: 422, message: 'Unprocessable' }, 'rejected', 'rejected'],
    [426, { status: 426, code: 'NONEXISTENT_VERSION', message: 'Not active' }, 'rejected', 'rejected'],
    [429, { status: 429, code: 'TOO_MANY_REQUESTS', message: 'Throttle' }, 'retry', 'retry'],
    [500, { status: 500, message: 'Unable to obtain activity' }, 'retry', 'unknown'],
    [502, '<html>', 'retry', 'unknown'],
    [504, null, 'retry', 'unknown'],
    [201, null, 'retry', 'unknown'],
  ];
  for (const [status, body, upload, create] of cases) {
    const fetch = always(status, body);
    equal((await publish(scene, IMAGE, null, { fetch })).kind, upload, `upload, ${status}`);
    equal((await publish(scene, PLAIN, checkpoint, { fetch })).kind, create, `post, ${status}`);
  }
});

void t.test('a refusal names the field, and an expired version is the operator’s task', async () => {
  const scene = setScene(facts);
  const checkpoint = await ready(scene, PLAIN);
  const body = {
    status: 400,
    message: 'com.linkedin.x.BadRequestResponseException: Field is invalid',
    errorDetails: {
      inputErrors: [
        { description: 'too long', input: { inputPath: { fieldPath: 'commentary' } }, code: 'LENGTH' },
      ],
    },
  };
  const invalid = await publish(scene, PLAIN, checkpoint, { fetch: always(400, body) });
  ok(invalid.kind === 'rejected');
  equal(invalid.reason, 'LinkedIn: Field is invalid (commentary: too long)');
  const dead = await publish(scene, PLAIN, checkpoint, { fetch: always(426, { message: 'Not active' }) });
  ok(dead.kind === 'rejected');
  match(dead.reason, /Version \d{6} of its API has ended/);
});

void t.test('a used-up quota waits an hour, and never beyond midnight UTC', async () => {
  const scene = setScene(facts);
  const checkpoint = await ready(scene, PLAIN);
  const fetch = always(429, { message: 'Throttle' });
  for (const [time, afterMs] of [
    ['2026-05-04T10:00:00Z', HOUR],
    ['2026-05-04T23:50:00Z', 10 * MINUTE],
  ] as const) {
    const outcome = await publish(scene, PLAIN, checkpoint, { fetch, now: Date.parse(time) });
    ok(outcome.kind === 'retry');
    equal(outcome.afterMs, afterMs);
  }
});

// Tokens

const refresh = (scene: Scene, changes: { fetch?: Fetch } = {}) =>
  linkedin.app!.refresh!({
    account: scene.account,
    app: scene.app,
    fetch: scene.sandbox.fetch,
    signal: new AbortController().signal,
    now: scene.clock.now,
    ...changes,
  });

void t.test('a token expires after 60 days and is refreshed with all other credentials kept', async () => {
  const scene = setScene(facts);
  const { credentials } = scene.account;
  scene.clock.now += 61 * 24 * HOUR;
  equal((await publish(scene, PLAIN, await ready(scene, PLAIN))).kind, 'expired');
  const answer = await refresh(scene);
  ok(answer.kind === 'refreshed');
  equal(answer.expiresAt, scene.clock.now + 5_184_000_000);
  deepEqual({ ...answer.credentials, accessToken: '' }, { ...credentials, accessToken: '' });
  notEqual(answer.credentials['accessToken'], credentials['accessToken']);
  scene.account = { ...scene.account, credentials: answer.credentials };
  equal((await drive(scene, { post: PLAIN })).status, 'published');
});

void t.test('a refresh token that comes back changed replaces the old one', async () => {
  const fetch = always(200, { access_token: 'AQX-new', expires_in: 60, refresh_token: 'AQR-new' });
  const answer = await refresh(setScene(facts), { fetch });
  ok(answer.kind === 'refreshed');
  equal(answer.credentials['refreshToken'], 'AQR-new');
});

void t.test('an app without refresh tokens requires a new sign-in', async () => {
  const scene = setScene(facts, { name: 'selfserve-rosa' });
  equal(scene.account.credentials['refreshToken'], undefined);
  scene.clock.now += 61 * 24 * HOUR;
  equal((await publish(scene, PLAIN, await ready(scene, PLAIN))).kind, 'reauthorize');
  equal((await refresh(scene)).kind, 'reauthorize');
});

void t.test('a refresh token expires after a year, and a network that is down is asked again', async () => {
  const scene = setScene(facts);
  for (const status of [429, 500, 503])
    equal((await refresh(scene, { fetch: always(status, null) })).kind, 'retry');
  scene.clock.now += 366 * 24 * HOUR;
  equal((await refresh(scene)).kind, 'reauthorize');
});

void t.test('an app that may not post is told which LinkedIn product it lacks', async () => {
  const scene = setScene(facts);
  const answer = await connect.exchange({
    endpoints: network.endpoints!(scene.sandbox.baseUrl),
    fetch: always(200, { access_token: 'AQX', expires_in: 60, scope: 'openid,profile' }),
    signal: new AbortController().signal,
    now: 0,
    app: network.app!,
    redirectUri: 'https://troupe.test/cb',
    code: 'c',
    codeVerifier: null,
  });
  ok(answer.kind === 'refused');
  match(answer.reason, /Share on LinkedIn/);
});
