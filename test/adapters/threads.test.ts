import { deepEqual, equal, match, ok } from 'node:assert/strict';
import t from 'tap';
import type { PublishStep } from '../../adapters/port/publish.ts';
import { connect } from '../../adapters/threads/connect.ts';
import { manifest as threads } from '../../adapters/threads/manifest.ts';
import { lengthOf } from '../../adapters/threads/plan.ts';
import { version } from '../../adapters/threads/version.ts';
import type { Checkpoint, Outcome } from '../../machines/outcome.ts';
import { threads as network } from '../../simulators/threads/index.ts';
import { START, setScene } from '../contract/drive.ts';
import { host, item, post } from '../contract/media.ts';
import { scriptedStep } from './bench.ts';

const HOUR = 3_600_000;
const CONTAINER = '17900000000000010';
const facts = { id: 'acc_1', platform: 'threads' as const, limits: {} };
const planOf = (text: string, files: string[] = []) => threads.publish.plan(post(text, files), facts);
const codesOf = (text: string, files: string[] = []) => planOf(text, files).refusals.map(({ code }) => code);

interface Facts {
  checkpoint: Checkpoint | null;
  now: number;
  files: string[];
  text: string;
  hosted: PublishStep['host'];
}

/** A step on a network that gives these responses, one for each call. */
function stepWith(
  answers: (Response | Error)[],
  { checkpoint = null, now = START, files = [], text = 'Hello', hosted = host }: Partial<Facts> = {},
) {
  const account = {
    ...facts,
    remoteId: '26100000000000001',
    username: 'cafe_luna',
    endpoints: { graph: 'https://graph.test' },
    credentials: { accessToken: 'THAAgeheim' },
  };
  return scriptedStep(answers, { account, plan: planOf(text, files), checkpoint, now, host: hosted });
}

const counts = { anew: 0, unfetched: 0, missed: 0 };
const container = { containerId: CONTAINER, text: 'Hello', madeAt: START, since: START, lookedAt: START };
const processing = { ...counts, stage: 'processing', ...container };
const publishing = { ...processing, stage: 'publishing' };
const created = Response.json({ id: CONTAINER });
const status = (code: string, message?: string) =>
  Response.json({ id: CONTAINER, status: code, ...(message ? { error_message: message } : {}) });
const refusal = (error: { code: number; [name: string]: unknown }, status = 400, headers = {}) =>
  Response.json(
    { error: { message: 'In their words.', type: 'OAuthException', fbtrace_id: 'Axyz', ...error } },
    { status, headers },
  );

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

void t.test('a text, one photo or one video are accepted', async () => {
  for (const files of [[], ['a.jpg'], ['a.png'], ['a.mp4'], ['a.mov']]) deepEqual(codesOf('Hi', files), []);
  deepEqual(codesOf('', ['a.jpg']), []);
});

void t.test('an invalid post is refused with the field and what to do', async () => {
  const rows = {
    text_empty: [planOf(' \n'), '/content'],
    too_many_media: [planOf('Hi', ['a.jpg', 'b.jpg']), '/media'],
    media_type: [planOf('Hi', ['a.webm']), '/media/0'],
  } as const;
  for (const [code, [plan, param]] of Object.entries(rows)) {
    equal(plan.refusals.length, 1, code);
    equal(plan.refusals[0]?.code, code);
    equal(plan.refusals[0]?.param, param);
    match(plan.refusals[0]?.message ?? '', /^(media|content)\S*: .*\.$/);
  }
  deepEqual(codesOf('Hi', ['a.gif']), ['media_type']);
});

const links = (count: number) =>
  Array.from({ length: count }, (_, index) => `https://example.org/${index}`).join(' ');

void t.test('a text that Threads will refuse is sent unchanged, with a warning', async () => {
  for (const [text, warning] of [
    ['a'.repeat(501), /^content: Threads takes 500 characters, .* and the text has 501, so it will refuse/],
    [links(6), /^content: Threads takes 5 different links and the text has 6, so it will refuse/],
  ] as const) {
    const plan = planOf(text);
    deepEqual(plan.refusals, []);
    equal(plan.text, text);
    match(plan.warnings.join(), warning);
  }
});

