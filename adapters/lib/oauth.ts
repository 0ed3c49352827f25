/**
 * OAuth 2.0 for every network that signs in with it (RFC 6749, with PKCE of RFC 7636 and revocation of RFC 7009): the
 * token endpoint for codes and refresh tokens, and the revocation of an access. A network's `oauth.ts` states the
 * addresses of its endpoints and its deviations from the standard.
 */
import type { AppCredentials } from '../port/account.ts';
import type { ConnectAnswer, ConnectStep, OAuthConnect } from '../port/connect.ts';
import type { AccountAccess, Credentials } from '../port/account.ts';
import type { AppProof, ProveStep } from '../port/registration.ts';
import type { RefreshAnswer, RefreshStep, RevokeAnswer, RevokeStep } from '../port/app.ts';
import type { Json } from '../../machines/outcome.ts';
import { appRefused, ofApp, refusesApp, withoutAppSecret } from './app.ts';
import { type ErrorContext, type ErrorReader, quote } from './error-rules.ts';
import { type NetworkResponse, ask, at, type Lost, retryAfterMs, textAt } from './http.ts';
import { retry } from './outcome.ts';
import { basicOf, readRevoked, revokeRequest } from './revoke.ts';

export interface OAuthNetwork extends Pick<ErrorReader, 'readError'> {
  /** The network's name for people. */
  network: string;
  /** Address of the token endpoint. */
  tokenUrl(endpoints: AccountAccess['endpoints']): string;
  /** Address of the revocation endpoint. Absent if the network has none. */
  revokeUrl?(endpoints: AccountAccess['endpoints']): string;
  /** The token that revocation takes. Absent means the refresh token; revoking it ends its access tokens too. */
  revokes?: 'accessToken';
  /** Revocation is called with the token alone, without the app's credentials. */
  revokesWithoutApp?: true;
  /** Whether the app identifies itself by HTTP Basic or in the body. A public client is always in the body. */
  clientAuth: 'basic' | 'body';
  /** How the body names the app's id. Absent means `client_id`. */
  clientIdName?: string;
  /** Headers of every call to the endpoints. */
  headers?(app: AppCredentials, username: string | null): { [name: string]: string };
  /**
   * When the account must be renewed or connected again, epoch ms; null if it never must, or the response does not
   * say.
   */
  expiresAt(response: Json, now: number): number | null;
  /** Whether a refused refresh is about the app, in addition to OAuth's own error codes. */
  refusesApp?(response: NetworkResponse): boolean;
  /** The credentials to keep at a refresh, without the new tokens. Absent means all except a copy of the app's secret. */
  keep?(account: AccountAccess): Credentials;
}

export interface Tokens {
  accessToken: string;
  /** Null if the response has none: then the old one stays valid. */
  refreshToken: string | null;
  /** The scopes the person granted; null if the response does not say. */
  scopes: string[] | null;
  /** Epoch ms; see `OAuthNetwork.expiresAt`. */
  expiresAt: number | null;
}

export type ExchangeStep = Parameters<OAuthConnect['exchange']>[0];
type Refusal = Exclude<ConnectAnswer, { kind: 'accounts' }>;

/** `now` plus the seconds in this field, epoch ms; null if the field is not a number. */
export function endOf(json: Json, field: string, now: number): number | null {
  const seconds = at(json, field);
  return typeof seconds === 'number' ? now + seconds * 1000 : null;
}

/** The address a person is sent to. Spaces become %20, because some networks read a plus sign literally. */
export function authorizeUrl(
  base: string,
  { app, redirectUri, state, codeChallenge }: Parameters<OAuthConnect['authorizeUrl']>[0],
  more: { [name: string]: string },
  clientIdName = 'client_id',
): string {
  const query = new URLSearchParams({
    response_type: 'code',
    [clientIdName]: app.clientId,
    redirect_uri: redirectUri,
    state,
    ...(codeChallenge === null ? {} : { code_challenge: codeChallenge, code_challenge_method: 'S256' }),
    ...more,
  });
  return `${base}?${query.toString().replaceAll('+', '%20')}`;
}

/** Calls the token endpoint. A refusal may come with status 200: only an access token means success. */
async function requestTokens(
  oauth: OAuthNetwork,
  step: Pick<ConnectStep, 'endpoints' | 'fetch' | 'signal' | 'now'>,
  app: AppCredentials,
  grant: { [name: string]: string },
): Promise<Tokens | NetworkResponse | Lost> {
  const { headers, body } = clientProof(oauth, app);
  const request = new Request(oauth.tokenUrl(step.endpoints), {
    method: 'POST',
    headers: { ...headers, ...oauth.headers?.(app, null) },
    body: new URLSearchParams({ ...grant, ...body }),
    redirect: 'manual', // a redirect would send the secrets to another host
  });
  const response = await ask(step.fetch, request, step.signal);
  return response.kind === 'lost' ? response : (tokensIn(oauth, response, step.now) ?? response);
}

