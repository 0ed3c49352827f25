/**
 * Only what is special about TikTok: text and settings, chunks, status, photos without evidence, its responses, tokens.
 */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import t from 'tap';
import type { AccountAccess } from '../../adapters/port/account.ts';
import { MediaError, type PostContent, type PublishStep } from '../../adapters/port/publish.ts';
import { markOf } from '../../adapters/tiktok/checkpoint.ts';
import { chunkAfter, chunksOf, isLastChunk, rangeOf } from '../../adapters/tiktok/chunks.ts';
import { connect } from '../../adapters/tiktok/connect.ts';
import { manifest as tiktok } from '../../adapters/tiktok/manifest.ts';
import { refresh } from '../../adapters/tiktok/oauth.ts';
import { sealAddress, withUploadKey } from '../../adapters/lib/upload-address.ts';
import type { Checkpoint, Json, Outcome } from '../../machines/outcome.ts';
import { tiktok as network } from '../../simulators/tiktok/index.ts';
import type { Fault } from '../../simulators/simulator.ts';
import { drive, live, setScene, START } from '../contract/drive.ts';
import { host, open, photos, post } from '../contract/media.ts';
import { scriptedStep } from './bench.ts';

const MINUTE = 60_000;
const credentials = {
  accessToken: 'act.geheim',
  refreshToken: 'rft.geheim',
  clientId: 'app-1',
};
const ourApp = { clientId: 'app-1', clientSecret: 'app-geheim-1' };
const account: AccountAccess = {
  id: 'acc_1',
  platform: 'tiktok',
  remoteId: 'oid-1',
  username: 'ann_ex',
  endpoints: { www: 'https://www.test', api: 'https://api.test', upload: 'https://up.test' },
  credentials,
  limits: {},
};
const PUBLIC = { tiktokSettings: { privacyLevel: 'PUBLIC_TO_EVERYONE' } };
const UPLOAD = 'https://up.test/video/?upload_id=67890&upload_token=geheim';
const boats = (over: Partial<PostContent> = {}): PostContent => ({
  ...post('Boats #noon', ['clip.mp4'], PUBLIC),
  ...over,
});
const album = { text: 'Boats\nAt noon', media: post('', ['a.jpg', 'b.jpg']).media };
const planOf = (over: Partial<PostContent> = {}) => tiktok.publish.plan(boats(over), account);
const markFor = (over: Partial<PostContent> = {}) =>
  markOf({ plan: planOf(over), options: boats(over).options });
const size = (await open(boats().media[0]!)).bytes.length;
const about = { anew: 0, mark: markFor(), kind: 'video', isPublic: true, username: 'ann_ex' };
const initing = {
  ...about,
  stage: 'initing',
  off: { comment: false, duet: false, stitch: true },
  triedAt: START,
};
const initingPhotos = { ...initing, kind: 'photo', mark: markFor(album) };
const uploading = {
  ...about,
  stage: 'uploading',
  publishId: 'v_pub_file~v2.1',
  address: sealAddress(UPLOAD, { account, deliveryId: 'delivery-1' }),
  size,
  chunkSize: size,
  next: 0,
  at: START,
  stalled: 0,
};
/** In the middle of a file of three chunks. */
const big = { ...uploading, size: 100_000_123, chunkSize: 32_000_000, next: 1 };
const openBig: PublishStep['open'] = async () => ({
  bytes: new Uint8Array(big.size),
  contentType: 'video/mp4',
  width: null,
  height: null,
});
const settling = {
  ...about,
  stage: 'settling',
  publishId: 'v_pub_file~v2.1',
  since: START,
  completeSince: null,
};

/** A step on a network that gives these responses, one for each call. */
function stepWith(
  answers: (Response | Error)[],
  facts: Partial<Pick<PublishStep, 'now' | 'open' | 'host'>> & {
    checkpoint?: Checkpoint | null;
    over?: Partial<PostContent>;
  } = {},
) {
  const { checkpoint = null, now = START, over = {}, open: opened = open, host: hosted = host } = facts;
  const plan = planOf(over);
  const { options } = boats(over);
  return scriptedStep(answers, { account, plan, options, checkpoint, now, open: opened, host: hosted });
}

const OK = { code: 'ok', message: '', log_id: 'l' };
const said = (data: object) => Response.json({ data, error: OK });
const refusal = (status: number, code: string, message = 'Not like this.') =>
  Response.json({ data: {}, error: { code, message, log_id: 'l' } }, { status });