void t.test('an emoji counts as its bytes, everything else as characters', async () => {
  const rows: [string, number][] = [
    ['', 0],
    ['abc', 3],
    ['é𝒜日', 3],
    ['e\u0301', 2],
    ['🧁', 4],
    ['👩🏽‍🚀', 15],
    ['🇧🇷', 8],
    ['© 1', 3],
  ];
  for (const [text, length] of rows) equal(lengthOf(text), length, text);
});

void t.test('a text that is too long in bytes alone gets a warning and is sent', async () => {
  const { warnings, refusals } = planOf(`${'a'.repeat(495)}${'’'.repeat(3)}`);
  deepEqual(refusals, []);
  equal(warnings.length, 1);
  match(warnings[0] ?? '', /498 characters and 504 bytes.*may refuse/);
  deepEqual(planOf(`${'a'.repeat(494)}${'’'.repeat(2)}`).warnings, []);
});

void t.test('a repeated link counts once, and its full stop is not part of it', async () => {
  deepEqual(codesOf(`${links(5)} https://example.org/0. (https://example.org/1)`), []);
  deepEqual(
    codesOf(`${links(5)} https://example.org/0。“https://example.org/1” https://example.org/2です`),
    [],
  );
});

void t.test('a WebP photo causes a warning, and is requested as JPEG or PNG', async () => {
  match(planOf('Hi', ['a.webp']).warnings[0] ?? '', /^media\/0 .* JPEG/);
  const asked: unknown[] = [];
  const { step } = stepWith([created], {
    files: ['a.webp'],
    hosted: (item, requirements) => {
      asked.push(requirements);
      return host(item);
    },
  });
  await threads.publish.publish(step);
  deepEqual(asked, [{ types: ['image/jpeg', 'image/png'], maxBytes: 8_000_000 }]);
});

void t.test('the request for a text has version, account, and the token in a header', async () => {
  const { step, requests } = stepWith([created]);
  deepEqual(await threads.publish.publish(step), { kind: 'progress', checkpoint: processing, afterMs: 1000 });
  const [request] = requests;
  equal(request?.url, `https://graph.test/${version.version}/26100000000000001/threads`);
  equal(request?.headers.get('authorization'), 'Bearer THAAgeheim');
  deepEqual(await request?.json(), { media_type: 'TEXT', text: 'Hello' });
});

void t.test('a photo and a video are given by their ASCII address', async () => {
  const photo = stepWith([created], { files: ['Größe 1.jpg'] });
  await threads.publish.publish(photo.step);
  deepEqual(await photo.requests[0]?.json(), {
    media_type: 'IMAGE',
    image_url: 'https://media.test/Gr%C3%B6%C3%9Fe%201.jpg',
    text: 'Hello',
  });
  const video = stepWith([created], { files: ['clip.mp4'], text: '' });
  await threads.publish.publish(video.step);
  deepEqual(await video.requests[0]?.json(), {
    media_type: 'VIDEO',
    video_url: 'https://media.test/clip.mp4',
  });
});

type Kind = Outcome['kind'];
/** Code, subcode, then the outcome of creating a container, of polling it, and of publishing a finished one. */
const ROWS: [code: number, subcode: number | null, make: Kind, look: Kind, publish: Kind][] = [
  [24, 4279009, 'rejected', 'progress', 'progress'],
  [24, null, 'rejected', 'progress', 'progress'],
  [100, 33, 'rejected', 'progress', 'progress'],
  [1, null, 'retry', 'retry', 'unknown'],
  [2, null, 'retry', 'retry', 'unknown'],
  [-1, null, 'retry', 'retry', 'unknown'],
  [4, null, 'retry', 'retry', 'retry'],
  [17, null, 'retry', 'retry', 'retry'],
  [32, null, 'retry', 'retry', 'retry'],
  [613, null, 'retry', 'retry', 'retry'],
  [368, null, 'retry', 'retry', 'retry'],
  [4, 2207051, 'retry', 'retry', 'unknown'],
  [190, 460, 'reauthorize', 'reauthorize', 'reauthorize'],
  [190, 463, 'reauthorize', 'reauthorize', 'reauthorize'],
  [190, 467, 'reauthorize', 'reauthorize', 'reauthorize'],
  [10, null, 'reauthorize', 'reauthorize', 'reauthorize'],
  [200, null, 'reauthorize', 'reauthorize', 'reauthorize'],
  [100, null, 'rejected', 'rejected', 'rejected'],
  [1, 4279013, 'rejected', 'rejected', 'rejected'],
  [9004, 2207052, 'progress', 'progress', 'progress'],
  [12_345, null, 'rejected', 'rejected', 'rejected'],
];

