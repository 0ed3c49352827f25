/**
 * Pinterest: one picture, or one video with a cover, as a pin on a board.
 *
 * There is no idempotency key and duplicates are taken, so a pin whose answer was lost is looked for on its board
 * (`look.ts`). Credentials: `accessToken`, `refreshToken`, `clientId` of the app they belong to.
 */
import type { Adapter } from '../port/publish.ts';
import { stageOf } from './checkpoint.ts';
import { verify } from './verify.ts';
import { plan } from './plan.ts';
import { publish } from './publish.ts';
import { endpoints } from './version.ts';
import { refresh } from './oauth.ts';

export { type Board, type Boards, listBoards } from './boards.ts';

export const pinterest: Adapter = {
  platform: 'pinterest',
  endpoints,
  evidence: 'own_list',
  plan,
  repeatable: ({ checkpoint }) => stageOf(checkpoint).stage !== 'creating',
  publish,
  verify,
  refresh,
  asApp: ['refresh'],
};
