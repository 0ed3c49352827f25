/** Ends an access at the network when its account is disconnected (RFC 7009, for networks that follow it). */
import type { RevokeAnswer } from '../port/app.ts';
import { type NetworkResponse, brief, type Lost, retryAfterMs, textAt } from './http.ts';

/** Error codes that say the token is no longer valid. The access has ended, as requested. */
const OVER = new Set(['invalid_token', 'invalid_grant', 'ExpiredToken', 'InvalidToken']);

/** Translates the response of a revocation endpoint. @param network its name for people */
export function readRevoked(answer: NetworkResponse | Lost, network: string, now: number): RevokeAnswer {
  if (answer.kind === 'lost') return { kind: 'retry', reason: `${network}: ${answer.reason}` };
  const { status, json, headers } = answer;
  if (status === 429 || status === 408 || status >= 500) {
    const afterMs = retryAfterMs(headers, now);
    const reason = `${network} is busy or down (status ${status})`;
    return { kind: 'retry', reason, ...(afterMs === undefined ? {} : { afterMs }) };
  }
  const error = textAt(json, 'error');
  if (status < 300 && error === null) return { kind: 'revoked' };
  if (error !== null && OVER.has(error)) return { kind: 'revoked' };
  return {
    kind: 'refused',
    reason: brief(`${network} did not end the access (${error ?? `status ${status}`})`),
  };
}

/** Posts a form. Redirects are not followed, because the form contains secrets. */
export function revokeRequest(
  url: string,
  form: { [name: string]: string },
  headers: { [name: string]: string } = {},
): Request {
  return new Request(url, { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams(form) });
}

/** The app's HTTP Basic header. */
export function basicOf({ clientId, clientSecret }: { clientId: string; clientSecret: string }): string {
  return `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
}
