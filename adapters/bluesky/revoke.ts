/** Ends the session with its refresh token. Only the person can delete the app password. */
import type { RevokeAnswer, RevokeStep } from '../port/app.ts';
import { ask } from '../lib/http.ts';
import { readRevoked } from '../lib/revoke.ts';

export async function revoke({ account, fetch, signal, now }: RevokeStep): Promise<RevokeAnswer> {
  const { refreshJwt } = account.credentials;
  if (refreshJwt === undefined) return { kind: 'revoked' }; // no session was ever opened
  const request = new Request(`${account.endpoints['pds']}/xrpc/com.atproto.server.deleteSession`, {
    method: 'POST',
    headers: { authorization: `Bearer ${refreshJwt}` },
  });
  return readRevoked(await ask(fetch, request, signal), 'the server', now);
}
