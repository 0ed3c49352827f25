/** The steps of publishing a post on LinkedIn: the file, the time of the first try, the post. */
import type { Outcome } from '../../machines/outcome.ts';
import type { PublishStep, Repeatable, RepeatableStep } from '../port/publish.ts';
import { progress, resume, type Work } from './checkpoint.ts';
import { createPost } from './post.ts';
import { uploadFile } from './upload.ts';
import { checkVideo } from './video.ts';

export async function publish(step: PublishStep): Promise<Outcome> {
  const work = resume(step);
  if (step.plan.media.length > 0 && work.file === null) return uploadFile(step, work);
  if (work.processing !== null) return checkVideo(step, work, work.processing);
  if (work.triedAt === null) return progress({ ...work, triedAt: step.now });
  return createPost(step, work);
}

/** A file is invisible until a post names it. */
export function repeatable({ checkpoint }: RepeatableStep): Repeatable {
  return (checkpoint as Work | null)?.triedAt == null ? 'yes' : 'no';
}
