/**
 * The progress of a delivery to a Page. Photos staged as unpublished and unfinished video uploads are invisible, so
 * only the two publishing steps must not be repeated without a lookup.
 *
 * Text and photos: staging (one photo a step) → posting
 * Video: starting → transferring → finishing → processing
 */
import type { Checkpoint, Outcome } from '../../machines/outcome.ts';

export type Stage =
  /** The next photo has to be staged; after the last one the post is made. */
  | { stage: 'staging'; photos: string[]; anew: number }
  /** All photos are staged. Committed before the call to `feed` is sent. */
  | Posting
  /** An upload has to be opened. */
  | { stage: 'starting'; anew: number }
  /** Facebook has the bytes up to `offset`. */
  | ({ stage: 'transferring'; offset: number; end: number; anew: number } & Upload)
  /** Facebook has all bytes. Committed before the publishing call is sent. */
  | ({ stage: 'finishing'; triedAt: number; text: string; anew: number } & Upload)
  /** The publishing call succeeded; Facebook converts the video. */
  | ({ stage: 'processing'; since: number } & Upload);

export type Posting = {
  stage: 'posting';
  photos: string[];
  /** The page whose preview is shown. Absent means none. */
  link?: string;
  /** Why Facebook refused the page. Absent means that it did not. */
  linkRefused?: string;
  /** The text that was sent. The plan may be edited before the post is looked up. */
  text: string;
  /** Start of the first try, epoch ms. */
  triedAt: number;
  anew: number;
};

/** The video's id is known before anything is public. It proves whether the video was published. */
type Upload = { videoId: string; sessionId: string };

export type Finishing = Extract<Stage, { stage: 'finishing' }>;
export type Processing = Extract<Stage, { stage: 'processing' }>;

export function stageOf(checkpoint: Checkpoint | null, isVideo: boolean): Stage {
  if (checkpoint !== null) return checkpoint as unknown as Stage; // only this adapter writes it
  return isVideo ? { stage: 'starting', anew: 0 } : { stage: 'staging', photos: [], anew: 0 };
}

export function progress(checkpoint: Stage, afterMs: number): Outcome {
  const committed = checkpoint.stage === 'processing' ? { committed: true as const } : {};
  return { kind: 'progress', checkpoint, afterMs, ...committed };
}
