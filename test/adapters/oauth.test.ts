/** OAuth of all networks: exchanging codes and refresh tokens, reading refusals, ending an access. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import * as fc from 'fast-check';
import t from 'tap';
import type { AccountAccess } from '../../adapters/port/account.ts';
import { errorReader } from '../../adapters/lib/error-rules.ts';
import { textAt } from '../../adapters/lib/http.ts';
import {
  authorizeUrl,
  endOf,
  exchangeCode,
  oauthRefresh,
  oauthRevoke,
  scopesRefused,
} from '../../adapters/lib/oauth.ts';

const NOW = Date.UTC(2026, 4, 4, 10);
const APP = { clientId: 'app-1', clientSecret: 'secret-of-app' };
const { readError } = errorReader({ network: 'Boats', message: ({ json }) => textAt(json, 'message') });
const oauth = {
  network: 'Boats',
  readError,
  tokenUrl: ({ api }: { [name: string]: string }) => `${api}/token`,
  revokeUrl: ({ api }: { [name: string]: string }) => `${api}/revoke`,
  clientAuth: 'basic' as 'basic' | 'body',
  expiresAt: (json: Parameters<typeof endOf>[0], now: number) => endOf(json, 'expires_in', now),
};
const account: AccountAccess = {
  id: 'acc_1',
  platform: 'x',
  remoteId: '1',
  username: 'rosa',
  endpoints: { api: 'https://boats.test' },
  credentials: { accessToken: 'at-old', refreshToken: 'rt-old', clientId: 'app-1', clientSecret: 'copy' },
  limits: {},
};
const BASIC = `Basic ${Buffer.from('app-1:secret-of-app').toString('base64')}`;

/** A network that gives one response, and records the requests. */
function network(status: number, body: object | string, headers: { [name: string]: string } = {}) {
  const seen: { url: string; redirect: string; headers: Headers; form: { [name: string]: string } }[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const form = Object.fromEntries(new URLSearchParams(await request.text()));
    seen.push({ url: request.url, redirect: request.redirect, headers: request.headers, form });
    return typeof body === 'string'
      ? new Response(body, { status, headers })
      : Response.json(body, { status, headers });
  };
  return { seen, fetch, signal: new AbortController().signal };
}
const failing = (code: string) => ({
  fetch: () => Promise.reject(Object.assign(new Error('lost'), { code })),
  signal: new AbortController().signal,
});
const renew = (
  call: { fetch: typeof globalThis.fetch; signal: AbortSignal },
  over: Partial<typeof oauth> = {},
) => oauthRefresh({ ...oauth, ...over })({ ...call, account, app: APP, now: NOW });
const TOKENS = { access_token: 'at-new', refresh_token: 'rt-new', expires_in: 3600 };

void t.test('a refresh stores the new tokens and other known fields, and no copy of the secret', async () => {
  const call = network(200, TOKENS);
  deepEqual(await renew(call), {
    kind: 'refreshed',
    credentials: { accessToken: 'at-new', refreshToken: 'rt-new', clientId: 'app-1' },
    expiresAt: NOW + 3_600_000,
  });
  const [asked] = call.seen;
  equal(asked?.url, 'https://boats.test/token');
  equal(asked.redirect, 'manual', 'the secrets go to no other host');
  equal(asked.headers.get('authorization'), BASIC);
  deepEqual(asked.form, { grant_type: 'refresh_token', refresh_token: 'rt-old' });
});

void t.test('a response without a refresh token keeps the old one', async () => {
  const renewed = await renew(network(200, { access_token: 'at-new' }));
  ok(renewed.kind === 'refreshed');
  equal(renewed.credentials['refreshToken'], 'rt-old');
  equal(renewed.expiresAt, null);
});

