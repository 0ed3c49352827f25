import { deepEqual, equal, match, ok } from 'node:assert/strict';
import t from 'tap';
import { manifest as instagram } from '../../adapters/instagram/manifest.ts';
import { version } from '../../adapters/instagram/version.ts';
import type { Checkpoint, Outcome } from '../../machines/outcome.ts';
import { instagram as network } from '../../simulators/instagram/index.ts';
import { drive, setScene, START } from '../contract/drive.ts';
import { item, photos, post } from '../contract/media.ts';
import { scriptedStep } from './bench.ts';

const account = { id: 'acc_1', platform: 'instagram' as const, limits: {} };
const planOf = (text: string, files: string[]) => instagram.publish.plan(post(text, files), account);
const codesOf = (text: string, files: string[]) => planOf(text, files).refusals.map(({ code }) => code);

/** A step on a network that gives these responses, one for each call. */
function stepWith(
  answers: (Response | Error)[],
  { checkpoint = null, now = START, files = ['photo.jpg'], text = 'Hello' }: Partial<Facts> = {},
) {
  const access = {
    ...account,
    remoteId: '17841400000000003',
    username: 'cafe_luna',
    endpoints: { graph: 'https://graph.test' },
    credentials: { accessToken: 'IGAAgeheim' },
  };
  return scriptedStep(answers, { account: access, plan: planOf(text, files), checkpoint, now });
}
interface Facts {
  checkpoint: Checkpoint | null;
  now: number;
  files: string[];
  text: string;
}

const counts = { anew: 0, unfetched: 0, missed: 0 };
const processing = {
  ...counts,
  stage: 'processing',
  containerId: '17900000000000010',
  text: 'Hello',
  madeAt: START,
  since: START,
  lookedAt: START,
};
const publishing = { ...processing, stage: 'publishing' };
const status = (code: string, text = code) =>
  Response.json({ id: '17900000000000010', status_code: code, status: text });
const created = Response.json({ id: '17900000000000010' });

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

void t.test('one photo, one video, or two to ten of both are accepted', async () => {
  for (const files of [['a.jpg'], ['a.mp4'], ['a.mov'], ['a.jpg', 'b.mp4'], photos(10)])
    deepEqual(codesOf('', files), []);
});

void t.test('an invalid post is refused with the field and what to do', async () => {
  const refusals = {
    media_required: planOf('Hello', []),
    too_many_media: planOf('Hello', photos(11)),
    media_type_unsupported: planOf('Hello', ['a.jpg', 'b.gif']),
  };
  const params = ['/media', '/media', '/media/1'];
  for (const [index, [code, plan]] of Object.entries(refusals).entries()) {
    equal(plan.refusals.length, 1, code);
    equal(plan.refusals[0]?.code, code);
    equal(plan.refusals[0]?.param, params[index]);
    match(plan.refusals[0]?.message ?? '', /^(media|content)\S*: .*\.$/);
  }
  deepEqual(codesOf('Hello', ['a.webm']), ['media_type_unsupported']);
});

void t.test('characters, hashtags and mentions are counted as readers count them', async () => {
  const warningsOf = (text: string) => planOf(text, ['a.jpg']).warnings;
  deepEqual(warningsOf('🧁'.repeat(2200)), []);
  deepEqual(warningsOf(`${'#tag '.repeat(30)} #1 #2024 a#b &#39; https://example.com/#top`), []);
  deepEqual(warningsOf('#größe#日本 '.repeat(16)), []);
  deepEqual(warningsOf(`${'@name '.repeat(20)} rosa@example.com @ `), []);
});

void t.test('a caption that Instagram will refuse is sent unchanged, with a warning', async () => {
  for (const [text, warning] of [
    ['🧁'.repeat(2201), /^content: Instagram takes 2200 characters and the text has 2201, so it will refuse/],
    ['#a1 '.repeat(31), /^content: Instagram takes 30 hashtags and the text has 31, so it will refuse/],
    [
      '@a1 '.repeat(21),
      /^content: Instagram takes 20 mentions \(@name\) and the text has 21, so it will refuse/,
    ],
  ] as const) {
    const plan = planOf(text, ['a.jpg']);
    deepEqual(plan.refusals, []);
    equal(plan.text, text);
    match(plan.warnings.join(), warning);
  }
});

void t.test('a photo that is not a JPEG causes a warning that it is converted', async () => {
  const { warnings } = planOf('Hello', ['a.jpg', 'b.png', 'c.webp', 'd.mp4']);
  equal(warnings.length, 2);
  match(warnings[0] ?? '', /^media\/1 .* JPEG/);
  match(warnings[1] ?? '', /^media\/2 /);
});

void t.test('the request for a photo has version, account, and the token in a header', async () => {
  const { step, requests } = stepWith([created]);
  const outcome = await instagram.publish.publish(step);
  deepEqual(outcome, { kind: 'progress', checkpoint: processing, afterMs: 3000 });
  const [request] = requests;
  equal(request?.url, `https://graph.test/${version.version}/17841400000000003/media`);
  equal(request?.headers.get('authorization'), 'Bearer IGAAgeheim');
  deepEqual(await request?.json(), { image_url: 'https://media.test/photo.jpg', caption: 'Hello' });
});

