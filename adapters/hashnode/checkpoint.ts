/** What a delivery to Hashnode must remember between its steps. */
import type { PublishStep } from '../port/publish.ts';
import { fingerprintOf } from '../article/fingerprint.ts';
import { progressOf } from '../lib/outcome.ts';

export type Work = {
  /** What the work was started for: an edited post begins anew. */
  fingerprint: string;
  /** Addresses of the pictures at Hashnode, in the order of the media; the first is the cover. */
  pictures: string[];
  /** How often the storage broke off in the middle of a picture. */
  brokenOff: number;
  /** Kept before the draft first leaves us: by it draft and article are known again. */
  slug: string | null;
  /** Epoch ms of the last step before something left us: reads may be older than that for a while. */
  triedAt: number;
  draftId: string | null;
};

export function isFor(work: Work, { plan }: Pick<PublishStep, 'plan'>): boolean {
  return work.fingerprint === fingerprintOf(plan);
}

/** The work as the last step left it. */
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
