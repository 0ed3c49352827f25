/**
 * What a delivery to Reddit must remember between its steps: the flair's id, the address of the image, and the time of
 * each try, kept before it leaves.
 */
import { createHash } from 'node:crypto';
import type { PublishStep } from '../port/publish.ts';
import { targetOf } from './plan.ts';
import { progressOf } from '../lib/outcome.ts';

export type Work = {
  /** A mark of what the work was started for: an edited post begins anew. */
  mark: string;
  subreddit: string;
  title: string;
  /** A mark of the text: enough to know it again, and shorter. */
  text: string;
  /** What a link post leads to; null for a text post. */
  url: string | null;
  /** The flair by its name, and by its id once that is known. */
  flair: string | null;
  flairId: string | null;
  /** The first try of all: a post we look for is no older. */
  since: number | null;
  /** The try that is to leave now. */
  triedAt: number | null;
  /** There were tries before this one of which nobody knows for certain how they ended. */
  triedBefore: boolean;
};

/** A try that was noted longer ago than this begins with a new note: looks wait by the time of the last one. */
const NOTE_LIFE_MS = 60_000;

/** The work as the last step left it. */
export function resume(step: PublishStep): Work {
  const { plan, options, account } = step;
  const started = step.checkpoint as Work | null;
  const target = targetOf(options, account.username);
  const mark = hash(JSON.stringify([plan.title, plan.text, plan.media.map((item) => item.url), target]));
  if (started !== null && started.mark === mark) return started;
  return {
    ...target,
    mark,
    title: plan.title ?? '',
    text: markOf(plan.text),
    url: null,
    flairId: null,
    since: null,
    triedAt: null,
    triedBefore: false,
  };
}

export function isNoted(work: Work, now: number): boolean {
  return work.triedAt !== null && now - work.triedAt <= NOTE_LIFE_MS;
}

/** Notes that a try leaves now. */
export function noteTry(work: Work, now: number): Work {
  const triedBefore = work.triedBefore || work.triedAt !== null;
  return { ...work, since: work.since ?? now, triedAt: now, triedBefore };
}

/** The same for texts that differ in blanks alone: Reddit keeps them as it likes. */
export function markOf(text: string): string {
  return hash(flat(text));
}

export function flat(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

export const progress = progressOf<Work>();
