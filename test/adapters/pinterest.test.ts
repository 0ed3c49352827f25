/** Only what is special about Pinterest: the requests for pins, its responses, lookups on boards, videos, tokens. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import t from 'tap';
import type { AccountAccess } from '../../adapters/port/account.ts';
import { MediaError, type PostContent, type PublishStep } from '../../adapters/port/publish.ts';
import { connect } from '../../adapters/pinterest/connect.ts';
import { listBoards } from '../../adapters/pinterest/boards.ts';
import { manifest as pinterest } from '../../adapters/pinterest/manifest.ts';
import { refresh } from '../../adapters/pinterest/oauth.ts';
import type { Checkpoint, Json } from '../../machines/outcome.ts';
import { boardOf, pinterest as network } from '../../simulators/pinterest/index.ts';
import { drive, setScene, START } from '../contract/drive.ts';
import { host, open, post } from '../contract/media.ts';
import { scriptedStep } from './bench.ts';

const BOARD = '1022106146619699845';
const LINK = 'https://example.org/soup';
const credentials = {
  accessToken: 'pina_geheim_1',
  refreshToken: 'pinr_geheim_1',
  clientId: 'app-1',
};
const ourApp = { clientId: 'app-1', clientSecret: 'app-geheim-1' };
const account: AccountAccess = {
  id: 'acc_1',
  platform: 'pinterest',
  remoteId: '549755885175',
  username: 'ann_ex',
  endpoints: { www: 'https://pin.test', api: 'https://api.pin.test', upload: 'https://up.pin.test' },
  credentials,
  limits: {},
};
const soup = (over: Partial<PostContent> = {}): PostContent => ({
  ...post('Soup\nHow I cook it', ['photo.jpg'], { pinterestBoardId: BOARD, pinterestLink: LINK }),
  ...over,
});
const planOf = (over: Partial<PostContent> = {}) => pinterest.publish.plan(soup(over), account);
const pin = { boardId: BOARD, title: 'Soup', description: 'How I cook it', link: LINK };
const creating = { stage: 'creating', anew: 0, unfetched: 0, video: null, pin, triedAt: START };
const video = { mediaId: '5431', url: 'https://media.test/clip.mp4' };
const processing = { stage: 'processing', anew: 0, unfetched: 0, video, since: START, lookedAt: START };
const film = { media: post('', ['clip.mp4', 'photo.jpg']).media };

/** A step on a network that gives these responses, one for each call. */
function stepWith(
  answers: (Response | Error)[],
  facts: Partial<Pick<PublishStep, 'now' | 'host' | 'open'>> & {
    checkpoint?: Checkpoint | null;
    over?: Partial<PostContent>;
  } = {},
) {
  const { checkpoint = null, now = START, over = {}, open: opened = open, host: hosted = host } = facts;
  const plan = planOf(over);
  const { options } = soup(over);
  return scriptedStep(answers, { account, plan, options, checkpoint, now, open: opened, host: hosted });
}

const refusal = (status: number, code: number, message: string, headers = {}) =>
  Response.json({ code, message }, { status, headers });
const listed = (pins: Json[], bookmark: string | null = null) => Response.json({ items: pins, bookmark });
const listedPin = (over: { [name: string]: Json } = {}) => ({
  id: '813744226420795884',
  created_at: new Date(START + 1000).toISOString().slice(0, 19),
  title: 'Soup',
  description: 'How I cook it',
  link: LINK,
  ...over,
});
const at = (ms: number) => ({ created_at: new Date(ms).toISOString().slice(0, 19) });

void t.test('the first line is the title, the rest the description', async () => {
  deepEqual(planOf({ text: '  Soup \r\n\r\nSlowly.\nThen serve. ' }), {
    text: 'Slowly.\nThen serve.',
    title: 'Soup',
    media: soup().media,
    warnings: [],
    refusals: [],
  });
  deepEqual([planOf({ text: '' }).title, planOf({ text: '' }).text], [null, '']);
});

void t.test('a long first line is cut as the title and complete in the description', async () => {
  const line = 'long '.repeat(30).trim();
  const { title, text, warnings } = planOf({ text: `${line}\nmore` });
  equal(title?.length, 100);
  match(title, /…$/);
  equal(text, `${line}\nmore`);
  match(warnings.join(), /^content: .*title/);
});