void t.test('each row of the error table has its outcome for each call', async () => {
  for (const [code, subcode, make, look, publish] of ROWS) {
    const error = { code, ...(subcode === null ? {} : { error_subcode: subcode }) };
    const row = `${code}/${subcode}`;
    const take = async (checkpoint: Checkpoint | null, answers: Response[]) =>
      (await threads.publish.publish(stepWith(answers, { checkpoint }).step)).kind;
    equal(await take(null, [refusal(error)]), make, `make ${row}`);
    equal(await take(processing, [refusal(error)]), look, `look ${row}`);
    equal(await take(publishing, [refusal(error), status('FINISHED')]), publish, `publish ${row}`);
    equal(await take(publishing, [refusal(error), status('PUBLISHED')]), 'unknown', `published ${row}`);
  }
});

void t.test('a refusal for a container that cannot be read is unknown, unless it came first', async () => {
  const told = async (error: { code: number }) =>
    (
      await threads.publish.publish(
        stepWith([refusal(error), refusal({ code: 24 })], { checkpoint: publishing }).step,
      )
    ).kind;
  equal(await told({ code: 100 }), 'unknown');
  equal(await told({ code: 24 }), 'unknown');
  equal(await told({ code: 17 }), 'retry');
  equal(await told({ code: 190 }), 'reauthorize');
});

void t.test('a container that never becomes publishable is created again, until the post fails', async () => {
  let checkpoint: Checkpoint | null = null;
  const answers = {
    threads: () => Response.json({ id: CONTAINER }),
    threads_publish: () => refusal({ code: 24, error_subcode: 4279009 }),
    [CONTAINER]: () => status('FINISHED'),
  };
  let now = START;
  let made = 0;
  let outcome: Outcome = { kind: 'retry', reason: '' };
  for (let count = 0; count < 100; count += 1) {
    const { step } = stepWith([], { checkpoint, now });
    outcome = await threads.publish.publish({
      ...step,
      fetch: async (input, init) => {
        const request = new Request(input, init);
        const path = new URL(request.url).pathname.split('/').at(-1) as keyof typeof answers;
        if (path === 'threads') made += 1;
        return answers[path]();
      },
    });
    if (outcome.kind !== 'progress') break;
    ({ checkpoint } = outcome);
    now += outcome.afterMs;
  }
  equal(outcome.kind, 'rejected');
  equal(made, 4);
});

void t.test('the error of a container becomes a sentence, and a temporary one a new container', async () => {
  const look = (message: string) =>
    threads.publish.publish(stepWith([status('ERROR', message)], { checkpoint: processing }).step);
  for (const message of [
    'INVALID_ASPEC_RATIO',
    'INVALID_DURATION',
    'INVALID_BIT_RATE',
    'INVALID_FRAME_RATE',
  ]) {
    const outcome = await look(message);
    ok(outcome.kind === 'rejected');
    match(outcome.reason, new RegExp(`\\(${message}\\)$`));
  }
  for (const message of ['FAILED_DOWNLOADING_VIDEO', 'FAILED_PROCESSING_VIDEO', 'UNKNOWN', 'SOMETHING_NEW']) {
    const outcome = await look(message);
    ok(outcome.kind === 'progress', message);
    equal(outcome.checkpoint['stage'], 'making');
  }
  const spent = { ...processing, anew: 3, unfetched: 2 };
  for (const message of ['FAILED_DOWNLOADING_VIDEO', 'UNKNOWN']) {
    const { step } = stepWith([status('ERROR', message)], { checkpoint: spent });
    equal((await threads.publish.publish(step)).kind, 'rejected');
  }
});

