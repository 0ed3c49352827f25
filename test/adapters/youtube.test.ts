/** Only what is special about YouTube: texts, sessions and chunks, its responses, lookups, tokens. */
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import t from 'tap';
import type { AccountAccess } from '../../adapters/port/account.ts';
import { MediaError, type PostContent, type PublishStep } from '../../adapters/port/publish.ts';
import { sealAddress, withUploadKey } from '../../adapters/lib/upload-address.ts';
import { untilMidnightPacificMs } from '../../adapters/youtube/errors.ts';
import { CHUNK_BYTES, markOf } from '../../adapters/youtube/checkpoint.ts';
import { connect } from '../../adapters/youtube/connect.ts';
import { manifest as youtube } from '../../adapters/youtube/manifest.ts';
import { refresh } from '../../adapters/youtube/oauth.ts';
import type { Checkpoint, Json, Outcome } from '../../machines/outcome.ts';
import { youtube as network } from '../../simulators/youtube/index.ts';
import { drive, setScene, START } from '../contract/drive.ts';
import { open, post } from '../contract/media.ts';
import { scriptedStep } from './bench.ts';

const credentials = {
  accessToken: 'ya29.geheim',
  refreshToken: '1//geheim',
  clientId: 'app-1',
};
const ourApp = { clientId: 'app-1', clientSecret: 'app-geheim-1' };
const account: AccountAccess = {
  id: 'acc_1',
  platform: 'youtube',
  remoteId: 'UCabc',
  username: '@ann',
  endpoints: {
    accounts: 'https://accounts.test',
    oauth: 'https://oauth.test',
    api: 'https://yt.test',
    analytics: 'https://numbers.test',
  },
  credentials,
  limits: {},
};
const SESSION = 'https://yt.test/upload/youtube/v3/videos?uploadType=resumable&upload_id=geheim-1';
const boats = (over: Partial<PostContent> = {}): PostContent => ({
  ...post('Boats\nThey came in at noon', ['clip.mp4']),
  ...over,
});
const planOf = (over: Partial<PostContent> = {}) => youtube.publish.plan(boats(over), account);
const size = (await open(boats().media[0]!)).bytes.length;
const uploading = {
  stage: 'uploading',
  anew: 0,
  session: sealAddress(SESSION, { account, deliveryId: 'delivery-1' }),
  mark: markOf({ plan: planOf(), options: {} }),
  title: 'Boats',
  size,
  offset: 0,
  at: START,
  stalled: 0,
};
/** In the middle of a file of three chunks. */
const big = { ...uploading, size: 2 * CHUNK_BYTES + 1000 };
const openBig: PublishStep['open'] = async () => ({
  bytes: new Uint8Array(big.size),
  contentType: 'video/mp4',
  width: null,
  height: null,
});

/** A step on a network that gives these responses, one for each call. */
function stepWith(
  answers: (Response | Error)[],
  facts: Partial<Pick<PublishStep, 'now' | 'open'>> & {
    checkpoint?: Checkpoint | null;
    over?: Partial<PostContent>;
  } = {},
) {
  const { checkpoint = null, now = START, over = {}, open: opened = open } = facts;
  const plan = planOf(over);
  const { options } = boats(over);
  return scriptedStep(answers, { account, plan, options, checkpoint, now, open: opened });
}

const refusal = (status: number, reason: string, message = 'Not like this.') =>
  Response.json({ error: { code: status, message, errors: [{ message, reason }] } }, { status });
const more = (range?: string) =>
  new Response(null, { status: 308, headers: range === undefined ? {} : { range } });
const done = (status: { [name: string]: Json } = { uploadStatus: 'processed' }) =>
  Response.json({ kind: 'youtube#video', id: 'dQw4w9WgXcQ', status });
const broken = new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });

void t.test('the first line is the title, the rest the description', async () => {
  deepEqual(planOf(), {
    text: 'They came in at noon',
    title: 'Boats',
    media: boats().media,
    warnings: [],
    refusals: [],
  });
});