void t.test('a single video becomes a Reel, an item of a carousel a video without a caption', async () => {
  const lone = stepWith([created], { files: ['clip.mp4'] });
  await instagram.publish.publish(lone.step);
  deepEqual(await lone.requests[0]?.json(), {
    media_type: 'REELS',
    video_url: 'https://media.test/clip.mp4',
    share_to_feed: true,
    caption: 'Hello',
  });
  const child = stepWith([created], { files: ['clip.mp4', 'photo.jpg'] });
  await instagram.publish.publish(child.step);
  deepEqual(await child.requests[0]?.json(), {
    media_type: 'VIDEO',
    video_url: 'https://media.test/clip.mp4',
    is_carousel_item: true,
  });
});

void t.test('a media address is sent in ASCII', async () => {
  const { step, requests } = stepWith([created], { files: ['Größe 1.jpg'] });
  await instagram.publish.publish(step);
  deepEqual(await requests[0]?.json(), {
    image_url: 'https://media.test/Gr%C3%B6%C3%9Fe%201.jpg',
    caption: 'Hello',
  });
});

void t.test('a carousel stores each container once it exists, and creates the parent last', async () => {
  const files = ['photo.jpg', 'clip.mp4'];
  const first = stepWith([Response.json({ id: '17900000000000011' })], { files });
  const second = { ...counts, stage: 'making', children: ['17900000000000011'] };
  deepEqual(await instagram.publish.publish(first.step), {
    kind: 'progress',
    checkpoint: second,
    afterMs: 0,
  });

  const { step } = stepWith([Response.json({ id: '17900000000000012' })], { files, checkpoint: second });
  const children = ['17900000000000011', '17900000000000012'];
  const gathering = { ...counts, stage: 'gathering', children, finished: 0, since: START, lookedAt: START };
  deepEqual(await instagram.publish.publish(step), {
    kind: 'progress',
    checkpoint: gathering,
    afterMs: 3000,
  });

  const waiting = stepWith([status('FINISHED'), status('IN_PROGRESS')], {
    files,
    checkpoint: gathering,
    now: START + 3000,
  });
  const half = { ...gathering, finished: 1, lookedAt: START + 3000 };
  deepEqual(await instagram.publish.publish(waiting.step), {
    kind: 'progress',
    checkpoint: half,
    afterMs: 3000,
  });

  const joining = stepWith([status('FINISHED'), created], { files, checkpoint: half, now: START + 6000 });
  const joined = { ...processing, madeAt: START + 6000, since: START + 6000, lookedAt: START + 6000 };
  deepEqual(await instagram.publish.publish(joining.step), {
    kind: 'progress',
    checkpoint: joined,
    afterMs: 3000,
  });
  equal(joining.requests[0]?.url.includes('17900000000000012'), true);
  deepEqual(await joining.requests[1]?.json(), {
    media_type: 'CAROUSEL',
    children: children.join(','),
    caption: 'Hello',
  });
});