void t.test('the network’s own name of a refusal is kept, wherever it is', async () => {
  const { step } = stepWith([
    refusal({
      code: 100,
      error_user_msg: 'Too many links.',
      error_user_title: 'THREADS_API__LINK_LIMIT_EXCEEDED',
    }),
  ]);
  deepEqual(await threads.publish.publish(step), {
    kind: 'rejected',
    reason: 'Too many links. (100) THREADS_API__LINK_LIMIT_EXCEEDED',
  });
});

void t.test('an expired container is created again, and a slow one is waited for', async () => {
  const expired = await threads.publish.publish(
    stepWith([status('EXPIRED')], { checkpoint: processing }).step,
  );
  deepEqual(expired, {
    kind: 'progress',
    checkpoint: { stage: 'making', ...counts, anew: 1 },
    afterMs: 10_000,
  });
  const waits: number[] = [];
  let checkpoint: Checkpoint = processing;
  let now = START;
  for (;;) {
    const { step } = stepWith([status('IN_PROGRESS')], { checkpoint, now });
    const outcome = await threads.publish.publish(step);
    if (outcome.kind !== 'progress') {
      equal(outcome.kind, 'retry');
      break;
    }
    waits.push(outcome.afterMs / 1000);
    ({ checkpoint } = outcome);
    now += outcome.afterMs;
  }
  deepEqual([...new Set(waits)], [3, 10, 60]);
  ok(now - START < 10 * 60_000);
});

void t.test('a throttle waits as long as the network says', async () => {
  const waitOf = async (error: { code: number; [name: string]: unknown }, headers = {}) => {
    const outcome = await threads.publish.publish(stepWith([refusal(error, 400, headers)]).step);
    return 'afterMs' in outcome ? outcome.afterMs : undefined;
  };
  equal(await waitOf({ code: 4 }, { 'retry-after': '77' }), 77_000);
  equal(await waitOf({ code: 4 }), undefined);
  equal(await waitOf({ code: 368 }), HOUR);
});

void t.test('only the step that publishes must not be repeated without a check', async () => {
  const plan = planOf('Hello');
  equal(threads.publish.repeatable({ checkpoint: null, plan, now: START }), 'yes');
  equal(threads.publish.repeatable({ checkpoint: processing, plan, now: START }), 'yes');
  equal(threads.publish.repeatable({ checkpoint: publishing, plan, now: START }), 'no');
});

const listed = (posts: { id: string; text: string; at: number }[]) =>
  Response.json({
    data: posts.map(({ id, text, at }) => ({
      id,
      text,
      timestamp: new Date(at).toISOString().replace(/\.\d+Z$/, '+0000'),
      permalink: `https://www.threads.com/@cafe_luna/post/${id}`,
    })),
  });
const lookAt = (answers: Response[], now = START + 2000, checkpoint: Checkpoint = publishing) =>
  threads.publish.verify(stepWith(answers, { checkpoint, now, text: 'Edited since' }).step);

void t.test(
  'a published container is live, and its id is that of the one post with the sent text',
  async () => {
    const own = { id: '18000000000000022', text: 'Hello', at: START };
    deepEqual(await lookAt([status('PUBLISHED'), listed([own])]), {
      kind: 'live',
      networkPostId: own.id,
      url: `https://www.threads.com/@cafe_luna/post/${own.id}`,
    });
    const nameless = { kind: 'live', networkPostId: null, url: null };
    deepEqual(
      await lookAt([status('PUBLISHED'), listed([own, { ...own, id: '18000000000000023' }])]),
      nameless,
    );
    equal((await lookAt([status('PUBLISHED'), listed([])])).kind, 'retry');
    deepEqual(await lookAt([status('PUBLISHED'), listed([])], START + 61_000), nameless);
  },
);

