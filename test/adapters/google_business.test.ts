import { deepEqual, equal, match, ok } from 'node:assert/strict';
import t from 'tap';
import { MediaError, type PublishStep } from '../../adapters/port/publish.ts';
import { connect } from '../../adapters/google_business/connect.ts';
import { manifest as googleBusiness } from '../../adapters/google_business/manifest.ts';
import type { Checkpoint, Json, Outcome } from '../../machines/outcome.ts';
import { googleBusiness as network } from '../../simulators/google_business/index.ts';
import { drive, setScene, START } from '../contract/drive.ts';
import { host, item, post } from '../contract/media.ts';
import { scriptedStep } from './bench.ts';

const MINUTE = 60_000;
const PARENT = 'accounts/111/locations/222';
const NAME = `${PARENT}/localPosts/333`;
const facts = { id: 'acc_1', platform: 'google_business' as const, limits: {} };
const planOf = (text: string, files: string[] = [], settings: Json = null) =>
  googleBusiness.publish.plan(post(text, files, { googleBusinessSettings: settings }), facts);
const codesOf = (text: string, files: string[] = [], settings: Json = null) =>
  planOf(text, files, settings).refusals.map(({ code, param }) => `${code} ${param}`);

interface Facts {
  checkpoint: Checkpoint | null;
  now: number;
  files: string[];
  settings: Json;
  hosted: PublishStep['host'];
}

/** A step on a network that gives these responses, one for each call. */
function stepWith(
  answers: (Response | Error)[],
  { checkpoint = null, now = START, files = [], settings = null, hosted = host }: Partial<Facts> = {},
) {
  const account = {
    ...facts,
    remoteId: 'locations/222',
    username: 'Rosa',
    endpoints: { posts: 'https://posts.test', oauth: 'https://oauth.test' },
    credentials: {
      accessToken: 'ya29.geheim',
      refreshToken: '1//geheim',
      clientId: 'app',
      account: 'accounts/111',
      languageCode: 'nb',
    },
  };
  const plan = planOf('Hello', files, settings);
  const options = { googleBusinessSettings: settings };
  return scriptedStep(answers, { account, plan, options, checkpoint, now, host: hosted });
}

const posting = { stage: 'posting', summary: 'Hello', action: null, photos: [], triedAt: START };
const moderating = { stage: 'moderating', name: NAME, since: START };
const local = (state: string, rest: { [name: string]: Json } = {}) => ({
  name: NAME,
  state,
  summary: 'Hello',
  createTime: new Date(START).toISOString(),
  searchUrl: 'https://local.google.com/place?lpsid=333',
  ...rest,
});
const refusal = (status: number, details: Json[] = [], headers = {}, message = 'In their words.') =>
  Response.json({ error: { code: status, message, status: 'SOME_STATUS', details } }, { status, headers });
const live = { networkPostId: NAME, url: 'https://local.google.com/place?lpsid=333' };

void t.test('a plan sends the text as it is written', async () => {
  const text = '  two lines\n\nand a 🧁  ';
  deepEqual(planOf(text, ['photo.jpg']), {
    text,
    title: null,
    media: [item('photo.jpg')],
    warnings: [],
    refusals: [],
  });
  deepEqual(codesOf('🧁'.repeat(1500)), []);
});

void t.test('an invalid post is refused with the field', async () => {
  deepEqual(codesOf(' \n'), ['text_empty /content']);
  deepEqual(codesOf('🧁'.repeat(1501)), ['text_too_long /content']);
  deepEqual(codesOf('Hi', ['a.jpg', 'b.jpg']), ['too_many_media /media']);
  deepEqual(codesOf('Hi', ['a.mp4']), ['media_type /media/0']);
  deepEqual(codesOf('Hi', ['a.gif']), ['media_type /media/0']);
});

