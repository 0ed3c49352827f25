/** Steps of a delivery to Reddit, how responses are classified, and finding a post whose response was lost. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import t from 'tap';
import type { RefreshAnswer } from '../../adapters/port/app.ts';
import type { PostContent, PublishStep } from '../../adapters/port/publish.ts';
import type { Work } from '../../adapters/reddit/checkpoint.ts';
import { connect } from '../../adapters/reddit/connect.ts';
import { manifest as reddit } from '../../adapters/reddit/manifest.ts';
import type { Json, Outcome } from '../../machines/outcome.ts';
import { reddit as network } from '../../simulators/reddit/index.ts';
import { drive, live, setScene, type Scene } from '../contract/drive.ts';
import { host, item, post } from '../contract/media.ts';
import { adapterBench, always, callsOf } from './bench.ts';

const { facts, publish, verify, ready } = adapterBench<Work>(reddit, network, ['clientId']);
const PLAIN = post('Boats at noon\n\nThe red one.');
const LINK = post('A boat', ['photo.jpg'], { redditSubreddit: 'test' });
const FLAIRED = post('A boat', [], { redditSubreddit: 'boats', redditFlairText: 'News' });
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const account = { id: 'acc_1', platform: 'reddit' as const, limits: {} };

/** The adapter's requests, with the responses of the sandbox. */
function watching(scene: Scene) {
  const seen: { request: Request; form: { [name: string]: string } }[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const form = Object.fromEntries(new URLSearchParams(await request.clone().text()));
    seen.push({ request: request.clone(), form });
    return scene.sandbox.fetch(request);
  };
  return { seen, fetch };
}

const details = (scene: Scene) => scene.sandbox.ledger.entries().at(-1)?.details;

// The plan

void t.test('the first line is the title, the rest the text', async () => {
  const parts = (text: string, files: string[] = []) => {
    const { title, text: body, warnings } = reddit.publish.plan(post(text, files), account);
    return { title, body, warnings: warnings.length };
  };
  deepEqual(parts('Boats'), { title: 'Boats', body: '', warnings: 0 });
  deepEqual(parts('\n \n  Boats \r\n\r\nOne\n\nTwo \n'), { title: 'Boats', body: 'One\n\nTwo', warnings: 0 });
  deepEqual(parts('Boats', ['photo.jpg']), { title: 'Boats', body: '', warnings: 0 });
  deepEqual(parts('Boats\nOne', ['photo.jpg']), { title: 'Boats', body: '', warnings: 1 });
});

void t.test('an invalid post is refused with the field', async () => {
  const refused = (text: string, files: string[] = [], options: PostContent['options'] = {}) =>
    reddit.publish
      .plan(post(text, files, options), account)
      .refusals.map(({ code, param }) => `${code} ${param}`);
  for (const file of ['photo.jpg', 'wide.png', 'a.webp', 'turn.gif']) deepEqual(refused('Boats', [file]), []);
  deepEqual(refused(' \n'), ['text_empty /content']);
  deepEqual(refused('', ['photo.jpg']), ['text_empty /content']);
  deepEqual(refused('a'.repeat(301)), ['text_too_long /content']);
  deepEqual(refused(`B\n${'a'.repeat(40_001)}`), ['text_too_long /content']);
  deepEqual(refused(`B\n${'a'.repeat(40_001)}`, ['photo.jpg']), [], 'a text that is left out may be long');
  deepEqual(refused('Boats', ['photo.jpg', 'clip.mp4']), ['media_type /media/1', 'too_many_media /media/1']);
  for (const subreddit of ['boats', 'r/boats', '/r/boats/', 'u_rosa', 'Boats_2']) {
    deepEqual(refused('Boats', [], { redditSubreddit: subreddit }), []);
  }
  for (const subreddit of ['', 'two words', 'boats/new', 7, 'a'.repeat(22), 'https://reddit.com/r/boats']) {
    deepEqual(refused('Boats', [], { redditSubreddit: subreddit }), ['option_invalid /redditSubreddit']);
  }
  for (const flair of ['', ' ', 7, 'a'.repeat(65)]) {
    deepEqual(refused('Boats', [], { redditFlairText: flair }), ['option_invalid /redditFlairText']);
  }
  deepEqual(refused('Boats', [], { pinterestBoardId: 7, articleSettings: { tags: 'x' } }), []);
});

