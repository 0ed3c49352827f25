/** What a delivery to Hashnode must remember between its steps. */
import type { PublishStep } from '../port/publish.ts';
import { fingerprintOf } from '../article/fingerprint.ts';
import { progressOf } from '../lib/outcome.ts';

export type Work = {
  /** Identifies what the work was started for: an edited post starts again. */
  fingerprint: string;
  /** Addresses of the pictures at Hashnode, in the order of the media; the first is the cover. */
  pictures: string[];
  /** How often the upload of the next picture was started again. */
  brokenOff: number;
  /** Stored before the draft is first sent. It identifies the draft and the article. */
  slug: string | null;
  /** Time of the last step before something was sent, epoch ms. Reads may return an older state for a while. */
  triedAt: number;
  draftId: string | null;
};

export function isFor(work: Work, { plan }: Pick<PublishStep, 'plan'>): boolean {
  return work.fingerprint === fingerprintOf(plan);
}

/** Continues from the checkpoint. */
export function resume(step: PublishStep): Work {
  const started = step.checkpoint as Work | null;
  if (started !== null && isFor(started, step)) return started;
  return {
    fingerprint: fingerprintOf(step.plan),
    pictures: [],
    brokenOff: 0,
    slug: null,
    triedAt: step.now,
    draftId: null,
  };
}

export const progress = progressOf<Work>();