void t.test('the app’s id is in the body if the network wants it there, or if it has no secret', async () => {
  const body = network(200, TOKENS);
  await renew(body, { clientAuth: 'body' });
  equal(body.seen[0]?.headers.get('authorization'), null);
  equal(body.seen[0]?.form['client_secret'], APP.clientSecret);
  const publicClient = network(200, TOKENS);
  const app = { clientId: 'app-1', clientSecret: '' };
  await oauthRefresh(oauth)({ ...publicClient, account, app, now: NOW });
  equal(publicClient.seen[0]?.headers.get('authorization'), null);
  deepEqual(publicClient.seen[0]?.form, {
    grant_type: 'refresh_token',
    refresh_token: 'rt-old',
    client_id: 'app-1',
  });
});

void t.test('without a refresh token no request is made', async () => {
  const call = network(200, TOKENS);
  const bare = { ...account, credentials: { accessToken: 'at-old' } };
  const renewed = await oauthRefresh(oauth)({ ...call, account: bare, app: APP, now: NOW });
  equal(renewed.kind, 'reauthorize');
  equal(call.seen.length, 0);
});

const refusals: [status: number, body: object | string, kind: string][] = [
  [400, { error: 'invalid_grant' }, 'reauthorize'],
  [401, { error: 'invalid_grant' }, 'reauthorize'],
  [200, { error: 'invalid_grant' }, 'reauthorize'],
  [400, { error: 'invalid_request' }, 'reauthorize'],
  [400, { error: 'something_new' }, 'reauthorize'],
  [401, { error: 'invalid_client' }, 'unconfigured'],
  [400, { error: 'unauthorized_client' }, 'unconfigured'],
  [400, { error: 'temporarily_unavailable' }, 'retry'],
  [400, { error: 'server_error' }, 'retry'],
  [429, { error: 'invalid_grant' }, 'retry'],
  [500, { error: 'invalid_client' }, 'retry'],
  [503, '<html>', 'retry'],
  [200, '<html>', 'retry'],
  [200, { access_token: '' }, 'retry'],
  [401, '<html>', 'reauthorize'],
  [400, { message: 'no' }, 'reauthorize'],
];
for (const [status, body, kind] of refusals) {
  void t.test(`a refresh refused with ${status} ${JSON.stringify(body)}: ${kind}`, async () => {
    equal((await renew(network(status, body))).kind, kind);
  });
}

void t.test('a lost response is tried again, whether or not the request was sent', async () => {
  for (const code of ['ECONNRESET', 'ECONNREFUSED']) equal((await renew(failing(code))).kind, 'retry');
});

void t.test('a refusal quotes the network, without tokens or secrets', async () => {
  const words = 'rt-old of secret-of-app has expired';
  const renewed = await renew(network(400, { error: 'invalid_grant', error_description: words }));
  deepEqual(renewed, {
    kind: 'reauthorize',
    reason: 'Boats: the access was not renewed: (hidden) of (hidden) has expired (invalid_grant)',
  });
});

void t.test(
  'every possible response of a token endpoint gives a result, and no result holds a secret',
  async () => {
    const words = fc.constantFrom('invalid_grant', 'invalid_client', 'server_error', 'x', 'rt-old', 'at-old');
    const answers = fc.record({
      status: fc.integer({ min: 200, max: 599 }).filter((status) => ![204, 205, 304].includes(status)),
      body: fc.record(
        {
          access_token: fc.constantFrom('', 'at-new'),
          error: words,
          error_description: words,
          message: words,
        },
        { requiredKeys: [] },
      ),
    });
    await fc.assert(
      fc.asyncProperty(answers, async ({ status, body }) => {
        const renewed = await renew(network(status, body));
        const isSuccess = status < 300 && body.access_token === 'at-new' && body.error === undefined;
        equal(renewed.kind === 'refreshed', isSuccess);
        if (renewed.kind === 'refreshed') return;
        ok(!/rt-old|at-old|secret-of-app/.test(renewed.reason), renewed.reason);
        if (status >= 500 || status === 429) equal(renewed.kind, 'retry');
      }),
    );
  },
);

