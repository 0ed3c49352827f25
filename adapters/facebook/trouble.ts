/** What trouble means for a step after which nothing can be live. */
import type { Outcome } from '../../machines/outcome.ts';
import type { Stage } from './checkpoint.ts';
import type { Trouble } from './errors.ts';

/** Waits before the second and third upload; then the post is given up. */
const ANEW_AFTER_MS = [10_000, 60_000];

export function outcomeOf(
  { verdict, reason, afterMs }: Trouble,
  stage: Exclude<Stage, { stage: 'processing' }>,
): Outcome {
  switch (verdict) {
    case 'temporary':
    case 'throttled':
    case 'maybe_live':
      return { kind: 'retry', reason, ...(afterMs === undefined ? {} : { afterMs }) };
    case 'upload_failed':
      return makeAnew(stage, reason);
    case 'missing':
      // Of an upload: it was forgotten. Of the Page itself: not there, or not permitted.
      return stage.stage === 'transferring' || stage.stage === 'finishing' || stage.stage === 'posting'
        ? makeAnew(stage, reason)
        : { kind: 'rejected', reason };
    case 'reauthorize':
      return { kind: 'reauthorize', reason };
    case 'permanent':
      // A piece that does not fit what they have: another upload does.
      return stage.stage === 'transferring' ? makeAnew(stage, reason) : { kind: 'rejected', reason };
    default:
      return verdict satisfies never;
  }
}

/** Begins again: photos that were staged and videos that were not finished are seen by nobody. */
function makeAnew(stage: Exclude<Stage, { stage: 'processing' }>, reason: string): Outcome {
  const afterMs = ANEW_AFTER_MS[stage.anew];
  if (afterMs === undefined) return { kind: 'rejected', reason };
  const anew = stage.anew + 1;
  const isVideo = stage.stage !== 'staging' && stage.stage !== 'posting';
  return progress(isVideo ? { stage: 'starting', anew } : { stage: 'staging', photos: [], anew }, afterMs);
}

export function progress(checkpoint: Stage, afterMs: number): Outcome {
  const committed = checkpoint.stage === 'processing' ? { committed: true as const } : {};
  return { kind: 'progress', checkpoint, afterMs, ...committed };
}
