/** The token call of X: the same for a code and for a refresh token, with the app's own proof. */
import type { AppCredentials } from '../port/account.ts';
import { ask, at, textAt, type Answer, type Lost } from '../lib/http.ts';

export interface Tokens {
  accessToken: string;
  /** Only where `offline.access` was granted. */
  refreshToken: string | null;
  scopes: string[];
  expiresAt: number | null;
}

/** Asks for tokens. A public client has no secret: it names itself in the body. */
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
  const isPublic = clientSecret === '';
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const request = new Request(`${step.endpoints['api']}/2/oauth2/token`, {
    method: 'POST',
    headers: isPublic ? {} : { authorization: `Basic ${basic}` },
    body: new URLSearchParams(isPublic ? { ...grant, client_id: clientId } : grant),
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
