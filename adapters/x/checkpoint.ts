/**
 * What a delivery to X must remember between its steps. Files are invisible until a post names them; only the post
 * itself must not be sent twice, so the time of each try is stored before it is sent.
 */
import type { PublishStep } from '../port/publish.ts';
import { mediaKeys } from '../lib/media.ts';
import { progressOf } from '../lib/outcome.ts';

export type Work = {
  /** Identifies what the work was started for: an edited post starts again. */
  text: string;
  media: string[];
  /** The uploaded files, in the order of the media. */
  files: UploadedFile[];
  /** How often files were uploaded again because they expired at X. */
  reuploads: number;
  /** When X started to process a file, and when we last checked it. */
  processing: { since: number; lookedAt: number } | null;
  /** Time of the first try: our post cannot be older. */
  since: number | null;
  /** Time of the current try. */
  triedAt: number | null;
  /** The result of an earlier try is unknown. */
  triedBefore: boolean;
  /** X's message when it refused a later try as a duplicate: an earlier one arrived. */
  duplicate: string | null;
};

export type UploadedFile = {
  id: string;
  ready: boolean;
  /** When the file expires at X, epoch ms. */
  usableUntil: number;
};

/** A stored try older than this is stored again before the call, because lookups count from its time. */
const TRY_LIFE_MS = 60_000;

/** Continues from the checkpoint. */
export function resume(step: PublishStep): Work {
  const started = step.checkpoint as Work | null;
  if (started !== null && isFor(started, step)) return started;
  return {
    text: step.plan.text,
    media: mediaKeys(step.plan.media),
    files: [],
    reuploads: 0,
    processing: null,
    since: null,
    triedAt: null,
    triedBefore: false,
    duplicate: null,
  };
}

/** Whether the work was started for what is to be sent now. After an edit it is another post. */
function isFor(work: Work, { plan }: Pick<PublishStep, 'plan'>): boolean {
  return work.text === plan.text && work.media.join('\n') === mediaKeys(plan.media).join('\n');
}

export function isRecorded(work: Work, now: number): boolean {
  return work.triedAt !== null && now - work.triedAt <= TRY_LIFE_MS;
}

/** Stores the time of a try before it is sent. */
export function recordTry(work: Work, now: number): Work {
  const triedBefore = work.triedBefore || work.triedAt !== null;
  return { ...work, since: work.since ?? now, triedAt: now, triedBefore };
}

export const progress = progressOf<Work>();
