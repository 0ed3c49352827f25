/** Reads responses that carry a token: of signing in, of the exchange for a long-lived token, of its renewal. */
import { type Answer, at, textAt } from '../lib/http.ts';

/** @returns null where there is none; `lifeMs` is null where the response does not say when it expires */
export function readToken(answer: Answer): { accessToken: string; lifeMs: number | null } | null {
  const accessToken = textAt(answer.json, 'access_token');
  if (answer.status >= 300 || accessToken === null || accessToken === '') return null;
  const seconds = at(answer.json, 'expires_in');
  return { accessToken, lifeMs: typeof seconds === 'number' ? seconds * 1000 : null };
}
