/** The scopes in a request of an app (RFC 6749, section 3.3). */
import { SCOPES } from '../../api/principal.ts';
import { OAuthFault } from './fault.ts';

/**
 * The scopes that an app asks for, in our order. Words that mean nothing here (`openid`, `offline_access`) are left out.
 * @param text separated by spaces; undefined or empty: all that may be asked for
 * @throws OAuthFault when no word means anything
 */
export function scopesIn(text: string | undefined, all: readonly string[] = SCOPES): string[] {
  const words = (text ?? '').split(' ').filter((word) => word !== '');
  if (words.length === 0) return [...all];
  const valid = all.filter((scope) => words.includes(scope));
  if (valid.length === 0)
    throw new OAuthFault('invalid_scope', `the scopes that can be asked for are: ${all.join(', ')}`);
  return valid;
}
