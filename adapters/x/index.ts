/**
 * X, by its API v2. A post has no key by which X would know it again; after a lost answer the account's own list tells.
 * X also refuses the same words twice, so that of a try which was listed too late no second post comes.
 *
 * Steps: each file → looks at one that is processed → the time of the try is noted → the post. Credentials:
 * `accessToken` (2 hours), `refreshToken` (works once), `clientId` of the app they belong to.
 */
import type { Adapter, PublishStep } from '../port/publish.ts';
import type { Outcome } from '../../machines/outcome.ts';
import { progress, isNoted, noteTry, resume, type Work } from './checkpoint.ts';
import { lookForPost } from './verify.ts';
import { forgotten, lookAtFile, uploadFile } from './media.ts';
import { planPost } from './plan.ts';
import { createPost } from './post.ts';
import { endpoints } from './version.ts';
import { refresh, revoke } from './oauth.ts';

export const x: Adapter = {
  platform: 'x',
  endpoints,
  evidence: 'own_list',
  plan: planPost,
  /** Files are nobody's until a post names them. From the note of a try on, the post may have left. */
  repeatable: ({ checkpoint }) => checkpoint === null || (checkpoint as Work).triedAt === null,
  publish: (step) => takeStep(step, resume(step)),
  verify: (step) => lookForPost(step, step.checkpoint as Work | null),
  refresh,
  revoke,
  asApp: ['refresh', 'revoke'],
};

/** A file that ends within this time is not relied on. */
const MARGIN_MS = 5 * 60_000;

async function takeStep(step: PublishStep, work: Work): Promise<Outcome> {
  if (work.duplicate !== null) return { kind: 'unknown', reason: work.duplicate };
  if (work.files.some(({ usableUntil }) => usableUntil - MARGIN_MS <= step.now)) return forgotten(work);
  const item = step.plan.media[work.files.length];
  if (item !== undefined) return uploadFile(step, work, item);
  const processed = work.files.find((file) => !file.ready);
  if (processed !== undefined) return lookAtFile(step, work, processed);
  return isNoted(work, step.now) ? createPost(step, work) : progress(noteTry(work, step.now));
}
