/** Connecting a WordPress site: with its approval page, which returns a password, and by typing one. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import t from 'tap';
import type { AccountAccess } from '../../adapters/port/account.ts';
import type { ConnectAnswer } from '../../adapters/port/connect.ts';
import { connect } from '../../adapters/wordpress/connect.ts';
import { manifest as wordpress } from '../../adapters/wordpress/manifest.ts';
import { createSandbox, type Sandbox } from '../../simulators/sandbox.ts';
import { wordpress as network } from '../../simulators/wordpress/index.ts';
import { formContract } from './connect-contract.ts';
import { drive, live } from './drive.ts';
import { mediaFetch, post } from './media.ts';

const BASE_URL = 'http://sandbox.test';
const SITE = `${BASE_URL}/wordpress`;
const REDIRECT = 'https://troupe.test/connect/callback';
const byHand = connect.byHand!;

formContract('wordpress', () => ({
  adapter: wordpress,
  network,
  connect: byHand,
  endpoints: network.endpoints!,
  post: post('Boats at noon'),
  fields: (sandbox) => {
    const { credentials } = sandbox.connect('wordpress', 'rosa');
    const { username = '', applicationPassword = '' } = credentials;
    const groups = applicationPassword.match(/.{4}/g)?.join(' ') ?? '';
    return { site: SITE, username, applicationPassword: groups };
  },
  wrong: {
    'an address without a site': {
      fields: (right) => ({ ...right, site: 'https://nobody.test' }),
      field: 'site',
    },
    'an address without https': {
      fields: (right) => ({ ...right, site: 'http://blog.example' }),
      field: 'site',
    },
    'what is no address': { fields: (right) => ({ ...right, site: 'my blog' }), field: 'site' },
    'a password that opens nothing': {
      fields: (right) => ({ ...right, applicationPassword: 'abcd EFGH 1234 ijkl MNOP 5678' }),
      field: 'applicationPassword',
    },
    'the password of the account': {
      fields: (right) => ({ ...right, applicationPassword: 'correct horse battery staple' }),
      field: 'applicationPassword',
    },
  },
}));

const stepOf = (sandbox: Sandbox, endpoints = network.endpoints!(SITE)) => ({
  endpoints,
  fetch: sandbox.fetch,
  signal: new AbortController().signal,
  now: 0,
});

function placeOf(now = () => 0): Sandbox {
  return createSandbox({ baseUrl: BASE_URL, networks: [network], now, fetch: mediaFetch });
}

type Fetch = typeof globalThis.fetch;

async function register(
  sandbox: Sandbox,
  site = SITE,
  changes: { fetch?: Fetch; redirectUri?: string } = {},
) {
  return connect.register!({
    ...stepOf(sandbox),
    fields: { site },
    redirectUri: REDIRECT,
    appName: 'Troupe',
    ...changes,
  });
}

async function begin(sandbox: Sandbox) {
  const registered = await register(sandbox);
  ok(registered.kind === 'registered', JSON.stringify(registered));
  const { app, endpoints } = registered;
  const url = connect.authorizeUrl({
    endpoints,
    app,
    redirectUri: REDIRECT,
    state: 'state-1',
    codeChallenge: null,
  });
  return { app, endpoints, url };
}

async function consent(sandbox: Sandbox, url: string, decision: { [name: string]: string }): Promise<URL> {
  const decided = new URL(url);
  for (const [name, value] of Object.entries(decision)) decided.searchParams.set(name, value);
  const answer = await sandbox.fetch(decided, { redirect: 'manual' });
  equal(answer.status, 302);
  const back = new URL(answer.headers.get('location')!);
  equal(`${back.origin}${back.pathname}`, REDIRECT);
  equal(back.searchParams.get('state'), 'state-1');
  return back;
}

function exchange(
  sandbox: Sandbox,
  { app, endpoints }: Pick<Awaited<ReturnType<typeof begin>>, 'app' | 'endpoints'>,
  returned: { [name: string]: string },
): Promise<ConnectAnswer> {
  return connect.exchange({
    ...stepOf(sandbox, endpoints),
    app,
    redirectUri: REDIRECT,
    code: '',
    codeVerifier: null,
    returned,
  });
}

async function connected(sandbox: Sandbox, login: string) {
  const begun = await begin(sandbox);
  const back = await consent(sandbox, begun.url, { login });
  const answer = await exchange(sandbox, begun, Object.fromEntries(back.searchParams));
  ok(answer.kind === 'accounts', JSON.stringify(answer));
  return answer.accounts[0]!;
}

void t.test('a person who approves comes back with a working account', async () => {
  const clock = { now: 0 };
  const sandbox = placeOf(() => clock.now);
  const found = await connected(sandbox, 'rosa');
  equal(found.username, 'rosa');
  equal(found.displayName, 'Boats & bikes');
  equal(found.expiresAt, null);
  const account: AccountAccess = { id: 'acc_1', platform: 'wordpress', ...found };
  const scene = {
    adapter: wordpress,
    network,
    account,
    app: null,
    sandbox,
    clock,
    secrets: () => [found.credentials['applicationPassword']!],
    restartNetwork: () => undefined,
  };
  const driven = await drive(scene, { post: post('Boats at noon') });
  equal(driven.status, 'published', driven.error ?? '');
  equal(live(scene), 1);
});

void t.test('connecting the same person twice gives the same account, also when typed in', async () => {
  const sandbox = placeOf();
  const first = await connected(sandbox, 'rosa');
  const second = await connected(sandbox, 'rosa');
  equal(second.remoteId, first.remoteId);
  const typed = await byHand.connect({
    ...stepOf(sandbox),
    fields: {
      site: SITE,
      username: 'rosa',
      applicationPassword: second.credentials['applicationPassword']!,
    },
  });
  ok(typed.kind === 'accounts');
  equal(typed.accounts[0]?.remoteId, first.remoteId);
  const other = await connected(sandbox, 'bo');
  ok(other.remoteId !== first.remoteId);
});

void t.test('the page that asks for access names the app and knows both ways back', async () => {
  const sandbox = placeOf();
  const { url } = await begin(sandbox);
  const page = await sandbox.fetch(url, { redirect: 'manual' });
  equal(page.status, 200);
  match(await page.text(), /Allow Troupe/);
  const query = new URL(url).searchParams;
  equal(query.get('success_url'), `${REDIRECT}?state=state-1`);
  equal(query.get('reject_url'), `${REDIRECT}?state=state-1&error=access_denied`);
  match(query.get('app_id') ?? '', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});

void t.test('a person who denies access comes back with an error and without a password', async () => {
  const sandbox = placeOf();
  const begun = await begin(sandbox);
  const back = await consent(sandbox, begun.url, { deny: '1' });
  equal(back.searchParams.get('error'), 'access_denied');
  equal(back.searchParams.get('password'), null);
  const answer = await exchange(sandbox, begun, Object.fromEntries(back.searchParams));
  equal(answer.kind, 'refused');
});

void t.test('an approval of another site, or of none, is refused', async () => {
  const sandbox = placeOf();
  const begun = await begin(sandbox);
  const back = await consent(sandbox, begun.url, { login: 'rosa' });
  const returned = Object.fromEntries(back.searchParams);
  for (const site_url of ['https://other.example', '', 'nonsense']) {
    const answer = await exchange(sandbox, begun, { ...returned, site_url });
    ok(answer.kind === 'refused');
    match(answer.reason, /another site/);
  }
});

void t.test('a made-up password is refused', async () => {
  const sandbox = placeOf();
  const begun = await begin(sandbox);
  const back = await consent(sandbox, begun.url, { login: 'rosa' });
  const returned = { ...Object.fromEntries(back.searchParams), password: 'x'.repeat(24) };
  const answer = await exchange(sandbox, begun, returned);
  ok(answer.kind === 'refused');
  ok(!answer.reason.includes(returned.password));
});

void t.test('a contributor may not publish, and the error says so', async () => {
  const sandbox = placeOf();
  const begun = await begin(sandbox);
  const back = await consent(sandbox, begun.url, { login: 'contributor-bo' });
  const answer = await exchange(sandbox, begun, Object.fromEntries(back.searchParams));
  ok(answer.kind === 'refused');
  match(answer.reason, /role of an author/);
});

void t.test('a site that is down or busy is tried again later', async () => {
  for (const status of [429, 500, 503]) {
    const sandbox = placeOf();
    const begun = await begin(sandbox);
    const back = await consent(sandbox, begun.url, { login: 'rosa' });
    sandbox.faults.add({ kind: 'status', network: 'wordpress', status });
    equal((await exchange(sandbox, begun, Object.fromEntries(back.searchParams))).kind, 'retry');
    equal((await register(sandbox)).kind, 'retry');
  }
});

// Finding the API

const INDEX = {
  name: 'Rosa&#8217;s blog',
  url: 'https://blog.example',
  home: 'https://blog.example',
  namespaces: ['oembed/1.0', 'wp/v2'],
  authentication: {
    'application-passwords': {
      endpoints: { authorization: 'https://blog.example/wp-admin/authorize-application.php' },
    },
  },
};

/** A site with a few addresses; all others are missing. */
const siteOf =
  (pages: { [address: string]: () => Response }): Fetch =>
  (input, init) => {
    const page = pages[new Request(input, init).url];
    return Promise.resolve(page?.() ?? new Response('<html>nothing here</html>', { status: 404 }));
  };
