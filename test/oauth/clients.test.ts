/** The protocol's own clients, old and new, connect by themselves: from the 401 to the list of tools, a new token, and the end. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  auth as authNow,
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { auth as authBefore } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as ClientBefore } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportBefore } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import t, { type Test } from 'tap';
import { describedApp } from '../../src/faces/oauth/description.ts';
import { eventually } from '../support/eventually.ts';
import { startService } from '../support/service.ts';
import { type Person, personOf, post } from './app.ts';

const CALLBACK = 'http://127.0.0.1:41417/callback';
const HOUR = 3_600_000;

/** What a program keeps of its connection. */
function keptBy(person: Person) {
  let discovered: OAuthDiscoveryState | undefined;
  let client: StoredOAuthClientInformation | undefined;
  let tokens: StoredOAuthTokens | undefined;
  let verifier = '';
  let back: URL | undefined;
  const provider: OAuthClientProvider = {
    redirectUrl: CALLBACK,
    clientMetadata: {
      client_name: 'The official client',
      redirect_uris: [CALLBACK],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
    state: () => 'of the client',
    discoveryState: () => discovered,
    saveDiscoveryState: (said) => {
      discovered = said;
    },
    clientInformation: () => client,
    saveClientInformation: (said) => {
      client = said;
    },
    tokens: () => tokens,
    saveTokens: (said) => {
      tokens = said;
    },
    saveCodeVerifier: (said) => {
      verifier = said;
    },
    codeVerifier: () => verifier,
    // the browser: it follows the redirect to the page of consent, where the person agrees
    async redirectToAuthorization(url) {
      const sent = await fetch(url, { redirect: 'manual' });
      const request = new URL(sent.headers.get('location')!).searchParams.get('request')!;
      const answer = await person.ask('PUT', `/app/api/consents/${request}`, { allow: true });
      back = new URL(answer.body.redirectTo);
    },
  };
  return {
    provider,
    back: () => back!.searchParams,
    client: () => client!,
    tokens: () => tokens!,
  };
}

type Kept = ReturnType<typeof keptBy>;

/** How a version of the client connects. */
interface Version {
  name: string;
  connect(url: URL, kept: Kept): Promise<{ list(): Promise<number>; close(): Promise<void> }>;
  /** Gets new tokens by the refresh token. */
  renew(url: URL, kept: Kept): Promise<string>;
}

const VERSIONS: Version[] = [
  {
    name: '2.4',
    async connect(url, { provider, back }) {
      const first = new StreamableHTTPClientTransport(url, { authProvider: provider });
      const client = () =>
        new Client({ name: 'official', version: '2.4' }, { versionNegotiation: { mode: 'auto' } });
      await t.rejects(client().connect(first));
      await first.finishAuth(back());
      const connected = client();
      await connected.connect(new StreamableHTTPClientTransport(url, { authProvider: provider }));
      return {
        list: async () => (await connected.listTools()).tools.length,
        close: () => connected.close(),
      };
    },
    renew: (url, { provider }) => authNow(provider, { serverUrl: url }),
  },
  {
    name: '1.32',
    async connect(url, { provider, back }) {
      const old = provider as never;
      const first = new TransportBefore(url, { authProvider: old });
      const client = () => new ClientBefore({ name: 'official', version: '1.32' });
      await t.rejects(client().connect(first as never));
      await first.finishAuth(back().get('code')!);
      const connected = client();
      await connected.connect(new TransportBefore(url, { authProvider: old }));
      return {
        list: async () => (await connected.listTools()).tools.length,
        close: () => connected.close(),
      };
    },
    renew: (url, { provider }) => authBefore(provider, { serverUrl: url }),
  },
];

for (const { name, connect, renew } of VERSIONS)
  void t.test(
    `the official client ${name} registers, asks, lists the tools, renews and is ended`,
    async (t) => {
      const running = await startService(t);
      const person = await personOf(running);
      const url = new URL(`${running.baseUrl}/mcp`);
      const kept = keptBy(person);
      const { list, close } = await connect(url, kept);
      t.teardown(close);
      t.equal(kept.back().get('state'), 'of the client');
      t.equal(kept.back().get('iss'), running.baseUrl);
      t.match(kept.client().client_id, /^app_/);
      t.equal(await list(), 33);
      const [grant] = (await person.ask('GET', '/app/api/grants')).body.grants;
      t.match(grant, {
        name: 'The official client',
        scopes: ['read', 'draft', 'publish', 'answer', 'manage'],
      });

      const latest = await eventually(async () => {
        const { calls } = (await person.ask('GET', '/app/api/tool-calls/latest')).body;
        return calls.find(({ keyId }: { keyId: string }) => keyId === grant.id);
      });
      t.match(latest, { keyName: 'The official client', outcome: 'done' }, 'the audit list has it');

      const before = kept.tokens();
      t.equal(await renew(url, kept), 'AUTHORIZED');
      t.not(kept.tokens().access_token, before.access_token);
      t.not(kept.tokens().refresh_token, before.refresh_token);
      t.equal(await list(), 33);

      running.advance(HOUR + 1_000);
      t.equal(await list(), 33, 'a token that has ended is renewed on the way');
      const last = kept.tokens();
      const revoked = { token: last.refresh_token!, client_id: kept.client().client_id };
      t.equal((await post(running.baseUrl, '/oauth/revoke', revoked)).status, 200);
      const refused = () =>
        running.call('POST', '/mcp', {}, { authorization: `Bearer ${last.access_token}` });
      await eventually(async () => (await refused()).status === 401);
      t.strictSame((await person.ask('GET', '/app/api/grants')).body.grants, []);
    },
  );

void t.test('an app with a description of its own needs no registration', async (t) => {
  const { origin, answers, reads } = await publisher(t);
  const running = await startService(t, { allowedOrigins: [origin] });
  const person = await personOf(running);
  const address = `${origin}/app.json`;
  const description = { client_id: address, client_name: 'Described', redirect_uris: [CALLBACK] };
  answers.set('/app.json', JSON.stringify(description));
  // the official client takes only https for the address of a description, so the request is made as it makes it
  const ask = (clientId: string) =>
    fetch(
      `${running.baseUrl}/oauth/authorize?${new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: CALLBACK,
        code_challenge: 'x'.repeat(43),
        code_challenge_method: 'S256',
        resource: `${running.baseUrl}/mcp`,
      }).toString()}`,
      { redirect: 'manual' },
    );
  const sent = await ask(address);
  t.equal(sent.status, 302);
  const request = new URL(sent.headers.get('location')!).searchParams.get('request')!;
  t.match((await person.ask('GET', `/app/api/consents/${request}`)).body, {
    app: { name: 'Described', address, described: true },
    place: '127.0.0.1:41417',
  });
  t.equal((await ask(address)).status, 302);
  t.equal(reads.get('/app.json'), 1, 'a description is kept for ten minutes');
  answers.set('/app.json', JSON.stringify({ ...description, redirect_uris: ['https://new.example/cb'] }));
  running.advance(11 * 60_000);
  t.equal((await ask(address)).status, 400, 'what it says now counts');

  const refused = async (path: string, body: string) => {
    answers.set(path, body);
    const answer = await ask(`${origin}${path}`);
    t.equal(answer.status, 401, path);
    t.equal(answer.headers.get('location'), null);
  };
  await refused('/other.json', JSON.stringify(description)); // says that it is another one
  await refused('/list.json', '[]');
  await refused('/broken.json', '{');
  const large = { ...description, client_id: `${origin}/large.json`, more: 'x'.repeat(10_000) };
  answers.set('/large.json', JSON.stringify(large));
  t.equal((await ask(large.client_id)).status, 302);
  const huge = { ...large, client_id: `${origin}/huge.json`, more: 'x'.repeat(20_000) };
  await refused('/huge.json', JSON.stringify(huge));
  await refused('/moved', '302');
  await refused('/', JSON.stringify({ ...description, client_id: `${origin}/` }));
  const spelled = `${origin}/a/../app.json`;
  answers.set('/app.json', JSON.stringify({ ...description, client_id: spelled }));
  t.equal((await ask(spelled)).status, 401, 'one app would have two ids');
  for (const inside of [
    'http://169.254.169.254/latest/meta-data',
    'https://127.0.0.1/app.json',
    'https://localhost/app.json',
    'https://10.0.0.1/app.json',
    'http://app.example.org/app.json',
    `${origin.replace('127.0.0.1', 'me@127.0.0.1')}/app.json`,
  ])
    t.equal((await ask(inside)).status, 401, inside);

  // refused by itself already, before the guard of outbound calls would
  const guard = { allows: () => false, fetch: () => Promise.reject(new Error('it was asked')) };
  await t.rejects(
    describedApp(running.service.directory, 'http://app.example.org/app.json', { guard, now: Date.now() }),
    { code: 'invalid_client', message: 'a client_id that is an address must be https with a path' },
  );
});

/** A site that publishes descriptions. `302` as a body is a redirect to the first one. */
async function publisher(t: Test) {
  const answers = new Map<string, string>();
  const reads = new Map<string, number>();
  const server = createServer((request, response) => {
    const path = request.url!;
    reads.set(path, (reads.get(path) ?? 0) + 1);
    const body = answers.get(path) ?? '';
    if (body === '302') response.writeHead(302, { location: '/app.json' }).end();
    else response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, answers, reads };
}