const bytes = (uploaded: number) => said({ status: 'PROCESSING_UPLOAD', uploaded_bytes: uploaded });
const complete = (ids: string, name = 'publicaly_available_post_id') =>
  new Response(`{"data":{"status":"PUBLISH_COMPLETE","${name}":[${ids}]},"error":${JSON.stringify(OK)}}`);
const failedBy = (reason: string) => said({ status: 'FAILED', fail_reason: reason });
const broken = new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
const creator = (over: object = {}) =>
  said({
    creator_username: 'ann_ex',
    privacy_level_options: ['PUBLIC_TO_EVERYONE', 'SELF_ONLY'],
    comment_disabled: false,
    duet_disabled: false,
    stitch_disabled: true,
    ...over,
  });

void t.test('a post that waits in the creator’s inbox is reported as such', async () => {
  const inbox = () => said({ status: 'SEND_TO_USER_INBOX' });
  const outcome = await tiktok.publish.publish(stepWith([inbox()], { checkpoint: settling }).step);
  ok(outcome.kind === 'published');
  match(outcome.warnings?.join() ?? '', /inbox instead of publishing it/);
  const found = await tiktok.publish.verify(stepWith([inbox()], { checkpoint: settling }).step);
  match(found.kind === 'live' ? (found.warnings?.join() ?? '') : '', /inbox instead of publishing it/);
});

void t.test('a video has a caption, photos have a title and a description', async () => {
  deepEqual(planOf(), { text: 'Boats #noon', title: null, media: boats().media, warnings: [], refusals: [] });
  const { title, text, warnings, refusals } = planOf(album);
  deepEqual([title, text, warnings, refusals], ['Boats', 'At noon', [], []]);
  const long = planOf({ ...album, text: 'boats '.repeat(30) });
  equal(long.title?.length, 90);
  equal(long.text, 'boats '.repeat(30).trim());
  match(long.warnings.join(), /^content: .*title/);
});

void t.test('a caption is cut between characters as a reader sees them', async () => {
  const { text, warnings } = planOf({ text: `${'a'.repeat(2198)}👩🏽‍🚀` });
  equal(text, 'a'.repeat(2198));
  match(warnings.join(), /^content: .*2200/);
});

void t.test('options that are missing or ignored cause warnings', async () => {
  const { warnings: private_, warningDetails } = planOf({ options: {} });
  match(private_.join(), /privacyLevel is not set.*SELF_ONLY/);
  deepEqual(warningDetails, [
    { code: 'audience_not_set', param: '/tiktokSettings/privacyLevel', message: private_[0] },
  ]);
  equal(planOf({ options: PUBLIC }).warningDetails, undefined);
  const settings = { ...PUBLIC.tiktokSettings, disableDuet: true, disableComment: true, disableStitch: true };
  deepEqual(planOf({ options: { tiktokSettings: settings } }).warnings, []);
  const { warnings } = planOf({ ...album, options: { tiktokSettings: settings } });
  match(warnings.join('\n'), /disableDuet is left out.*\n.*disableStitch is left out/);
});

void t.test('an invalid post is refused with the field and what to do', async () => {
  const settings = (value: Json) => ({ options: { tiktokSettings: value } });
  const cases: [Partial<PostContent>, string, string][] = [
    [{ media: [] }, 'media_required', '/media'],
    [{ media: post('', ['a.gif']).media }, 'media_type', '/media/0'],
    [{ media: post('', ['a.mp4', 'b.mp4']).media }, 'too_many_media', '/media/1'],
    [{ media: post('', ['a.jpg', 'b.mp4']).media }, 'too_many_media', '/media/0'],
    [{ media: post('', photos(36)).media }, 'too_many_media', '/media/35'],
    [{ ...album, text: `Boats\n${'a'.repeat(4001)}` }, 'text_too_long', '/content'],
    [settings('PUBLIC'), 'option_invalid', '/tiktokSettings'],
    [settings({ privacyLevel: 'EVERYONE' }), 'option_invalid', '/tiktokSettings/privacyLevel'],
    [
      settings({ privacyLevel: 'SELF_ONLY', disableDuet: 'yes' }),
      'option_invalid',
      '/tiktokSettings/disableDuet',
    ],
  ];
  for (const [over, code, param] of cases) {
    const [refusal, ...others] = planOf(over).refusals;
    deepEqual([refusal?.code, refusal?.param, others], [code, param, []]);
    match(refusal?.message ?? '', /^(media|content|tiktokSettings)\S* .*\.$/);
  }
});