void t.test('a photo that is not a JPEG causes a warning, and is requested as JPEG', async () => {
  match(planOf('Hi', ['a.png']).warnings[0] ?? '', /^media\/0 .* JPEG/);
  const asked: unknown[] = [];
  const hosted: PublishStep['host'] = (item, requirements) => {
    asked.push(requirements);
    return host(item);
  };
  await googleBusiness.publish.publish(stepWith([], { files: ['a.png'], hosted }).step);
  deepEqual(asked, [{ types: ['image/jpeg'], maxBytes: 5_000_000 }]);
});

void t.test('a button is checked by its fields', async () => {
  const base = '/googleBusinessSettings';
  const buttonUrl = 'https://example.org';
  const rows: [Json, string[]][] = [
    [null, []],
    [{}, []],
    [{ button: null, buttonUrl: null }, []],
    [{ button: 'CALL' }, []],
    ...['BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP'].map((button): [Json, string[]] => [
      { button, buttonUrl },
      [],
    ]),
    ['BOOK', [`option_invalid ${base}`]],
    [['BOOK'], [`option_invalid ${base}`]],
    [{ button: 'BUY', buttonUrl }, [`option_invalid ${base}/button`]],
    [{ button: 1, buttonUrl }, [`option_invalid ${base}/button`]],
    [{ buttonUrl }, [`option_required ${base}/button`]],
    [{ button: 'SHOP' }, [`option_required ${base}/buttonUrl`]],
    [{ button: 'SHOP', buttonUrl: 'example.org' }, [`option_invalid ${base}/buttonUrl`]],
    [{ button: 'SHOP', buttonUrl: 'javascript:alert(1)' }, [`option_invalid ${base}/buttonUrl`]],
  ];
  for (const [settings, codes] of rows)
    deepEqual(codesOf('Hi', [], settings), codes, JSON.stringify(settings));
  const { warnings, refusals } = planOf('Hi', [], { button: 'CALL', buttonUrl });
  deepEqual(refusals, []);
  match(warnings[0] ?? '', /buttonUrl is left out/);
  match(
    planOf('Hi', [], { button: 'SHOP' }).refusals[0]?.message ?? '',
    /^googleBusinessSettings\.buttonUrl .*\.$/,
  );
});

void t.test(
  'a post is one call with text, photo, button and language, and is reviewed afterwards',
  async () => {
    const settings = { button: 'SHOP', buttonUrl: 'https://example.org/boats' };
    const first = await googleBusiness.publish.publish(stepWith([], { files: ['Größe.jpg'], settings }).step);
    ok(first.kind === 'progress');
    deepEqual(first.checkpoint, {
      ...posting,
      action: { actionType: 'SHOP', url: 'https://example.org/boats' },
      photos: ['https://media.test/Gr%C3%B6%C3%9Fe.jpg'],
    });
    const { step, requests } = stepWith([Response.json(local('PROCESSING'))], {
      checkpoint: first.checkpoint,
    });
    deepEqual(await googleBusiness.publish.publish(step), {
      kind: 'progress',
      checkpoint: moderating,
      afterMs: 5000,
      committed: true,
    });
    equal(requests[0]?.url, `https://posts.test/v4/${PARENT}/localPosts`);
    equal(requests[0]?.headers.get('authorization'), 'Bearer ya29.geheim');
    deepEqual(await requests[0]?.json(), {
      languageCode: 'nb',
      summary: 'Hello',
      topicType: 'STANDARD',
      callToAction: { actionType: 'SHOP', url: 'https://example.org/boats' },
      media: [{ mediaFormat: 'PHOTO', sourceUrl: 'https://media.test/Gr%C3%B6%C3%9Fe.jpg' }],
    });
  },
);

void t.test('a photo that cannot be hosted is reported before anything is sent', async () => {
  const take = (temporary: boolean) => {
    const hosted = () => Promise.reject(new MediaError('it is gone for now', temporary));
    return googleBusiness.publish.publish(stepWith([], { files: ['a.jpg'], hosted }).step);
  };
  equal((await take(true)).kind, 'retry');
  equal((await take(false)).kind, 'rejected');
});