const html =
  (text: string, headers = {}) =>
  () =>
    new Response(text, { headers });
const json = (body: object) => () => Response.json(body);

async function apiOf(pages: { [address: string]: () => Response }, site = 'https://blog.example') {
  const registered = await register(placeOf(), site, { fetch: siteOf(pages) });
  return registered.kind === 'registered' ? registered.endpoints['api'] : registered;
}

void t.test('the API is found by header, by the page, and at its two usual places', async () => {
  const link = {
    link: '<https://blog.example/api/>; rel="https://api.w.org/", <https://x.example/>; rel=shortlink',
  };
  const tag = `<link rel='https://api.w.org/' href='https://blog.example/index.php?rest_route=/' />`;
  const home = 'https://blog.example/';
  equal(await apiOf({ [home]: html('', link), [`${home}api/`]: json(INDEX) }), `${home}api`);
  equal(
    await apiOf({ [home]: html(tag), [`${home}index.php?rest_route=/`]: json(INDEX) }),
    `${home}index.php?rest_route=`,
  );
  equal(await apiOf({ [home]: html(''), [`${home}wp-json/`]: json(INDEX) }), `${home}wp-json`);
  equal(await apiOf({ [home]: html(''), [`${home}?rest_route=/`]: json(INDEX) }), `${home}?rest_route=`);
});

