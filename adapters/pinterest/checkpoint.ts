/**
 * The progress of a delivery to Pinterest. A video is uploaded and processed first and is invisible until then. Next
 * the words of the pin and the time are stored. Only the step after that, `creating`, can make a pin.
 *
 * picture: `begun` → creating        video: `begun` → processing → ready → creating
 */
import type { Checkpoint } from '../../machines/outcome.ts';
import type { PublishStep } from '../port/publish.ts';
import { progressOf } from '../lib/outcome.ts';

/** The fields of a pin, without its media. */
export type Pin = { boardId: string; title: string; description: string; link: string };

export type Stage = Tally &
  (
    | { stage: 'begun' }
    /** Pinterest processes the video. Times are epoch ms. */
    | { stage: 'processing'; video: Video; since: number; lookedAt: number }
    | { stage: 'ready'; video: Video }
    /** Committed before the pin is sent: what was sent, and the earliest time at which it may exist. */
    | { stage: 'creating'; video: Video | null; pin: Pin; triedAt: number }
  );

/** An uploaded video, and the media URL it was made from. If an edit changed the URL, it is uploaded again. */
export type Video = { mediaId: string; url: string };

/** Counts that limit how often something is repeated. */
type Tally = {
  /** How often a video was uploaded again. */
  anew: number;
  /** How often Pinterest failed to fetch the picture. */
  unfetched: number;
};

export type Creating = Extract<Stage, { stage: 'creating' }>;

export function stageOf(checkpoint: Checkpoint | null): Stage {
  if (checkpoint === null) return { stage: 'begun', anew: 0, unfetched: 0 };
  return checkpoint as unknown as Stage; // only this adapter writes it
}

export function tallyOf({ anew, unfetched }: Tally): Tally {
  return { anew, unfetched };
}

/** Makes the pin's fields from the post. */
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
