/**
 * The progress of a delivery to a business profile. No step before `posting` leaves anything at Google. After it the
 * post has a name and is never created again.
 *
 * (null means host the photo) → posting → moderating
 */
import type { Checkpoint } from '../../machines/outcome.ts';
import { progressOf } from '../lib/outcome.ts';
import type { CallToAction } from './settings.ts';

type Stage = Posting | Moderating;

/** The content that is sent, and searched for after a lost response. The plan may be edited in between. */
export type Posting = {
  stage: 'posting';
  summary: string;
  action: CallToAction | null;
  /** Addresses from which Google fetches the photo. */
  photos: string[];
  /** Start of the first try, epoch ms. */
  triedAt: number;
};

/** Google reviews every post before it shows it. */
export type Moderating = {
  stage: 'moderating';
  /** `accounts/…/locations/…/localPosts/…` */
  name: string;
  since: number;
};

export function stageOf(checkpoint: Checkpoint | null): Stage | null {
  return checkpoint as unknown as Stage | null; // only this adapter writes it
}

export const progress = progressOf<Stage>(({ stage }) => stage === 'moderating');