const detail = (reason: string, metadata: { [name: string]: Json } = {}) => ({
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason,
  metadata,
});
const tooLong = { errorDetails: [{ code: 1, field: 'summary', message: 'Too long', value: '..' }] };

void t.test('each row of the error table has its outcome', async () => {
  const rows: [Response, Outcome['kind'], watched: Outcome['kind']][] = [
    [refusal(400, [tooLong]), 'rejected', 'unknown'],
    [refusal(401), 'expired', 'unknown'],
    [refusal(403), 'rejected', 'unknown'],
    [refusal(403, [detail('SERVICE_DISABLED')]), 'rejected', 'unknown'],
    [refusal(403, [detail('ACCESS_TOKEN_SCOPE_INSUFFICIENT')]), 'reauthorize', 'unknown'],
    [refusal(404), 'rejected', 'progress'],
    [refusal(409), 'unknown', 'progress'],
    [refusal(429), 'retry', 'progress'],
    [refusal(429, [detail('RATE_LIMIT_EXCEEDED', { quota_limit_value: '0' })]), 'rejected', 'unknown'],
    [refusal(429, [], {}, 'Quota exceeded: a limit of 0 per minute'), 'rejected', 'unknown'],
    [refusal(429, [detail('RATE_LIMIT_EXCEEDED', { quota_limit_value: '300' })]), 'retry', 'progress'],
    [refusal(500), 'unknown', 'progress'],
    [refusal(503), 'unknown', 'progress'],
    [refusal(504), 'unknown', 'progress'],
    [new Response('<html>', { status: 502 }), 'unknown', 'progress'],
    [Response.json({}), 'unknown', 'progress'],
    [new Response(''), 'unknown', 'progress'],
  ];
  for (const [index, [answer, kind, watched]] of rows.entries()) {
    const take = async (checkpoint: Checkpoint) =>
      (await googleBusiness.publish.publish(stepWith([answer], { checkpoint }).step)).kind;
    equal(await take(posting), kind, `row ${index}`);
    equal(await take(moderating), watched, `row ${index}, watched`);
  }
});

void t.test('a reason names the wrong fields, and a throttle waits as long as the network says', async () => {
  const take = (answer: Response) =>
    googleBusiness.publish.publish(stepWith([answer], { checkpoint: posting }).step);
  deepEqual(await take(refusal(400, [tooLong])), { kind: 'rejected', reason: 'Google: summary: Too long' });
  deepEqual(await take(refusal(429, [], { 'retry-after': '77' })), {
    kind: 'retry',
    reason: 'Google: In their words. (SOME_STATUS)',
    afterMs: 77_000,
  });
});

void t.test('the review is polled, ever more rarely, until its verdict', async () => {
  const watch = (state: string, now: number) =>
    googleBusiness.publish.publish(
      stepWith([Response.json(local(state))], { checkpoint: moderating, now }).step,
    );
  const waits = [0, 40_000, 5 * MINUTE].map(async (ms) => {
    const outcome = await watch('PROCESSING', START + ms);
    return 'afterMs' in outcome && outcome.afterMs;
  });
  deepEqual(await Promise.all(waits), [5000, 15_000, MINUTE]);
  equal((await watch('PROCESSING', START + 16 * MINUTE)).kind, 'unknown');
  deepEqual(await watch('LIVE', START), { kind: 'published', ...live });
  const rejected = await watch('REJECTED', START);
  ok(rejected.kind === 'rejected');
  match(rejected.reason, /review rejected/);
});

void t.test('a post that does not pass the review fails', async () => {
  const notSecret = ['account', 'languageCode', 'clientId'];
  const scene = setScene({ adapter: googleBusiness, network, notSecret });
  const driven = await drive(scene, { post: post('Something forbidden') });
  equal(driven.status, 'failed');
  match(driven.error ?? '', /review rejected/);
  deepEqual(
    driven.calls.map(({ call }) => call),
    ['localPosts.create', 'localPosts.get'],
  );
});

