/** The steps of publishing a post on Bluesky: each photo, or the video, or the picture of a page's preview, then the record. */
import type { Outcome } from '../../machines/outcome.ts';
import type { PublishStep, Repeatable, RepeatableStep } from '../port/publish.ts';
import { isFor, resume, type Work } from './checkpoint.ts';
import { uploadImage, uploadThumb } from './images.ts';
import { isVideo } from './plan.ts';
import { composeRecord, writeRecord } from './record.ts';
import { processVideo } from './video.ts';

export async function publish(step: PublishStep): Promise<Outcome> {
  const work = resume(step);
  if (work.record !== null) return writeRecord(step, work, work.record);
  const item = step.plan.media[work.blobs.length];
  if (item === undefined) {
    const { preview, thumb } = work;
    return preview && thumb === undefined ? uploadThumb(step, work, preview) : composeRecord(step, work);
  }
  return isVideo(step.plan.media) ? processVideo(step, work, item) : uploadImage(step, work, item);
}

/**
 * Blobs are invisible until a record names them. The same record under its own key is one post, however often it is
 * written.
 */
export function repeatable(step: RepeatableStep): Repeatable {
  const work = step.checkpoint as Work | null;
  if (work === null || work.record === null) return 'yes';
  return isFor(work, step) ? 'yes' : 'no_longer';
}
