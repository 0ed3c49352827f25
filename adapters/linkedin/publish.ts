/** The steps of publishing a post on LinkedIn: the file or the picture of a page's preview, the time of the first try, the post. */
import type { Outcome } from '../../machines/outcome.ts';
import type { PublishStep, Repeatable, RepeatableStep } from '../port/publish.ts';
import { progress, resume, type Work } from './checkpoint.ts';
import { createPost } from './post.ts';
import { uploadFile, uploadThumbnail } from './upload.ts';
import { checkVideo } from './video.ts';

export async function publish(step: PublishStep): Promise<Outcome> {
  const work = resume(step);
  if (step.plan.media.length > 0 && work.file === null) return uploadFile(step, work);
  if (work.preview && work.thumbnail === undefined) return uploadThumbnail(step, work, work.preview);
  if (work.processing !== null) return checkVideo(step, work, work.processing);
  if (work.triedAt === null) return progress({ ...work, triedAt: step.now });
  return createPost(step, work);
}

/** A file is invisible until a post names it. */
export function repeatable({ checkpoint }: RepeatableStep): Repeatable {
  return (checkpoint as Work | null)?.triedAt == null ? 'yes' : 'no';
}
