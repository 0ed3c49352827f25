/**
 * Reddit, by its OAuth API. A post has no key by which Reddit would know it again; after a lost answer the account's own
 * list tells.
 *
 * Steps: the image gets its address → the flair gets its id → the time of the try is noted → the post. Credentials:
 * `accessToken` (a day), `refreshToken` (until revoked), `clientId` of the app they belong to.
 */
import type { Adapter, PublishStep } from '../port/publish.ts';
import type { Outcome } from '../../machines/outcome.ts';
import { progress, isNoted, noteTry, resume, type Work } from './checkpoint.ts';
import { findFlair } from './flair.ts';
import { lookForPost } from './verify.ts';
import { planPost } from './plan.ts';
import { hostImage, submit } from './submit.ts';
import { endpoints } from './endpoints.ts';
import { refresh, revoke } from './oauth.ts';

export const reddit: Adapter = {
  platform: 'reddit',
  endpoints,
  evidence: 'own_list',
  plan: planPost,
  /** Looking a flair up changes nothing. From the note of a try on, the post may have left. */
  repeatable: ({ checkpoint }) => checkpoint === null || (checkpoint as Work).triedAt === null,
  publish: (step) => takeStep(step, resume(step)),
  verify: (step) => lookForPost(step, step.checkpoint as Work | null),
  refresh,
  revoke,
  asApp: ['refresh', 'revoke'],
};

async function takeStep(step: PublishStep, work: Work): Promise<Outcome> {
  if (step.plan.media.length > 0 && work.url === null) return hostImage(step, work);
  if (work.flair !== null && work.flairId === null) return findFlair(step, work, work.flair);
  return isNoted(work, step.now) ? submit(step, work) : progress(noteTry(work, step.now));
}
