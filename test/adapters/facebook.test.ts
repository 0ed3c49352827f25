import { deepEqual, equal, match, ok } from 'node:assert/strict';
import t from 'tap';
import { MediaError, type PublishStep } from '../../adapters/port/publish.ts';
import { connect } from '../../adapters/facebook/connect.ts';
import { manifest as facebook } from '../../adapters/facebook/manifest.ts';
import { version } from '../../adapters/facebook/version.ts';
import type { Checkpoint, Outcome } from '../../machines/outcome.ts';
import { facebook as network } from '../../simulators/facebook/index.ts';
import { drive, setScene, START } from '../contract/drive.ts';
import { item, open, photos, post } from '../contract/media.ts';
import { scriptedStep } from './bench.ts';

const HOUR = 3_600_000;
const PAGE = '102000000000001';
const facts = { id: 'acc_1', platform: 'facebook' as const, limits: {} };
const planOf = (text: string, files: string[] = []) => facebook.publish.plan(post(text, files), facts);
const codesOf = (text: string, files: string[] = []) => planOf(text, files).refusals.map(({ code }) => code);

interface Facts {
  checkpoint: Checkpoint | null;
  now: number;
  files: string[];
  text: string;
  opened: PublishStep['open'];
  credentials: { [name: string]: string };
}

/** A step on a network that gives these responses, one for each call. */
function stepWith(
  answers: (Response | Error)[],
  {
    checkpoint = null,
    now = START,
    files = [],
    text = 'Hello',
    opened = open,
    credentials = { accessToken: 'EAAgeheim' },
  }: Partial<Facts> = {},
) {
  const account = {
    ...facts,
    remoteId: PAGE,
    username: 'Café Luna',
    endpoints: { graph: 'https://graph.test' },
    credentials,
  };
  return scriptedStep(answers, { account, plan: planOf(text, files), checkpoint, now, open: opened });
}

const staging = { stage: 'staging', photos: [], anew: 0 };
const posting = { stage: 'posting', photos: [] as string[], text: 'Hello', triedAt: START, anew: 0 };
const upload = { videoId: '80000000000000001', sessionId: '60000000000000001' };
const transferring = { stage: 'transferring', ...upload, offset: 0, end: 1_048_576, anew: 0 };
const finishing = { stage: 'finishing', ...upload, text: 'Hello', triedAt: START, anew: 0 };
const processing = { stage: 'processing', ...upload, since: START };
const refusal = (error: { code: number; [name: string]: unknown }, status = 400, headers = {}) =>
  Response.json(
    { error: { message: 'In their words.', type: 'OAuthException', fbtrace_id: 'Axyz', ...error } },
    { status, headers },
  );
const video = (status: { [name: string]: unknown }, rest = {}) =>
  Response.json({ id: upload.videoId, published: true, ...rest, status });
const publishedVideo = (rest = {}) =>
  video({ video_status: 'ready', publishing_phase: { publish_status: 'published' } }, rest);

void t.test('a plan sends the text as it is written', async () => {
  const text = '  two lines\n\nand a 🧁  ';
  deepEqual(planOf(text, ['photo.jpg']), {
    text,
    title: null,
    media: [item('photo.jpg')],
    warnings: [],
    refusals: [],
  });
});

void t.test('a text, up to ten photos or one video are accepted', async () => {
  for (const files of [[], ['a.jpg'], photos(10), ['a.mp4'], ['a.mov'], ['a.png', 'b.gif', 'c.webp']]) {
    deepEqual(codesOf('Hi', files), []);
  }
  deepEqual(codesOf('', ['a.jpg']), []);
});

