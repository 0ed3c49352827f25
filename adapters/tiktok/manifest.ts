/**
 * TikTok: one video, or up to 35 photos, posted directly (Content Posting API v2).
 *
 * Steps: read the creator → a publish id → a video's chunks, one per step → checks until TikTok has finished. A
 * publish id identifies one post and shows its progress: that is the evidence. The one call without it is the `init`
 * of photos, for which the account's list is searched (`verify.ts`). Credentials: `accessToken`, `refreshToken`,
 * `clientId` (their client_key) of the app that the account was connected with, `uploadKey`.
 */
import { DAY_MS, MINUTE_MS, limit } from '../port/budget.ts';
import type { Manifest } from '../port/manifest.ts';
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
  platform: 'tiktok',
  name: 'TikTok',
  mark: { letters: 'Tk', color: '#1c1c1e' },
  mention: '@',
  endpoints,
  version,
  /** Content posting: 6 inits a minute for a token, about 15 direct posts a day for a creator. */
  budget: { limits: [limit(6, MINUTE_MS, 'post'), limit(15, DAY_MS, 'post')] },
  options,
  publish: { evidence: 'container', plan, measure, repeatable, publish, verify },
  connect,
  registration,
  app: {
    refresh,
    revoke,
    asApp: ['refresh', 'revoke'],
  },
  insights,
};