void t.test('only the call that creates the post must not be repeated without a check', async () => {
  const plan = planOf('Hello');
  const may = (checkpoint: Checkpoint | null) =>
    googleBusiness.publish.repeatable({ checkpoint, plan, now: START });
  deepEqual([may(null), may(posting), may(moderating)], ['yes', 'no', 'yes']);
});

const listed = (posts: Json[], nextPageToken?: string) =>
  Response.json({
    ...(posts.length === 0 ? {} : { localPosts: posts }),
    ...(nextPageToken === undefined ? {} : { nextPageToken }),
  });
const lookAt = (checkpoint: Checkpoint, answers: Response[], now = START + 2000) =>
  googleBusiness.publish.verify(stepWith(answers, { checkpoint, now }).step);

void t.test('a lost post is found by its words, its button and its time', async () => {
  const url = 'https://example.org/boats';
  const withButton = { ...posting, action: { actionType: 'SHOP', url } };
  const own = local('LIVE');
  const ownButton = local('LIVE', { callToAction: { actionType: 'SHOP', url } });
  deepEqual(await lookAt(posting, [listed([own])]), { kind: 'live', ...live });
  deepEqual(await lookAt(withButton, [listed([own, ownButton])]), { kind: 'live', ...live });
  equal((await lookAt(withButton, [listed([own])])).kind, 'retry');
  equal((await lookAt(posting, [listed([ownButton])])).kind, 'retry');
  const earlier = local('LIVE', { createTime: new Date(START - MINUTE).toISOString() });
  equal((await lookAt(posting, [listed([earlier])])).kind, 'cannot_tell');
  equal((await lookAt(posting, [listed([own, own])])).kind, 'cannot_tell');
  const longAgo = local('LIVE', { createTime: new Date(START - 60 * MINUTE).toISOString() });
  const later = START + 31_000;
  deepEqual(await lookAt(posting, [listed([longAgo])], later), {
    kind: 'absent',
    checkpoint: { ...posting, triedAt: later },
  });
  equal((await lookAt(posting, [listed([])])).kind, 'retry');
  equal((await lookAt(posting, [listed([])], later)).kind, 'absent');
});

void t.test(
  'a post under review is looked up again, and a rejected one is ended by the next step',
  async () => {
    equal((await lookAt(posting, [listed([local('PROCESSING')])])).kind, 'retry');
    deepEqual(await lookAt(posting, [listed([local('REJECTED')])]), {
      kind: 'progress',
      checkpoint: { ...moderating, since: START + 2000 },
    });
    deepEqual(await lookAt(moderating, [Response.json(local('LIVE'))]), { kind: 'live', ...live });
    equal((await lookAt(moderating, [Response.json(local('PROCESSING'))])).kind, 'retry');
    equal((await lookAt(moderating, [refusal(404)])).kind, 'retry');
    equal((await lookAt(moderating, [refusal(404)], START + 31_000)).kind, 'cannot_tell');
  },
);

void t.test('a list is read page by page, and left early only if it is sorted', async () => {
  const at = (ms: number) => local('LIVE', { summary: 'Other', createTime: new Date(ms).toISOString() });
  const old = START - 60 * MINUTE;
  equal((await lookAt(posting, [listed([at(START), at(old)], 'next')], START + 31_000)).kind, 'absent');
  const unsorted = listed([at(old), at(START), at(old)], 'next');
  equal((await lookAt(posting, [unsorted, listed([local('LIVE')])])).kind, 'live');
  const endless = Array.from({ length: 10 }, () => unsorted);
  equal((await lookAt(posting, endless, START + 31_000)).kind, 'cannot_tell');
});

void t.test('a refused lookup says so', async () => {
  equal((await lookAt(posting, [refusal(401)])).kind, 'expired');
  equal((await lookAt(posting, [refusal(403)])).kind, 'cannot_tell');
  equal((await lookAt(posting, [refusal(503)])).kind, 'retry');
});

