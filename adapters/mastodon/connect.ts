/**
 * Connects a Mastodon account. Every server is a separate network: this service first registers as an app there
 * (https://docs.joinmastodon.org/methods/apps/), then the person signs in at their server.
 */
import type { ConnectAnswer, ConnectStep, OAuthConnect } from '../port/connect.ts';
import { type NetworkResponse, ask, at, brief, type Lost, textAt } from '../lib/http.ts';
import { jsonPost } from '../lib/request.ts';
import {
  addressOrNull,
  askAs,
  authorizeUrl,
  connectError,
  exchangeCode,
  type ExchangeStep,
} from '../lib/oauth.ts';
import { oauth } from './oauth.ts';
import { tryAgain } from '../lib/try-again.ts';
import { remoteIdOf } from './remote-id.ts';

/** Servers know the fine-grained scopes since 2.4.3, but `profile` only since 4.3, so `read:accounts` is used. */
const SCOPES = ['read:accounts', 'read:statuses', 'write:statuses', 'write:media'];

export const connect: OAuthConnect = {
  kind: 'oauth',
  // servers before 4.3 ignore the challenge
  pkce: true,
  scopes: SCOPES,
  fields: [
    {
      name: 'server',
      label: 'Your server',
      help: 'The part after the second @ of your name.',
      example: 'mastodon.social',
    },
  ],
  register,
  authorizeUrl: (request) =>
    authorizeUrl(`${request.endpoints['server']}/oauth/authorize`, request, { scope: SCOPES.join(' ') }),
  exchange,
};

type Registering = Parameters<NonNullable<OAuthConnect['register']>>[0];
type Registered = ReturnType<NonNullable<OAuthConnect['register']>>;

async function register(step: Registering): Promise<Awaited<Registered>> {
  const server = serverIn(step.fields['server'] ?? '', step.endpoints['server'] ?? '');
  if (server === null) {
    return refused('Type the address of your server, such as mastodon.social.', 'server');
  }
  const { host } = new URL(server);
  const about = { client_name: step.appName, redirect_uris: step.redirectUri, scopes: SCOPES.join(' ') };
  const request = jsonPost(`${server}/api/v1/apps`, about);
  const answer = await ask(step.fetch, request, step.signal);
  if (answer.kind === 'lost' && !answer.sent) {
    return refused(`There is no server at ${host}: check its spelling.`, 'server');
  }
  const failure = failureOf(answer, host);
  if (failure !== null) return failure;
  const { status, json } = answer as NetworkResponse;
  const clientId = textAt(json, 'client_id');
  const clientSecret = textAt(json, 'client_secret');
  if (clientId === null || clientSecret === null) {
    const words = brief(textAt(json, 'error') ?? `status ${status}`);
    return refused(`${host} does not respond like a Mastodon server (${words}).`, 'server');
  }
  return { kind: 'registered', app: { clientId, clientSecret }, endpoints: { server } };
}

/**
 * Accepts `mastodon.example`, `https://mastodon.example/@rosa` and `@rosa@mastodon.example`. It must use https,
 * except the sandbox's server.
 */
function serverIn(typed: string, own: string): string | null {
  const text = typed.trim().replace(/\/+$/, '');
  if (text === own) return own;
  const host = text.includes('://') ? text : `https://${text.replace(/^@?[\w.-]*@/, '')}`;
  const url = URL.parse(host);
  if (url?.protocol !== 'https:' || url.username !== '' || !url.hostname.includes('.')) return null;
  return url.origin;
}

async function exchange(step: ExchangeStep): Promise<ConnectAnswer> {
  const { app, now } = step;
  const server = step.endpoints['server'] ?? '';
  const { host } = new URL(server);
  const named = { ...oauth, network: host };
  const tokens = await exchangeCode(named, step, { scope: SCOPES.join(' ') });
  if ('kind' in tokens) return tokens;
  const granted = tokens.scopes ?? SCOPES;
  const missing = SCOPES.filter(
    (scope) => !granted.includes(scope) && !granted.includes(scope.split(':')[0]!),
  );
  if (missing.length > 0) return refused(`${host} did not allow what is needed: ${missing.join(', ')}.`);

  const { accessToken } = tokens;
  const me = await askAs(step, accessToken, `${server}/api/v1/accounts/verify_credentials`);
  const json = me.kind === 'response' && me.status < 300 ? me.json : null;
  const id = textAt(json, 'id');
  const username = textAt(json, 'username');
  if (id === null || username === null) {
    const context = { account: { credentials: { accessToken, clientSecret: app.clientSecret } }, now };
    return connectError(named, me, { what: 'did not say whose account it is', context });
  }
  return {
    kind: 'accounts',
    accounts: [
      {
        remoteId: remoteIdOf(id, server),
        username,
        displayName: textAt(json, 'display_name') || username,
        url: addressOrNull(textAt(json, 'url')),
        avatarUrl: addressOrNull(textAt(json, 'avatar')),
        endpoints: { server },
        // the app registered at that server: revoking the token needs it
        credentials: { accessToken, clientId: app.clientId, clientSecret: app.clientSecret },
        limits: await limitsOf(step),
        expiresAt: null,
      },
    ],
  };
}

/** The limits that the server states, with defaults for those it does not. */
async function limitsOf(step: ConnectStep): Promise<{ [name: string]: number }> {
  for (const path of ['/api/v2/instance', '/api/v1/instance']) {
    const answer = await get(step, path);
    if (answer.kind !== 'response' || answer.status !== 200) continue;
    const most = at(answer.json, 'configuration', 'statuses', 'max_characters');
    return typeof most === 'number' && most > 0 ? { maxCharacters: most } : {};
  }
  return {};
}

function get(step: ConnectStep, path: string): Promise<NetworkResponse | Lost> {
  return ask(step.fetch, new Request(`${step.endpoints['server']}${path}`), step.signal);
}

/** A failure of the connection or the server, which says nothing about the person; null if there is none. */
function failureOf(answer: NetworkResponse | Lost, host: string): { kind: 'retry'; reason: string } | null {
  if (answer.kind === 'lost') return { kind: 'retry', reason: `${host} did not answer: ${answer.reason}.` };
  if (answer.status !== 429 && answer.status < 500) return null;
  return {
    kind: 'retry',
    reason: `${host} is busy or down (status ${answer.status}): ${tryAgain(answer.headers)}.`,
  };
}

function refused(reason: string, field?: string): { kind: 'refused'; reason: string; field?: string } {
  return { kind: 'refused', reason, ...(field === undefined ? {} : { field }) };
}