void t.test('angle brackets are replaced, with a warning', async () => {
  const { title, text, warnings } = planOf({ text: '1 < 2\n<b>so</b>' });
  deepEqual([title, text], ['1 ‹ 2', '‹b›so‹/b›']);
  match(warnings.join(), /^content: .*‹ and ›.*\.$/);
});

void t.test('a long first line is cut in the title and complete in the description', async () => {
  const line = 'boats '.repeat(20).trim();
  const { title, text, warnings } = planOf({ text: line });
  equal(title?.length, 100);
  equal(text, line);
  equal(warnings.length, 1);
});

void t.test('a text without a first line gets a title too', async () => {
  const { title, text, warnings } = planOf({ text: ' \n ' });
  deepEqual([title, text], ['New video', '']);
  match(warnings.join(), /New video/);
});

void t.test('a tool may set the title and the privacy', async () => {
  const options = { youtubeSettings: { title: 'Own', privacy: 'unlisted' } };
  const { title, text, refusals } = planOf({ options });
  deepEqual([title, text, refusals], ['Own', 'Boats\nThey came in at noon', []]);
  const { step, requests } = stepWith([new Response(null, { headers: { location: SESSION } })], {
    over: { options },
  });
  await youtube.publish.publish(step);
  const body = (await requests[0]?.json()) as { status: { privacyStatus: string } } | undefined;
  equal(body?.status.privacyStatus, 'unlisted');

  const wrong = planOf({ options: { youtubeSettings: { title: 'a'.repeat(101), privacy: 'friends' } } });
  deepEqual(
    wrong.refusals.map(({ code, param }) => [code, param]),
    [
      ['option_invalid', '/youtubeSettings/title'],
      ['option_invalid', '/youtubeSettings/privacy'],
    ],
  );
});

void t.test('an invalid post is refused with the field and what to do', async () => {
  const cases: [Partial<PostContent>, string, string][] = [
    [{ media: [] }, 'media_required', '/media'],
    [{ media: post('', ['a.jpg']).media }, 'media_type', '/media/0'],
    [{ media: post('', ['a.gif']).media }, 'media_type', '/media/0'],
    [{ media: post('', ['a.mp4', 'b.mov']).media }, 'too_many_media', '/media/1'],
    [{ media: post('', ['a.mp4', 'b.jpg']).media }, 'media_type', '/media/1'],
    [{ text: `Boats\n${'a'.repeat(5001)}` }, 'text_too_long', '/content'],
  ];
  for (const [over, code, param] of cases) {
    const [refusal, ...others] = planOf(over).refusals;
    deepEqual([refusal?.code, refusal?.param, others], [code, param, []]);
    match(refusal?.message ?? '', /^(media|content)\S*: .*\.$/);
  }
});

void t.test('a session starts with all texts, and its address is stored sealed', async () => {
  const { step, requests } = stepWith([new Response(null, { headers: { location: SESSION } })]);
  const outcome = await youtube.publish.publish(step);
  deepEqual(outcome, { kind: 'progress', checkpoint: uploading, afterMs: 0 });
  ok(!JSON.stringify(outcome).includes('geheim'));
  const [request] = requests;
  ok(request);
  equal(
    request.url,
    'https://yt.test/upload/youtube/v3/videos?uploadType=resumable&part=snippet%2Cstatus&notifySubscribers=true',
  );
  equal(request.headers.get('x-upload-content-length'), String(size));
  equal(request.headers.get('x-upload-content-type'), 'video/mp4');
  equal(request.headers.get('authorization'), 'Bearer ya29.geheim');
  deepEqual(await request.json(), {
    snippet: { title: 'Boats', description: 'They came in at noon', categoryId: '22' },
    status: { privacyStatus: 'public', selfDeclaredMadeForKids: false, embeddable: true, license: 'youtube' },
  });
});

