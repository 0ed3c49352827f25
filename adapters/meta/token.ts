/** Reads responses with a token: of the sign-in, the exchange for a long-lived token, and the renewal. */
import { type NetworkResponse, at, textAt } from '../lib/http.ts';

/** @returns null if there is no token; `lifeMs` is null if the response does not say when it expires */
export function readToken(answer: NetworkResponse): { accessToken: string; lifeMs: number | null } | null {
  const accessToken = textAt(answer.json, 'access_token');
  if (answer.status >= 300 || accessToken === null || accessToken === '') return null;
  const seconds = at(answer.json, 'expires_in');
  return { accessToken, lifeMs: typeof seconds === 'number' ? seconds * 1000 : null };
}