void t.test('a description is cut between characters as a reader sees them', async () => {
  const { text, warnings } = planOf({ text: `Soup\n${'a'.repeat(798)}👩🏽‍🚀` });
  equal(text, 'a'.repeat(798));
  match(warnings.join(), /^content: .*800/);
});

void t.test('an invalid post is refused with the field and what to do', async () => {
  const cases: [Partial<PostContent>, string, string][] = [
    [{ media: [] }, 'media_required', '/media'],
    [{ media: post('', ['a.mp4']).media }, 'media_required', '/media'],
    [{ media: post('', ['a.webm', 'a.jpg']).media }, 'media_type', '/media/0'],
    [{ media: post('', ['a.jpg', 'b.jpg']).media }, 'too_many_media', '/media/1'],
    [{ media: post('', ['a.mp4', 'b.jpg', 'c.mov']).media }, 'too_many_media', '/media/2'],
    [{ options: {} }, 'option_required', '/pinterestBoardId'],
    [{ options: { pinterestBoardId: 'Recipes' } }, 'option_invalid', '/pinterestBoardId'],
    [{ options: { pinterestBoardId: BOARD, pinterestLink: 'example' } }, 'option_invalid', '/pinterestLink'],
    [
      { options: { pinterestBoardId: BOARD, pinterestLink: 'ftp://a.example/x' } },
      'option_invalid',
      '/pinterestLink',
    ],
  ];
  for (const [over, code, param] of cases) {
    const [refusal, ...more] = planOf(over).refusals;
    deepEqual([refusal?.code, refusal?.param, more], [code, param, []]);
    match(refusal?.message ?? '', /^(media|pinterest)\S* .*\.$/);
  }
});

void t.test(
  'the cover may come before or after its video, and options of other networks are ignored',
  async () => {
    for (const files of [['a.jpg', 'b.mp4'], ['b.mov', 'a.png'], ['a.gif'], ['a.webp']]) {
      deepEqual(planOf({ media: post('', files).media }).refusals, []);
    }
    deepEqual(planOf({ options: { pinterestBoardId: BOARD, redditSubreddit: 1 } }).refusals, []);
  },
);

void t.test('the started mark is stored before the pin is sent', async () => {
  const { step, requests } = stepWith([]);
  deepEqual(await pinterest.publish.publish(step), { kind: 'progress', checkpoint: creating, afterMs: 0 });
  equal(requests.length, 0);
  equal(pinterest.publish.repeatable({ ...step, checkpoint: null }), 'yes');
  equal(pinterest.publish.repeatable({ ...step, checkpoint: processing }), 'yes');
  equal(pinterest.publish.repeatable({ ...step, checkpoint: creating }), 'no');
});

void t.test('a pin is sent as JSON with the token in a header', async () => {
  const { step, requests } = stepWith([Response.json({ id: '8137' }, { status: 201 })], {
    checkpoint: creating,
  });
  deepEqual(await pinterest.publish.publish(step), {
    kind: 'published',
    networkPostId: '8137',
    url: 'https://www.pinterest.com/pin/8137/',
  });
  const [request] = requests;
  equal(request?.url, 'https://api.pin.test/v5/pins');
  equal(request.headers.get('authorization'), 'Bearer pina_geheim_1');
  deepEqual(await request.json(), {
    board_id: BOARD,
    title: 'Soup',
    description: 'How I cook it',
    link: LINK,
    media_source: { source_type: 'image_url', url: 'https://media.test/photo.jpg' },
  });
});

void t.test('empty texts are left out', async () => {
  const over = { text: '', options: { pinterestBoardId: BOARD } };
  const checkpoint = { ...creating, pin: { boardId: BOARD, title: '', description: '', link: '' } };
  const { step, requests } = stepWith([Response.json({ id: '1' }, { status: 201 })], { checkpoint, over });
  await pinterest.publish.publish(step);
  deepEqual(Object.keys((await requests[0]?.json()) as object), ['board_id', 'media_source']);
});

void t.test(
  'a started mark that is old, or of a text edited since, is stored again before the pin is sent',
  async () => {
    for (const facts of [{ now: START + 31_000 }, { over: { text: 'Stew' } }]) {
      const { step, requests } = stepWith([], { checkpoint: creating, ...facts });
      const outcome = await pinterest.publish.publish(step);
      ok(outcome.kind === 'progress');
      equal(outcome.checkpoint['triedAt'], step.now);
      equal((outcome.checkpoint['pin'] as { title: string }).title, step.plan.title);
      equal(requests.length, 0);
    }
  },
);

