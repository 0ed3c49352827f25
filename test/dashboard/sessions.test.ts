/** Signing in at the dashboard, on the real server: who may set up, what a cookie allows, and from which pages. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import t, { type Test } from 'tap';
import { networks } from '../../adapters/networks.ts';
import { WebSocket } from 'ws';
import { type Attempts, MAX_FAILURES } from '../../src/features/auth/attempts.ts';
import { createSessions, SESSION_MS } from '../../src/features/auth/sessions.ts';
import { sessionRoutes } from '../../src/faces/dashboard/session-routes.ts';
import { createClientAddress } from '../../src/faces/http/client-address.ts';
import { newId } from '../../src/base/ids.ts';
import { claimUser } from '../../store/sessions.ts';
import { insertUser } from '../../store/directory.ts';
import { start } from '../http/harness.ts';
import { type Browser, browserAt } from '../support/browser-session.ts';
import { type RunningService, startService } from '../support/service.ts';

const PASSWORD = 'correct horse battery';
const person = { name: 'Rosa', email: 'Rosa@Example.org', password: PASSWORD };
const FIRST_COMMENTS = 'instagram facebook linkedin youtube reddit x threads bluesky mastodon'.split(' ');
const login = { email: person.email, password: person.password };

/** If it does not happen within this time it never will: the wait ends in an error that names the place. */
const soon = () => ({ signal: AbortSignal.timeout(30_000) });

async function owner(t: Test): Promise<{ running: RunningService; browser: Browser }> {
  const running = await startService(t);
  const browser = browserAt(running);
  const { status, body } = await browser.ask('POST', '/app/api/setup', { ...person, key: running.key });
  t.equal(status, 200, JSON.stringify(body));
  return { running, browser };
}

const META_FILES = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'video/mp4',
  'video/quicktime',
  'video/webm',
  'application/pdf',
];

