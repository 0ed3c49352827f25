/**
 * What a delivery to X must remember between its steps. Files are nobody's until a post names them; only the post itself
 * must not be sent twice, so the time of each try is kept before it leaves.
 */
import type { PublishStep } from '../port/publish.ts';
import { progressOf } from '../lib/outcome.ts';

export type Work = {
  /** What the work was started for: an edited post begins anew. */
  text: string;
  media: string[];
  /** In the order of the media. */
  files: UploadedFile[];
  /** How often files were uploaded again because X forgot them. */
  reuploads: number;
  /** Since when X works on a file, and when we last saw it at that. */
  processing: { since: number; lookedAt: number } | null;
  /** The first try of all: a post we look for is no older. */
  since: number | null;
  /** The try that is to leave now. */
  triedAt: number | null;
  /** There were tries before this one of which nobody knows for certain how they ended. */
  triedBefore: boolean;
  /** X's words when it refused a later try as a duplicate: an earlier one arrived. */
  duplicate: string | null;
};

export type UploadedFile = {
  id: string;
  ready: boolean;
  /** X forgets it then; epoch ms. */
  usableUntil: number;
};

/** A try that was noted longer ago than this begins with a new note: looks wait by the time of the last one. */
const NOTE_LIFE_MS = 60_000;

/** The work as the last step left it. */
export function resume(step: PublishStep): Work {
  const started = step.checkpoint as Work | null;
  if (started !== null && isFor(started, step)) return started;
  return {
    text: step.plan.text,
    media: step.plan.media.map((item) => item.url),
    files: [],
    reuploads: 0,
    processing: null,
    since: null,
    triedAt: null,
    triedBefore: false,
    duplicate: null,
  };
}

/** Was the work started for what is to be sent now? An edit in between makes it another post. */
function isFor(work: Work, { plan }: Pick<PublishStep, 'plan'>): boolean {
  return work.text === plan.text && work.media.join('\n') === plan.media.map((item) => item.url).join('\n');
}

export function isNoted(work: Work, now: number): boolean {
  return work.triedAt !== null && now - work.triedAt <= NOTE_LIFE_MS;
}

/** Notes that a try leaves now. */
export function noteTry(work: Work, now: number): Work {
  const triedBefore = work.triedBefore || work.triedAt !== null;
  return { ...work, since: work.since ?? now, triedAt: now, triedBefore };
}

export const progress = progressOf<Work>();
