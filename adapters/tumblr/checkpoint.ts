/**
 * What a delivery to Tumblr must remember between its steps: the slug that identifies its post, the time of each try,
 * which is stored before the post is sent, and the id under which Tumblr accepted a video that it still processes.
 */
import { createHash } from 'node:crypto';
import type { PublishStep } from '../port/publish.ts';
import { settingsOf } from './settings.ts';
import { mediaKeys } from '../lib/media.ts';
import { progressOf } from '../lib/outcome.ts';

export type Work = {
  /** A hash of what the work was started for: an edited post starts again. */
  mark: string;
  /** Chosen by us, with an ending that no other delivery has. */
  slug: string;
  /** A hash of the words, for lists that show no slug. */
  words: string;
  pictures: number;
  hasVideo: boolean;
  asDraft: boolean;
  /** Time of the first try: our post cannot be older. */
  since: number | null;
  /** Time of the current try. */
  triedAt: number | null;
  /** The result of an earlier try is unknown. */
  triedBefore: boolean;
  /** Tumblr accepted it and still processes it; the final post has another id. */
  taken: { id: string; at: number } | null;
};

/** A stored try older than this is stored again before the call, because lookups count from its time. */
const TRY_LIFE_MS = 60_000;
const MAX_SLUG_WORDS = 40;
const TAIL = 12;

/** Continues from the checkpoint. */
export function resume(step: PublishStep): Work {
  const { plan, options } = step;
  const started = step.checkpoint as Work | null;
  if (started !== null && started.taken !== null) return started; // accepted by Tumblr, so an edit no longer matters
  const settings = settingsOf(options);
  const media = mediaKeys(plan.media);
  const mark = hash(JSON.stringify([plan.title, plan.text, media, { ...settings }]));
  if (started !== null && started.mark === mark) return started;
  const pictures = plan.media.filter(({ kind }) => kind !== 'video').length;
  return {
    mark,
    slug: slugOf(plan.title ?? '', step.deliveryId),
    words: markOf([plan.title ?? '', plan.text].join(' ')),
    pictures,
    hasVideo: pictures < plan.media.length,
    asDraft: settings.asDraft,
    since: null,
    triedAt: null,
    triedBefore: false,
    taken: null,
  };
}

/** Words of the title for people, and an ending that identifies the delivery. */
function slugOf(title: string, deliveryId: string): string {
  const tail = createHash('sha256').update(deliveryId).digest('hex').slice(0, TAIL);
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG_WORDS)
    .replaceAll(/^-+|-+$/g, '');
  return words === '' ? tail : `${words}-${tail}`;
}

/** The part of a slug that no other delivery has. */
export function tailOf(slug: string): string {
  return slug.slice(-TAIL);
}

export function isRecorded(work: Work, now: number): boolean {
  return work.triedAt !== null && now - work.triedAt <= TRY_LIFE_MS;
}

/** Stores the time of a try before it is sent. */
export function recordTry(work: Work, now: number): Work {
  const triedBefore = work.triedBefore || work.triedAt !== null;
  return { ...work, since: work.since ?? now, triedAt: now, triedBefore };
}

/** Ignores differences in white space. */
export function markOf(words: string): string {
  return hash(words.normalize('NFC').replaceAll(/\s+/g, ' ').trim());
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

export const progress = progressOf<Work>(({ taken }) => taken !== null);
