/**
 * Sign-in at a Mastodon server, with the app that was registered there. Tokens do not expire. Accounts connected
 * before the app was stored with them cannot end their access.
 */
import type { RevokeAnswer, RevokeStep } from '../port/app.ts';
import { oauthRevoke, type OAuthNetwork } from '../lib/oauth.ts';
import { readError } from './errors.ts';

export const oauth = {
  network: 'Mastodon',
  readError,
  tokenUrl: ({ server }) => `${server}/oauth/token`,
  revokeUrl: ({ server }) => `${server}/oauth/revoke`,
  clientAuth: 'body',
  expiresAt: () => null,
} satisfies OAuthNetwork;

export async function revoke(step: RevokeStep): Promise<RevokeAnswer> {
  const { clientId, clientSecret } = step.account.credentials;
  if (clientId === undefined || clientSecret === undefined) {
    return { kind: 'refused', reason: 'the app that the account was connected by is not known any more' };
  }
  return oauthRevoke(oauth)({ ...step, app: { clientId, clientSecret } });
}
