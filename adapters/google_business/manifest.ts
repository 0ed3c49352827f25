/**
 * Posts on Google Business Profiles: one account is one location (`locations/…`). A post is one call without an
 * idempotency key. Google then reviews it, and it is live after the review. After a lost response the post is
 * searched in the location's own list (`verify.ts`).
 *
 * Credentials: `accessToken`, `refreshToken`, `clientId` of the app that the refresh token belongs to, `account`
 * (`accounts/…`, the path to the location), `languageCode` of the location.
 */
import { MINUTE_MS, limit } from '../port/budget.ts';
import type { Manifest } from '../port/manifest.ts';
import { comments } from './comments.ts';
import { connect } from './connect.ts';
import { insights } from './insights.ts';
import { options } from './options.ts';
import { measure, plan } from './plan.ts';
import { publish, repeatable } from './publish.ts';
import { refresh, revoke } from './oauth.ts';
import { registration } from './registration.ts';
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
  publish: { evidence: 'own_list', plan, measure, repeatable, publish, verify },
  connect,
  registration,
  comments,
  /** Its Pub/Sub notices need a cloud project of the operator, and one page of reviews is one call. */
  readsCommentsEvery: 15 * 60,
  insights,
  app: {
    refresh,
    revoke,
    /**
     * Google revokes everything that a person granted this app, and does not say who owns a location. So any other
     * location of the app may belong to the same person.
     */
    sharesAccess: (one, other) => one.credentials['clientId'] === other.credentials['clientId'],
    accessKin: ['youtube'],
    asApp: ['refresh'],
  },
};