void t.test('a small file is sent in one piece, and the response has the video’s id', async () => {
  const { step, requests } = stepWith([done()], { checkpoint: uploading });
  deepEqual(await youtube.publish.publish(step), {
    kind: 'published',
    networkPostId: 'dQw4w9WgXcQ',
    url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  });
  const [request] = requests;
  equal(request?.method, 'PUT');
  equal(request.url, SESSION);
  equal(request.redirect, 'manual', '308 is no redirect here');
  equal(request.headers.get('content-range'), `bytes 0-${size - 1}/${size}`);
  equal((await request.arrayBuffer()).byteLength, size);
});

void t.test(
  'a video that YouTube made private, or still processes, is published with a warning',
  async () => {
    const warned = async (status: { [name: string]: Json }, more = {}) => {
      const { step } = stepWith([done(status)], { checkpoint: uploading });
      const outcome = await youtube.publish.publish({ ...step, ...more });
      ok(outcome.kind === 'published');
      return (outcome.warnings ?? []).join(' ');
    };
    match(
      await warned({ uploadStatus: 'processed', privacyStatus: 'private' }),
      /private, not public as asked/,
    );
    equal(await warned({ uploadStatus: 'processed', privacyStatus: 'public' }), '');
    equal(await warned({ uploadStatus: 'processed' }), '', 'YouTube need not say');
    match(
      await warned({ uploadStatus: 'uploaded', privacyStatus: 'public' }),
      /its result is not checked: look in/,
    );

    const { step } = stepWith([done({ uploadStatus: 'processed', privacyStatus: 'private' })], {
      checkpoint: uploading,
    });
    const found = await youtube.publish.verify(step);
    match(found.kind === 'live' ? (found.warnings ?? []).join() : '', /private, not public/);
    const edited = { ...uploading, mark: 'another' };
    const answers = [done({ uploadStatus: 'processed', privacyStatus: 'private' })];
    const old = await youtube.publish.verify(stepWith(answers, { checkpoint: edited }).step);
    deepEqual(old.kind === 'live' && old.warnings, undefined, 'what was asked for then is not known');
  },
);

void t.test('the simulated YouTube keeps the videos of apps without an audit private', async () => {
  const scene = setScene({ adapter: youtube, network }, { name: 'unaudited-rosa' });
  const driven = await drive(scene, { post: boats() });
  const last = driven.steps.at(-1)?.outcome;
  ok(last?.kind === 'published');
  match(last.warnings?.[0] ?? '', /private, not public/);
});

void t.test('a session address on another host gets no token', async () => {
  const session = sealAddress('https://elsewhere.test/up?upload_id=1', { account, deliveryId: 'delivery-1' });
  const { step, requests } = stepWith([done()], { checkpoint: { ...uploading, session } });
  await youtube.publish.publish(step);
  equal(requests[0]?.headers.get('authorization'), null);
});

void t.test('a large file is sent chunk by chunk, each as a step, from the stored position', async () => {
  equal(CHUNK_BYTES % 262_144, 0);
  const first = stepWith([more(`bytes=0-${CHUNK_BYTES - 1}`)], { checkpoint: big, open: openBig });
  deepEqual(await youtube.publish.publish(first.step), {
    kind: 'progress',
    checkpoint: { ...big, offset: CHUNK_BYTES },
    afterMs: 0,
  });
  equal(first.requests[0]?.headers.get('content-range'), `bytes 0-${CHUNK_BYTES - 1}/${big.size}`);
  const half = stepWith([done()], {
    checkpoint: { ...big, offset: CHUNK_BYTES + 262_144 },
    open: openBig,
  });
  await youtube.publish.publish(half.step);
  equal(
    half.requests[0]?.headers.get('content-range'),
    `bytes ${CHUNK_BYTES + 262_144}-${big.size - 1}/${big.size}`,
  );
});

