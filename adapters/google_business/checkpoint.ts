/**
 * Where a delivery to a business profile stands. No step before `posting` leaves anything at Google; after it the post
 * has a name and is never made again.
 *
 * (null: the photo is hosted) → posting → moderating
 */
import type { Checkpoint } from '../../machines/outcome.ts';
import { progressOf } from '../lib/outcome.ts';
import type { CallToAction } from './settings.ts';

export type Stage = Posting | Moderating;

/** Exactly what is sent, and looked for after a lost answer: the plan may be edited in between. */
export type Posting = {
  stage: 'posting';
  summary: string;
  action: CallToAction | null;
  /** Addresses that Google fetches the photo from. */
  photos: string[];
  /** Epoch ms: no try was earlier. */
  triedAt: number;
};

/** Google looks through every post before it shows it. */
export type Moderating = {
  stage: 'moderating';
  /** `accounts/…/locations/…/localPosts/…` */
  name: string;
  since: number;
};

export function stageOf(checkpoint: Checkpoint | null): Stage | null {
  return checkpoint as unknown as Stage | null; // written by this adapter alone
}

export const progress = progressOf<Stage>(({ stage }) => stage === 'moderating');