void t.test('files are cut into the chunks that TikTok requires', async () => {
  deepEqual(chunksOf(1000), { chunkSize: 1000, count: 1 });
  deepEqual(chunksOf(64_000_000), { chunkSize: 64_000_000, count: 1 });
  deepEqual(chunksOf(64_000_001), { chunkSize: 32_000_000, count: 2 });
  deepEqual(chunksOf(100_000_123), { chunkSize: 32_000_000, count: 3 });
  deepEqual(rangeOf(big, 1), { from: 32_000_000, to: 64_000_000 });
  deepEqual(rangeOf(big, 2), { from: 64_000_000, to: 100_000_123 }, 'the last takes the rest');
  deepEqual([isLastChunk(big, 1), isLastChunk(big, 2)], [false, true]);
  deepEqual(
    [0, 31_999_999, 32_000_000, 99_000_000].map((stored) => chunkAfter(big, stored)),
    [0, 0, 1, 2],
  );
});

void t.test('the creator’s settings are read first, and what is switched off stays off', async () => {
  const { step, requests } = stepWith([creator()]);
  deepEqual(await tiktok.publish.publish(step), { kind: 'progress', checkpoint: initing, afterMs: 0 });
  equal(requests[0]?.url, 'https://api.test/v2/post/publish/creator_info/query/');
  equal(requests[0].headers.get('authorization'), 'Bearer act.geheim');

  const init = stepWith([said({ publish_id: 'v_pub_file~v2.1', upload_url: UPLOAD })], {
    checkpoint: initing,
  });
  const outcome = await tiktok.publish.publish(init.step);
  deepEqual(outcome, { kind: 'progress', checkpoint: uploading, afterMs: 0 });
  ok(!JSON.stringify(outcome).includes('geheim'), 'the address is sealed');
  deepEqual(await init.requests[0]?.json(), {
    post_info: {
      title: 'Boats #noon',
      privacy_level: 'PUBLIC_TO_EVERYONE',
      disable_comment: false,
      disable_duet: false,
      disable_stitch: true,
      brand_content_toggle: false,
      brand_organic_toggle: false,
      is_aigc: false,
    },
    source_info: { source: 'FILE_UPLOAD', video_size: size, chunk_size: size, total_chunk_count: 1 },
  });
});

void t.test('a privacy level that the account does not have is refused by its name', async () => {
  const answer = creator({ privacy_level_options: ['FOLLOWER_OF_CREATOR', 'SELF_ONLY'] });
  const outcome = await tiktok.publish.publish(stepWith([answer]).step);
  ok(outcome.kind === 'rejected');
  match(outcome.reason, /^tiktokSettings\.privacyLevel: .*FOLLOWER_OF_CREATOR, SELF_ONLY/);
  const untold = creator({ privacy_level_options: null });
  equal(
    (await tiktok.publish.publish(stepWith([untold]).step)).kind,
    'progress',
    'TikTok decides where it does not tell',
  );
});

void t.test(
  'the settings of the creator are read again after five minutes, or when the post was edited',
  async () => {
    for (const facts of [{ now: START + 5 * MINUTE }, { over: { text: 'Ships' } }]) {
      const { step, requests } = stepWith([creator()], { checkpoint: initing, ...facts });
      await tiktok.publish.publish(step);
      match(requests[0]?.url ?? '', /creator_info/);
    }
  },
);

void t.test('chunks are sent without a token, each as a step, and the last one publishes', async () => {
  const middle = stepWith([new Response(null, { status: 206 })], { checkpoint: big, open: openBig });
  deepEqual(await tiktok.publish.publish(middle.step), {
    kind: 'progress',
    checkpoint: { ...big, next: 2 },
    afterMs: 0,
  });
  const [request] = middle.requests;
  equal(request?.url, UPLOAD);
  equal(request.headers.get('authorization'), null);
  equal(request.headers.get('content-type'), 'video/mp4');
  equal(request.headers.get('content-range'), 'bytes 32000000-63999999/100000123');

  const last = stepWith([new Response(null, { status: 201 })], { checkpoint: uploading });
  deepEqual(await tiktok.publish.publish(last.step), {
    kind: 'progress',
    checkpoint: settling,
    afterMs: 5000,
    committed: true,
  });
});

