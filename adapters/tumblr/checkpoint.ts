/**
 * What a delivery to Tumblr must remember between its steps: the slug by which its post is known again, the time of each
 * try, kept before it leaves, and the id under which Tumblr took a video that it still works on.
 */
import { createHash } from 'node:crypto';
import type { PublishStep } from '../port/publish.ts';
import { settingsOf } from './settings.ts';
import { progressOf } from '../lib/outcome.ts';

export type Work = {
  /** A mark of what the work was started for: an edited post begins anew. */
  mark: string;
  /** Chosen by us, with a tail that no other delivery has. */
  slug: string;
  /** A mark of the words, for a list that tells no slug. */
  words: string;
  pictures: number;
  hasVideo: boolean;
  asDraft: boolean;
  /** The first try of all: a post we look for is no older. */
  since: number | null;
  /** The try that is to leave now. */
  triedAt: number | null;
  /** There were tries before this one of which nobody knows for certain how they ended. */
  triedBefore: boolean;
  /** Tumblr took it and still works on it; the post that is seen in the end has another id. */
  taken: { id: string; at: number } | null;
};

/** A try that was noted longer ago than this begins with a new note: looks wait by the time of the last one. */
const NOTE_LIFE_MS = 60_000;
const MAX_SLUG_WORDS = 40;
const TAIL = 12;

/** The work as the last step left it. */
export function resume(step: PublishStep): Work {
  const { plan, options } = step;
  const started = step.checkpoint as Work | null;
  if (started !== null && started.taken !== null) return started; // on its way, whatever was edited since
  const settings = settingsOf(options);
  const media = plan.media.map((item) => item.url);
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

/** Words of the title for people, and a tail for us. */
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

/** What of a slug no other delivery has. */
export function tailOf(slug: string): string {
  return slug.slice(-TAIL);
}

export function isNoted(work: Work, now: number): boolean {
  return work.triedAt !== null && now - work.triedAt <= NOTE_LIFE_MS;
}

/** Notes that a try leaves now. */
export function noteTry(work: Work, now: number): Work {
  const triedBefore = work.triedBefore || work.triedAt !== null;
  return { ...work, since: work.since ?? now, triedAt: now, triedBefore };
}

/** The same for words that differ in blanks alone. */
export function markOf(words: string): string {
  return hash(words.normalize('NFC').replaceAll(/\s+/g, ' ').trim());
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

export const progress = progressOf<Work>(({ taken }) => taken !== null);
