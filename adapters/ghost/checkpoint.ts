/** What a delivery to a Ghost site must remember between its steps. */
import type { PublishStep } from '../port/publish.ts';
import { fingerprintOf } from '../article/fingerprint.ts';
import { progressOf } from '../lib/outcome.ts';

export type Work = {
  /** What the work was started for: an edited post starts again. */
  fingerprint: string;
  /** Slug of the newsletter that the site was seen to have; absent until it was looked up. */
  newsletter?: string;
  /** Addresses of the pictures on the site, in their order; the first is the feature image. */
  pictures: string[];
  /** Kept before the draft first leaves us: by it the draft is known again. */
  slug: string | null;
  /** The draft, once the site told of it. `updatedAt` as told: an update must repeat it. */
  draft: { id: string; updatedAt: string } | null;
  /** How often somebody else had changed the draft in between. */
  collisions: number;
  /** Why the site refused the post for good: its draft is deleted before the refusal is returned. */
  refused?: string;
};

export function isFor(work: Work, { plan }: Pick<PublishStep, 'plan'>): boolean {
  return work.fingerprint === fingerprintOf(plan);
}

/** The work as the last step left it. */
export function resume(step: PublishStep): Work {
  const started = step.checkpoint as Work | null;
  if (started !== null && isFor(started, step)) return started;
  return { fingerprint: fingerprintOf(step.plan), pictures: [], slug: null, draft: null, collisions: 0 };
}

export const progress = progressOf<Work>();