void t.test('pictures are requested in the formats and the size that every account accepts', async () => {
  const asked: unknown[] = [];
  for (const [file, checkpoint] of [
    ['a.jpg', creating],
    ['a.gif', creating],
  ] as const) {
    const { step } = stepWith([Response.json({ id: '1' }, { status: 201 })], {
      checkpoint,
      over: { media: post('', [file]).media },
      host: (item, requirements) => {
        asked.push(requirements);
        return host(item);
      },
    });
    await pinterest.publish.publish(step);
  }
  deepEqual(asked, [
    { types: ['image/jpeg', 'image/png'], maxBytes: 10_000_000 },
    { types: ['image/gif'], maxBytes: 20_000_000 },
  ]);
});

void t.test('a picture that cannot be opened ends the step before anything is sent', async () => {
  for (const [temporary, kind] of [
    [true, 'retry'],
    [false, 'rejected'],
  ] as const) {
    const { step } = stepWith([], {
      checkpoint: creating,
      host: () => Promise.reject(new MediaError('media/0 is gone for good.', temporary)),
    });
    equal((await pinterest.publish.publish(step)).kind, kind);
  }
});

void t.test('each row of the error table has its outcome', async () => {
  const cases: [Response | Error, string, RegExp][] = [
    [refusal(400, 1, 'Invalid request: link is not valid'), 'rejected', /link is not valid \(1\)/],
    [refusal(401, 2, 'Authentication failed.'), 'expired', /Authentication failed/],
    [refusal(401, 1104, 'Token not valid.'), 'expired', /1104/],
    [refusal(403, 7, 'Not authorized to access board or Pin.'), 'rejected', /Not authorized/],
    [refusal(403, 29, 'You are not permitted to access that resource.'), 'rejected', /not permitted/],
    [refusal(404, 40, 'Board not found.'), 'rejected', /Board not found/],
    [refusal(409, 9, 'A section with this name exists.'), 'rejected', /section/],
    [refusal(409, 9, 'Could not get exclusive access to the board.'), 'retry', /exclusive/],
    [refusal(500, 12, 'Something went wrong.'), 'unknown', /Something went wrong/],
    [new Response('<html>', { status: 502 }), 'unknown', /502/],
    [Response.json({}), 'unknown', /without the expected content/],
    [new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } }), 'unknown', /connection broke/],
  ];
  for (const [answer, kind, words] of cases) {
    const outcome = await pinterest.publish.publish(stepWith([answer], { checkpoint: creating }).step);
    equal(outcome.kind, kind, String(words));
    match('reason' in outcome ? outcome.reason : '', words);
  }
});

void t.test('too many requests wait for the reset, or a minute', async () => {
  const waits: [{ [name: string]: string }, number][] = [
    [{ 'x-ratelimit-reset': '12' }, 12_000],
    [{ 'retry-after': '30', 'x-ratelimit-reset': '12' }, 30_000],
    [{}, 60_000],
  ];
  for (const [headers, afterMs] of waits) {
    const answer = refusal(429, 8, 'This request exceeded a rate limit.', headers);
    const outcome = await pinterest.publish.publish(stepWith([answer], { checkpoint: creating }).step);
    deepEqual(outcome.kind === 'retry' && outcome.afterMs, afterMs);
  }
});

void t.test('a picture that Pinterest cannot fetch is offered three times in all', async () => {
  const answer = refusal(400, 235, 'Sorry, we could not fetch the image from this url.');
  const waits: unknown[] = [];
  let checkpoint: Checkpoint = creating;
  for (let time = 0; time < 3; time += 1) {
    const outcome = await pinterest.publish.publish(stepWith([answer], { checkpoint }).step);
    waits.push(outcome.kind === 'progress' ? outcome.afterMs : outcome.kind);
    if (outcome.kind === 'progress') ({ checkpoint } = outcome);
  }
  deepEqual(waits, [20_000, 60_000, 'rejected']);
});

void t.test('a reason never contains a token', async () => {
  const answer = refusal(403, 7, 'The token pina_geheim_1 of pinr_geheim_1 is not allowed.');
  const outcome = await pinterest.publish.publish(stepWith([answer], { checkpoint: creating }).step);
  ok(outcome.kind === 'rejected');
  ok(!/geheim/.test(outcome.reason));
});