void t.test('a large file arrives in the simulator in three chunks', async () => {
  const scene = setScene({ adapter: youtube, network });
  let checkpoint: Checkpoint | null = null;
  let outcome: Outcome | null = null;
  for (let count = 0; count < 4; count += 1) {
    const { step } = stepWith([], { checkpoint, open: openBig });
    outcome = await youtube.publish.publish({ ...step, account: scene.account, fetch: scene.sandbox.fetch });
    if (outcome.kind === 'progress') ({ checkpoint } = outcome);
  }
  equal(outcome?.kind, 'published');
  deepEqual(
    scene.sandbox.calls.entries().map(({ call, status }) => `${call} ${status}`),
    ['videos.insert 200', 'upload 308', 'upload 308', 'upload 200'],
  );
  equal(scene.sandbox.ledger.entries()[0]?.media[0]?.bytes, big.size);
});

void t.test('a chunk without progress is sent again with growing waits, then later', async () => {
  const waits: unknown[] = [];
  let checkpoint: Checkpoint = big;
  for (let time = 0; time < 4; time += 1) {
    const outcome = await youtube.publish.publish(stepWith([more()], { checkpoint, open: openBig }).step);
    waits.push(outcome.kind === 'progress' ? outcome.afterMs : outcome.kind);
    if (outcome.kind === 'progress') ({ checkpoint } = outcome);
  }
  deepEqual(waits, [1000, 10_000, 60_000, 'retry']);
});

void t.test('when all bytes are stored without a video id, the id is requested', async () => {
  const { step, requests } = stepWith([done()], { checkpoint: { ...uploading, offset: size } });
  equal((await youtube.publish.publish(step)).kind, 'published');
  equal(requests[0]?.headers.get('content-range'), `bytes */${size}`);
  equal((await requests[0]?.arrayBuffer())?.byteLength, 0);
});

void t.test('a lost session is started again as long as it cannot have created a video', async () => {
  const gone = async (checkpoint: Checkpoint, facts: Partial<Pick<PublishStep, 'open'>> = {}) => {
    const outcome = await youtube.publish.publish(
      stepWith([new Response(null, { status: 410 })], { checkpoint, ...facts }).step,
    );
    return outcome.kind === 'progress' ? outcome.afterMs : outcome.kind;
  };
  const tries = [0, 1, 2].map((anew) => gone({ ...big, anew }, { open: openBig }));
  deepEqual(await Promise.all(tries), [10_000, 60_000, 'retry']);
  equal(await gone(uploading), 'unknown', 'its last chunk may have arrived before');
  equal(await gone({ ...uploading, session: 'sealed-by-another-app' }), 'unknown');
});

void t.test(
  'another text or file starts another session, once the old one is known to be incomplete',
  async () => {
    const edits = [
      { over: { text: 'Ships' } },
      { open: openBig },
      { over: { media: post('', ['other.mp4']).media } },
      { over: { options: { youtubeSettings: { privacy: 'private' } } } },
    ];
    for (const facts of edits) {
      const left = stepWith([more()], { checkpoint: uploading, ...facts });
      deepEqual(await youtube.publish.publish(left.step), {
        kind: 'progress',
        checkpoint: { stage: 'begun', anew: 1 },
        afterMs: 10_000,
      });
      equal(left.requests[0]?.headers.get('content-range'), `bytes */${size}`, 'it is asked first');
      const whole = stepWith([done()], { checkpoint: uploading, ...facts });
      equal((await youtube.publish.publish(whole.step)).kind, 'published', 'an earlier try made it');
      const lost = stepWith([broken], { checkpoint: uploading, ...facts });
      equal((await youtube.publish.publish(lost.step)).kind, 'unknown');
      equal(youtube.publish.repeatable(left.step), 'yes');
    }
  },
);