void t.test('an invalid post is refused with the field and what to do', async () => {
  const rows = {
    text_empty: [planOf(' \n'), '/content'],
    too_many_media: [planOf('Hi', photos(11)), '/media'],
    media_mixed: [planOf('Hi', ['a.jpg', 'b.mp4']), '/media'],
    media_type: [planOf('Hi', ['a.webm']), '/media/0'],
  } as const;
  for (const [code, [plan, param]] of Object.entries(rows)) {
    equal(plan.refusals.length, 1, code);
    equal(plan.refusals[0]?.code, code);
    equal(plan.refusals[0]?.param, param);
    match(plan.refusals[0]?.message ?? '', /^(media|content)\S*: .*\.$/);
  }
  deepEqual(codesOf('Hi', ['a.mp4', 'b.mp4']), ['too_many_media']);
  const long = planOf('🧁'.repeat(63_207));
  deepEqual(long.refusals, []);
  match(
    long.warnings.join(),
    /^content: Facebook takes 63206 characters and the text has 63207, so it will refuse/,
  );
});

void t.test('a photo that is converted or becomes a still image causes a warning', async () => {
  const { warnings } = planOf('Hi', ['a.jpg', 'b.png', 'c.webp', 'd.gif']);
  equal(warnings.length, 2);
  match(warnings[0] ?? '', /^media\/2 .* JPEG/);
  match(warnings[1] ?? '', /^media\/3 .* move/);
});

void t.test('a text is one call to the feed with version, Page, proof, and a token header', async () => {
  const { step, requests } = stepWith([Response.json({ id: `${PAGE}_700000000000001` })], {
    checkpoint: posting,
    credentials: { accessToken: 'EAAgeheim', appSecretProof: 'abc' },
  });
  deepEqual(await facebook.publish.publish(step), {
    kind: 'published',
    networkPostId: `${PAGE}_700000000000001`,
    url: `https://www.facebook.com/${PAGE}_700000000000001`,
  });
  const [request] = requests;
  equal(request?.url, `https://graph.test/${version.version}/${PAGE}/feed`);
  equal(request?.headers.get('authorization'), 'Bearer EAAgeheim');
  deepEqual(await request?.json(), { message: 'Hello', appsecret_proof: 'abc' });
});

void t.test('photos are staged one by one, unpublished, and then posted together', async () => {
  const asked: unknown[] = [];
  const files = ['a.jpg', 'b.gif'];
  const opened: PublishStep['open'] = (item, requirements) => {
    asked.push(requirements);
    return open(item);
  };
  let checkpoint: Checkpoint | null = null;
  for (const id of ['9000000000000001', '9000000000000002']) {
    const { step, requests } = stepWith([Response.json({ id })], { checkpoint, files, opened });
    const outcome = await facebook.publish.publish(step);
    ok(outcome.kind === 'progress');
    ({ checkpoint } = outcome);
    equal(new URL(requests[0]?.url ?? '').pathname, `/${version.version}/${PAGE}/photos`);
    const form = await requests[0]?.formData();
    equal(form?.get('published'), 'false');
    ok(form?.get('source') instanceof Blob);
  }
  deepEqual(asked, [
    { types: ['image/jpeg', 'image/png'], maxBytes: 4_000_000 },
    { types: ['image/gif'], maxBytes: 4_000_000 },
  ]);
  const ready = await facebook.publish.publish(stepWith([], { checkpoint, files }).step);
  ok(ready.kind === 'progress');
  const { step, requests } = stepWith([Response.json({ id: `${PAGE}_7` })], {
    checkpoint: ready.checkpoint,
    files,
  });
  equal((await facebook.publish.publish(step)).kind, 'published');
  deepEqual(await requests[0]?.json(), {
    message: 'Hello',
    attached_media: [{ media_fbid: '9000000000000001' }, { media_fbid: '9000000000000002' }],
  });
});

void t.test('a photo that cannot be opened is reported, and the error says which one', async () => {
  const opened = (temporary: boolean) => () =>
    Promise.reject(new MediaError('it is gone for now', temporary));
  const take = (temporary: boolean) =>
    facebook.publish.publish(stepWith([], { files: ['a.jpg'], opened: opened(temporary) }).step);
  equal((await take(true)).kind, 'retry');
  equal((await take(false)).kind, 'rejected');
  const { step } = stepWith([refusal({ code: 100, error_subcode: 1_366_046 })], {
    files: ['a.jpg', 'b.jpg'],
    checkpoint: { ...staging, photos: ['9'] },
  });
  deepEqual(await facebook.publish.publish(step), {
    kind: 'rejected',
    reason: 'media/1: In their words. (100/1366046)',
  });
});

