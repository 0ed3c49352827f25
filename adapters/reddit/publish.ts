/** The steps of publishing a post on Reddit: the image's address, the flair's id, the time of the try, the post. */
import type { Outcome } from '../../machines/outcome.ts';
import type { PublishStep, Repeatable, RepeatableStep } from '../port/publish.ts';
import { progress, isRecorded, recordTry, resume, type Work } from './checkpoint.ts';
import { findFlair } from './flair.ts';
import { hostImage, submit } from './submit.ts';

export async function publish(step: PublishStep): Promise<Outcome> {
  const work = resume(step);
  if (step.plan.media.length > 0 && work.url === null) return hostImage(step, work);
  if (work.flair !== null && work.flairId === null) return findFlair(step, work, work.flair);
  return isRecorded(work, step.now) ? submit(step, work) : progress(recordTry(work, step.now));
}

/** Looking up a flair changes nothing. Once the time of a try is stored, the post may have been sent. */
export function repeatable({ checkpoint }: RepeatableStep): Repeatable {
  return checkpoint === null || (checkpoint as Work).triedAt === null ? 'yes' : 'no';
}