void t.test('each row of the error table has its outcome', async () => {
  const cases: [Response, Outcome['kind'], number?][] = [
    [refusal(400, 'invalidTitle'), 'rejected'],
    [refusal(400, 'uploadLimitExceeded'), 'retry', 24 * 3_600_000],
    [refusal(401, 'authError'), 'expired'],
    [refusal(401, 'youtubeSignupRequired'), 'rejected'],
    [refusal(403, 'quotaExceeded'), 'retry', untilMidnightPacificMs(START)],
    [refusal(403, 'dailyLimitExceeded'), 'retry', untilMidnightPacificMs(START)],
    [refusal(403, 'rateLimitExceeded'), 'retry'],
    [refusal(429, 'userRateLimitExceeded'), 'retry'],
    [refusal(403, 'forbidden'), 'rejected'],
    [refusal(403, 'insufficientPermissions'), 'reauthorize'],
    [refusal(403, 'accountDelegationForbidden'), 'reauthorize'],
    [refusal(403, 'authenticatedUserAccountSuspended'), 'rejected'],
    [refusal(409, 'SERVICE_UNAVAILABLE'), 'retry'],
    [refusal(412, 'failedPrecondition'), 'retry'],
  ];
  for (const [answer, kind, afterMs] of cases) {
    for (const checkpoint of [null, uploading]) {
      const outcome = await youtube.publish.publish(stepWith([answer], { checkpoint }).step);
      equal(outcome.kind, kind, JSON.stringify(outcome));
      if (afterMs !== undefined) deepEqual(outcome.kind === 'retry' && outcome.afterMs, afterMs);
      match('reason' in outcome ? outcome.reason : '', /^YouTube: Not like this\./);
    }
  }
});

void t.test('a missing scope is found in the details', async () => {
  const body = {
    error: {
      code: 403,
      message: 'Request had insufficient authentication scopes.',
      errors: [{ message: 'Insufficient Permission', reason: 'forbidden' }],
      status: 'PERMISSION_DENIED',
      details: [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }],
    },
  };
  const outcome = await youtube.publish.publish(stepWith([Response.json(body, { status: 403 })]).step);
  equal(outcome.kind, 'reauthorize');
});

void t.test(
  'a server error is harmless while a session starts, and proves nothing once bytes are sent',
  async () => {
    for (const answer of [refusal(500, 'backendError'), new Response('<html>', { status: 502 }), broken]) {
      equal((await youtube.publish.publish(stepWith([answer]).step)).kind, 'retry');
      equal(
        (await youtube.publish.publish(stepWith([answer], { checkpoint: uploading }).step)).kind,
        'unknown',
      );
    }
    equal((await youtube.publish.publish(stepWith([new Response(null)]).step)).kind, 'retry', 'no session');
    equal(
      (await youtube.publish.publish(stepWith([Response.json({})], { checkpoint: uploading }).step)).kind,
      'unknown',
    );
  },
);

void t.test('a video that YouTube rejects at once is refused with its reason', async () => {
  const answer = done({ uploadStatus: 'rejected', rejectionReason: 'duplicate' });
  const outcome = await youtube.publish.publish(stepWith([answer], { checkpoint: uploading }).step);
  ok(outcome.kind === 'rejected');
  match(outcome.reason, /duplicate/);
});

void t.test('the quota is reset at midnight in California, in summer and in winter', async () => {
  equal(untilMidnightPacificMs(Date.parse('2026-05-04T10:00:00Z')), 21 * 3_600_000);
  equal(untilMidnightPacificMs(Date.parse('2026-12-04T07:59:00Z')), 60_000);
});

void t.test('media that cannot be opened end the step before anything is sent', async () => {
  const failing: PublishStep['open'] = () => Promise.reject(new MediaError('media/0 is not there.', true));
  equal((await youtube.publish.publish(stepWith([], { open: failing }).step)).kind, 'retry');
});