type Kind = Outcome['kind'];
/** Code, subcode, then the outcome of staging a photo and of creating the post. */
const ROWS: [code: number, subcode: number | null, stage: Kind, post: Kind][] = [
  [1, null, 'retry', 'unknown'],
  [1, 99, 'retry', 'unknown'],
  [2, null, 'retry', 'unknown'],
  [4, null, 'retry', 'retry'],
  [17, null, 'retry', 'retry'],
  [32, null, 'retry', 'retry'],
  [613, null, 'retry', 'retry'],
  [80_001, null, 'retry', 'retry'],
  [341, null, 'retry', 'retry'],
  [368, 1_390_008, 'retry', 'retry'],
  [368, null, 'retry', 'retry'],
  [368, 1_346_003, 'rejected', 'rejected'],
  [368, 1_404_102, 'rejected', 'rejected'],
  [102, null, 'reauthorize', 'reauthorize'],
  [190, 458, 'reauthorize', 'reauthorize'],
  [190, 459, 'reauthorize', 'reauthorize'],
  [190, 460, 'reauthorize', 'reauthorize'],
  [190, 463, 'reauthorize', 'reauthorize'],
  [190, 464, 'reauthorize', 'reauthorize'],
  [190, 467, 'reauthorize', 'reauthorize'],
  [190, 492, 'reauthorize', 'reauthorize'],
  [3, null, 'reauthorize', 'reauthorize'],
  [10, null, 'reauthorize', 'reauthorize'],
  [200, null, 'reauthorize', 'reauthorize'],
  [283, null, 'reauthorize', 'reauthorize'],
  [100, null, 'rejected', 'rejected'],
  [100, 33, 'rejected', 'progress'],
  [506, null, 'retry', 'unknown'],
  [100, 1_366_051, 'retry', 'unknown'],
  [200, 1_404_078, 'rejected', 'rejected'],
  [4_854_002, null, 'rejected', 'rejected'],
  [100, 1_366_046, 'rejected', 'rejected'],
  [100, 2_069_019, 'rejected', 'rejected'],
  [389, null, 'progress', 'progress'],
  [6001, null, 'progress', 'progress'],
  [6000, null, 'rejected', 'rejected'],
  [382, null, 'rejected', 'rejected'],
  [100, 1_363_128, 'rejected', 'rejected'],
  [100, 1_609_008, 'rejected', 'rejected'],
  [12_345, null, 'rejected', 'rejected'],
];

void t.test('each row of the error table has its outcome for each call', async () => {
  for (const [code, subcode, stage, post] of ROWS) {
    const error = { code, ...(subcode === null ? {} : { error_subcode: subcode }) };
    const row = `${code}/${subcode}`;
    const take = async (facts: Partial<Facts>) =>
      (await facebook.publish.publish(stepWith([refusal(error)], facts).step)).kind;
    equal(await take({ files: ['a.jpg'] }), stage, `stage ${row}`);
    equal(await take({ checkpoint: posting }), post, `post ${row}`);
  }
});

void t.test('responses without an error object are judged by their status', async () => {
  const rows: [Response, Kind, Kind][] = [
    [new Response('<html>Bad gateway</html>', { status: 502 }), 'retry', 'unknown'],
    [new Response('', { status: 429 }), 'retry', 'retry'],
    [new Response('', { status: 401 }), 'reauthorize', 'reauthorize'],
    [new Response('', { status: 404 }), 'rejected', 'rejected'],
    [Response.json({}), 'retry', 'unknown'],
    [Response.json({ id: 7 }), 'retry', 'unknown'],
  ];
  for (const [answer, stage, post] of rows) {
    equal((await facebook.publish.publish(stepWith([answer], { files: ['a.jpg'] }).step)).kind, stage);
    equal((await facebook.publish.publish(stepWith([answer], { checkpoint: posting }).step)).kind, post);
  }
});

