/**
 * LinkedIn, for personal profiles: a text, alone or with one image, one video or one document. Several images become the
 * pages of a document.
 *
 * Steps: the file → looks at a video that is processed → the time of the first try is noted → the post. There is no key
 * for the post and no list of own posts for ordinary apps, so a look tells nothing. But LinkedIn refuses a second post
 * with the same words and the same file and names the first one: a retry after a lost answer makes no second post and
 * learns the id of the first (`duplicate.ts`).
 *
 * Credentials: `accessToken` (60 days), `clientId` of the app, and `refreshToken` for the few apps that get one. The remote id is the `sub` of the sign-in: the author is `urn:li:person:<sub>`.
 */
import { DAY_MS, limit } from '../port/budget.ts';
import type { Manifest } from '../port/manifest.ts';
import { connect } from './connect.ts';
import { plan } from './plan.ts';
import { publish, repeatable } from './publish.ts';
import { refresh, revoke } from './oauth.ts';
import { verify } from './verify.ts';
import { endpoints, version } from './version.ts';

export const manifest: Manifest = {
  platform: 'linkedin',
  name: 'LinkedIn',
  mark: { letters: 'in', color: '#0a5ea8' },
  endpoints,
  version,
  /** Share on LinkedIn: 150 calls a day for a member, 100,000 for an app; the throttle names no end. */
  budget: { limits: [limit(150, DAY_MS, 'step'), limit(100_000, DAY_MS, 'step', 'app')] },
  publish: { documents: true, evidence: 'none', plan, repeatable, publish, verify },
  connect,
  app: {
    refresh,
    renewable: ({ refreshToken = '' }) => refreshToken !== '',
    revoke,
    asApp: ['refresh', 'revoke'],
  },
};
