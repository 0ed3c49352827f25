/**
 * YouTube: one video on the account's channel (Data API v3, resumable upload).
 *
 * Steps: a session with all text fields of the video → the file, chunk by chunk, one per step. A session makes one
 * video even if bytes are sent again, and repeats its response when asked: that is the evidence. Credentials:
 * `accessToken`, `refreshToken`, `clientId` of the app that the account was connected with, `uploadKey`. Options:
 * `youtubeSettings: { title?, privacy? }`, on tools alone.
 */
import { DAY_MS, limit } from '../port/budget.ts';
import type { Manifest } from '../port/manifest.ts';
import { connect } from './connect.ts';
import { firstComment } from './first-comment.ts';
import { insights } from './insights.ts';
import { toolOptions } from './options.ts';
import { measure, plan } from './plan.ts';
import { publish, repeatable } from './publish.ts';
import { refresh, revoke } from './oauth.ts';
import { registration } from './registration.ts';
import { verify } from './verify.ts';
import { endpoints, version } from './version.ts';

export const manifest: Manifest = {
  platform: 'youtube',
  name: 'YouTube',
  mark: { letters: 'Yt', color: '#c4170c' },
  mention: '@',
  endpoints,
  version,
  toolOptions,
  /** `videos.insert` since June 2026: 100 a day for a project. */
  budget: { limits: [limit(100, DAY_MS, 'post', 'app')], retryAfter: 'app' },
  publish: { evidence: 'container', plan, measure, repeatable, publish, verify },
  connect,
  registration,
  firstComment,
  app: {
    refresh,
    revoke,
    /** Each channel has its own permission. But one app may serve both networks, and the person may be the same. */
    sharesAccess: (one, other) =>
      one.platform !== other.platform && one.credentials['clientId'] === other.credentials['clientId'],
    accessKin: ['google_business'],
    asApp: ['refresh'],
  },
  insights,
};
