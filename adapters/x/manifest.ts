/**
 * X, by its API v2. A post has no key by which X would know it again; after a lost answer the account's own list tells.
 * X also refuses the same words twice, so that of a try which was listed too late no second post comes.
 *
 * Steps: each file → looks at one that is processed → the time of the try is noted → the post. Credentials:
 * `accessToken` (2 hours), `refreshToken` (works once), `clientId` of the app they belong to.
 */
import { DAY_MS, MINUTE_MS, limit } from '../port/budget.ts';
import type { Manifest } from '../port/manifest.ts';
import { connect } from './connect.ts';
import { plan } from './plan.ts';
import { publish, repeatable } from './publish.ts';
import { refresh, revoke } from './oauth.ts';
import { verify } from './verify.ts';
import { endpoints, version } from './version.ts';

export const manifest: Manifest = {
  platform: 'x',
  name: 'X',
  mark: { letters: 'X', color: '#25292e' },
  endpoints,
  version,
  /** POST /2/tweets: 100 in 15 minutes for a user, 10,000 in 24 hours for an app. */
  budget: { limits: [limit(100, 15 * MINUTE_MS, 'post'), limit(10_000, DAY_MS, 'post', 'app')] },
  publish: { evidence: 'own_list', plan, repeatable, publish, verify },
  connect,
  app: {
    refresh,
    revoke,
    asApp: ['refresh', 'revoke'],
  },
};