void t.test('a refresh keeps the refresh token unless there is a new one', async () => {
  const refresh = (answer: Response | Error) => {
    const { step, requests } = stepWith([answer]);
    return {
      answer: googleBusiness.app!.refresh!({ ...step, app: { clientId: 'app', clientSecret: 'secret' } }),
      requests,
    };
  };
  const kept = refresh(Response.json({ access_token: 'ya29.b', expires_in: 3599 }));
  const renewed = await kept.answer;
  ok(renewed.kind === 'refreshed');
  equal(renewed.expiresAt, null);
  equal(renewed.credentials['accessToken'], 'ya29.b');
  equal(renewed.credentials['refreshToken'], '1//geheim');
  equal(renewed.credentials['account'], 'accounts/111');
  equal(kept.requests[0]?.url, 'https://oauth.test/token');
  deepEqual(Object.fromEntries(new URLSearchParams(await kept.requests[0]?.text())), {
    grant_type: 'refresh_token',
    refresh_token: '1//geheim',
    client_id: 'app',
    client_secret: 'secret',
  });
  const rotated = await refresh(Response.json({ access_token: 'ya29.b', refresh_token: '1//new' })).answer;
  equal('credentials' in rotated && rotated.credentials['refreshToken'], '1//new');
  const over = { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' };
  deepEqual(await refresh(Response.json(over, { status: 400 })).answer, {
    kind: 'reauthorize',
    reason: 'Google: the access was not renewed: Token has been expired or revoked. (invalid_grant)',
  });
  equal((await refresh(refusal(503)).answer).kind, 'retry');
  equal((await refresh(refusal(429)).answer).kind, 'retry');
  equal((await refresh(new TypeError('fetch failed')).answer).kind, 'retry');
});

/** Signs a person in at the simulated network. */
async function signIn(login: string, without: string[] = []) {
  const { sandbox } = setScene({ adapter: googleBusiness, network });
  const endpoints = network.endpoints!('http://sandbox.test/google_business');
  const app = network.app!;
  const redirectUri = 'https://troupe.test/back';
  const page = new URL(
    connect.authorizeUrl({ endpoints, app, redirectUri, state: 's', codeChallenge: null }),
  );
  equal(page.searchParams.get('access_type'), 'offline');
  equal(page.searchParams.get('prompt'), 'consent');
  page.searchParams.set('login', login);
  for (const scope of without) page.searchParams.append('without', scope);
  const location = (await sandbox.fetch(page)).headers.get('location') ?? '';
  const code = new URL(location).searchParams.get('code') ?? '';
  const { signal } = new AbortController();
  const step = { endpoints, fetch: sandbox.fetch, signal, now: START, app, redirectUri };
  return connect.exchange({ ...step, code, codeVerifier: null });
}

void t.test('a sign-in offers each location once if it accepts posts', async () => {
  const answer = await signIn('Rosa');
  ok(answer.kind === 'accounts');
  deepEqual(
    answer.accounts.map(({ displayName }) => displayName),
    ['Rosa (Oslo)', 'Rosa harbour (Oslo)'],
  );
  for (const { remoteId, credentials, expiresAt, endpoints } of answer.accounts) {
    match(remoteId, /^locations\/\d+$/);
    match(credentials['account'] ?? '', /^accounts\/1\d+$/);
    match(credentials['refreshToken'] ?? '', /^1\/\//);
    equal(expiresAt, null);
    deepEqual(Object.keys(endpoints).sort(), ['oauth', 'performance', 'posts']);
  }
});

void t.test('a sign-in without any location is refused, and says why', async () => {
  const manage = 'https://www.googleapis.com/auth/business.manage';
  const rows: [login: string, without: string[], words: RegExp][] = [
    ['Rosa', [manage], /tick that box/],
    ['nobody', [], /manages no business location/],
    ['closed', [], /takes no posts/],
    ['unapproved', [], /operator must apply/],
  ];
  for (const [login, without, words] of rows) {
    const answer = await signIn(login, without);
    ok(answer.kind === 'refused', login);
    match(answer.reason, words);
  }
});
