/**
 * Tumblr, by its API v2 and the Neue Post Format; the account is one blog. A post has no key by which Tumblr would know
 * it again, but a slug of our own, by which it is found in the blog's list.
 *
 * Steps: (a video: a look whether it is there already) the time of the try is noted → the post with all its files →
 * looks at the list until a video is to be seen.
 * Credentials: `accessToken` (42 minutes), `refreshToken` (works once), `clientId` of the app.
 */
import type { Adapter, PublishStep } from '../port/publish.ts';
import type { Outcome } from '../../machines/outcome.ts';
import { progress, isNoted, noteTry, resume, type Work } from './checkpoint.ts';
import { lookForEarlier, lookForPost, waitForVideo } from './verify.ts';
import { planPost } from './plan.ts';
import { createPost } from './post.ts';
import { endpoints } from './version.ts';
import { refresh } from './oauth.ts';

export const tumblr: Adapter = {
  platform: 'tumblr',
  endpoints,
  evidence: 'own_list',
  plan: planPost,
  /** From the note of a try on, the post may have left. Once Tumblr took it, there are looks alone. */
  repeatable: ({ checkpoint }) => {
    const work = checkpoint as Work | null;
    return work === null || work.triedAt === null || work.taken !== null;
  },
  publish: (step) => takeStep(step, resume(step)),
  verify: (step) => lookForPost(step, step.checkpoint as Work | null),
  refresh,
  asApp: ['refresh'],
};

async function takeStep(step: PublishStep, work: Work): Promise<Outcome> {
  const { taken } = work;
  if (taken !== null) return waitForVideo(step, { ...work, taken });
  if (isNoted(work, step.now)) return createPost(step, work);
  // A round that was begun anew forgets a video that Tumblr was still working on; the slug does not.
  const earlier = work.hasVideo ? await lookForEarlier(step, work) : null;
  return earlier ?? progress(noteTry(work, step.now));
}