void t.test('a large video arrives in the simulator in three chunks', async () => {
  const scene = setScene({ adapter: tiktok, network });
  let checkpoint: Checkpoint | null = null;
  let outcome: Outcome | null = null;
  for (let count = 0; count < 20 && outcome?.kind !== 'published'; count += 1) {
    const { step } = stepWith([], { checkpoint, open: openBig });
    outcome = await tiktok.publish.publish({ ...step, account: scene.account, fetch: scene.sandbox.fetch });
    if (outcome.kind === 'progress') ({ checkpoint } = outcome);
  }
  equal(outcome?.kind, 'published', JSON.stringify(outcome));
  const uploads = scene.sandbox.calls.entries().filter(({ call }) => call === 'upload');
  deepEqual(
    uploads.map(({ status }) => status),
    [206, 206, 201],
  );
  equal(scene.sandbox.ledger.entries()[0]?.media[0]?.bytes, big.size);
});

void t.test('after a refused chunk the status decides', async () => {
  const refused = async (status: number, then: Response, checkpoint: Checkpoint = big) => {
    const { step } = stepWith([new Response(null, { status }), then], { checkpoint, open: openBig });
    const outcome = await tiktok.publish.publish(step);
    return outcome.kind === 'progress' ? outcome.checkpoint : outcome.kind;
  };
  const anew = { stage: 'begun', anew: 1 };
  deepEqual(await refused(416, bytes(64_000_000)), { ...big, next: 2, stalled: 1 }, 'another is wanted');
  deepEqual(await refused(416, bytes(0), { ...big, stalled: 3 }), anew, 'not for ever');
  deepEqual(await refused(403, bytes(32_000_000)), anew, 'the address is over');
  deepEqual(await refused(404, bytes(32_000_000)), anew);
  deepEqual(await refused(416, bytes(big.size), { ...big, next: 2 }), { ...settling }, 'all is there');
  deepEqual(await refused(403, complete('')), settling);
  equal(await refused(403, failedBy('spam_risk')), 'rejected');
  equal(await refused(403, refusal(500, 'internal_error'), { ...big, next: 2 }), 'unknown');
  equal(await refused(403, refusal(500, 'internal_error')), 'retry');
  equal(await refused(403, bytes(0), { ...big, anew: 2 }), 'rejected', 'begun anew twice at most');
});

void t.test('a change during an upload starts again, unless the first upload is complete', async () => {
  const edits = [
    { over: { text: 'Ships' } },
    { over: { options: {} } },
    { open: openBig },
    { checkpoint: { ...uploading, address: 'sealed-by-another-app' } },
  ];
  for (const facts of edits) {
    const asked = async (answer: Response) => {
      const outcome = await tiktok.publish.publish(
        stepWith([answer], { checkpoint: uploading, ...facts }).step,
      );
      return outcome.kind === 'progress' ? outcome.checkpoint['stage'] : outcome.kind;
    };
    equal(await asked(bytes(0)), 'begun');
    equal(await asked(bytes(size)), 'settling');
    equal(await asked(complete('')), 'settling');
    equal(await asked(refusal(503, 'internal_error')), 'unknown');
  }
});

void t.test('only the init of photos must not be repeated', async () => {
  const repeatable = (checkpoint: Checkpoint | null) =>
    tiktok.publish.repeatable({ checkpoint, plan: planOf(), now: START });
  deepEqual([null, initing, uploading, settling, initingPhotos].map(repeatable), [
    'yes',
    'yes',
    'yes',
    'yes',
    'no',
  ]);
});

void t.test('a public post is identified by its id, whose digits a number would lose', async () => {
  const published = {
    kind: 'published',
    networkPostId: '7312345678901234567',
    url: 'https://www.tiktok.com/@ann_ex/video/7312345678901234567',
  };
  for (const name of ['publicaly_available_post_id', 'publicly_available_post_id']) {
    const { step } = stepWith([complete('7312345678901234567', name)], { checkpoint: settling });
    deepEqual(await tiktok.publish.publish(step), published);
  }
});

