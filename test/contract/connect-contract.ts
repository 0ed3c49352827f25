/**
 * What connecting an account must do on every network: one suite, run on the network's simulator. A network provides
 * its `connect`, and for forms the person's input. In the end the plain post is sent with the connected account.
 */
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import t from 'tap';
import type { Platform } from '../../adapters/networks.ts';
import type { AccountAccess } from '../../adapters/port/account.ts';
import type {
  ConnectableAccount,
  ConnectAnswer,
  FormConnect,
  OAuthConnect,
} from '../../adapters/port/connect.ts';
import type { PostContent } from '../../adapters/port/publish.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import { createSandbox, type Sandbox } from '../../simulators/sandbox.ts';
import type { SimulatedNetwork } from '../../simulators/simulator.ts';
import { drive, live, type Scene } from './drive.ts';
import { mediaFetch } from './media.ts';

const NOW = Date.parse('2026-05-04T10:00:00Z');
const BASE_URL = 'http://sandbox.test';
const REDIRECT = 'https://troupe.test/connect/callback';
const VERIFIER = 'v'.repeat(64);

interface Facts<C> {
  adapter: Manifest;
  network: SimulatedNetwork<unknown>;
  connect: C;
  /** Base addresses in the sandbox, as an account's. */
  endpoints: (baseUrl: string) => { [name: string]: string };
  /** A post that every account of the network accepts. */
  post: PostContent;
  /** The person's input; for forms, the credentials of an account. */
  fields?: (sandbox: Sandbox) => { [name: string]: string };
}

export interface OAuthFacts extends Facts<OAuthConnect> {
  /** The operator's app in the simulator; absent if the app is registered at the person's server. */
  app?: { clientId: string; clientSecret: string };
}

export interface FormFacts extends Facts<FormConnect> {
  /** Wrong input, by a name that completes "refuses …", with the field that the error names. */
  wrong: {
    [name: string]: {
      fields: (right: { [name: string]: string }) => { [name: string]: string };
      field: string;
    };
  };
}

/** Sign-in at the network: go there, allow access, come back, exchange the code, post. */
export function oauthContract(platform: Platform, make: () => OAuthFacts): void {
  void t.test(`connecting ${platform} meets the contract`, async (t) => {
    await t.test('a person who allows access comes back with a working account', async () => {
      const facts = make();
      const scene = await begin(facts);
      const back = await consent(scene, { login: 'rosa' });
      equal(back.searchParams.get('state'), 'state-1');
      const code = back.searchParams.get('code');
      ok(code, `no code in ${back.href}`);
      const accounts = accountsOf(await exchange(facts, scene, code));
      await works(facts, scene, accounts);
      const { scopes: wanted } = facts.adapter.firstComment ?? {};
      for (const { scopes } of accounts)
        if (wanted)
          ok(
            wanted.some((scope) => scopes?.includes(scope)),
            'what was granted for first comments is said',
          );
    });

    await t.test('connecting the same person twice gives the same account', async () => {
      const facts = make();
      const scene = await begin(facts);
      const ids = [];
      for (let time = 0; time < 2; time += 1) {
        const back = await consent(scene, { login: 'rosa' });
        const accounts = accountsOf(await exchange(facts, scene, back.searchParams.get('code')!));
        ids.push(accounts.map(({ remoteId }) => remoteId).sort());
      }
      deepEqual(ids[1], ids[0]);
    });

    await t.test(
      'an account keeps the app, and the login by which its network names the person',
      async () => {
        const facts = make();
        if (!facts.adapter.inbound?.signedRequest) return;
        const scene = await begin(facts);
        const back = await consent(scene, { login: 'rosa' });
        for (const account of accountsOf(await exchange(facts, scene, back.searchParams.get('code')!))) {
          match(account.loginId ?? '', /^\d+$/);
          equal(account.credentials['clientId'], facts.app?.clientId);
        }
      },
    );

    await t.test('the page that asks for access names the app and is safe to show', async () => {
      const scene = await begin(make());
      const page = await scene.sandbox.fetch(scene.url, { redirect: 'manual' });
      equal(page.status, 200);
      match(page.headers.get('content-type') ?? '', /^text\/html/);
      match(await page.text(), /Allow/);
    });

    await t.test('a person who denies access comes back with an error and without a code', async () => {
      const back = await consent(await begin(make()), { deny: '1' });
      equal(back.searchParams.get('code'), null);
      ok(back.searchParams.get('error'));
      equal(back.searchParams.get('state'), 'state-1');
    });

    await t.test('a code works once, and a made-up code never', async () => {
      const facts = make();
      const scene = await begin(facts);
      const back = await consent(scene, { login: 'rosa' });
      accountsOf(await exchange(facts, scene, back.searchParams.get('code')!));
      for (const code of [back.searchParams.get('code')!, 'made-up']) {
        const second = await exchange(facts, scene, code);
        equal(second.kind, 'refused');
        isSentence(second);
      }
    });

    if (make().connect.pkce) {
      await t.test('a code without its verifier is refused', async () => {
        const facts = make();
        const scene = await begin(facts);
        const back = await consent(scene, { login: 'rosa' });
        const answer = await facts.connect.exchange({
          ...stepOf(scene),
          code: back.searchParams.get('code')!,
          codeVerifier: 'w'.repeat(64),
        });
        equal(answer.kind, 'refused');
      });
    }

    await t.test('a network that is down or busy is tried again later, not given up', async () => {
      for (const status of [429, 500, 503]) {
        const facts = make();
        const scene = await begin(facts);
        const back = await consent(scene, { login: 'rosa' });
        scene.sandbox.faults.add({ kind: 'status', network: platform, status });
        const answer = await exchange(facts, scene, back.searchParams.get('code')!);
        equal(answer.kind, 'retry', `after ${status}`);
        isSentence(answer);
      }
    });
  });
}