void t.test('a video is registered and uploaded in one step, with the file after its fields', async () => {
  const place = {
    media_id: '5431',
    media_type: 'video',
    upload_url: 'https://up.pin.test/',
    upload_parameters: { key: 'uploads/aa/5431', policy: 'p', 'Content-Type': 'multipart/form-data' },
  };
  const { step, requests } = stepWith(
    [Response.json(place, { status: 201 }), new Response(null, { status: 204 })],
    { over: film },
  );
  deepEqual(await pinterest.publish.publish(step), {
    kind: 'progress',
    checkpoint: processing,
    afterMs: 5000,
  });
  deepEqual(await requests[0]?.json(), { media_type: 'video' });
  const upload = requests[1];
  ok(upload);
  equal(upload.url, 'https://up.pin.test/');
  equal(upload.headers.get('authorization'), null, 'the storage sees no token');
  deepEqual([...(await upload.formData()).keys()], ['key', 'policy', 'Content-Type', 'file']);
});

void t.test(
  'a storage that refuses is tried again with another registration, and is not quoted',
  async () => {
    const place = {
      media_id: '1',
      upload_url: 'https://up.pin.test/',
      upload_parameters: { policy: 'geheim' },
    };
    const broken = new Response('<Error>geheim</Error>', { status: 403 });
    const { step } = stepWith([Response.json(place, { status: 201 }), broken], { over: film });
    const outcome = await pinterest.publish.publish(step);
    ok(outcome.kind === 'retry');
    match(outcome.reason, /403/);
    ok(!outcome.reason.includes('geheim'));
  },
);

void t.test(
  'the state of a video is polled every five seconds, later more rarely, for a quarter of an hour',
  async () => {
    const wait = async (ageMs: number, pauseMs: number) => {
      const checkpoint = { ...processing, lookedAt: START + ageMs - pauseMs };
      const answer = Response.json({ media_id: '5431', status: 'processing' });
      const { step } = stepWith([answer], { checkpoint, over: film, now: START + ageMs });
      const outcome = await pinterest.publish.publish(step);
      return outcome.kind === 'progress' ? outcome.afterMs : outcome.kind;
    };
    deepEqual(
      [
        await wait(5000, 5000),
        await wait(60_000, 15_000),
        await wait(300_000, 60_000),
        await wait(900_000, 60_000),
      ],
      [5000, 15_000, 60_000, 'retry'],
    );
    equal(await wait(3_600_000, 900_000), 5000, 'after a long pause the wait begins anew');
  },
);

void t.test('a processed video continues to the pin with its cover, a failed one is refused', async () => {
  const look = async (status: string) =>
    pinterest.publish.publish(
      stepWith([Response.json({ media_id: '5431', status })], { checkpoint: processing, over: film }).step,
    );
  const ready = { stage: 'ready', anew: 0, unfetched: 0, video };
  deepEqual(await look('succeeded'), { kind: 'progress', checkpoint: ready, afterMs: 0 });
  equal((await look('failed')).kind, 'rejected');

  const { step, requests } = stepWith([Response.json({ id: '1' }, { status: 201 })], {
    checkpoint: { ...creating, video },
    over: film,
  });
  await pinterest.publish.publish(step);
  const sent = (await requests[0]?.json()) as { media_source: Json } | undefined;
  deepEqual(sent?.media_source, {
    source_type: 'video_id',
    media_id: '5431',
    cover_image_url: 'https://media.test/photo.jpg',
  });
});

void t.test('a video that Pinterest forgot is uploaded again, twice', async () => {
  for (const [anew, kind] of [
    [0, 'progress'],
    [1, 'progress'],
    [2, 'rejected'],
  ] as const) {
    const { step } = stepWith([refusal(404, 404, 'Not found')], {
      checkpoint: { ...processing, anew },
      over: film,
    });
    equal((await pinterest.publish.publish(step)).kind, kind);
  }
});

void t.test('another video than before starts the upload again', async () => {
  const { step } = stepWith([refusal(500, 1, 'Down for now.')], {
    checkpoint: processing,
    over: { media: post('', ['other.mp4', 'photo.jpg']).media },
  });
  equal((await pinterest.publish.publish(step)).kind, 'retry', 'it is registered');
});

