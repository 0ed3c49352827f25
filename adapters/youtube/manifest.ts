/**
 * YouTube: one video on the account's channel (Data API v3, resumable upload).
 *
 * Steps: a session with all words of the video → the file, chunk by chunk, each a step. A session makes one video,
 * whatever is sent again, and repeats its answer when asked: that is the evidence. Credentials: `accessToken`,
 * `refreshToken`, `clientId` of the app that the account was connected by, `uploadKey`. Options:
 * `youtubeSettings: { title?, privacy? }`, offered by the tool server alone.
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
  platform: 'youtube',
  name: 'YouTube',
  mark: { letters: 'Yt', color: '#c4170c' },
  endpoints,
  version,
  /** `videos.insert` since June 2026: 100 a day for a project. */
  budget: { limits: [limit(100, DAY_MS, 'post', 'app')], retryAfter: 'app' },
  publish: { evidence: 'container', plan, repeatable, publish, verify },
  connect,
  app: {
    refresh,
    revoke,
    /** Each channel has a permission of its own. But one app may serve both networks, and the person may be the same. */
    sharesAccess: (one, other) =>
      one.platform !== other.platform && one.credentials['clientId'] === other.credentials['clientId'],
    accessKin: ['google_business'],
    asApp: ['refresh'],
  },
};
