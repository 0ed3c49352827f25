/** The steps of publishing a status: each file, the time of the first try, the status. */
import type { Outcome } from '../../machines/outcome.ts';
import type { PublishStep, Repeatable, RepeatableStep } from '../port/publish.ts';
import { progress, isFor, keyCovers, resume, type Work } from './checkpoint.ts';
import { checkFile, uploadFile } from './media.ts';
import { postStatus } from './status.ts';
import { findStatus } from './verify.ts';

export async function publish(step: PublishStep): Promise<Outcome> {
  const work = resume(step);
  const item = step.plan.media[work.files.length];
  if (item !== undefined) return uploadFile(step, work, item);
  const processed = work.files.find((file) => !file.ready);
  if (processed !== undefined) return checkFile(step, work, processed);
  if (work.triedAt === null) return progress({ ...work, triedAt: step.now });
  return keyCovers(work.triedAt, step.now) ? postStatus(step, work) : lookUpFirst(step, work);
}

/** A file is invisible until a status names it. The status can be sent again while the server remembers its key. */
export function repeatable(step: RepeatableStep): Repeatable {
  const work = step.checkpoint as Work | null;
  if (work === null || work.triedAt === null) return 'yes';
  return isFor(work, step) && keyCovers(work.triedAt, step.now) ? 'yes' : 'no_longer';
}

/** The server may have forgotten the key, so only a lookup shows that no earlier try arrived. */
async function lookUpFirst(step: PublishStep, work: Work): Promise<Outcome> {
  const finding = await findStatus(step, work);
  switch (finding.kind) {
    case 'live':
      if (finding.networkPostId === null)
        return { kind: 'unknown', reason: 'the server does not name the post' };
      return { kind: 'published', networkPostId: finding.networkPostId, url: finding.url };
    case 'progress':
    case 'absent':
      return progress((finding.checkpoint as Work | undefined) ?? { ...work, triedAt: null });
    case 'cannot_tell':
      return { kind: 'unknown', reason: finding.reason };
    case 'retry':
    case 'expired':
    case 'reauthorize':
      return finding;
    default:
      return finding satisfies never;
  }
}