// Steps

void t.test('without a subreddit a text post goes to the profile', async () => {
  const scene = setScene(facts);
  const { seen, fetch } = watching(scene);
  const outcome = await publish(scene, PLAIN, await ready(scene, PLAIN), { fetch });
  ok(outcome.kind === 'published');
  match(outcome.networkPostId, /^t3_\w+$/);
  match(outcome.url ?? '', /\/r\/u_rosa\/comments\//);
  equal(seen[0]?.request.headers.get('user-agent'), 'web:troupe.sandbox-reddit:v1.0 (by /u/rosa)');
  deepEqual(seen[0]?.form, {
    api_type: 'json',
    sr: 'u_rosa',
    kind: 'self',
    title: 'Boats at noon',
    text: 'The red one.',
    sendreplies: 'true',
    resubmit: 'true',
    validate_on_submit: 'true',
  });
});

void t.test('an image becomes a link post with its hosted address', async () => {
  const scene = setScene(facts);
  const hosted: PublishStep['host'] = async (media) => ({
    ...(await host(media)),
    url: 'https://own.test/ß.jpg',
  });
  const first = await publish(scene, LINK, null, { host: hosted });
  ok(first.kind === 'progress');
  const outcome = await publish(scene, LINK, first.checkpoint);
  ok(outcome.kind === 'progress');
  const { seen, fetch } = watching(scene);
  equal((await publish(scene, LINK, outcome.checkpoint, { fetch })).kind, 'published');
  const { kind, url, text } = seen[0]?.form ?? {};
  deepEqual({ kind, url, text }, { kind: 'link', url: 'https://own.test/%C3%9F.jpg', text: undefined });
  deepEqual(details(scene), { title: 'A boat', subreddit: 'test', kind: 'link', flair: null });
});

void t.test('a flair is found by its name, whatever the case and the spaces', async () => {
  for (const flair of ['News', 'news', ' NEWS ', 'sailing  ⛵']) {
    const scene = setScene(facts);
    const options = { redditSubreddit: 'r/boats', redditFlairText: flair };
    const driven = await drive(scene, { post: post('A boat', [], options) });
    equal(driven.status, 'published');
    equal(details(scene)?.['flair'], flair.trim().toLowerCase() === 'news' ? 'News' : 'Sailing ⛵');
  }
});

void t.test('an unknown flair is refused with the list of known ones', async () => {
  const scene = setScene(facts);
  const said = async (subreddit: string) => {
    const options = { redditSubreddit: subreddit, redditFlairText: 'Weather' };
    const outcome = await publish(scene, post('A boat', [], options), null);
    ok(outcome.kind === 'rejected');
    return outcome.reason;
  };
  match(await said('boats'), /^redditFlairText: r\/boats has no flair “Weather”. It has: News, Sailing/);
  match(await said('test'), /^redditFlairText: no flairs to choose in r\/test: Reddit: Forbidden/);
  match(await said('nowhere'), /no such subreddit/);
  const none = await publish(scene, FLAIRED, null, { fetch: always(200, '[]') });
  deepEqual(none, { kind: 'rejected', reason: 'redditFlairText: r/boats has no flairs: leave it out.' });
});

void t.test('two flairs that differ only in case are distinguished by it', async () => {
  const scene = setScene(facts);
  const flairs = [
    { id: 'one', text: 'NEWS' },
    { id: 'two', text: 'News' },
  ];
  const fetch = always(200, flairs);
  const exact = await publish(scene, FLAIRED, null, { fetch });
  equal(exact.kind === 'progress' && exact.checkpoint['flairId'], 'two');
  const options = { redditSubreddit: 'boats', redditFlairText: 'news' };
  equal((await publish(scene, post('A boat', [], options), null, { fetch })).kind, 'rejected');
});

void t.test(
  'the time of a try is stored before the post is sent, and after that it is not repeated without a check',
  async () => {
    const scene = setScene(facts);
    const plan = reddit.publish.plan(PLAIN, scene.account);
    const { now } = scene.clock;
    const work = await ready(scene, PLAIN);
    deepEqual([work.since, work.triedAt, work.triedBefore], [now, now, false]);
    equal(reddit.publish.repeatable({ checkpoint: null, plan, now }), 'yes');
    equal(reddit.publish.repeatable({ checkpoint: { ...work, triedAt: null }, plan, now }), 'yes');
    equal(reddit.publish.repeatable({ checkpoint: work, plan, now }), 'no');
    scene.clock.now += 5 * MINUTE;
    const noted = await publish(scene, PLAIN, work);
    ok(noted.kind === 'progress');
    deepEqual([noted.checkpoint['since'], noted.checkpoint['triedAt']], [now, scene.clock.now]);
    deepEqual(callsOf(scene), []);
  },
);

void t.test('an edit of text, image, subreddit or flair starts the post again', async () => {
  const scene = setScene(facts);
  const work = await ready(scene, FLAIRED);
  for (const edited of [
    { ...FLAIRED, text: 'Two boats' },
    { ...FLAIRED, media: [item('photo.jpg')] },
    { ...FLAIRED, options: { redditSubreddit: 'boats', redditFlairText: 'Sailing ⛵' } },
    { ...FLAIRED, options: { redditSubreddit: 'test' } },
  ]) {
    const outcome = await publish(scene, edited, work);
    ok(outcome.kind === 'progress');
    ok(outcome.checkpoint['mark'] !== work.mark);
  }
});

// Responses

const refusals: [code: string, subreddit: string, content: PostContent][] = [
  ['SUBREDDIT_NOEXIST', 'nowhere', PLAIN],
  ['SUBREDDIT_NOTALLOWED', 'harbour', PLAIN],
  ['SUBREDDIT_NOTALLOWED', 'u_somebody', PLAIN],
  ['NO_SELFS', 'pictures', PLAIN],
  ['NO_LINKS', 'talk', LINK],
  ['SUBMIT_VALIDATION_FLAIR_REQUIRED', 'boats', PLAIN],
];
for (const [code, redditSubreddit, content] of refusals) {
  void t.test(
    `a submission that is refused with 200 and ${code} in r/${redditSubreddit} is rejected`,
    async () => {
      const scene = setScene(facts);
      const driven = await drive(scene, { post: { ...content, options: { redditSubreddit } } });
      equal(driven.status, 'failed');
      match(driven.error ?? '', new RegExp(`\\(${code}\\)`));
      equal(/redditFlairText/.test(driven.error ?? ''), code.includes('FLAIR'));
      equal(live(scene), 0);
    },
  );
}

const errors = (code: string, words: string, more: object = {}) => ({
  json: { ...more, errors: [[code, words, 'ratelimit']] },
});
const pauses: [body: object, afterMs: number | undefined][] = [
  [errors('RATELIMIT', 'Take a break for 2 minutes before trying again.', { ratelimit: 117.4 }), 122_400],
  [errors('RATELIMIT', 'Take a break for 2 minutes before trying again.'), 125_000],
  [errors('RATELIMIT', 'Take a break for 1 minute before trying again.'), 65_000],
  [errors('RATELIMIT', 'try again in 45 seconds.'), 50_000],
  [errors('RATELIMIT', 'try again in 300 milliseconds.'), 5300],
  [errors('RATELIMIT', 'you are doing that too much.'), undefined],
  [errors('QUOTA_FILLED', "You've filled your quota."), 4 * HOUR],
];
for (const [body, afterMs] of pauses) {
  void t.test(`a pause is kept: ${JSON.stringify(body)}`, async () => {
    const scene = setScene(facts);
    const outcome = await publish(scene, PLAIN, await ready(scene, PLAIN), { fetch: always(200, body) });
    ok(outcome.kind === 'retry');
    equal(outcome.afterMs, afterMs);
  });
}

void t.test(
  'a link that already exists is looked up if an earlier try of this post may have created it',
  async () => {
    const scene = setScene(facts);
    const work = await ready(scene, LINK);
    const fetch = always(200, errors('ALREADY_SUB', 'that link has already been submitted'));
    equal((await publish(scene, LINK, work, { fetch })).kind, 'rejected');
    equal((await publish(scene, LINK, { ...work, triedBefore: true }, { fetch })).kind, 'unknown');
  },
);

const SCOPE = { 'www-authenticate': 'Bearer realm="reddit", error="insufficient_scope"' };
const blacklisted = {
  fields: ['title'],
  explanation: 'this community does not allow that word',
  message: 'Bad Request',
  error_type: 'SUBMIT_VALIDATION_ERROR',
  reason: 'SUBMIT_VALIDATION_TITLE_BLACKLISTED_STRING',
};
const rows: [
  what: string,
  status: number,
  body: object | string,
  submission: Outcome['kind'],
  flair: Outcome['kind'],
  headers?: { [name: string]: string },
][] = [
  ['a rule of the subreddit', 400, blacklisted, 'rejected', 'rejected'],
  ['a bad request', 400, { message: 'Bad Request', error: 400 }, 'rejected', 'rejected'],
  ['a token that is over', 401, { message: 'Unauthorized', error: 401 }, 'expired', 'expired'],
  ['a scope that is missing', 403, { message: 'Forbidden' }, 'reauthorize', 'reauthorize', SCOPE],
  ['a private subreddit', 403, { reason: 'private', message: 'Forbidden' }, 'rejected', 'rejected'],
  ['a blocked client', 403, '<html>whoa there, pardner!</html>', 'rejected', 'rejected'],
  ['a subreddit that is missing', 404, { message: 'Not Found', error: 404 }, 'rejected', 'rejected'],
  [
    'a way to the search',
    302,
    '',
    'rejected',
    'rejected',
    { location: 'https://www.reddit.com/subreddits/search' },
  ],
  ['a body that is too large', 413, '', 'rejected', 'rejected'],
  ['too many requests', 429, 'Too Many Requests', 'retry', 'retry'],
  ['a slow upload', 408, '', 'unknown', 'retry'],
  ['a fault of Reddit', 500, { message: 'Internal Server Error', error: 500 }, 'unknown', 'retry'],
  ['a page of a proxy', 502, '<html>Bad Gateway</html>', 'unknown', 'retry'],
  ['an overloaded Reddit', 503, '<html>Ow!</html>', 'unknown', 'retry'],
  ['a slow Reddit', 504, '', 'unknown', 'retry'],
  ['an unknown fault of the front', 520, '', 'unknown', 'retry'],
  ['a front that waited too long', 522, '', 'unknown', 'retry'],
  ['200 without an id', 200, { json: { errors: [], data: {} } }, 'unknown', 'retry'],
  ['200 in the form of long ago', 200, { jquery: [], success: true }, 'unknown', 'retry'],
];
for (const [what, status, body, submission, flair, headers = {}] of rows) {
  void t.test(`${what} (${status}): ${submission} for the post, ${flair} for the flair`, async () => {
    const scene = setScene(facts);
    const fetch = always(status, body, headers);
    equal((await publish(scene, PLAIN, await ready(scene, PLAIN), { fetch })).kind, submission);
    equal((await publish(scene, FLAIRED, null, { fetch })).kind, flair);
  });
}

void t.test('the explanation of a rule is shown with the rule’s name', async () => {
  const scene = setScene(facts);
  const outcome = await publish(scene, PLAIN, await ready(scene, PLAIN), {
    fetch: always(400, blacklisted),
  });
  deepEqual(outcome, {
    kind: 'rejected',
    reason:
      'Reddit: this community does not allow that word (SUBMIT_VALIDATION_TITLE_BLACKLISTED_STRING, HTTP 400)',
  });
});

void t.test(
  'the rate window counts seconds to its end, and only for a 429, although every response has it',
  async () => {
    const scene = setScene(facts);
    const work = await ready(scene, PLAIN);
    const headers = { 'x-ratelimit-reset': '90', 'x-ratelimit-remaining': '0.0' };
    const waits: [Response, number | undefined][] = [
      [new Response('', { status: 429, headers }), 90_000],
      [new Response('', { status: 429, headers: { ...headers, 'retry-after': '7' } }), 7000],
      [new Response('', { status: 429 }), undefined],
    ];
    for (const [answer, afterMs] of waits) {
      const outcome = await publish(scene, PLAIN, work, { fetch: () => Promise.resolve(answer) });
      ok(outcome.kind === 'retry');
      equal(outcome.afterMs, afterMs);
    }
    const down = await publish(scene, FLAIRED, null, { fetch: always(503, '', headers) });
    equal(down.kind === 'retry' && down.afterMs, undefined);
  },
);

void t.test('an id is accepted with its prefix or without', async () => {
  const scene = setScene(facts);
  const work = await ready(scene, PLAIN);
  for (const data of [{ name: 't3_4bbe4b', id: '4bbe4b' }, { id: '4bbe4b' }, { id: 't3_4bbe4b' }]) {
    const body = { json: { errors: [], data: { ...data, url: 'https://www.reddit.com/r/test/1' } } };
    deepEqual(await publish(scene, PLAIN, work, { fetch: always(200, body) }), {
      kind: 'published',
      networkPostId: 't3_4bbe4b',
      url: 'https://www.reddit.com/r/test/1',
    });
  }
});

// Lookups

for (const content of [
  PLAIN,
  LINK,
  FLAIRED,
  post('<b> & "boats" 👩🏽‍🚀\n\n* one\n\n\n* two  &amp; more', [], { redditSubreddit: 'Test' }),
]) {
  void t.test(`its own post is recognized as listed: ${JSON.stringify(content.text)}`, async () => {
    const scene = setScene(facts);
    const work = await ready(scene, content);
    const published = await publish(scene, content, work);
    ok(published.kind === 'published');
    deepEqual(await verify(scene, content, work), { ...published, kind: 'live' });
  });
}

void t.test('another title, text, subreddit or link is another post, and so is an earlier one', async () => {
  const scene = setScene(facts);
  const submit = async (content: PostContent) => {
    equal((await publish(scene, content, await ready(scene, content))).kind, 'published');
  };
  await submit(PLAIN);
  await submit(LINK);
  scene.clock.now += HOUR;
  const work = await ready(scene, PLAIN);
  const link = await ready(scene, LINK);
  await submit(post('Boats at moon\n\nThe red one.'));
  await submit(post('Boats at noon\n\nThe blue one.'));
  await submit({ ...PLAIN, options: { redditSubreddit: 'test' } });
  await submit(post('A boat', ['photo-2.jpg'], { redditSubreddit: 'test' }));
  await submit(post('A boat', [], { redditSubreddit: 'test' }));
  scene.clock.now += 3 * MINUTE;
  for (const [content, begun] of [
    [PLAIN, work],
    [LINK, link],
  ] as const) {
    deepEqual(await verify(scene, content, begun), {
      kind: 'absent',
      checkpoint: { ...begun, triedAt: null, triedBefore: true },
    });
  }
});

const listing = (rows: { [name: string]: Json }[], after: string | null = null) =>
  always(200, { kind: 'Listing', data: { after, children: rows.map((data) => ({ kind: 't3', data })) } });

void t.test('a post that the subreddit removed counts as sent', async () => {
  const scene = setScene(facts);
  const work = await ready(scene, PLAIN);
  const row = {
    id: '4bbe4b',
    subreddit: 'u_rosa',
    title: 'Boats at noon',
    is_self: true,
    selftext: 'The red one.',
    created_utc: scene.clock.now / 1000,
    removed_by_category: 'automod_filtered',
    permalink: '/r/u_rosa/comments/4bbe4b/boats_at_noon/',
  };
  deepEqual(await verify(scene, PLAIN, work, { fetch: listing([row]) }), {
    kind: 'live',
    networkPostId: 't3_4bbe4b',
    url: `${scene.account.endpoints['www']}/r/u_rosa/comments/4bbe4b/boats_at_noon/`,
  });
});

void t.test('a post may take two minutes to be listed', async () => {
  const scene = setScene(facts);
  const work = await ready(scene, PLAIN);
  const early = await verify(scene, PLAIN, work);
  ok(early.kind === 'retry');
  scene.clock.now += 2 * (early.afterMs ?? 0);
  equal((await verify(scene, PLAIN, work)).kind, 'absent');
});

void t.test('a list with more and more newer posts leaves the question open', async () => {
  const scene = setScene(facts);
  const work = await ready(scene, PLAIN);
  const row = { id: '1', subreddit: 'u_rosa', title: 'Another', created_utc: scene.clock.now / 1000 };
  equal((await verify(scene, PLAIN, work, { fetch: listing([row], 't3_1') })).kind, 'cannot_tell');
});

void t.test('a list is followed to its next page', async () => {
  const scene = setScene(facts);
  const work = await ready(scene, PLAIN);
  const published = await publish(scene, PLAIN, work);
  ok(published.kind === 'published');
  for (let number = 0; number < 120; number += 1) {
    const other = post(`Boat ${number}`);
    await publish(scene, other, await ready(scene, other));
  }
  deepEqual(await verify(scene, PLAIN, work), { ...published, kind: 'live' });
});

void t.test('no request is made before the first try', async () => {
  const scene = setScene(facts);
  const work = { ...(await ready(scene, PLAIN)), since: null, triedAt: null };
  deepEqual(await verify(scene, PLAIN, work), { kind: 'absent', checkpoint: work });
  deepEqual(await verify(scene, PLAIN, null), { kind: 'absent' });
  deepEqual(callsOf(scene), []);
});

for (const [status, body, kind] of [
  [401, {}, 'expired'],
  [403, { message: 'Forbidden' }, 'cannot_tell'],
  [404, { message: 'Not Found' }, 'cannot_tell'],
  [429, {}, 'retry'],
  [503, {}, 'retry'],
  [200, {}, 'retry'],
] as const) {
  void t.test(`a lookup with the response ${status} ${JSON.stringify(body)}: ${kind}`, async () => {
    const scene = setScene(facts);
    const work = await ready(scene, PLAIN);
    equal((await verify(scene, PLAIN, work, { fetch: always(status, body) })).kind, kind);
  });
}

// Tokens and connecting

function refresh(scene: Scene, fetch = scene.sandbox.fetch): Promise<RefreshAnswer> {
  const { account, app, clock } = scene;
  return reddit.app!.refresh!({ account, app, fetch, now: clock.now, signal: new AbortController().signal });
}

void t.test('after a day the token is refreshed, and the refresh token stays valid', async () => {
  const scene = setScene(facts);
  const { credentials: before } = scene.account;
  scene.clock.now += 24 * HOUR;
  const driven = await drive(scene, { post: PLAIN });
  equal(driven.status, 'published');
  const [answer] = driven.refreshes;
  ok(answer?.kind === 'refreshed');
  deepEqual({ ...answer.credentials, accessToken: '' }, { ...before, accessToken: '' });
  ok(answer.credentials['accessToken'] !== before['accessToken']);
  equal(answer.expiresAt, scene.clock.now + 24 * HOUR);
  equal((await refresh(scene)).kind, 'refreshed');
});

void t.test('another refresh token in a refresh is stored', async () => {
  const scene = setScene(facts);
  const fetch = always(200, { access_token: 'at', refresh_token: 'rt-2', expires_in: 3600 });
  const answer = await refresh(scene, fetch);
  ok(answer.kind === 'refreshed');
  equal(answer.credentials['refreshToken'], 'rt-2');
});

void t.test(
  'a refused refresh ends the access, whatever the status of the response; a server error does not',
  async () => {
    const scene = setScene(facts);
    for (const [status, body, kind] of [
      [200, { error: 'invalid_grant' }, 'reauthorize'],
      [400, { error: 'invalid_grant' }, 'reauthorize'],
      [401, { message: 'Unauthorized', error: 401 }, 'unconfigured'],
      [429, {}, 'retry'],
      [500, { error: 500 }, 'retry'],
      [503, '', 'retry'],
      [200, {}, 'retry'],
    ] as const) {
      equal((await refresh(scene, always(status, body))).kind, kind, `${status} ${JSON.stringify(body)}`);
    }
    const { refreshToken, ...rest } = scene.account.credentials;
    ok(refreshToken);
    scene.account = { ...scene.account, credentials: rest };
    equal((await refresh(scene)).kind, 'reauthorize');
  },
);

const signIn = (token: object, me: object = {}, code = 'code') =>
  connect.exchange({
    endpoints: { www: 'https://www.test', oauth: 'https://oauth.test' },
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const isToken = request.url.endsWith('/access_token');
      if (isToken) equal(new URLSearchParams(await request.text()).get('code'), 'code');
      return Response.json(isToken ? token : me);
    },
    signal: new AbortController().signal,
    now: 1000,
    app: { clientId: 'client', clientSecret: 'secret' },
    redirectUri: 'https://troupe.test/callback',
    code,
    codeVerifier: null,
  });