void t.test('a post without an id is waited for if it is public, and done if it is not', async () => {
  const look = (checkpoint: Checkpoint, now = START) =>
    tiktok.publish.publish(stepWith([complete('')], { checkpoint, now }).step);
  const waiting = { ...settling, completeSince: START };
  deepEqual(await look(settling), {
    kind: 'progress',
    checkpoint: waiting,
    afterMs: 15_000,
    committed: true,
  });
  const nameless = { kind: 'published', networkPostId: 'v_pub_file~v2.1', url: null };
  deepEqual(await look(waiting, START + 2 * MINUTE), nameless);
  deepEqual(await look({ ...settling, isPublic: false }), nameless);
});

void t.test('polls become rarer, and after half an hour the response counts as lost', async () => {
  const look = async (answer: Response | Error, ageMs: number) => {
    const outcome = await tiktok.publish.publish(
      stepWith([answer], { checkpoint: settling, now: START + ageMs }).step,
    );
    return outcome.kind === 'progress' ? outcome.afterMs : outcome.kind;
  };
  for (const answer of [
    bytes(size),
    refusal(503, 'internal_error'),
    refusal(429, 'rate_limit_exceeded'),
    broken,
  ]) {
    deepEqual(
      [await look(answer, 5000), await look(answer, 2 * MINUTE), await look(answer, 10 * MINUTE)],
      [10_000, 30_000, 60_000],
    );
    equal(await look(answer, 30 * MINUTE), 'unknown');
  }
  equal(await look(refusal(401, 'access_token_invalid'), 0), 'unknown', 'it is on its way: no end is said');
});

void t.test('each fail_reason has its outcome', async () => {
  const fail = async (reason: string, anew = 0) => {
    const checkpoint = { ...settling, anew };
    const outcome = await tiktok.publish.publish(stepWith([failedBy(reason)], { checkpoint }).step);
    return outcome.kind === 'progress' ? outcome.afterMs : outcome.kind;
  };
  const forGood = [
    'file_format_check_failed',
    'duration_check_failed',
    'frame_rate_check_failed',
    'picture_size_check_failed',
    'publish_cancelled',
    'spam_risk_user_banned_from_posting',
    'spam_risk_text',
    'spam_risk',
  ];
  for (const reason of forGood) equal(await fail(reason), 'rejected', reason);
  deepEqual(
    [await fail('internal'), await fail('internal', 1), await fail('internal', 2)],
    [MINUTE, 5 * MINUTE, 'rejected'],
  );
  deepEqual([await fail('video_pull_failed'), await fail('photo_pull_failed', 1)], [MINUTE, 'rejected']);
  equal(await fail('spam_risk_too_many_posts'), 24 * 60 * MINUTE);
  equal(await fail('auth_removed'), 'reauthorize');
});