void t.test('the first person sets up an installation that is in use with one of its keys', async (t) => {
  const running = await startService(t);
  const browser = browserAt(running);
  t.same((await browser.ask('GET', '/app/api/session')).body, {
    user: null,
    workspaces: [],
    refused: {},
    refusedToHeld: [],
    isOperator: false,
    setup: { needsKey: true, simulatedAccounts: 0 },
    networks: [],
    sendsMail: false,
    sandboxUrl: running.sandbox.url,
  });
  for (const key of [undefined, `trp_${'A'.repeat(43)}`]) {
    const refused = await browser.ask('POST', '/app/api/setup', { ...person, ...(key && { key }) });
    t.match(refused, { status: 400, body: { code: 'key_required', param: '/key' } });
  }
  const done = await browser.ask('POST', '/app/api/setup', { ...person, key: running.key });
  t.equal(done.status, 200);
  t.match(
    done.headers.get('set-cookie'),
    /^troupe=trs_[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
  );
  const { networks: shown, ...session } = (await browser.ask('GET', '/app/api/session')).body;
  const messages: { [platform: string]: object } = {
    instagram: { maxBytes: 1_000, maxCharacters: null, fileTypes: META_FILES },
    facebook: { maxBytes: null, maxCharacters: 2_000, fileTypes: META_FILES },
    x: { maxBytes: null, maxCharacters: 10_000, fileTypes: ['image/jpeg', 'image/png', 'image/webp'] },
  };
  t.same(
    shown,
    Object.values(networks).map(({ platform, name, mark }) => ({
      platform,
      name,
      mark,
      messages: messages[platform] ?? null,
      comments: ['instagram', 'facebook', 'threads', 'x', 'google_business'].includes(platform),
      firstComments: FIRST_COMMENTS.includes(platform),
      rules: platform === 'instagram',
      automations: ['instagram', 'facebook'].includes(platform),
    })),
  );
  t.same(session, {
    user: {
      id: (await running.service.authenticate(running.key))!.userId,
      name: 'Rosa',
      email: 'rosa@example.org',
    },
    workspaces: [
      {
        slug: 'home',
        name: 'home',
        timezone: 'Europe/Berlin',
        sandbox: true,
        mixed: false,
        formerSlugs: [],
        feedSeq: 0,
        role: 'owner',
        heldTo: null,
        approval: false,
      },
    ],
    refused: { owner: [] },
    refusedToHeld: [],
    isOperator: true,
    setup: null,
    sandboxUrl: running.sandbox.url,
    sendsMail: false,
  });
  const stranger = (await browserAt(running).ask('GET', '/app/api/session')).body;
  t.same(
    stranger,
    {
      user: null,
      workspaces: [],
      refused: {},
      refusedToHeld: [],
      isOperator: false,
      setup: null,
      networks: [],
      sandboxUrl: null,
      sendsMail: false,
    },
    'a stranger learns nothing',
  );

  const second = await browserAt(running).ask('POST', '/app/api/setup', { ...person, key: running.key });
  t.match(second, { status: 409, body: { code: 'already_set_up' } });
  t.equal((await browserAt(running).ask('GET', '/app/api/session')).body.setup, null);
});

void t.test('an empty installation belongs to the first person, and to nobody else', async (t) => {
  const running = await startService(t);
  await running.service.directory`truncate users, workspaces cascade`;
  const browsers = [browserAt(running), browserAt(running), browserAt(running)];
  const all = await Promise.all(
    browsers.map((browser, index) =>
      browser.ask('POST', '/app/api/setup', {
        ...person,
        email: `p${index}@example.org`,
        timezone: 'Asia/Tokyo',
      }),
    ),
  );
  t.equal(all.filter(({ status }) => status === 200).length, 1);
  t.equal(all.filter(({ status }) => status === 409).length, 2);
  const first = browsers[all.findIndex(({ status }) => status === 200)]!;
  t.match((await first.ask('GET', '/v1/workspaces')).body, {
    workspaces: [{ slug: 'main', timezone: 'Asia/Tokyo' }],
  });
});

void t.test(
  'a demo with only simulated accounts is taken over without a key, and one with a real account is not',
  async (t) => {
    const running = await startService(t);
    const { sql, directory } = running.service;
    await directory`update workspaces set slug = 'demo'`;
    const browser = browserAt(running);
    t.same((await browser.ask('GET', '/app/api/session')).body.setup, {
      needsKey: false,
      simulatedAccounts: 5,
    });
    await sql`update accounts set endpoints = '{"api":"https://bsky.social"}' where platform = 'bluesky'`;
    t.same((await browser.ask('GET', '/app/api/session')).body.setup, {
      needsKey: true,
      simulatedAccounts: 0,
    });
  },
);

void t.test('who has a password is not claimed by another person', async (t) => {
  const { running } = await owner(t);
  const { directory } = running.service;
  const read = () => directory`select id, name, email, password from users where password is not null`;
  const before = await read();
  const id = before[0]!['id'] as string;
  const claim = { id, name: 'Mallory', email: 'mallory@example.org', password: 'hash' };
  t.equal(await claimUser(directory, claim), false);
  t.same(await read(), before);
});

void t.test('wrong fields of the set-up are named', async (t) => {
  const running = await startService(t);
  const browser = browserAt(running);
  for (const [change, param] of [
    [{ password: 'short' }, '/password'],
    [{ email: 'nobody' }, '/email'],
    [{ name: '' }, '/name'],
    [{ timezone: 'Mars/Olympus' }, '/timezone'],
    [{ admin: true }, '/admin'],
  ] as const) {
    const answer = await browser.ask('POST', '/app/api/setup', { ...person, key: running.key, ...change });
    t.match(answer, { status: 400, body: { param } }, param);
  }
  const now = Date.now();
  await insertUser(
    running.service.directory,
    { id: newId('usr', now), name: 'x', email: 'ROSA@example.org' },
    now,
  );
  const taken = await browser.ask('POST', '/app/api/setup', { ...person, key: running.key });
  t.match(taken, { status: 400, body: { param: '/email' } });
});

void t.test('a person signs in, calls the API as themselves, and signs out', async (t) => {
  const { running } = await owner(t);
  const browser = browserAt(running);
  const wrong = await browser.ask('POST', '/app/api/session', {
    email: person.email,
    password: 'wrong password',
  });
  t.match(wrong, { status: 401, body: { code: 'wrong_login' } });
  t.match(
    await browser.ask('POST', '/app/api/session', { email: 'no@example.org', password: 'wrong password' }),
    {
      status: 401,
      body: { code: 'wrong_login', error: wrong.body.error },
    },
  );
  t.equal(browser.cookie, '');

  t.equal((await browser.ask('POST', '/app/api/session', login)).status, 200);
  t.equal((await browser.ask('GET', '/v1/accounts')).status, 200);
  const post = { content: 'Hello', accountIds: [running.accounts['bluesky']], draft: true };
  t.equal((await browser.ask('POST', '/v1/posts', post)).status, 200);

  const token = browser.cookie;
  t.equal((await browser.ask('DELETE', '/app/api/session')).status, 200);
  t.equal(browser.cookie, 'troupe=', 'the browser forgets it');
  browser.cookie = token;
  t.match(await browser.ask('GET', '/v1/accounts'), { status: 401, body: { error: /session has ended/ } });
  t.equal((await browser.ask('GET', '/app/api/session')).body.user, null);
});

void t.test('a page of another site changes nothing, and a session is not an API key', async (t) => {
  const { running, browser } = await owner(t);
  const post = { content: 'Hello', accountIds: [running.accounts['bluesky']], publishNow: true };
  const foreign = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: running.baseUrl, 'sec-fetch-site': 'cross-site' },
    { origin: running.baseUrl, 'sec-fetch-site': 'same-site' },
    { origin: running.baseUrl, 'sec-fetch-site': 'none' },
    { origin: '' },
  ];
  for (const headers of foreign) {
    const said = JSON.stringify(headers);
    t.match(
      await browser.ask('POST', '/v1/posts', post, headers),
      { status: 403, body: { code: 'foreign_origin' } },
      said,
    );
    t.match(await browser.ask('DELETE', '/app/api/session', undefined, headers), { status: 403 }, said);
    t.match(await browser.ask('POST', '/app/api/session', login, headers), { status: 403 }, said);
  }
  t.same((await browser.ask('GET', '/v1/posts')).body.posts, []);
  const own = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'same-origin' };
  t.equal(
    (await browser.ask('POST', '/v1/posts/validate', post, own)).status,
    200,
    'behind a proxy of another name',
  );

  const token = browser.cookie.split('=')[1]!;
  const asKey = await fetch(`${running.baseUrl}/v1/accounts`, {
    headers: { authorization: `Bearer ${token}` },
  });
  t.equal(asKey.status, 401);
});