void t.test('"already posted" suggests that the first call succeeded', async () => {
  const { step } = stepWith([refusal({ code: 368, message: 'This was already posted.' })], {
    checkpoint: posting,
  });
  equal((await facebook.publish.publish(step)).kind, 'unknown');
});

void t.test('a throttle waits as long as the network says, in each of its ways to say it', async () => {
  const usage = { [PAGE]: [{ type: 'pages', estimated_time_to_regain_access: 7 }] };
  const waitOf = async (error: { code: number }, headers = {}) => {
    const { step } = stepWith([refusal(error, 400, headers)], { checkpoint: posting });
    const outcome = await facebook.publish.publish(step);
    return 'afterMs' in outcome ? outcome.afterMs : undefined;
  };
  equal(await waitOf({ code: 32 }, { 'x-business-use-case-usage': JSON.stringify(usage) }), 7 * 60_000);
  equal(await waitOf({ code: 4 }, { 'retry-after': '77' }), 77_000);
  equal(await waitOf({ code: 4 }), undefined);
  equal(await waitOf({ code: 368 }), HOUR);
});

void t.test('a video is sent in the pieces that the network asks for, and progress is stored', async () => {
  const bytes = Uint8Array.from({ length: 2500 }, (_, index) => index % 251);
  const opened: PublishStep['open'] = () =>
    Promise.resolve({ bytes, contentType: 'video/mp4', width: null, height: null });
  const files = ['clip.mp4'];
  const started = stepWith(
    [Response.json({ video_id: '8', upload_session_id: '6', start_offset: '0', end_offset: '1000' })],
    { files, opened },
  );
  const first = await facebook.publish.publish(started.step);
  deepEqual(await started.requests[0]?.json(), { upload_phase: 'start', file_size: '2500' });
  ok(first.kind === 'progress');
  deepEqual(first.checkpoint, {
    stage: 'transferring',
    offset: 0,
    end: 1000,
    sessionId: '6',
    videoId: '8',
    anew: 0,
  });

  const piece = (from: number, to: number) =>
    Response.json({ start_offset: String(from), end_offset: String(to) });
  const broken = stepWith([piece(1000, 2000), refusal({ code: 2 }, 500)], {
    files,
    opened,
    checkpoint: first.checkpoint,
  });
  const second = await facebook.publish.publish(broken.step);
  deepEqual(second, {
    kind: 'progress',
    checkpoint: { ...first.checkpoint, offset: 1000, end: 2000 },
    afterMs: 0,
  });

  const rest = stepWith([piece(2000, 2500), piece(2500, 2500)], {
    files,
    opened,
    checkpoint: { ...first.checkpoint, offset: 1000, end: 2000 },
  });
  const third = await facebook.publish.publish(rest.step);
  const sent = await Promise.all(rest.requests.map((request) => request.formData()));
  const chunks = await Promise.all(
    sent.map(async (form) => new Uint8Array(await (form.get('video_file_chunk') as Blob).arrayBuffer())),
  );
  deepEqual(Buffer.concat(chunks), Buffer.from(bytes.subarray(1000)));
  deepEqual(
    sent.map((form) => form.get('start_offset')),
    ['1000', '2000'],
  );
  deepEqual(third, {
    kind: 'progress',
    checkpoint: { stage: 'finishing', videoId: '8', sessionId: '6', text: 'Hello', triedAt: START, anew: 0 },
    afterMs: 0,
  });
});

void t.test('a refused or stuck piece starts a new upload, a limited number of times', async () => {
  const files = ['clip.mp4'];
  const refused = refusal({ code: 6000, error_subcode: 1_363_037 });
  const again = await facebook.publish.publish(stepWith([refused], { files, checkpoint: transferring }).step);
  deepEqual(again, { kind: 'progress', checkpoint: { stage: 'starting', anew: 1 }, afterMs: 10_000 });
  const spent = { ...transferring, anew: 2 };
  equal(
    (await facebook.publish.publish(stepWith([refused], { files, checkpoint: spent }).step)).kind,
    'rejected',
  );
  const still = Response.json({ start_offset: '0', end_offset: '1048576' });
  equal(
    (await facebook.publish.publish(stepWith([still], { files, checkpoint: transferring }).step)).kind,
    'retry',
  );
});

