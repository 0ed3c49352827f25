/** `POST /oauth/revoke` (RFC 7009): a refresh token ends with its whole grant, an access token alone. */
import { deleteGrant, deleteToken, findToken } from '../../../store/grants.ts';
import type { OAuthContext } from './context.ts';
import { OAuthFault } from './fault.ts';
import { type Parameters, required } from './parameters.ts';
import { digestOf, looksLike } from './secrets.ts';

/** A token that is not valid (any more) is no error. @throws OAuthFault when it is another app's */
export async function revoke(form: Parameters, { directory }: OAuthContext): Promise<void> {
  const [token, clientId] = [required(form, 'token'), required(form, 'client_id')];
  if (!looksLike('access', token) && !looksLike('refresh', token)) return;
  const digest = digestOf(token);
  const found = await findToken(directory, digest);
  if (found === undefined) return;
  if (found.clientId !== clientId) throw new OAuthFault('invalid_client', "this token is another app's");
  if (found.kind === 'refresh') await deleteGrant(directory, { id: found.grantId, userId: null });
  else await deleteToken(directory, digest);
}