void t.test('guessing a password is stopped after a few tries, also when all come at once', async (t) => {
  const { running } = await owner(t);
  const browser = browserAt(running);
  const guess = () =>
    browser.ask('POST', '/app/api/session', { email: 'rosa@example.org', password: 'guess' });
  const answers = await Promise.all(Array.from({ length: MAX_FAILURES.person + 2 }, guess));
  const statuses = Map.groupBy(answers, ({ status }) => status);
  t.equal(statuses.get(401)?.length, MAX_FAILURES.person);
  const [stopped] = statuses.get(429)!;
  t.match(stopped, { body: { code: 'too_many_attempts' } });
  t.ok(Number(stopped!.headers.get('retry-after')) > 0);
  t.equal((await browser.ask('POST', '/app/api/session', login)).status, 429, 'the right one too');
  running.advance(15 * 60_000);
  t.equal((await browser.ask('POST', '/app/api/session', login)).status, 200);
});

void t.test('spaces around an address do not avoid the limit', async (t) => {
  const { running } = await owner(t);
  const browser = browserAt(running);
  const guess = (email: string) => browser.ask('POST', '/app/api/session', { email, password: 'guess' });
  for (let count = 0; count < MAX_FAILURES.person; count += 1)
    t.equal((await guess(`rosa@example.org${' '.repeat(count)}`)).status, 401);
  t.equal((await guess(' Rosa@example.org')).status, 429);
});

void t.test('failed sign-ins count for the address that a trusted proxy names', async (t) => {
  const { running } = await owner(t);
  const { context } = running.service;
  const places: string[] = [];
  const attempts: Attempts = {
    run(who, now, check) {
      places.push(who.place);
      return check();
    },
  };
  const routes = sessionRoutes({
    context,
    sessions: createSessions({
      sql: context.directory,
      baseUrl: () => running.baseUrl,
      clock: context.clock,
    }),
    authenticate: async () => null,
    sandboxUrl: null,
    operations: [],
    addressOf: createClientAddress({ trusted: ['127.0.0.1'], header: 'x-forwarded-for' }),
    attempts,
  });
  const { server } = await start(t, { raw: routes });
  const browser = browserAt({ baseUrl: `http://127.0.0.1:${server.port}` });
  const forwarded = { 'x-forwarded-for': '198.51.100.9, 203.0.113.8' };
  t.equal((await browser.ask('POST', '/app/api/session', login, forwarded)).status, 200);
  t.equal((await browser.ask('POST', '/app/api/session', login)).status, 200);
  t.same(places, ['203.0.113.8', '127.0.0.1']);
});

void t.test('a session ends a month after its last use', async (t) => {
  const { running, browser } = await owner(t);
  const month = SESSION_MS - 60_000;
  running.advance(month);
  t.equal((await browser.ask('GET', '/v1/accounts')).status, 200, 'used in time');
  running.advance(month);
  t.equal((await browser.ask('GET', '/v1/accounts')).status, 200, 'and again');
  running.advance(SESSION_MS + 60_000);
  t.equal((await browser.ask('GET', '/v1/accounts')).status, 401);
});