void t.test('a lookup asks the session, and continues from its position', async () => {
  const look = (answer: Response | Error, checkpoint: Checkpoint = big) =>
    youtube.publish.verify(stepWith([answer], { checkpoint, now: START + 9 }).step);
  deepEqual(await look(done()), {
    kind: 'live',
    networkPostId: 'dQw4w9WgXcQ',
    url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  });
  deepEqual(await look(more('bytes=0-262143')), {
    kind: 'progress',
    checkpoint: { ...big, offset: 262_144, at: START + 9 },
  });
  deepEqual(await look(new Response(null, { status: 404 })), {
    kind: 'absent',
    checkpoint: { stage: 'begun', anew: 0 },
  });
  const kinds = [refusal(401, 'authError'), refusal(503, 'backendError'), refusal(403, 'forbidden'), broken];
  deepEqual(await Promise.all(kinds.map(async (answer) => (await look(answer)).kind)), [
    'expired',
    'retry',
    'cannot_tell',
    'retry',
  ]);
  const thrownOut = await look(done({ uploadStatus: 'failed', failureReason: 'codec' }));
  deepEqual(thrownOut.kind === 'progress' && thrownOut.checkpoint?.['offset'], big.size);
});

void t.test('if the session is gone after its last chunk, the list of uploads decides', async () => {
  const channel = Response.json({
    items: [{ contentDetails: { relatedPlaylists: { uploads: 'UUabc' } } }],
  });
  const video = (title: string, at: number, id = 'v1') => ({
    snippet: { title, publishedAt: new Date(at).toISOString() },
    contentDetails: { videoId: id },
  });
  const look = async (items: Json[], now = START + 1000) => {
    const answers = [new Response(null, { status: 410 }), channel, Response.json({ items })];
    const { step, requests } = stepWith(answers, { checkpoint: uploading, now });
    const finding = await youtube.publish.verify(step);
    match(requests[2]?.url ?? '', /playlistItems\?.*playlistId=UUabc/);
    return finding.kind === 'live' ? finding.networkPostId : finding.kind;
  };
  const later = START + 600_000;
  equal(await look([video('Boats', START + 500)]), 'v1');
  equal(await look([video('Ships', START + 500)]), 'retry', 'the list may lag');
  equal(await look([video('Ships', START + 500)], later), 'absent');
  equal(await look([video('Boats', START - 3_600_000)], later), 'absent');
  equal(await look([video('Boats', START - 60_000)], later), 'cannot_tell', 'clocks may differ');
  equal(await look([video('Boats', START + 1), video('Boats', START + 2, 'v2')], later), 'cannot_tell');
});

void t.test('a crash during an upload ends with one video, also when the session is gone', async () => {
  const scene = setScene({ adapter: youtube, network });
  scene.sandbox.faults.add({ kind: 'lost_answer', network: 'youtube', call: 'upload', times: 1 });
  scene.sandbox.faults.add({ kind: 'status', status: 404, network: 'youtube', call: 'upload', times: 1 });
  const driven = await drive(scene, { post: boats() });
  equal(driven.status, 'published');
  equal(driven.findings[0]?.kind, 'live', 'found in the list');
  equal(scene.sandbox.ledger.entries().length, 1);
});