function clientProof(oauth: OAuthNetwork, app: AppCredentials) {
  const isPublic = app.clientSecret === '';
  const inBody = oauth.clientAuth === 'body' || isPublic;
  const id = { [oauth.clientIdName ?? 'client_id']: app.clientId };
  return {
    headers: inBody ? {} : { authorization: basicOf(app) },
    body: inBody ? { ...id, ...(isPublic ? {} : { client_secret: app.clientSecret }) } : {},
  };
}

function tokensIn(oauth: OAuthNetwork, { status, json }: NetworkResponse, now: number): Tokens | null {
  const accessToken = textAt(json, 'access_token');
  if (status >= 300 || accessToken === null || accessToken === '') return null;
  const refused = at(json, 'error');
  if (refused !== undefined && refused !== null) return null;
  return {
    accessToken,
    refreshToken: textAt(json, 'refresh_token') || null,
    scopes:
      textAt(json, 'scope')
        ?.split(/[\s,]+/)
        .filter(Boolean) ?? null,
    expiresAt: oauth.expiresAt(json, now),
  };
}

/** Codes of OAuth and Slack for a temporary failure. */
const TEMPORARY = new Set([
  'server_error',
  'temporarily_unavailable',
  'slow_down',
  'ratelimited',
  'rate_limited',
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
]);

/** The error with which a token endpoint refuses a code or a token, for any status; null for other responses. */
function grantError({ status, json }: NetworkResponse): string | null {
  if (status === 429 || status === 408 || status >= 500) return null;
  const error = textAt(json, 'error');
  return error === null || TEMPORARY.has(error) ? null : error;
}

/** Why a call of a sign-in did not succeed, as a sentence for the person. @param what "did not accept the sign-in" */
export function connectError(
  { network, readError }: Pick<OAuthNetwork, 'network' | 'readError'>,
  response: NetworkResponse | Lost,
  { what, context }: { what: string; context: ErrorContext },
): Refusal {
  if (response.kind === 'lost') return { kind: 'retry', reason: `${network}: ${response.reason}.` };
  const error = grantError(response);
  const failure = readError(response, context);
  if (failure.kind === 'retry' && (error === null || response.status >= 400)) {
    return { kind: 'retry', reason: failure.reason };
  }
  const words =
    error === null ? failure.reason : quote(network, messageIn(response, error), context.account.credentials);
  return { kind: 'refused', reason: `${network} ${what}: start again. (${words.slice(0, 250)})` };
}

function messageIn({ json }: NetworkResponse, error: string): string {
  const description = textAt(json, 'error_description');
  return description === null ? error : `${description} (${error})`;
}

/** Exchanges the authorization code that the person returned with. @param more further fields of the request */
export async function exchangeCode(
  oauth: OAuthNetwork,
  step: ExchangeStep,
  more: { [name: string]: string } = {},
): Promise<Tokens | Refusal> {
  const { app, code, codeVerifier, redirectUri, now } = step;
  const tokens = await requestTokens(oauth, step, app, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    ...(codeVerifier === null ? {} : { code_verifier: codeVerifier }),
    ...more,
  });
  if ('accessToken' in tokens) return tokens;
  const credentials: Credentials = {
    code,
    clientSecret: app.clientSecret,
    ...(codeVerifier === null ? {} : { codeVerifier }),
  };
  const context = { account: { credentials }, now };
  return connectError(oauth, tokens, { what: 'did not accept the sign-in', context });
}

/**
 * Refuses a sign-in in which the person did not grant every scope. Null if none is missing, or the response does not
 * say.
 */
export function scopesRefused(
  { network }: Pick<OAuthNetwork, 'network'>,
  needed: string[],
  { scopes }: Pick<Tokens, 'scopes'>,
): Refusal | null {
  if (scopes === null || scopes.length === 0) return null;
  const missing = needed.filter((scope) => !scopes.includes(scope));
  if (missing.length === 0) return null;
  const reason = `${network} did not grant ${missing.join(', ')}: start again and allow all that is asked for.`;
  return { kind: 'refused', reason };
}

/**
 * Makes a registration's `prove`: asks for a token of the app itself (RFC 6749, 4.4), which is not kept.
 * @param more further fields of the request
 */