void t.test('an error of the call that publishes a video proves nothing', async () => {
  const files = ['clip.mp4'];
  const take = async (answers: Response[]) =>
    (await facebook.publish.publish(stepWith(answers, { files, checkpoint: finishing }).step)).kind;
  equal(await take([Response.json({ success: true })]), 'progress');
  equal(await take([Response.json({})]), 'unknown');
  equal(await take([refusal({ code: 2 }, 500)]), 'unknown');
  equal(await take([refusal({ code: 4 })]), 'retry');
  equal(await take([refusal({ code: 190 })]), 'reauthorize');
  const ratio = refusal({ code: 100, error_subcode: 1_363_040 });
  equal(await take([ratio, video({ video_status: 'upload_complete' })]), 'rejected');
  equal(await take([ratio, video({ video_status: 'processing' })]), 'unknown');
  equal(await take([ratio, refusal({ code: 100, error_subcode: 33 })]), 'unknown');
});

void t.test('a published video has the id of its post, or its own id if no post is reported', async () => {
  const files = ['clip.mp4'];
  const watch = (answer: Response, now = START + 1000) =>
    facebook.publish.publish(stepWith([answer], { files, checkpoint: processing, now }).step);
  deepEqual(await watch(publishedVideo({ post_id: '700' })), {
    kind: 'published',
    networkPostId: `${PAGE}_700`,
    url: `https://www.facebook.com/${PAGE}_700`,
  });
  const whole = await watch(publishedVideo({ post_id: `${PAGE}_700` }));
  equal('networkPostId' in whole && whole.networkPostId, `${PAGE}_700`);
  equal((await watch(publishedVideo())).kind, 'progress');
  const nameless = await watch(publishedVideo(), START + 6 * 60_000);
  equal('networkPostId' in nameless && nameless.networkPostId, upload.videoId);
});

void t.test('a video is waited for while it is processed, and an unusable one is reported', async () => {
  const files = ['clip.mp4'];
  const watch = (answer: Response, now = START + 1000) =>
    facebook.publish.publish(stepWith([answer], { files, checkpoint: processing, now }).step);
  const busy = video({ video_status: 'processing' });
  deepEqual(await watch(busy), {
    kind: 'progress',
    checkpoint: processing,
    afterMs: 5000,
    committed: true,
  });
  deepEqual(await watch(busy, START + 2 * 60_000), {
    kind: 'progress',
    checkpoint: processing,
    afterMs: 30_000,
    committed: true,
  });
  equal((await watch(busy, START + 11 * 60_000)).kind, 'unknown');
  equal((await watch(refusal({ code: 100, error_subcode: 33 }))).kind, 'progress');
  equal((await watch(refusal({ code: 190 }))).kind, 'unknown');
  const broken = { status: 'error', error: { message: 'The video could not be decoded.' } };
  deepEqual(await watch(video({ video_status: 'error', processing_phase: broken })), {
    kind: 'rejected',
    reason: 'Facebook could not use the video: The video could not be decoded.',
  });
});

void t.test('a video makes its calls one after the other, and is waited for', async () => {
  const scene = setScene({ adapter: facebook, network });
  const driven = await drive(scene, { post: post('Hello', ['clip.mp4']) });
  deepEqual(
    driven.calls.map(({ call }) => call),
    ['videos/start', 'videos/transfer', 'videos/finish', ...Array.from({ length: 4 }, () => 'video')],
  );
});