void t.test('a carousel item that fails is named', async () => {
  const checkpoint = {
    ...counts,
    stage: 'gathering',
    children: ['1', '2'],
    finished: 0,
    since: START,
    lookedAt: START,
  };
  const failed = status('ERROR', 'Error: Media upload has failed with error code 2207026');
  const { step } = stepWith([status('FINISHED'), failed], { files: ['a.jpg', 'b.mp4'], checkpoint });
  const outcome = await instagram.publish.publish(step);
  equal(outcome.kind, 'rejected');
  match('reason' in outcome ? outcome.reason : '', /^media\/1: Error: .* 2207026 \(the video cannot be used/);
});

void t.test('polls of a container become rarer: three seconds, ten, then a minute', async () => {
  let checkpoint: Checkpoint = processing;
  let now = START + 3000;
  const waits: number[] = [];
  for (;;) {
    const outcome: Outcome = await instagram.publish.publish(
      stepWith([status('IN_PROGRESS')], { checkpoint, now }).step,
    );
    if (outcome.kind !== 'progress') {
      equal(outcome.kind, 'retry');
      break;
    }
    waits.push(outcome.afterMs / 1000);
    ({ checkpoint } = outcome);
    now += outcome.afterMs;
  }
  deepEqual(waits, [3, 3, 10, 10, 10, 10, 10, 10, 60, 60, 60, 60, 60, 60, 60]);
  ok(now - START >= 8 * 60_000 && now - START < 9 * 60_000, 'about eight minutes');

  // After the pause of a retry it waits again.
  const later = await instagram.publish.publish(
    stepWith([status('IN_PROGRESS')], { checkpoint, now: now + 300_000 }).step,
  );
  equal(later.kind, 'progress');
  equal('afterMs' in later && later.afterMs, 3000);
});

void t.test('the container is stored in the checkpoint before it is published', async () => {
  const { step, requests } = stepWith([status('FINISHED')], { checkpoint: processing });
  deepEqual(await instagram.publish.publish(step), { kind: 'progress', checkpoint: publishing, afterMs: 0 });
  equal(requests.length, 1);
  equal(instagram.publish.repeatable({ ...step, checkpoint: publishing }), 'no');
  for (const checkpoint of [null, processing, { ...counts, stage: 'making', children: ['1'] }]) {
    equal(instagram.publish.repeatable({ ...step, checkpoint }), 'yes');
  }
});

void t.test('a permalink that cannot be read does not fail the post', async () => {
  const posted = Response.json({ id: '18000000000000020' });
  const down = Response.json({ error: { message: 'down', code: 2 } }, { status: 500 });
  for (const second of [down, new TypeError('fetch failed'), Response.json({}), new Response('<html>')]) {
    const { step } = stepWith([posted, second], { checkpoint: publishing });
    deepEqual(await instagram.publish.publish(step), {
      kind: 'published',
      networkPostId: '18000000000000020',
      url: null,
    });
  }
});

void t.test('an id that arrives as a number is not used, because its last digits are lost', async () => {
  const { step } = stepWith([new Response('{"id":18000000000000021}')], { checkpoint: publishing });
  equal((await instagram.publish.publish(step)).kind, 'unknown');
});

void t.test('an old container is checked before it is published', async () => {
  const now = START + 300_000;
  const published = stepWith([status('PUBLISHED')], { checkpoint: publishing, now });
  equal((await instagram.publish.publish(published.step)).kind, 'unknown');
  equal(published.requests[0]?.method, 'GET');

  const expired = await instagram.publish.publish(
    stepWith([status('EXPIRED')], { checkpoint: publishing, now }).step,
  );
  deepEqual(expired, {
    kind: 'progress',
    checkpoint: { ...counts, anew: 1, stage: 'making', children: [] },
    afterMs: 10_000,
  });

  const finished = stepWith(
    [status('FINISHED'), Response.json({ id: '18000000000000020' }), Response.json({})],
    {
      checkpoint: publishing,
      now,
    },
  );
  equal((await instagram.publish.publish(finished.step)).kind, 'published');
});

void t.test('"finished" and "not ready" do not alternate for ever', async () => {
  const notReady = Response.json(
    { error: { message: 'wait', code: 9007, error_subcode: 2207027 } },
    { status: 400 },
  );
  let checkpoint: Checkpoint = publishing;
  let now = START;
  let last: Outcome = { kind: 'progress', checkpoint, afterMs: 0 };
  for (let turns = 0; turns < 100 && last.kind === 'progress'; turns += 1) {
    const { step } = stepWith([turns % 2 === 0 ? notReady : status('FINISHED')], { checkpoint, now });
    last = await instagram.publish.publish(step);
    if (last.kind === 'progress') ({ checkpoint } = last);
    if (last.kind === 'progress') now += last.afterMs;
  }
  equal(last.kind, 'retry');
});

void t.test('a token is refreshed for sixty days', async () => {
  const scene = setScene({ adapter: instagram, network });
  const refresh = () => {
    const { account, clock, sandbox } = scene;
    return instagram.app!.refresh?.({
      account,
      app: null,
      now: clock.now,
      fetch: sandbox.fetch,
      signal: new AbortController().signal,
    });
  };
  deepEqual(await refresh(), {
    kind: 'retry',
    reason: 'The access token must be at least 24 hours old to be refreshed (100)',
    afterMs: 24 * 3_600_000,
  });

  scene.clock.now += 30 * 24 * 3_600_000;
  const renewed = await refresh();
  ok(renewed?.kind === 'refreshed');
  equal(renewed.expiresAt, scene.clock.now + 60 * 24 * 3_600_000);
  scene.account = { ...scene.account, credentials: renewed.credentials };
  scene.clock.now += 40 * 24 * 3_600_000;
  equal((await drive(scene, { post: post('Hello', ['photo.jpg']) })).status, 'published');

  scene.clock.now += 40 * 24 * 3_600_000;
  equal((await refresh())?.kind, 'reauthorize');
});

void t.test(
  'the token of a Page is not refreshed: a person signs in again, and no call is made',
  async () => {
    const { step } = stepWith([]);
    const account = { ...step.account, credentials: { ...step.account.credentials, login: 'facebook' } };
    equal((await instagram.app!.refresh?.({ ...step, account, app: null }))?.kind, 'reauthorize');
    equal(instagram.app!.renewable?.(account.credentials), false);
    equal(instagram.app!.renewable?.(step.account.credentials), true);
  },
);
void t.test('a refresh without a response is tried again', async () => {
  for (const answer of [
    new TypeError('fetch failed'),
    new Response('', { status: 503 }),
    Response.json({}),
  ]) {
    const { step } = stepWith([answer]);
    equal((await instagram.app!.refresh?.({ ...step, app: null }))?.kind, 'retry');
  }
});

void t.test('a story goes out without the description of its photo, and says so', async () => {
  const { media, ...content } = post('', ['photo.jpg'], { instagramStory: true });
  const described = media.map((item) => ({ ...item, alt: 'A red boat' }));
  const plan = instagram.publish.plan({ ...content, media: described }, account);
  deepEqual(plan.warnings, ['media/0: an Instagram story takes no description, so it is left out.']);
  deepEqual(plan.media, media);
});