void t.test('a new password ends every other session', async (t) => {
  const { running, browser } = await owner(t);
  const other = browserAt(running);
  await other.ask('POST', '/app/api/session', login);
  const change = (current: string) =>
    browser.ask('POST', '/app/api/password', { current, password: 'another long password' });
  t.match(await change('wrong'), { status: 400, body: { param: '/current' } });
  t.equal((await change(PASSWORD)).status, 200);
  t.equal((await browser.ask('GET', '/v1/accounts')).status, 200);
  t.equal((await other.ask('GET', '/v1/accounts')).status, 401);
  t.equal((await other.ask('POST', '/app/api/session', login)).status, 401);
});

void t.test(
  'API keys are created, listed and revoked by the person who owns them, and never with a key',
  async (t) => {
    const { running, browser } = await owner(t);
    const made = await browser.ask('POST', '/app/api/keys', { name: 'n8n' });
    t.match(made.body.key, { name: 'n8n', key: /^trp_/, hint: made.body.key.key.slice(-4) });
    const { id, key } = made.body.key;
    const asKey = async () =>
      (await fetch(`${running.baseUrl}/v1/accounts`, { headers: { authorization: `Bearer ${key}` } })).status;
    t.equal(await asKey(), 200);
    const { keys } = (await browser.ask('GET', '/app/api/keys')).body;
    t.same(
      keys.map(({ name }: { name: string }) => name),
      ['n8n', 'test'],
    );
    t.notMatch(JSON.stringify(keys), key, 'shown once');

    for (const [method, path, body] of [
      ['GET', '/app/api/keys', undefined],
      ['POST', '/app/api/keys', { name: 'x' }],
      ['DELETE', `/app/api/keys/${id}`, undefined],
    ] as const)
      t.match(await running.call(method, path, body), { status: 403, body: { code: 'session_required' } });

    const next = await running.neighbour();
    const [foreign] = await running.service.directory`select id from api_keys where user_id <> (
    select user_id from api_keys where id = ${id})`;
    t.equal((await browser.ask('DELETE', `/app/api/keys/${foreign!['id']}`)).status, 404);
    t.ok(next.key);
    t.equal((await browser.ask('DELETE', `/app/api/keys/${id}`)).status, 200);
    t.equal(await asKey(), 401);
  },
);

void t.test(
  'the live feed accepts the cookie from our own pages only, and ends with the session',
  async (t) => {
    const { running, browser } = await owner(t);
    const address = `${running.baseUrl.replace('http', 'ws')}/v1/live?workspace=home`;
    const open = (headers: { [name: string]: string }) => new WebSocket(address, { headers });
    const socket = open({ cookie: browser.cookie, origin: running.baseUrl });
    // registered at the start, so that an early end is noticed too
    const ended = once(socket, 'close', soon());
    const [ready] = (await once(socket, 'message', soon())) as [Buffer];
    t.match(JSON.parse(ready.toString()), { type: 'ready' });

    const foreign = open({ cookie: browser.cookie, origin: 'https://evil.example' });
    const [, refusal] = (await once(foreign, 'unexpected-response', soon())) as [unknown, IncomingMessage];
    t.equal(refusal.statusCode, 403);
    refusal.destroy();

    t.match(await browser.ask('DELETE', '/app/api/session'), { status: 200 });
    const [code, reason] = (await ended) as [number, Buffer];
    t.equal(code, 4401);
    t.match(reason.toString(), 'the session has ended');
  },
);

void t.test('the calendar lists posts by their time', async (t) => {
  const { running, browser } = await owner(t);
  const accountIds = [running.accounts['bluesky']!];
  const make = async (content: string, more: object) =>
    t.equal((await running.call('POST', '/v1/posts', { content, accountIds, ...more })).status, 200);
  await make('in May', { scheduledAt: '2036-05-31T23:30:00Z' });
  await make('in June', { scheduledAt: '2036-06-01T00:00:00Z' });
  await make('a draft in May', { draft: true, scheduledAt: '2036-05-02T10:00:00Z' });
  await make('a draft', { draft: true });
  const read = (from: string, to: string) =>
    browser.ask('GET', `/app/api/calendar?workspace=home&from=${from}&to=${to}`);
  const { body } = await read('2036-05-01T00:00:00Z', '2036-06-01T00:00:00Z');
  t.same(
    body.posts.map(({ content }: { content: string }) => content),
    ['a draft in May', 'in May'],
  );
  t.match(await read('2036-05-01T00:00:00Z', '2036-09-01T00:00:00Z'), {
    status: 400,
    body: { param: '/to' },
  });
  const next = await running.neighbour();
  t.equal(
    (
      await browser.ask(
        'GET',
        `/app/api/calendar?workspace=${next.slug}&from=2036-05-01T00:00:00Z&to=2036-06-01T00:00:00Z`,
      )
    ).status,
    403,
  );
});