void t.test('a video that Facebook finds to be unusable fails the post', async () => {
  const { account, sandbox } = setScene({ adapter: facebook, network });
  const bytes = Uint8Array.from(Buffer.from('\0\0\0\u0018ftypmp42fail and so on'));
  const opened: PublishStep['open'] = () =>
    Promise.resolve({ bytes, contentType: 'video/mp4', width: null, height: null });
  let checkpoint: Checkpoint | null = null;
  let outcome: Outcome;
  do {
    const { step } = stepWith([], { checkpoint, files: ['clip.mp4'], opened });
    outcome = await facebook.publish.publish({ ...step, account, fetch: sandbox.fetch });
    if (outcome.kind === 'progress') ({ checkpoint } = outcome);
  } while (outcome.kind === 'progress');
  deepEqual(outcome, {
    kind: 'rejected',
    reason: 'Facebook could not use the video: The video could not be decoded.',
  });
});

void t.test('only steps that publish must not be repeated without a check', async () => {
  const plan = planOf('Hello');
  const may = (checkpoint: Checkpoint | null) =>
    facebook.publish.repeatable({ checkpoint, plan, now: START });
  for (const checkpoint of [null, staging, transferring, processing]) equal(may(checkpoint), 'yes');
  for (const checkpoint of [posting, finishing]) equal(may(checkpoint), 'no');
});

const listed = (posts: { id: string; message?: string; at: number; photos?: string[] }[]) =>
  Response.json({
    data: posts.map(({ id, message, at, photos = [] }) => {
      const targets = photos.map((id) => ({ target: { id } }));
      return {
        id,
        message,
        created_time: new Date(at).toISOString().replace(/\.\d+Z$/, '+0000'),
        attachments: {
          data: targets.length > 1 ? [{ target: { id }, subattachments: { data: targets } }] : targets,
        },
      };
    }),
  });
const lookAt = (checkpoint: Checkpoint, answers: Response[], now = START + 2000) =>
  facebook.publish.verify(stepWith(answers, { checkpoint, now, text: 'Edited since' }).step);

void t.test('a text is found by the words that were sent, and by its time', async () => {
  const own = { id: `${PAGE}_1`, message: 'Hello ', at: START };
  deepEqual(await lookAt(posting, [listed([own])]), {
    kind: 'live',
    networkPostId: own.id,
    url: `https://www.facebook.com/${own.id}`,
  });
  equal((await lookAt(posting, [listed([{ ...own, at: START - 60_000 }])])).kind, 'cannot_tell');
  equal((await lookAt(posting, [listed([own, { ...own, id: `${PAGE}_2` }])])).kind, 'cannot_tell');
  equal((await lookAt(posting, [listed([{ ...own, message: 'Edited since' }])])).kind, 'retry');
  const later = START + 31_000;
  deepEqual(await lookAt(posting, [listed([])], later), {
    kind: 'absent',
    checkpoint: { ...posting, triedAt: later },
  });
});

void t.test('photos are found by their ids, whatever the text and the clocks', async () => {
  const tried = { ...posting, photos: ['91', '92'] };
  const own = { id: `${PAGE}_1`, at: START - 240_000 };
  for (const photos of [['92'], ['91', '92']]) {
    equal((await lookAt(tried, [listed([{ ...own, photos }])])).kind, 'live');
  }
  const other = listed([{ ...own, message: 'Hello', photos: ['95'] }]);
  equal((await lookAt(tried, [other])).kind, 'retry');
  equal((await lookAt(tried, [other], START + 31_000)).kind, 'absent');
});

void t.test('a list is read page by page', async () => {
  const own = { id: `${PAGE}_1`, message: 'Hello', at: START };
  const page = Response.json({
    data: [],
    paging: { cursors: { after: 'MTAy' }, next: 'https://elsewhere.test/' },
  });
  const { step, requests } = stepWith([page, listed([own])], { checkpoint: posting, now: START + 2000 });
  equal((await facebook.publish.verify(step)).kind, 'live');
  equal(new URL(requests[1]?.url ?? '').host, 'graph.test');
  equal(new URL(requests[1]?.url ?? '').searchParams.get('after'), 'MTAy');
});