void t.test('every form in which people paste the address of their site is accepted', async () => {
  const pages = {
    'https://blog.example/': html(''),
    'https://blog.example/wp-json/': json(INDEX),
  };
  for (const typed of [
    'blog.example',
    ' https://blog.example/ ',
    'https://blog.example/wp-admin/profile.php?x=1#y',
  ]) {
    equal(await apiOf(pages, typed), 'https://blog.example/wp-json', typed);
  }
});

void t.test('a site without the API, or without application passwords, says what to do', async () => {
  const home = 'https://blog.example/';
  const off = { ...INDEX, authentication: [] };
  for (const [pages, words] of [
    [{ [home]: html('') }, /No WordPress was found at blog\.example/],
    [{ [home]: html(''), [`${home}wp-json/`]: json({ ...INDEX, namespaces: [] }) }, /No WordPress/],
    [{ [home]: html(''), [`${home}wp-json/`]: json(off) }, /application passwords/],
  ] as const) {
    const answer = await apiOf(pages);
    ok(typeof answer === 'object' && answer.kind === 'refused');
    equal(answer.field, 'site');
    match(answer.reason, words);
  }
});

void t.test('a site cannot collect passwords of another host, nor over plain http', async () => {
  const home = 'https://blog.example/';
  const elsewhere = structuredClone(INDEX);
  elsewhere.authentication['application-passwords'].endpoints.authorization =
    'https://victim.example/wp-admin/authorize-application.php';
  const collecting = await apiOf({ [home]: html(''), [`${home}wp-json/`]: json(elsewhere) });
  ok(typeof collecting === 'object' && collecting.kind === 'refused');
  match(collecting.reason, /victim\.example/);
  const link = { link: '<http://blog.example/wp-json/>; rel="https://api.w.org/"' };
  const plain = await apiOf({ [home]: html('', link), 'http://blog.example/wp-json/': json(INDEX) });
  ok(typeof plain === 'object' && plain.kind === 'refused');
  match(plain.reason, /without https/);
});

void t.test(
  'an installation without https asks for a password, unless the page itself may receive it',
  async () => {
    const fetch = siteOf({ 'https://blog.example/': html(''), 'https://blog.example/wp-json/': json(INDEX) });
    const kindOf = async (redirectUri: string) =>
      (await register(placeOf(), 'https://blog.example', { fetch, redirectUri })).kind;
    deepEqual(
      [await kindOf('http://10.0.0.7/cb'), await kindOf('http://localhost:3000/cb'), await kindOf(REDIRECT)],
      ['refused', 'registered', 'registered'],
    );
  },
);
