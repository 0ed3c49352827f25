/** What a delivery to a Ghost site must remember between its steps. */
import type { PublishStep } from '../port/publish.ts';
import { fingerprintOf } from '../article/fingerprint.ts';
import { progressOf } from '../lib/outcome.ts';

export type Work = {
  /** Identifies what the work was started for: an edited post starts again. */
  fingerprint: string;
  /** Slug of the newsletter that was found on the site; absent until the lookup. */
  newsletter?: string;
  /** Addresses of the pictures on the site, in order; the first is the feature image. */
  pictures: string[];
  /** Stored before the draft is first sent. A draft whose response was lost is found by it. */
  slug: string | null;
  /** The draft, once the site returned it. `updatedAt` is kept unchanged, because an update must repeat it. */
  draft: { id: string; updatedAt: string } | null;
  /** How often a person changed the draft between two of our calls. */
  collisions: number;
  /** Why the site refused the post for good: its draft is deleted before the refusal is returned. */
  refused?: string;
  /** The site's code of that refusal. Absent means no response of the site refused anything. */
  refusedCode?: string;
};

export function isFor(work: Work, { plan }: Pick<PublishStep, 'plan'>): boolean {
  return work.fingerprint === fingerprintOf(plan);
}

/** Continues from the checkpoint. */
export function resume(step: PublishStep): Work {
  const started = step.checkpoint as Work | null;
  if (started !== null && isFor(started, step)) return started;
  return { fingerprint: fingerprintOf(step.plan), pictures: [], slug: null, draft: null, collisions: 0 };
}

export const progress = progressOf<Work>();