void t.test('each row of the error table has its outcome', async () => {
  const cases: [Response, Outcome['kind'], number?][] = [
    [refusal(400, 'invalid_params'), 'rejected'],
    [refusal(400, 'app_version_check_failed'), 'rejected'],
    [refusal(400, 'scope_permission_missed'), 'rejected'],
    [refusal(401, 'access_token_invalid'), 'expired'],
    [refusal(401, 'scope_not_authorized'), 'reauthorize'],
    [refusal(403, 'spam_risk_too_many_posts'), 'retry', 24 * 60 * MINUTE],
    [refusal(403, 'spam_risk_too_many_pending_share'), 'retry', 24 * 60 * MINUTE],
    [refusal(403, 'reached_active_user_cap'), 'retry', 24 * 60 * MINUTE],
    [refusal(403, 'spam_risk_user_banned_from_posting'), 'rejected'],
    [refusal(403, 'unaudited_client_can_only_post_to_private_accounts'), 'rejected'],
    [refusal(403, 'url_ownership_unverified'), 'rejected'],
    [refusal(403, 'privacy_level_option_mismatch'), 'rejected'],
    [refusal(429, 'rate_limit_exceeded'), 'retry', MINUTE],
    [refusal(200, 'invalid_param'), 'rejected'],
  ];
  for (const [answer, kind, afterMs] of cases) {
    for (const facts of [{}, { checkpoint: initing }, { checkpoint: initingPhotos, over: album }]) {
      const outcome = await tiktok.publish.publish(stepWith([answer], facts).step);
      equal(outcome.kind, kind, JSON.stringify(outcome));
      if (afterMs !== undefined) deepEqual(outcome.kind === 'retry' && outcome.afterMs, afterMs);
      match('reason' in outcome ? outcome.reason : '', /^TikTok: Not like this\. \(/);
    }
  }
});

void t.test('a server error at init proves nothing for photos, and is harmless for a video', async () => {
  for (const answer of [
    refusal(500, 'internal_error'),
    new Response('<html>', { status: 502 }),
    said({}),
    broken,
  ]) {
    equal((await tiktok.publish.publish(stepWith([answer], { checkpoint: initing }).step)).kind, 'retry');
    const pulled = stepWith([answer], { checkpoint: initingPhotos, over: album });
    equal((await tiktok.publish.publish(pulled.step)).kind, 'unknown');
  }
});

void t.test(
  'photos are hosted as JPEG (a WebP is converted, portrait photos stay upright) and pulled',
  async () => {
    const asked: unknown[] = [];
    const { step, requests } = stepWith([said({ publish_id: 'p_pub_url~v2.1' })], {
      checkpoint: initingPhotos,
      over: album,
      host: (item, requirements) => {
        asked.push(requirements);
        return host(item);
      },
    });
    deepEqual(await tiktok.publish.publish(step), {
      kind: 'progress',
      checkpoint: { ...settling, kind: 'photo', mark: markFor(album), publishId: 'p_pub_url~v2.1' },
      afterMs: 5000,
      committed: true,
    });
    const body = (await requests[0]?.json()) as { post_info: Json; source_info: Json } | undefined;
    deepEqual(body?.source_info, {
      source: 'PULL_FROM_URL',
      photo_images: ['https://media.test/a.jpg', 'https://media.test/b.jpg'],
      photo_cover_index: 0,
    });
    deepEqual(body?.post_info, {
      title: 'Boats',
      description: 'At noon',
      privacy_level: 'PUBLIC_TO_EVERYONE',
      disable_comment: false,
      auto_add_music: true,
      brand_content_toggle: false,
      brand_organic_toggle: false,
    });
    deepEqual(asked[0], {
      types: ['image/jpeg'],
      maxBytes: 20_000_000,
      maxWidth: 1080,
      maxSide: 1920,
      ownAddress: true,
    });
    const failing = stepWith([], {
      checkpoint: initingPhotos,
      over: album,
      host: () => Promise.reject(new MediaError('media/0 is not there.', false)),
    });
    equal((await tiktok.publish.publish(failing.step)).kind, 'rejected');
  },
);

void t.test('photos whose response was lost are found in the list of public posts', async () => {
  const listed = (over: { [name: string]: Json } = {}) => ({
    id: '7312345678901234567',
    title: 'Boats',
    video_description: 'Boats At noon',
    create_time: START / 1000 + 3,
    ...over,
  });
  const look = async (videos: Json[], ageMs = MINUTE, checkpoint: Checkpoint = initingPhotos) => {
    const answer = said({ videos, cursor: 0, has_more: false });
    const { step } = stepWith([answer], { checkpoint, over: album, now: START + ageMs });
    return tiktok.publish.verify(step);
  };
  deepEqual(await look([listed()]), {
    kind: 'live',
    networkPostId: '7312345678901234567',
    url: 'https://www.tiktok.com/@ann_ex/photo/7312345678901234567',
  });
  equal((await look([listed({ video_description: 'At noon' })])).kind, 'live');
  equal((await look([listed({ create_time: START / 1000 - 60 })])).kind, 'retry', 'an earlier one');
  equal((await look([listed({ video_description: 'Ships', title: 'Ships' })])).kind, 'retry');
  equal((await look([listed(), listed({ id: '2' })])).kind, 'cannot_tell');
  equal((await look([], 15 * MINUTE)).kind, 'cannot_tell', 'it may be in moderation');
  equal((await look([], 0, { ...initingPhotos, isPublic: false })).kind, 'cannot_tell');
  const unscoped = stepWith([refusal(401, 'scope_not_authorized')], {
    checkpoint: initingPhotos,
    over: album,
  });
  equal((await tiktok.publish.verify(unscoped.step)).kind, 'cannot_tell');
});

void t.test('a lookup with a publish id finds out everything', async () => {
  const look = async (checkpoint: Checkpoint, answer: Response | Error, now = START) =>
    tiktok.publish.verify(stepWith([answer], { checkpoint, now, open: openBig }).step);
  deepEqual(await look(big, bytes(64_000_000), START + 9), {
    kind: 'progress',
    checkpoint: { ...big, next: 2, at: START + 9 },
  });
  equal((await look(big, bytes(big.size))).kind, 'retry');
  const uncounted = said({ status: 'PROCESSING_UPLOAD' });
  equal((await look(big, uncounted)).kind, 'absent', 'not the last chunk');
  equal((await look(uploading, uncounted)).kind, 'retry');
  equal((await look(uploading, uncounted, START + 10 * MINUTE)).kind, 'absent', 'the same chunk again');
  deepEqual(await look(uploading, failedBy('internal')), { kind: 'progress', checkpoint: settling });
  equal((await look(settling, said({ status: 'PROCESSING_DOWNLOAD' }))).kind, 'retry');
  equal((await look(settling, complete('7312345678901234567'))).kind, 'live');
  equal((await look(settling, complete(''))).kind, 'retry', 'its id is yet to come');
  const nameless = { kind: 'live', networkPostId: null, url: null };
  deepEqual(await look(settling, complete(''), START + 2 * MINUTE), nameless);
  const own = { kind: 'live', networkPostId: 'v_pub_file~v2.1', url: null };
  deepEqual(await look({ ...settling, isPublic: false }, complete('')), own);
  equal((await look(settling, refusal(401, 'access_token_invalid'))).kind, 'expired');
  equal((await look(settling, refusal(400, 'invalid_publish_id'))).kind, 'cannot_tell');
  equal((await look(settling, refusal(503, 'internal_error'))).kind, 'retry');
  deepEqual(await look(initing, broken), { kind: 'absent', checkpoint: { stage: 'begun', anew: 0 } });
});

const faults: Omit<Fault, 'network'>[] = [
  { kind: 'status', status: 429 },
  { kind: 'status', status: 500 },
  { kind: 'error_after_accept', status: 503 },
  { kind: 'cut' },
  { kind: 'lost_answer' },
  { kind: 'no_id' },
];

void t.test('public photos are never posted twice, and are found if they arrived', async () => {
  for (const fault of faults) {
    for (const call of ['creator_info/query', 'content/init', 'status/fetch']) {
      const scene = setScene({ adapter: tiktok, network });
      scene.sandbox.faults.add({ ...fault, call, network: 'tiktok', times: 1 });
      const driven = await drive(scene, { post: boats(album) });
      const what = `${fault.kind} ${fault.status} at ${call}`;
      // an init that did not arrive, which nothing can prove
      const isLost = call === 'content/init' && (fault.kind === 'cut' || fault.status === 500);
      equal(live(scene), isLost ? 0 : 1, what);
      equal(driven.status, isLost ? 'failed' : 'published', what);
      equal(driven.unresolved, isLost, what);
    }
  }
});

void t.test('private photos are left to a person when their response was lost', async () => {
  const scene = setScene({ adapter: tiktok, network });
  const hidden = { ...boats(album), options: {} };
  scene.sandbox.faults.add({ kind: 'lost_answer', call: 'content/init', network: 'tiktok', times: 1 });
  const driven = await drive(scene, { post: hidden });
  deepEqual([driven.status, driven.unresolved, live(scene)], ['failed', true, 1]);
  match(driven.error ?? '', /check the account/);
});

void t.test('a service that stops while photos are posted posts them once', async () => {
  const clean = await drive(setScene({ adapter: tiktok, network }), { post: boats(album) });
  equal(clean.status, 'published');
  for (const [index, { call }] of clean.calls.entries()) {
    for (const how of ['stopped before', 'stopped after', 'timed out'] as const) {
      const scene = setScene({ adapter: tiktok, network });
      const driven = await drive(scene, { post: boats(album), disturb: { call: index + 1, how } });
      const isLost = call === 'content/init' && how === 'stopped before';
      deepEqual([driven.unresolved, live(scene)], [isLost, isLost ? 0 : 1], `${how} ${call}`);
    }
  }
});

void t.test(
  'a refresh stores every new refresh token, and recognizes refusals that come with status 200',
  async () => {
    const renew = async (body: object, status = 200) => {
      const { step, requests } = stepWith([Response.json(body, { status })]);
      return { answer: await refresh({ ...step, app: ourApp }), request: requests[0] };
    };
    const both = {
      access_token: 'act.2',
      refresh_token: 'rft.2',
      expires_in: 7200,
      refresh_expires_in: 15_552_000,
    };
    const { answer, request } = await renew(both);
    deepEqual(answer, {
      kind: 'refreshed',
      credentials: { ...withUploadKey(account), accessToken: 'act.2', refreshToken: 'rft.2' },
      expiresAt: START + 15_552_000_000,
    });
    equal(request?.url, 'https://api.test/v2/oauth/token/');
    deepEqual(Object.fromEntries(new URLSearchParams(await request.text())), {
      client_key: 'app-1',
      client_secret: 'app-geheim-1',
      grant_type: 'refresh_token',
      refresh_token: 'rft.geheim',
    });
    const kept = (await renew({ access_token: 'act.2' })).answer;
    deepEqual(kept.kind === 'refreshed' && kept.credentials['refreshToken'], 'rft.geheim');
    const over = { error: 'invalid_grant', error_description: 'Refresh token is invalid or expired.' };
    equal((await renew(over)).answer.kind, 'reauthorize');
    equal((await renew({ error: 'server_error' })).answer.kind, 'retry');
    equal((await renew({ error: { code: 'internal_error' } }, 503)).answer.kind, 'retry');
  },
);

void t.test('connecting stores what the person allowed, and requires the permission to post', async () => {
  const app = { clientId: 'app-1', clientSecret: 'app-geheim-1' };
  const { endpoints } = account;
  const asked = { endpoints, app, redirectUri: 'https://troupe.test/back', state: 's', codeChallenge: null };
  const url = new URL(connect.authorizeUrl(asked));
  equal(`${url.origin}${url.pathname}`, 'https://www.test/v2/auth/authorize/');
  equal(url.searchParams.get('client_key'), 'app-1');
  match(url.searchParams.get('scope') ?? '', /^user\.info\.basic,.*,video\.publish$/);

  const exchange = async (scope: string) => {
    const tokens = { open_id: 'oid-1', access_token: 'a', refresh_token: 'r', scope };
    const user = said({ user: { open_id: 'oid-1', display_name: 'Ann' } });
    const { step, requests } = stepWith([Response.json(tokens), user]);
    const answer = await connect.exchange({
      ...step,
      endpoints,
      app,
      redirectUri: '',
      code: 'c*!',
      codeVerifier: null,
    });
    return { answer, requests };
  };
  const less = await exchange('user.info.basic,video.publish');
  ok(less.answer.kind === 'accounts');
  deepEqual([less.answer.accounts[0]?.username, less.answer.accounts[0]?.url], ['Ann', null]);
  equal(new URL(less.requests[1]?.url ?? '').searchParams.get('fields'), 'open_id,avatar_url,display_name');
  const none = await exchange('user.info.basic');
  ok(none.answer.kind === 'refused');
  match(none.answer.reason, /video\.publish/);
});

void t.test('the simulator refuses what TikTok refuses, with its codes', async () => {
  const scene = setScene({ adapter: tiktok, network }, { name: 'private rosa' });
  const { sandbox, account } = scene;
  const send = async (path: string, body: object, token = account.credentials['accessToken']) => {
    const answer = await sandbox.fetch(`${account.endpoints['api']}/v2/post/publish/${path}/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    const { error } = (await answer.json()) as { error: { code: string } };
    return `${answer.status} ${error.code}`;
  };
  const info = { privacy_level: 'SELF_ONLY', disable_stitch: true };
  const source = {
    source: 'FILE_UPLOAD',
    video_size: 50_000_123,
    chunk_size: 10_000_000,
    total_chunk_count: 5,
  };
  const video = { post_info: info, source_info: source };
  equal(await send('video/init', video), '200 ok');
  equal(await send('video/init', video, 'nobody'), '401 access_token_invalid');
  equal(
    await send('video/init', { ...video, source_info: { ...source, total_chunk_count: 6 } }),
    '400 invalid_params',
  );
  const open = { ...info, privacy_level: 'PUBLIC_TO_EVERYONE' };
  equal(await send('video/init', { ...video, post_info: open }), '403 privacy_level_option_mismatch');
  equal(await send('status/fetch', { publish_id: 'x' }), '400 invalid_publish_id');

  const png = { ...boats({ text: 'Boats', media: post('', ['wide.png']).media }), options: {} };
  const driven = await drive(scene, { post: png });
  match(driven.error ?? '', /file_format_check_failed/);
});
