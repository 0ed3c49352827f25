/**
 * Posts on Google Business Profiles: one account is one location (`locations/…`). A post is one call without an
 * idempotency key; afterwards Google reviews it, and it is live when that is done. A lost answer is cleared up in the
 * location's own list (`verify.ts`).
 *
 * Credentials: `accessToken`, `refreshToken`, `clientId` of the app that the refresh token is for,
 * `account` (`accounts/…`, through which the location is reached), `languageCode` of the location.
 */
import type { Adapter } from '../port/publish.ts';
import { stageOf } from './checkpoint.ts';
import { plan } from './plan.ts';
import { publish } from './publish.ts';
import { verify } from './verify.ts';
import { endpoints } from './version.ts';
import { refresh, revoke } from './oauth.ts';

export const googleBusiness: Adapter = {
  platform: 'google_business',
  endpoints,
  evidence: 'own_list',
  plan,
  repeatable: ({ checkpoint }) => stageOf(checkpoint)?.stage !== 'posting',
  publish,
  verify,
  refresh,
  revoke,
  asApp: ['refresh'],
  /**
   * Google takes back what a person gave this app at all, and does not tell whose a location is: so any other location
   * of the app may be the same person's.
   */
  sharesAccess: (one, other) => one.credentials['clientId'] === other.credentials['clientId'],
  accessKin: ['youtube'],
};
