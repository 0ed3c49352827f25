/**
 * How far a delivery to a Page is. Nobody sees photos that are staged unpublished, nor videos that are uploaded but not
 * finished, so only the two publishing steps must not be repeated blindly.
 *
 * Text and photos: staging (one photo a step) → posting
 * Video: starting → transferring → finishing → processing
 */
import type { Checkpoint, Outcome } from '../../machines/outcome.ts';

export type Stage =
  /** The next photo is to be staged; when all are, the post is to be made. */
  | { stage: 'staging'; photos: string[]; anew: number }
  /** Everything is there. Committed before the call to `feed` leaves. */
  | Posting
  /** An upload is to be opened. */
  | { stage: 'starting'; anew: number }
  /** Bytes up to `offset` are there. */
  | ({ stage: 'transferring'; offset: number; end: number; anew: number } & Upload)
  /** All bytes are there. Committed before the call that publishes leaves. */
  | ({ stage: 'finishing'; triedAt: number; text: string; anew: number } & Upload)
  /** Published as far as we are concerned; Facebook converts the video. */
  | ({ stage: 'processing'; since: number } & Upload);

export type Posting = {
  stage: 'posting';
  photos: string[];
  /** What was sent: the plan may be edited before anybody looks the post up. */
  text: string;
  /** Epoch ms: no try was earlier. */
  triedAt: number;
  anew: number;
};

/** The video's id is known before anything is public: it is the proof of what became of it. */
export type Upload = { videoId: string; sessionId: string };

export type Finishing = Extract<Stage, { stage: 'finishing' }>;
export type Processing = Extract<Stage, { stage: 'processing' }>;

export function stageOf(checkpoint: Checkpoint | null, isVideo: boolean): Stage {
  if (checkpoint !== null) return checkpoint as unknown as Stage; // written by this adapter alone
  return isVideo ? { stage: 'starting', anew: 0 } : { stage: 'staging', photos: [], anew: 0 };
}

export function progress(checkpoint: Stage, afterMs: number): Outcome {
  const committed = checkpoint.stage === 'processing' ? { committed: true as const } : {};
  return { kind: 'progress', checkpoint, afterMs, ...committed };
}