void t.test('a lookup finds the pin of this delivery by its text and its time', async () => {
  const look = (pins: Json[], now = START + 2000) =>
    pinterest.publish.verify(stepWith([listed(pins)], { checkpoint: creating, now }).step);
  deepEqual(await look([listedPin()]), {
    kind: 'live',
    networkPostId: '813744226420795884',
    url: 'https://www.pinterest.com/pin/813744226420795884/',
  });
  equal((await look([])).kind, 'retry', 'it may not be listed yet');
  const later = START + 60_000;
  deepEqual(await look([], later), {
    kind: 'absent',
    checkpoint: { stage: 'begun', anew: 0, unfetched: 0 },
  });
  equal((await look([listedPin({ title: 'Stew' })], later)).kind, 'absent');
  equal((await look([listedPin({ link: null })], later)).kind, 'absent');
  equal((await look([listedPin(at(START - 3_600_000))], later)).kind, 'absent');
  equal((await look([listedPin(at(START - 60_000))], later)).kind, 'cannot_tell', 'clocks may differ');
  equal((await look([listedPin(), listedPin({ id: '2' })])).kind, 'cannot_tell');
});

void t.test('a lookup for a video continues with the uploaded one', async () => {
  const { step } = stepWith([listed([])], { checkpoint: { ...creating, video }, now: START + 60_000 });
  deepEqual(await pinterest.publish.verify(step), {
    kind: 'absent',
    checkpoint: { stage: 'ready', anew: 0, unfetched: 0, video },
  });
});

void t.test('before anything could be live a lookup makes no request', async () => {
  for (const checkpoint of [null, processing]) {
    const { step, requests } = stepWith([], { checkpoint, over: film });
    equal((await pinterest.publish.verify(step)).kind, 'absent');
    equal(requests.length, 0);
  }
});

void t.test('an unsorted list is read to its end, and a sorted one only as far as needed', async () => {
  const old = listedPin({ id: '1', title: 'Old', ...at(START - 9e8) });
  const unsorted = [old, listedPin({ id: '2', title: 'Older', ...at(START - 8e8) })];
  const found = stepWith([listed(unsorted, 'more'), listed([listedPin()])], { checkpoint: creating });
  equal((await pinterest.publish.verify(found.step)).kind, 'live');
  equal(new URL(found.requests[1]?.url ?? '').searchParams.get('bookmark'), 'more');

  const sorted = stepWith([listed([old], 'more')], { checkpoint: creating, now: START + 60_000 });
  equal((await pinterest.publish.verify(sorted.step)).kind, 'absent');

  const endless = stepWith(
    Array.from({ length: 10 }, () => listed(unsorted, 'more')),
    {
      checkpoint: creating,
      now: START + 60_000,
    },
  );
  equal((await pinterest.publish.verify(endless.step)).kind, 'cannot_tell');
});

void t.test('a lookup that fails says why', async () => {
  const cases: [Response | Error, string][] = [
    [refusal(401, 2, 'Authentication failed.'), 'expired'],
    [refusal(403, 3, 'Your application lacks the permission.'), 'cannot_tell'],
    [refusal(404, 40, 'Board not found.'), 'cannot_tell'],
    [refusal(429, 8, 'This request exceeded a rate limit.'), 'retry'],
    [refusal(503, 1, 'Down for now.'), 'retry'],
    [new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } }), 'retry'],
  ];
  for (const [answer, kind] of cases) {
    equal((await pinterest.publish.verify(stepWith([answer], { checkpoint: creating }).step)).kind, kind);
  }
});

void t.test('a refresh stores the new refresh token, or keeps the old one if there is none', async () => {
  const renew = (body: object, status = 200) => {
    const { step, requests } = stepWith([Response.json(body, { status })]);
    return refresh({ ...step, app: ourApp }).then((answer) => ({ answer, request: requests[0] }));
  };
  const both = { access_token: 'pina_2', refresh_token: 'pinr_2', refresh_token_expires_in: 5_184_000 };
  const { answer, request } = await renew(both);
  deepEqual(answer, {
    kind: 'refreshed',
    credentials: { ...credentials, accessToken: 'pina_2', refreshToken: 'pinr_2' },
    expiresAt: START + 5_184_000_000,
  });
  equal(request?.url, 'https://api.pin.test/v5/oauth/token');
  equal(request.headers.get('authorization'), `Basic ${btoa('app-1:app-geheim-1')}`);
  deepEqual(Object.fromEntries(new URLSearchParams(await request.text())), {
    grant_type: 'refresh_token',
    refresh_token: 'pinr_geheim_1',
  });

  const kept = (await renew({ access_token: 'pina_2', refresh_token_expires_at: 1_795_000_000 })).answer;
  ok(kept.kind === 'refreshed');
  deepEqual([kept.credentials['refreshToken'], kept.expiresAt], ['pinr_geheim_1', 1_795_000_000_000]);

  for (const status of [400, 401]) {
    equal((await renew({ code: 1, message: 'No such token.' }, status)).answer.kind, 'reauthorize');
  }
  for (const status of [429, 503]) {
    equal((await renew({ code: 1, message: 'Not for now.' }, status)).answer.kind, 'retry');
  }
});