/** Typed credentials: submit, check, post. */
export function formContract(platform: Platform, make: () => FormFacts): void {
  void t.test(`connecting ${platform} with a form meets the contract`, async (t) => {
    await t.test('the right credentials connect the account, and it works', async () => {
      const facts = make();
      const place = placeOf(facts);
      const { sandbox } = place;
      await works(facts, place, accountsOf(await submit(facts, sandbox, facts.fields!(sandbox))));
    });

    await t.test('spaces around pasted text do no harm', async () => {
      const facts = make();
      const { sandbox } = placeOf(facts);
      const fields = Object.fromEntries(
        Object.entries(facts.fields!(sandbox)).map(([name, value]) => [name, ` ${value}\n`]),
      );
      accountsOf(await submit(facts, sandbox, fields));
    });

    await t.test('each field has a label and says where to find its value', async () => {
      const { connect } = make();
      ok(connect.steps.length > 0);
      for (const { label, help } of connect.fields) {
        notEqual(label, '');
        match(help, /\.$/);
      }
    });

    for (const [name, wrong] of Object.entries(make().wrong)) {
      await t.test(`refuses ${name}`, async () => {
        const facts = make();
        const { sandbox } = placeOf(facts);
        const fields = wrong.fields(facts.fields!(sandbox));
        const answer = await submit(facts, sandbox, fields);
        ok(answer.kind === 'refused', `answered ${answer.kind}`);
        equal(answer.field, wrong.field);
        isSentence(answer);
        for (const { name, secret } of facts.connect.fields) {
          const typed = fields[name]?.trim() ?? '';
          if (secret && typed.length > 7) ok(!answer.reason.includes(typed), 'the answer repeats a secret');
        }
      });
    }

    await t.test('every empty field is named', async () => {
      const facts = make();
      const { sandbox } = placeOf(facts);
      const answer = await submit(facts, sandbox, {});
      ok(answer.kind === 'refused');
      equal(answer.field, facts.connect.fields[0]!.name);
    });

    await t.test('a network that is down or busy is tried again later, not given up', async () => {
      for (const status of [429, 500, 503]) {
        const facts = make();
        const { sandbox } = placeOf(facts);
        const fields = facts.fields!(sandbox);
        sandbox.faults.add({ kind: 'status', network: platform, status });
        const answer = await submit(facts, sandbox, fields);
        equal(answer.kind, 'retry', `after ${status}`);
        isSentence(answer);
      }
    });
  });
}

/** The network, and the clock that it shares with the caller. */
interface Place {
  sandbox: Sandbox;
  clock: { now: number };
}

function placeOf({ network }: Pick<Facts<unknown>, 'network'>): Place {
  const clock = { now: NOW };
  const sandbox = createSandbox({
    baseUrl: BASE_URL,
    networks: [network],
    now: () => clock.now,
    fetch: mediaFetch,
    delay: async () => undefined,
  });
  return { sandbox, clock };
}

