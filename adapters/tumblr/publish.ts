/** The steps of publishing a post on Tumblr: the time of the try, the post with its files, lookups until a video shows. */
import type { Outcome } from '../../machines/outcome.ts';
import type { PublishStep, Repeatable, RepeatableStep } from '../port/publish.ts';
import { progress, isRecorded, recordTry, resume, type Work } from './checkpoint.ts';
import { createPost } from './post.ts';
import { findEarlier, waitForVideo } from './verify.ts';

export async function publish(step: PublishStep): Promise<Outcome> {
  const work = resume(step);
  const { taken } = work;
  if (taken !== null) return waitForVideo(step, { ...work, taken });
  if (isRecorded(work, step.now)) return createPost(step, work);
  // A new round has no record of a video that Tumblr was still processing; the slug still finds it.
  const earlier = work.hasVideo ? await findEarlier(step, work) : null;
  return earlier ?? progress(recordTry(work, step.now));
}

/** Once the time of a try is stored, the post may have been sent. Once Tumblr accepted it, only lookups follow. */
export function repeatable({ checkpoint }: RepeatableStep): Repeatable {
  const work = checkpoint as Work | null;
  return work === null || work.triedAt === null || work.taken !== null ? 'yes' : 'no';
}