void t.test('a lookup of a video returns its id', async () => {
  equal((await lookAt(finishing, [publishedVideo({ post_id: '7' })])).kind, 'live');
  equal((await lookAt(finishing, [publishedVideo()])).kind, 'retry');
  deepEqual(await lookAt(finishing, [publishedVideo()], START + 11 * 60_000), {
    kind: 'live',
    networkPostId: upload.videoId,
    url: `https://www.facebook.com/${upload.videoId}`,
  });
  equal((await lookAt(finishing, [video({ video_status: 'processing' })])).kind, 'retry');
  const waiting = video({ video_status: 'upload_complete' });
  equal((await lookAt(finishing, [waiting])).kind, 'retry');
  const later = START + 31_000;
  deepEqual(await lookAt(finishing, [waiting], later), {
    kind: 'absent',
    checkpoint: { ...finishing, triedAt: later },
  });
  equal((await lookAt(processing, [waiting], later)).kind, 'retry');
  deepEqual(await lookAt(finishing, [video({ video_status: 'error' })]), { kind: 'absent' });
  const gone = refusal({ code: 100, error_subcode: 33 });
  equal((await lookAt(finishing, [gone])).kind, 'retry');
  deepEqual(await lookAt(finishing, [gone], later), { kind: 'absent' });
  equal((await lookAt(processing, [gone], later)).kind, 'cannot_tell');
});

void t.test('a refused lookup says so', async () => {
  equal((await lookAt(posting, [refusal({ code: 190 })])).kind, 'reauthorize');
  equal((await lookAt(posting, [refusal({ code: 100 })])).kind, 'cannot_tell');
  equal((await lookAt(posting, [refusal({ code: 2 }, 500)])).kind, 'retry');
});

/** Signs a person in at the simulated network. */
async function signIn(login: string, without: string[] = []) {
  const { sandbox } = setScene({ adapter: facebook, network });
  const endpoints = network.endpoints!('http://sandbox.test/facebook');
  const app = network.app!;
  const redirectUri = 'https://troupe.test/back';
  const page = new URL(
    connect.authorizeUrl({ endpoints, app, redirectUri, state: 's', codeChallenge: null }),
  );
  page.searchParams.set('login', login);
  for (const scope of without) page.searchParams.append('without', scope);
  const location = (await sandbox.fetch(page)).headers.get('location') ?? '';
  const code = new URL(location).searchParams.get('code') ?? '';
  const { signal } = new AbortController();
  return connect.exchange({
    endpoints,
    fetch: sandbox.fetch,
    signal,
    now: START,
    app,
    redirectUri,
    code,
    codeVerifier: null,
  });
}

void t.test('a sign-in offers each Page once, with its own token', async () => {
  const answer = await signIn('Luna');
  ok(answer.kind === 'accounts');
  deepEqual(
    answer.accounts.map(({ displayName }) => displayName),
    ['Luna', 'Luna studio'],
  );
  const tokens = new Set(answer.accounts.map(({ credentials }) => credentials['accessToken']));
  equal(tokens.size, 2);
  for (const { credentials, expiresAt, endpoints, url, remoteId } of answer.accounts) {
    deepEqual(Object.keys(credentials).sort(), [
      'accessToken',
      'appSecretProof',
      'clientId',
      'granted',
      'userToken',
    ]);
    equal(credentials['clientId'], network.app?.clientId);
    equal(expiresAt, START + 90 * 24 * HOUR);
    deepEqual(endpoints, { graph: 'http://sandbox.test/facebook' });
    equal(url, `https://www.facebook.com/${remoteId}`);
  }
  const logins = new Set(answer.accounts.map(({ loginId }) => loginId));
  equal(logins.size, 1, 'the person, not the Page');
  match([...logins][0] ?? '', /^\d{15,}$/);
});

void t.test('a sign-in without the permissions to post is refused, and says what is missing', async () => {
  const rows: [login: string, without: string[], words: RegExp][] = [
    ['Luna', ['pages_manage_posts'], /pages_manage_posts/],
    ['nobody', [], /No Facebook Page/],
    ['reader', [], /lets you publish/],
  ];
  for (const [login, without, words] of rows) {
    const answer = await signIn(login, without);
    ok(answer.kind === 'refused', login);
    match(answer.reason, words);
  }
  equal((await signIn('Luna', ['business_management', 'read_insights'])).kind, 'accounts');
});