interface Begun extends Place {
  app: { clientId: string; clientSecret: string };
  endpoints: { [name: string]: string };
  url: string;
}

async function begin(facts: OAuthFacts): Promise<Begun> {
  const { connect } = facts;
  const place = placeOf(facts);
  const { sandbox } = place;
  let app = facts.app;
  let endpoints = facts.endpoints(`${BASE_URL}/${facts.adapter.platform}`);
  if (connect.register) {
    const registered = await connect.register({
      ...common(sandbox, endpoints),
      fields: facts.fields?.(sandbox) ?? {},
      redirectUri: REDIRECT,
      appName: 'Troupe',
    });
    ok(registered.kind === 'registered', `registering: ${JSON.stringify(registered)}`);
    ({ app, endpoints } = registered);
  }
  ok(app, 'an app, or a way to register one');
  const codeChallenge = connect.pkce ? createHash('sha256').update(VERIFIER).digest('base64url') : null;
  const url = connect.authorizeUrl({
    endpoints,
    app,
    redirectUri: REDIRECT,
    state: 'state-1',
    codeChallenge,
  });
  ok(
    !app.clientSecret || !url.includes(app.clientSecret),
    'the secret of the app is not shown to the person',
  );
  return { ...place, app, endpoints, url };
}

/** What the person's browser does with the page: it repeats the request with the decision. */
async function consent({ sandbox, url }: Begun, decision: { [name: string]: string }): Promise<URL> {
  const decided = new URL(url);
  for (const [name, value] of Object.entries(decision)) decided.searchParams.set(name, value);
  const answer = await sandbox.fetch(decided, { redirect: 'manual' });
  equal(answer.status, 302, await answer.clone().text());
  const back = new URL(answer.headers.get('location')!);
  equal(`${back.origin}${back.pathname}`, REDIRECT);
  return back;
}

const common = (sandbox: Sandbox, endpoints: { [name: string]: string }) => ({
  endpoints,
  fetch: sandbox.fetch,
  signal: new AbortController().signal,
  now: NOW,
});

const stepOf = ({ sandbox, endpoints, app }: Begun) => ({
  ...common(sandbox, endpoints),
  app,
  redirectUri: REDIRECT,
});

function exchange({ connect }: OAuthFacts, begun: Begun, code: string): Promise<ConnectAnswer> {
  return connect.exchange({ ...stepOf(begun), code, codeVerifier: connect.pkce ? VERIFIER : null });
}

function submit(
  facts: FormFacts,
  sandbox: Sandbox,
  fields: { [name: string]: string },
): Promise<ConnectAnswer> {
  const endpoints = facts.endpoints(`${BASE_URL}/${facts.adapter.platform}`);
  return facts.connect.connect({ ...common(sandbox, endpoints), fields });
}

function accountsOf(answer: ConnectAnswer): ConnectableAccount[] {
  ok(answer.kind === 'accounts', JSON.stringify(answer));
  ok(answer.accounts.length > 0);
  return answer.accounts;
}

async function works(facts: Facts<unknown>, place: Place, accounts: ConnectableAccount[]): Promise<void> {
  const { adapter, network, post } = facts;
  const seen = new Set<string>();
  for (const found of accounts) {
    const { remoteId, username, displayName, endpoints, credentials, limits, expiresAt, url } = found;
    ok(!seen.has(remoteId), 'no account is offered twice');
    seen.add(remoteId);
    notEqual(displayName, '');
    ok(Object.values(credentials).every((value) => typeof value === 'string'));
    ok(expiresAt === null || expiresAt > NOW);
    ok(url === null || URL.canParse(url));
    const { platform } = adapter;
    const account: AccountAccess = {
      id: 'acc_1',
      platform,
      remoteId,
      username,
      endpoints,
      credentials,
      limits,
    };
    const scene: Scene = {
      ...place,
      adapter,
      network,
      account,
      app: adapter.app?.asApp ? (network.app ?? null) : null,
      secrets: () => [],
      restartNetwork: () => undefined,
    };
    const driven = await drive(scene, { post });
    equal(driven.status, 'published', driven.error ?? '');
    equal(live(scene), 1);
  }
}

function isSentence(answer: ConnectAnswer): void {
  ok(answer.kind !== 'accounts');
  match(answer.reason, /\S{2,} \S+/);
  ok(answer.reason.length < 400);
}
