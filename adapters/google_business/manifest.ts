/**
 * Posts on Google Business Profiles: one account is one location (`locations/…`). A post is one call without an
 * idempotency key; afterwards Google reviews it, and it is live when that is done. A lost answer is cleared up in the
 * location's own list (`verify.ts`).
 *
 * Credentials: `accessToken`, `refreshToken`, `clientId` of the app that the refresh token is for,
 * `account` (`accounts/…`, through which the location is reached), `languageCode` of the location.
 */
import { MINUTE_MS, limit } from '../port/budget.ts';
import type { Manifest } from '../port/manifest.ts';
import { connect } from './connect.ts';
import { options } from './options.ts';
import { plan } from './plan.ts';
import { publish, repeatable } from './publish.ts';
import { refresh, revoke } from './oauth.ts';
import { verify } from './verify.ts';
import { endpoints, version } from './version.ts';

export const manifest: Manifest = {
  platform: 'google_business',
  name: 'Google Business',
  mark: { letters: 'Gb', color: '#1a5fc4' },
  endpoints,
  version,
  /** 10 edits a minute for a profile, 300 requests a minute for a project. */
  budget: { limits: [limit(10, MINUTE_MS, 'post'), limit(300, MINUTE_MS, 'step', 'app')] },
  options,
  publish: { evidence: 'own_list', plan, repeatable, publish, verify },
  connect,
  app: {
    refresh,
    revoke,
    /**
     * Google takes back what a person gave this app at all, and does not tell whose a location is: so any other location
     * of the app may be the same person's.
     */
    sharesAccess: (one, other) => one.credentials['clientId'] === other.credentials['clientId'],
    accessKin: ['youtube'],
    asApp: ['refresh'],
  },
};