const step = {
  endpoints: account.endpoints,
  app: APP,
  redirectUri: 'https://troupe.test/back',
  code: 'code-from-boats',
  codeVerifier: 'verifier-of-ours',
  now: NOW,
};

void t.test('a code is exchanged with its verifier', async () => {
  const call = network(200, { ...TOKENS, scope: 'read,write  more' });
  deepEqual(await exchangeCode(oauth, { ...step, ...call }, { extra: '1' }), {
    accessToken: 'at-new',
    refreshToken: 'rt-new',
    scopes: ['read', 'write', 'more'],
    expiresAt: NOW + 3_600_000,
  });
  deepEqual(call.seen[0]?.form, {
    grant_type: 'authorization_code',
    code: 'code-from-boats',
    redirect_uri: 'https://troupe.test/back',
    code_verifier: 'verifier-of-ours',
    extra: '1',
  });
});

void t.test('a refused code is reported in the network’s words, without code or verifier', async () => {
  const words = 'code-from-boats does not fit verifier-of-ours';
  const answer = await exchangeCode(oauth, {
    ...step,
    ...network(400, { error: 'invalid_grant', error_description: words }),
  });
  ok('kind' in answer && answer.kind === 'refused');
  match(answer.reason, /^Boats did not accept the sign-in: start again\. \(.*invalid_grant/);
  ok(!/code-from-boats|verifier-of-ours/.test(answer.reason), answer.reason);
});

void t.test('a busy or silent network is not a refusal', async () => {
  for (const status of [429, 500, 503]) {
    const answer = await exchangeCode(oauth, { ...step, ...network(status, '') });
    equal('kind' in answer && answer.kind, 'retry');
  }
  const answer = await exchangeCode(oauth, { ...step, ...failing('ECONNRESET') });
  equal('kind' in answer && answer.kind, 'retry');
});

void t.test('scopes that were not granted are named; if none are listed, none is missing', async () => {
  const refused = scopesRefused(oauth, ['read', 'write'], { scopes: ['read'] });
  match(refused?.reason ?? '', /did not grant write:/);
  equal(scopesRefused(oauth, ['read'], { scopes: ['read'] }), null);
  equal(scopesRefused(oauth, ['read'], { scopes: [] }), null);
  equal(scopesRefused(oauth, ['read'], { scopes: null }), null);
});

void t.test('the address of a sign-in has the challenge if the network uses one', async () => {
  const asked = { ...step, state: 's 1', codeChallenge: 'abc' };
  const url = authorizeUrl('https://boats.test/allow', asked, { scope: 'read write' });
  match(url, /scope=read%20write/);
  const query = new URL(url).searchParams;
  equal(query.get('code_challenge_method'), 'S256');
  equal(query.get('state'), 's 1');
  const plain = authorizeUrl('https://boats.test/allow', { ...asked, codeChallenge: null }, {}, 'client_key');
  equal(new URL(plain).searchParams.get('code_challenge'), null);
  equal(new URL(plain).searchParams.get('client_key'), 'app-1');
});

void t.test('revoking ends the refresh token, or the access token if the network wants that', async () => {
  const end = async (over: object, app: typeof APP | null = APP) => {
    const call = network(200, {});
    const revoke = oauthRevoke({ ...oauth, ...over });
    deepEqual(await revoke({ ...call, account, app, now: NOW }), { kind: 'revoked' });
    return call.seen[0];
  };
  deepEqual((await end({}))?.form, { token: 'rt-old' });
  deepEqual((await end({ revokes: 'accessToken' }))?.form, { token: 'at-old' });
  deepEqual((await end({}, null))?.form, { token: 'rt-old', client_id: 'app-1' });
  deepEqual((await end({ revokesWithoutApp: true }, null))?.form, { token: 'rt-old' });
  equal((await end({}))?.headers.get('authorization'), BASIC);
});