export function proveByClientCredentials(
  oauth: OAuthNetwork,
  more: { [name: string]: string } = {},
): (step: ProveStep) => Promise<AppProof> {
  return async ({ app, ...step }) => {
    const { network } = oauth;
    const grant = { grant_type: 'client_credentials', ...more };
    const tokens = await requestTokens(oauth, step, app, grant);
    if ('accessToken' in tokens) return { kind: 'accepted' };
    if (tokens.kind === 'lost') return { kind: 'unclear', reason: `${network}: ${tokens.reason}` };
    const credentials = { clientSecret: app.clientSecret };
    const failure = oauth.readError(tokens, { account: { credentials }, now: step.now });
    const error = grantError(tokens);
    const reason = error === null ? failure.reason : quote(network, messageIn(tokens, error), credentials);
    // an app that the network knows, and that may not have this kind of token
    const isKnown = error === 'unauthorized_client';
    const isRefused = !isKnown && (refusesApp(tokens) || oauth.refusesApp?.(tokens) === true);
    return { kind: isRefused ? 'refused' : 'unclear', reason };
  };
}

/** A reading call with the new access token, for example to find out whose account it is. */
export function askAs(
  { fetch, signal }: Pick<ConnectStep, 'fetch' | 'signal'>,
  accessToken: string,
  url: string | URL,
  headers: { [name: string]: string } = {},
): Promise<NetworkResponse | Lost> {
  const request = new Request(url, { headers: { authorization: `Bearer ${accessToken}`, ...headers } });
  return ask(fetch, request, signal);
}

/** The credentials to keep from a sign-in: the tokens, and the id of the app they belong to. */
export function credentialsOf({ accessToken, refreshToken }: Tokens, app: AppCredentials): Credentials {
  return { accessToken, ...(refreshToken === null ? {} : { refreshToken }), ...ofApp(app) };
}

/** A web address to show to people; null for any other value. */
export function addressOrNull(text: string | null): string | null {
  return text !== null && /^https?:/.test(text) && URL.canParse(text) ? text : null;
}

/**
 * Makes a network's `refresh`. If the response was lost, the refresh token may be spent: the refresh is tried again,
 * and if it is refused then, the person has to sign in again.
 */
export function oauthRefresh(oauth: OAuthNetwork): (step: RefreshStep) => Promise<RefreshAnswer> {
  return async ({ account, app: settings, fetch, signal, now }) => {
    const { credentials, endpoints } = account;
    const { refreshToken = '' } = credentials;
    const { network } = oauth;
    if (refreshToken === '') {
      const reason = `${network}: the access has expired and no refresh token is kept. Connect the account again`;
      return { kind: 'reauthorize', reason };
    }
    const app = settings ?? { clientId: '', clientSecret: '' };
    const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
    const tokens = await requestTokens(oauth, { endpoints, fetch, signal, now }, app, grant);
    if (!('accessToken' in tokens)) return refreshError(oauth, tokens, { account, app, now });
    const sealed = oauth.keep?.(account) ?? withoutAppSecret(credentials);
    return {
      kind: 'refreshed',
      credentials: {
        ...sealed,
        accessToken: tokens.accessToken,
        refreshToken: tokens.refreshToken ?? refreshToken,
      },
      expiresAt: tokens.expiresAt,
    };
  };
}

function refreshError(
  oauth: OAuthNetwork,
  response: NetworkResponse | Lost,
  { account, app, now }: { account: AccountAccess; app: AppCredentials; now: number },
): RefreshAnswer {
  const { network } = oauth;
  if (response.kind === 'lost') return retry(`${network}: ${response.reason}`);
  if (refusesApp(response) || oauth.refusesApp?.(response) === true) return appRefused(network);
  const credentials = { ...account.credentials, clientSecret: app.clientSecret };
  const error = grantError(response);
  if (error !== null) {
    const reason = quote(network, `the access was not renewed: ${messageIn(response, error)}`, credentials);
    return { kind: 'reauthorize', reason };
  }
  if (TEMPORARY.has(textAt(response.json, 'error') ?? '')) {
    return retry(`${network} is busy or down`, retryAfterMs(response.headers, now));
  }
  const failure = oauth.readError(response, { account: { credentials }, now });
  return failure.kind === 'retry' ? failure : { kind: 'reauthorize', reason: failure.reason };
}

/** Makes a network's `revoke`. */
export function oauthRevoke(
  oauth: OAuthNetwork & Required<Pick<OAuthNetwork, 'revokeUrl'>>,
): (step: RevokeStep) => Promise<RevokeAnswer> {
  return async ({ account, app: settings, fetch, signal, now }) => {
    const { accessToken = '', refreshToken = '', clientId = '' } = account.credentials;
    const token = oauth.revokes === 'accessToken' ? accessToken : refreshToken || accessToken;
    const app = settings ?? { clientId, clientSecret: '' };
    const { headers, body } = oauth.revokesWithoutApp ? { headers: {}, body: {} } : clientProof(oauth, app);
    const request = revokeRequest(
      oauth.revokeUrl(account.endpoints),
      { token, ...body },
      { ...headers, ...oauth.headers?.(app, account.username) },
    );
    return readRevoked(await ask(fetch, request, signal), oauth.network, now);
  };
}