void t.test('a rotated refresh token is used for the next refresh', async () => {
  const scene = setScene({ adapter: pinterest, network });
  const options = { pinterestBoardId: boardOf('rosa') };
  for (let time = 0; time < 2; time += 1) {
    scene.sandbox.faults.add({ kind: 'expired_token', network: 'pinterest', times: 1 });
    const driven = await drive(scene, { post: post(`Soup ${time}`, ['photo.jpg'], options) });
    equal(driven.status, 'published');
    equal(driven.refreshes.length, 1);
  }
});

void t.test('boards are listed page by page', async () => {
  const board = (id: string, privacy: string) => ({ id, name: `Board ${id}`, privacy });
  const { step, requests } = stepWith([
    listed([board('1', 'PUBLIC'), board('2', 'SECRET')], 'next'),
    listed([board('3', 'PROTECTED')], ''),
  ]);
  deepEqual(await listBoards(step), {
    kind: 'boards',
    boards: [board('1', 'PUBLIC'), board('2', 'SECRET'), board('3', 'PROTECTED')],
  });
  deepEqual(
    requests.map(({ url }) => url),
    [
      'https://api.pin.test/v5/boards?page_size=250&privacy=ALL',
      'https://api.pin.test/v5/boards?page_size=250&privacy=ALL&bookmark=next',
    ],
  );
  for (const [status, kind] of [
    [401, 'expired'],
    [403, 'rejected'],
    [429, 'retry'],
    [503, 'retry'],
  ] as const) {
    equal((await listBoards(stepWith([refusal(status, 1, 'Not this time.')]).step)).kind, kind);
  }
});

void t.test('connecting requests every permission for a pin, and refuses fewer', async () => {
  const app = { clientId: 'app-1', clientSecret: 'app-geheim-1' };
  const url = new URL(
    connect.kind === 'oauth'
      ? connect.authorizeUrl({
          endpoints: account.endpoints,
          app,
          redirectUri: 'https://troupe.test/back',
          state: 's',
          codeChallenge: null,
        })
      : '',
  );
  equal(url.pathname, '/oauth/');
  equal(url.searchParams.get('scope'), 'boards:read,boards:write,pins:read,pins:write,user_accounts:read');

  const exchange = (tokens: object) => {
    const { step } = stepWith([Response.json(tokens)]);
    const { endpoints } = account;
    return connect.exchange({ ...step, endpoints, app, redirectUri: '', code: 'c', codeVerifier: null });
  };
  const less = await exchange({ access_token: 'a', refresh_token: 'r', scope: 'boards:read pins:read' });
  ok(less.kind === 'refused');
  match(less.reason, /boards:write, pins:write/);
  equal((await exchange({ access_token: 'a' })).kind, 'refused', 'no refresh token');
});

void t.test('the simulator refuses what Pinterest refuses, with its messages', async () => {
  const { sandbox, account } = setScene({ adapter: pinterest, network });
  const send = async (body: object, token = account.credentials['accessToken']) => {
    const answer = await sandbox.fetch(`${account.endpoints['api']}/v5/pins`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    const { code, message } = (await answer.json()) as { code: number; message: string };
    return `${answer.status} ${code} ${message}`;
  };
  const good = {
    board_id: boardOf('rosa'),
    media_source: { source_type: 'image_url', url: 'https://media.test/photo.jpg' },
  };
  const image = (url: string) => ({ source_type: 'image_url', url });
  match(await send(good, 'nobody'), /^401 2 /);
  match(await send({ ...good, board_id: '7' }), /^404 40 /);
  match(await send({ ...good, title: 'a'.repeat(101) }), /^400 1 .*title/);
  match(await send({ ...good, media_source: image('https://nowhere.test/a.jpg') }), /^400 235 .*fetch/);
  match(await send({ ...good, media_source: image('https://media.test/clip.mp4') }), /^400 .*format/);
  match(await send({ ...good, media_source: { source_type: 'video_id', media_id: '1' } }), /^400 .*media_id/);
});
