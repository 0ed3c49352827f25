/** The token call of Tumblr, for a code and for a refresh token. */
import type { AppCredentials } from '../port/account.ts';
import { ask, at, textAt, type Answer, type Lost } from '../lib/http.ts';
import { USER_AGENT } from './errors.ts';

export interface Tokens {
  accessToken: string;
  /** Only where `offline_access` was granted. */
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
  const request = new Request(`${step.endpoints['api']}/v2/oauth2/token`, {
    method: 'POST',
    headers: { 'user-agent': USER_AGENT },
    body: new URLSearchParams({ ...grant, client_id: clientId, client_secret: clientSecret }),
  });
  const answer = await ask(step.fetch, request, step.signal);
  if (answer.kind === 'lost') return answer;
  const accessToken = textAt(answer.json, 'access_token');
  if (answer.status >= 300 || accessToken === null) return answer;
  const seconds = at(answer.json, 'expires_in');
  return {
    accessToken,
    refreshToken: textAt(answer.json, 'refresh_token'),
    scopes: (textAt(answer.json, 'scope') ?? '').split(' ').filter(Boolean),
    expiresAt: typeof seconds === 'number' ? step.now + seconds * 1000 : null,
  };
}
