/**
 * TikTok: one video, or up to 35 photos, posted directly (Content Posting API v2).
 *
 * Steps: the creator is asked → a publish id → a video's chunks, each a step → looks until TikTok has finished. A
 * publish id stands for one post and tells how far it is: that is the evidence. The one call without it is the `init` of
 * photos, which is looked for in the account's list (`look.ts`). Credentials: `accessToken`, `refreshToken`, `clientId`
 * (their client_key) of the app that the account was connected by, `uploadKey`.
 */
import type { Adapter } from '../port/publish.ts';
import { stageOf } from './checkpoint.ts';
import { verify } from './verify.ts';
import { plan } from './plan.ts';
import { publish } from './publish.ts';
import { endpoints } from './version.ts';
import { refresh, revoke } from './oauth.ts';

export const tiktok: Adapter = {
  platform: 'tiktok',
  endpoints,
  evidence: 'container',
  plan,
  /** Before bytes are sent nothing can be posted, and a chunk goes into the same post again. Photos post at `init`. */
  repeatable: ({ checkpoint }) => {
    const stage = stageOf(checkpoint);
    return stage.stage !== 'initing' || stage.kind === 'video';
  },
  repeatableByCheckpoint: true,
  publish,
  verify,
  refresh,
  revoke,
  asApp: ['refresh', 'revoke'],
};