void t.test('after any other status of the container publishing continues from there', async () => {
  deepEqual(await lookAt([status('FINISHED')]), {
    kind: 'absent',
    checkpoint: { ...publishing, lookedAt: START + 2000 },
  });
  deepEqual(await lookAt([status('IN_PROGRESS')]), { kind: 'absent', checkpoint: processing });
  deepEqual(await lookAt([status('EXPIRED')]), { kind: 'absent' });
  equal((await lookAt([refusal({ code: 2 }, 500)])).kind, 'retry');
  equal((await lookAt([refusal({ code: 190 })])).kind, 'reauthorize');
});

void t.test('when a container cannot be read, the list decides', async () => {
  const gone = refusal({ code: 24, error_subcode: 4279009 });
  const own = { id: '18000000000000022', text: 'Hello', at: START + 1000 };
  equal((await lookAt([gone, listed([own])])).kind, 'live');
  equal((await lookAt([gone, listed([{ ...own, at: START - 60_000 }])])).kind, 'cannot_tell');
  equal((await lookAt([gone, listed([])])).kind, 'retry');
  const later = START + 61_000;
  deepEqual(await lookAt([gone, listed([])], later), {
    kind: 'absent',
    checkpoint: { ...publishing, missed: 1, lookedAt: later },
  });
  deepEqual(await lookAt([gone, listed([])], later, { ...publishing, missed: 2 }), { kind: 'absent' });
  equal((await lookAt([gone, listed([])], later, { ...publishing, text: '' })).kind, 'cannot_tell');
});

void t.test('a token is refreshed for sixty days, once it is a day old', async () => {
  const scene = setScene({ adapter: threads, network });
  const refresh = () =>
    threads.app!.refresh!({
      account: scene.account,
      app: null,
      now: scene.clock.now,
      fetch: scene.sandbox.fetch,
      signal: new AbortController().signal,
    });
  const early = await refresh();
  deepEqual([early.kind, 'afterMs' in early && early.afterMs], ['retry', 24 * HOUR]);
  scene.clock.now += 25 * HOUR;
  const renewed = await refresh();
  ok(renewed.kind === 'refreshed');
  equal(renewed.expiresAt, scene.clock.now + 60 * 24 * HOUR);
  scene.account = { ...scene.account, credentials: renewed.credentials };
  scene.clock.now += 61 * 24 * HOUR;
  equal((await refresh()).kind, 'reauthorize');
});

void t.test('a sign-in stores the account of /me and a long-lived token, but not the code', async () => {
  const scene = setScene({ adapter: threads, network });
  const endpoints = network.endpoints!('http://sandbox.test/threads');
  const app = network.app!;
  const redirectUri = 'https://troupe.test/back';
  const page = new URL(
    connect.authorizeUrl({ endpoints, app, redirectUri, state: 's', codeChallenge: null }),
  );
  page.searchParams.set('login', 'Café Luna');
  const location = (await scene.sandbox.fetch(page)).headers.get('location') ?? '';
  match(location, /#_$/);
  const code = `${new URL(location).searchParams.get('code')}#_`;
  const step = { endpoints, fetch: scene.sandbox.fetch, signal: new AbortController().signal, now: START };
  const answer = await connect.exchange({ ...step, app, redirectUri, code, codeVerifier: null });
  ok(answer.kind === 'accounts');
  const [account] = answer.accounts;
  match(account?.remoteId ?? '', /^261\d{14}$/);
  equal(account?.loginId, account?.remoteId);
  equal(account?.credentials['clientId'], app.clientId);
  equal(account?.username, 'caf_luna');
  equal(account?.url, 'https://www.threads.com/@caf_luna');
  equal(account?.expiresAt, START + 60 * 24 * HOUR);
  deepEqual(account?.endpoints, { graph: 'http://sandbox.test/threads' });
  const elsewhere = await connect.exchange({
    ...step,
    app: { ...app, clientSecret: 'wrong' },
    redirectUri,
    code,
    codeVerifier: null,
  });
  equal(elsewhere.kind, 'refused');
});
