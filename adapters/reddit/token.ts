/** The token call of Reddit, for a code and for a refresh token. A refusal may come with 200: only a token is success. */
import type { AppCredentials } from '../port/account.ts';
import { ask, at, textAt, type Answer, type Lost } from '../lib/http.ts';
import { userAgent } from './errors.ts';

export interface Tokens {
  accessToken: string;
  /** Only with `duration=permanent`; a refresh mostly answers the same, or none. */
  refreshToken: string | null;
  scopes: string[];
  expiresAt: number | null;
}

export async function askForTokens(
  step: {
    endpoints: { [name: string]: string };
    fetch: typeof globalThis.fetch;
    signal: AbortSignal;
    now: number;
  },
  { clientId, clientSecret }: AppCredentials,
  grant: { [name: string]: string },
): Promise<Tokens | Answer | Lost> {
  const request = new Request(`${step.endpoints['www']}/api/v1/access_token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'user-agent': userAgent(clientId, null),
    },
    body: new URLSearchParams(grant),
  });
  const answer = await ask(step.fetch, request, step.signal);
  if (answer.kind === 'lost') return answer;
  const accessToken = textAt(answer.json, 'access_token');
  if (answer.status >= 300 || accessToken === null) return answer;
  const seconds = at(answer.json, 'expires_in');
  return {
    accessToken,
    refreshToken: textAt(answer.json, 'refresh_token'),
    scopes: (textAt(answer.json, 'scope') ?? '').split(/[ ,]+/).filter(Boolean),
    expiresAt: typeof seconds === 'number' ? step.now + seconds * 1000 : null,
  };
}

/** Reddit's word for a grant it does not take (`invalid_grant`), whatever status it comes with. */
export function grantError(answer: Answer | Lost): string | null {
  if (answer.kind === 'lost' || answer.status >= 500 || answer.status === 429) return null;
  const error = textAt(answer.json, 'error');
  return error === null ? null : `Reddit answered ${/^\d+$/.test(error) ? `HTTP ${error}` : error}`;
}
