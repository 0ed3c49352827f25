/**
 * The session. An access token is valid for 2 hours, a refresh token for 90 days, and each refresh returns a new
 * pair. If the refresh token has expired, the app password opens a new session. Logins are limited to 30 in 5 minutes
 * and 300 a day, so they come second.
 */
import type { AccountAccess, Credentials } from '../port/account.ts';
import type { RefreshAnswer, RefreshStep } from '../port/app.ts';
import { ask, at, textAt, type NetworkResponse, type Lost } from '../lib/http.ts';
import { readError } from './errors.ts';
import { didOf, procedure } from './xrpc.ts';

export async function refresh(step: RefreshStep): Promise<RefreshAnswer> {
  const { account, fetch, signal } = step;
  const token = account.credentials['refreshJwt'];
  if (token !== undefined) {
    const answer = await ask(fetch, refreshSessionRequest(account, token), signal);
    const refreshed = readSession(answer, account);
    if (refreshed !== null) return refreshed;
    const failure = readError(answer, step);
    if (failure.kind === 'retry') return failure;
    if (failure.kind === 'reauthorize') return failure;
    // The refresh token was refused; the app password may still be valid.
  }
  const { identifier, appPassword } = account.credentials;
  if (identifier === undefined || appPassword === undefined) {
    return { kind: 'reauthorize', reason: 'the session has expired and no app password is stored' };
  }
  const answer = await ask(fetch, createSessionRequest(account, identifier, appPassword), signal);
  const opened = readSession(answer, account);
  if (opened !== null) return opened;
  const failure = readError(answer, step);
  return failure.kind === 'retry' ? failure : { kind: 'reauthorize', reason: failure.reason };
}

function refreshSessionRequest(account: AccountAccess, refreshJwt: string): Request {
  return new Request(`${account.endpoints['pds']}/xrpc/com.atproto.server.refreshSession`, {
    method: 'POST',
    headers: { authorization: `Bearer ${refreshJwt}` },
  });
}

function createSessionRequest(account: AccountAccess, identifier: string, password: string): Request {
  return procedure(account, 'com.atproto.server.createSession', { identifier, password });
}

/** Reads a session; null if the response has none. */
function readSession(answer: NetworkResponse | Lost, account: AccountAccess): RefreshAnswer | null {
  if (answer.kind === 'lost' || answer.status !== 200) return null;
  const accessJwt = textAt(answer.json, 'accessJwt');
  const refreshJwt = textAt(answer.json, 'refreshJwt');
  if (accessJwt === null || refreshJwt === null) return null;
  if (textAt(answer.json, 'did') !== didOf(account)) {
    return { kind: 'reauthorize', reason: 'the handle now belongs to another account' };
  }
  if (at(answer.json, 'active') === false) {
    const status = textAt(answer.json, 'status') ?? 'not active';
    return { kind: 'reauthorize', reason: `the account is ${status}` };
  }
  const credentials: Credentials = { ...account.credentials, accessJwt, refreshJwt };
  return { kind: 'refreshed', credentials, expiresAt: expiryOf(accessJwt) };
}

/** When a JWT expires, epoch ms, from its `exp` claim; null if it cannot be read. */
function expiryOf(jwt: string): number | null {
  const payload = Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString();
  try {
    const exp = (JSON.parse(payload) as { exp?: unknown }).exp;
    return typeof exp === 'number' ? exp * 1000 : null;
  } catch {
    return null; // not a JWT: the protocol leaves the token format to the server
  }
}
