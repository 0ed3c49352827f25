/**
 * What a delivery to Reddit must remember between its steps: the flair's id, the address of the image, and the time
 * of each try, which is stored before the post is sent.
 */
import { createHash } from 'node:crypto';
import type { PublishStep } from '../port/publish.ts';
import { targetOf } from './plan.ts';
import { progressOf } from '../lib/outcome.ts';

export type Work = {
  /** A hash of what the work was started for: an edited post starts again. */
  mark: string;
  subreddit: string;
  title: string;
  /** A hash of the text: shorter, and enough to compare. */
  text: string;
  /** The address of a link post; null for a text post. */
  url: string | null;
  /** The flair's name, and its id once it is known. */
  flair: string | null;
  flairId: string | null;
  /** Time of the first try: our post cannot be older. */
  since: number | null;
  /** Time of the current try. */
  triedAt: number | null;
  /** The result of an earlier try is unknown. */
  triedBefore: boolean;
};

/** A stored try older than this is stored again before the call, because lookups count from its time. */
const TRY_LIFE_MS = 60_000;

/** Continues from the checkpoint. */
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

export function isRecorded(work: Work, now: number): boolean {
  return work.triedAt !== null && now - work.triedAt <= TRY_LIFE_MS;
}

/** Stores the time of a try before it is sent. */
export function recordTry(work: Work, now: number): Work {
  const triedBefore = work.triedBefore || work.triedAt !== null;
  return { ...work, since: work.since ?? now, triedAt: now, triedBefore };
}

/** Ignores differences in white space, which Reddit may change. */
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
