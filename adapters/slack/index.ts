/**
 * Slack: an app's bot posts to one channel of a workspace. Text goes with our mark in the message's metadata, which the
 * channel's history shows; photos are uploaded first and shared together, and each file tells where it was shared.
 *
 * Steps: join the channel, so that its history can be read → each photo → the time of the try is noted → the message;
 * or the sharing of the photos, and looks until it shows. Credentials: `accessToken`, `channelId`, `channelType`
 * (public or private), `teamId`, `site` (the workspace's address); with token rotation also `refreshToken` and
 * `clientId` of the app.
 */
import type { Adapter } from '../port/publish.ts';
import type { Work } from './checkpoint.ts';
import { planMessage } from './plan.ts';
import { publish } from './publish.ts';
import { refresh } from './oauth.ts';
import { revoke } from './revoke.ts';
import { verify } from './verify.ts';

export const slack: Adapter = {
  platform: 'slack',
  endpoints: {
    api: 'https://slack.com/api',
    /** Where `files.getUploadURLExternal` sends files; it names the whole address with each. */
    files: 'https://files.slack.com/upload',
    /** Where people sign in: for connecting alone. */
    login: 'https://slack.com/oauth/v2',
  },
  evidence: 'own_list',
  plan: planMessage,
  /** Nobody sees a file before it is shared; the message itself has no key. Looking where it was shared harms nothing. */
  repeatable: (step) => {
    const work = step.checkpoint as Work | null;
    return work === null || work.triedAt === null || work.sharedAt !== null;
  },
  publish,
  verify,
  refresh,
  revoke,
  asApp: ['refresh'],
  /** One bot serves the whole workspace. */
  sharesAccess: (one, other) => one.credentials['teamId'] === other.credentials['teamId'],
  /** Only apps with token rotation are given a refresh token. */
  renewable: ({ refreshToken = '' }) => refreshToken !== '',
};
