/**
 * YouTube: one video on the account's channel (Data API v3, resumable upload).
 *
 * Steps: a session with all words of the video → the file, chunk by chunk, each a step. A session makes one video,
 * whatever is sent again, and repeats its answer when asked: that is the evidence. Credentials: `accessToken`,
 * `refreshToken`, `clientId` of the app that the account was connected by, `uploadKey`. Options:
 * `youtubeSettings: { title?, privacy? }`, offered by the tool server alone.
 */
import type { Adapter } from '../port/publish.ts';
import { verify } from './verify.ts';
import { plan } from './plan.ts';
import { publish } from './publish.ts';
import { endpoints } from './version.ts';
import { refresh, revoke } from './oauth.ts';

export const youtube: Adapter = {
  platform: 'youtube',
  endpoints,
  evidence: 'container',
  plan,
  /** A session makes one video, and whoever would leave it for another asks it first. */
  repeatable: () => true,
  publish,
  verify,
  refresh,
  revoke,
  asApp: ['refresh'],
  /** Each channel has a permission of its own. But one app may serve both networks, and the person may be the same. */
  sharesAccess: (one, other) =>
    one.platform !== other.platform && one.credentials['clientId'] === other.credentials['clientId'],
  accessKin: ['google_business'],
};
