/** The steps of publishing a post on WordPress: each file, the tags, the slug, the draft, its publication. */
import type { Outcome } from '../../machines/outcome.ts';
import type { PublishStep, Repeatable, RepeatableStep } from '../port/publish.ts';
import { progress, resume, slugFor, type Work } from './checkpoint.ts';
import { cleanUp } from './clean-up.ts';
import { createDraft, publishDraft } from './draft.ts';
import { finishFile, uploadFile } from './files.ts';
import { findTags } from './tags.ts';

export async function publish(step: PublishStep): Promise<Outcome> {
  const work = resume(step);
  if (work.refused != null) return cleanUp(step, work, work.refused);
  if (work.unfinished !== null) return finishFile(step, work, work.unfinished);
  const item = step.plan.media[work.files.length];
  if (item !== undefined) return uploadFile(step, work, item);
  if (work.tags == null && work.tagNames?.length) return findTags(step, work, work.tagNames);
  if (work.postId !== null) return publishDraft(step, work, work.postId);
  if (work.slug === null) return progress({ ...work, slug: slugFor(step) });
  return createDraft(step, work, work.slug);
}

/**
 * Publishing a draft again changes the same post, and deleting it again does nothing. A draft or a file that is sent
 * again would exist twice.
 */
export function repeatable({ checkpoint }: RepeatableStep): Repeatable {
  const work = checkpoint as Work | null;
  return work?.postId != null || work?.refused != null ? 'yes' : 'no';
}
