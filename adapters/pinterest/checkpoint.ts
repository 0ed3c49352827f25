/**
 * Where a delivery to Pinterest stands. A video is uploaded and processed first: nobody sees it. Then the words of the
 * pin and the time are noted, and only the step after that, `creating`, can make a pin.
 *
 * picture: begun → creating        video: begun → processing → ready → creating
 */
import type { Checkpoint } from '../../machines/outcome.ts';
import type { PublishStep } from '../port/publish.ts';
import { progressOf } from '../lib/outcome.ts';

/** A pin as it is sent, apart from its media. */
export type Pin = { boardId: string; title: string; description: string; link: string };

export type Stage = Tally &
  (
    | { stage: 'begun' }
    /** Pinterest works on the video. Times are epoch ms. */
    | { stage: 'processing'; video: Video; since: number; lookedAt: number }
    | { stage: 'ready'; video: Video }
    /** Committed before the pin is sent: what was sent, and since when it may be there. */
    | { stage: 'creating'; video: Video | null; pin: Pin; triedAt: number }
  );

/** An uploaded video, and the address it was made from: an edit since makes it another one. */
export type Video = { mediaId: string; url: string };

/** Counts that bound what is done over. */
type Tally = {
  /** How often a video was uploaded anew. */
  anew: number;
  /** How often Pinterest could not fetch the picture. */
  unfetched: number;
};

export type Creating = Extract<Stage, { stage: 'creating' }>;

export function stageOf(checkpoint: Checkpoint | null): Stage {
  if (checkpoint === null) return { stage: 'begun', anew: 0, unfetched: 0 };
  return checkpoint as unknown as Stage; // written by this adapter alone
}

export function tallyOf({ anew, unfetched }: Tally): Tally {
  return { anew, unfetched };
}

/** What this post is as a pin. */
export function pinOf({ plan, options }: Pick<PublishStep, 'plan' | 'options'>): Pin {
  const textOf = (name: string) => (typeof options[name] === 'string' ? options[name] : '');
  return {
    boardId: textOf('pinterestBoardId'),
    title: plan.title ?? '',
    description: plan.text,
    link: textOf('pinterestLink'),
  };
}

export function samePin(one: Pin, other: Pin): boolean {
  return (
    one.boardId === other.boardId &&
    one.title === other.title &&
    one.description === other.description &&
    one.link === other.link
  );
}

export const progress = progressOf<Stage>();
