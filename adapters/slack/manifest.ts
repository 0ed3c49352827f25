/**
 * Slack: an app's bot posts to one channel of a workspace. A text carries our mark in the message's metadata, which
 * the channel's history shows. Photos are uploaded first and shared together, and each file lists where it was
 * shared.
 *
 * Steps: join the channel, so that its history can be read → each photo → the time of the try is stored → the
 * message; or the sharing of the photos, and checks until it shows. Credentials: `accessToken`, `channelId`,
 * `channelType` (public or private), `teamId`, `site` (the workspace's address); with token rotation also
 * `refreshToken` and `clientId` of the app.
 */
import { SECOND_MS, limit } from '../port/budget.ts';
import type { Manifest } from '../port/manifest.ts';
import { connect } from './connect.ts';
import { measure, plan } from './plan.ts';
import { publish, repeatable } from './publish.ts';
import { refresh } from './oauth.ts';
import { registration } from './registration.ts';
import { revoke } from './revoke.ts';
import { verify } from './verify.ts';

export const manifest: Manifest = {
  platform: 'slack',
  name: 'Slack',
  mark: { letters: 'Sl', color: '#4a154b' },
  endpoints: {
    api: 'https://slack.com/api',
    /** The host for uploads. `files.getUploadURLExternal` returns the whole address of each. */
    files: 'https://files.slack.com/upload',
    /** The sign-in page, used only for connecting. */
    login: 'https://slack.com/oauth/v2',
  },
  /** Rate limits: about one message a second in a channel. */
  budget: { limits: [limit(1, SECOND_MS, 'step')] },
  publish: {
    evidence: 'own_list',
    /** `alt_txt` of `files.getUploadURLExternal`. */
    altText: { kinds: ['image', 'gif'], characters: 1_000, unit: 'utf16' },
    plan,
    measure,
    repeatable,
    publish,
    verify,
  },
  connect,
  registration,
  app: {
    refresh,
    /** Only apps with token rotation get a refresh token. */
    renewable: ({ refreshToken = '' }) => refreshToken !== '',
    revoke,
    /** One bot serves the whole workspace. */
    sharesAccess: (one, other) => one.credentials['teamId'] === other.credentials['teamId'],
    asApp: ['refresh'],
  },
};
