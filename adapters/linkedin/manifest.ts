/**
 * LinkedIn, for personal profiles: a text, alone or with one image, one video or one document. Several images become the
 * pages of a document.
 *
 * Steps: the file → checks of a video that is processed → the time of the first try is stored → the post. The post
 * has no key, and ordinary apps have no list of own posts, so a lookup shows nothing. But LinkedIn refuses a second
 * post with the same words and the same file and names the first one: a retry after a lost response makes no second
 * post and returns the id of the first (`duplicate.ts`).
 *
 * Credentials: `accessToken` (60 days), `clientId` of the app, and `refreshToken` for the few apps that get one. The remote id is the `sub` of the sign-in: the author is `urn:li:person:<sub>`.
 */
import { DAY_MS, limit } from '../port/budget.ts';
import type { Manifest } from '../port/manifest.ts';
import { connect } from './connect.ts';
import { firstComment } from './first-comment.ts';
import { measure, plan } from './plan.ts';
import { publish, repeatable } from './publish.ts';
import { refresh, revoke } from './oauth.ts';
import { registration } from './registration.ts';
import { verify } from './verify.ts';
import { endpoints, version } from './version.ts';

export const manifest: Manifest = {
  platform: 'linkedin',
  name: 'LinkedIn',
  mark: { letters: 'in', color: '#0a5ea8' },
  endpoints,
  version,
  /**
   * Share on LinkedIn: 150 calls a day for a member, 100,000 for an app. The 429 response does not say when it ends.
   */
  budget: { limits: [limit(150, DAY_MS, 'step'), limit(100_000, DAY_MS, 'step', 'app')] },
  publish: {
    documents: true,
    evidence: 'none',
    altText: { kinds: ['image'], characters: 4_086, unit: 'utf16' },
    linkPreview: 'words',
    plan,
    measure,
    repeatable,
    publish,
    verify,
  },
  connect,
  registration,
  firstComment,
  app: {
    refresh,
    renewable: ({ refreshToken = '' }) => refreshToken !== '',
    revoke,
    asApp: ['refresh', 'revoke'],
  },
};
