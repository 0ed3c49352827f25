/**
 * The two token calls of a sign-in with Instagram or Threads: the code is exchanged for a token valid for an hour,
 * and that one for a token valid for 60 days.
 */
import type { AppCredentials } from '../port/account.ts';

/** @param url of the token call. Meta's redirect appends `#_` to the code; that is not part of it. */
export function codeRequest(
  url: string,
  { app, redirectUri, code }: { app: AppCredentials; redirectUri: string; code: string },
): Request {
  const body = new URLSearchParams({
    client_id: app.clientId,
    client_secret: app.clientSecret,
    grant_type: 'authorization_code',
    redirect_uri: redirectUri,
    code: code.replace(/#_$/, ''),
  });
  return new Request(url, { method: 'POST', redirect: 'manual', body });
}

/**
 * The call accepts the secret and the token only in the query.
 * @param graph address of the API, without a version
 */
export function longLifeRequest(
  graph: string,
  grantType: string,
  { clientSecret, accessToken }: { clientSecret: string; accessToken: string },
): Request {
  const query = new URLSearchParams({
    grant_type: grantType,
    client_secret: clientSecret,
    access_token: accessToken,
  });
  return new Request(`${graph}/access_token?${query.toString()}`, { redirect: 'manual' });
}