const TOKEN = { access_token: 'at', refresh_token: 'rt', expires_in: 86_400, scope: '*' };

void t.test('a person is asked for permanent access, and the fragment of the code is removed', async () => {
  const url = new URL(
    connect.authorizeUrl({
      endpoints: { www: 'https://www.test', oauth: 'https://oauth.test' },
      app: { clientId: 'client', clientSecret: 'secret' },
      redirectUri: 'https://troupe.test/callback',
      state: 's',
      codeChallenge: null,
    }),
  );
  equal(url.searchParams.get('duration'), 'permanent');
  equal(url.searchParams.get('scope'), 'identity read submit flair history');
  const answer = await signIn(TOKEN, { id: 'abc12', name: 'ann_ex', icon_img: '' }, 'code#_');
  ok(answer.kind === 'accounts');
  deepEqual(answer.accounts[0], {
    remoteId: 't2_abc12',
    username: 'ann_ex',
    displayName: 'u/ann_ex',
    url: 'https://www.test/user/ann_ex',
    avatarUrl: null,
    endpoints: { www: 'https://www.test', oauth: 'https://oauth.test' },
    credentials: { accessToken: 'at', refreshToken: 'rt', clientId: 'client' },
    limits: {},
    expiresAt: 86_401_000,
  });
});

void t.test('missing scopes and a suspended account are reported', async () => {
  const missing = await signIn({ ...TOKEN, scope: 'identity read' });
  match(missing.kind === 'refused' ? missing.reason : '', /submit, flair, history/);
  const suspended = await signIn(TOKEN, { id: 'abc12', name: 'ann_ex', is_suspended: true });
  match(suspended.kind === 'refused' ? suspended.reason : '', /suspended/);
});

void t.test(
  'the simulated Reddit blocks clients without a user agent of their own, and requires api_type',
  async () => {
    const scene = setScene(facts);
    const { oauth = '' } = scene.account.endpoints;
    const authorization = `Bearer ${scene.account.credentials['accessToken']}`;
    const send = (headers: { [name: string]: string }) =>
      scene.sandbox.fetch(`${oauth}/api/submit`, {
        method: 'POST',
        headers: { authorization, ...headers },
        body: new URLSearchParams({ sr: 'test', kind: 'self', title: 'Boats' }),
      });
    equal((await send({})).status, 403);
    const old = (await (await send({ 'user-agent': 'web:org.example:v1.0' })).json()) as object;
    ok('jquery' in old);
    equal(live(scene), 0);
  },
);