void t.test('a refresh keeps the refresh token, because it does not change', async () => {
  const renew = async (body: object, status = 200) => {
    const { step, requests } = stepWith([Response.json(body, { status })]);
    return { answer: await refresh({ ...step, app: ourApp }), request: requests[0] };
  };
  const { answer, request } = await renew({ access_token: 'ya29.2', expires_in: 3599 });
  deepEqual(answer, {
    kind: 'refreshed',
    credentials: { ...withUploadKey(account), accessToken: 'ya29.2' },
    expiresAt: null,
  });
  equal(request?.url, 'https://oauth.test/token');
  deepEqual(Object.fromEntries(new URLSearchParams(await request.text())), {
    grant_type: 'refresh_token',
    refresh_token: '1//geheim',
    client_id: 'app-1',
    client_secret: 'app-geheim-1',
  });
  const limited = (await renew({ access_token: 'a', refresh_token_expires_in: 604_800 })).answer;
  deepEqual(limited.kind === 'refreshed' && limited.expiresAt, START + 604_800_000);
  const over = { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' };
  equal((await renew(over, 400)).answer.kind, 'reauthorize');
  equal((await renew({ error: 'internal_failure' }, 503)).answer.kind, 'retry');
});

void t.test('connecting asks for permanent access, and refuses missing permissions', async () => {
  const app = { clientId: 'app-1', clientSecret: 'app-geheim-1' };
  const { endpoints } = account;
  const asked = { endpoints, app, redirectUri: 'https://troupe.test/back', state: 's', codeChallenge: 'c' };
  const { searchParams } = new URL(connect.authorizeUrl(asked));
  deepEqual(
    ['access_type', 'prompt', 'code_challenge_method'].map((name) => searchParams.get(name)),
    ['offline', 'consent', 'S256'],
  );
  const exchange = (...answers: Response[]) => {
    const { step } = stepWith(answers);
    return connect.exchange({ ...step, endpoints, app, redirectUri: '', code: 'c', codeVerifier: 'v' });
  };
  const scope =
    'https://www.googleapis.com/auth/youtube.upload https://www.googleapis.com/auth/youtube.readonly';
  const cases: [Response[], RegExp][] = [
    [
      [Response.json({ access_token: 'a', refresh_token: 'r', scope: scope.split(' ')[0] })],
      /youtube\.readonly/,
    ],
    [[Response.json({ access_token: 'a', scope })], /permissions/],
    [
      [Response.json({ access_token: 'a', refresh_token: 'r', scope }), Response.json({})],
      /no YouTube channel/,
    ],
  ];
  for (const [answers, words] of cases) {
    const answer = await exchange(...answers);
    ok(answer.kind === 'refused');
    match(answer.reason, words);
  }
  notEqual(connect.scopes.length, 0);
});

void t.test('the simulator refuses what YouTube refuses, with its reasons', async () => {
  const { sandbox, account } = setScene({ adapter: youtube, network });
  const begin = async (snippet: object, headers: { [name: string]: string } = {}) => {
    const answer = await sandbox.fetch(
      `${account.endpoints['api']}/upload/youtube/v3/videos?uploadType=resumable&part=snippet,status`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${account.credentials['accessToken']}`,
          'x-upload-content-type': 'video/mp4',
          'x-upload-content-length': '300000',
          ...headers,
        },
        body: JSON.stringify({ snippet }),
      },
    );
    const body = (await answer.json().catch(() => null)) as {
      error: { errors: { reason: string }[] };
    } | null;
    return { reason: body?.error.errors[0]?.reason, session: answer.headers.get('location') ?? '' };
  };
  equal((await begin({ title: '' })).reason, 'invalidTitle');
  equal((await begin({ title: '<b>' })).reason, 'invalidTitle');
  equal((await begin({ title: 'a', description: 'é'.repeat(2501) })).reason, 'invalidDescription');
  equal((await begin({ title: 'a' }, { authorization: 'Bearer nobody' })).reason, 'authError');
  equal((await begin({ title: 'a' }, { 'x-upload-content-type': 'image/png' })).reason, 'badContent');

  const { session } = await begin({ title: 'a' });
  const put = async (range: string, bytes: number) => {
    const headers = { 'content-range': range };
    const init = { method: 'PUT', headers, body: new Uint8Array(bytes) };
    const { status, headers: told } = await sandbox.fetch(session, init);
    return [status, told.get('range')];
  };
  deepEqual(await put('bytes 0-99999/300000', 100_000), [400, null], 'no multiple of 262,144');
  deepEqual(await put('bytes */300000', 0), [308, null]);
  deepEqual(await put('bytes 0-262143/300000', 262_144), [308, 'bytes=0-262143']);
  deepEqual(await put('bytes 262144-299999/300000', 37_856), [200, null]);
  deepEqual(await put('bytes */300000', 0), [200, null], 'it repeats its answer');
  equal(sandbox.ledger.entries().length, 1);
});
