/** The steps of publishing a post on X: each file, the time of the try, the post. */
import type { Outcome } from '../../machines/outcome.ts';
import type { PublishStep, Repeatable, RepeatableStep } from '../port/publish.ts';
import { progress, isRecorded, recordTry, resume, type Work } from './checkpoint.ts';
import { forgotten, checkFile, uploadFile } from './media.ts';
import { createPost } from './post.ts';

/** A file that expires within this time is uploaded again. */
const MARGIN_MS = 5 * 60_000;

export async function publish(step: PublishStep): Promise<Outcome> {
  const work = resume(step);
  if (work.duplicate !== null) return { kind: 'unknown', reason: work.duplicate };
  if (work.files.some(({ usableUntil }) => usableUntil - MARGIN_MS <= step.now)) return forgotten(work);
  const item = step.plan.media[work.files.length];
  if (item !== undefined) return uploadFile(step, work, item);
  const processed = work.files.find((file) => !file.ready);
  if (processed !== undefined) return checkFile(step, work, processed);
  return isRecorded(work, step.now) ? createPost(step, work) : progress(recordTry(work, step.now));
}

/** A file is invisible until a post names it. Once the time of a try is stored, the post may have been sent. */
export function repeatable({ checkpoint }: RepeatableStep): Repeatable {
  return checkpoint === null || (checkpoint as Work).triedAt === null ? 'yes' : 'no';
}
