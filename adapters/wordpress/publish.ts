/** The steps of publishing a post on WordPress: each file, the slug, the draft, its publication. */
import type { Outcome } from '../../machines/outcome.ts';
import type { PublishStep, Repeatable, RepeatableStep } from '../port/publish.ts';
import { goOn, resume, slugFor, type Work } from './checkpoint.ts';
import { createDraft, publishDraft } from './draft.ts';
import { finishFile, uploadFile } from './files.ts';

export async function publish(step: PublishStep): Promise<Outcome> {
  const work = resume(step);
  if (work.unfinished !== null) return finishFile(step, work, work.unfinished);
  const item = step.plan.media[work.files.length];
  if (item !== undefined) return uploadFile(step, work, item);
  if (work.postId !== null) return publishDraft(step, work, work.postId);
  if (work.slug === null) return goOn({ ...work, slug: slugFor(step) });
  return createDraft(step, work, work.slug);
}

/** Publishing a draft again changes the same post. A draft or a file that is sent again would exist twice. */
export function repeatable({ checkpoint }: RepeatableStep): Repeatable {
  return (checkpoint as Work | null)?.postId == null ? 'no' : 'yes';
}
