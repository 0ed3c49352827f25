/** What a delivery to Mastodon must remember between its steps. */
import type { PublishStep } from '../adapter.ts';
import type { Checkpoint, Outcome } from '../../machines/outcome.ts';

export type Work = {
  /** What the work was begun for: an edited post begins anew. */
  text: string;
  media: string[];
  /** In the order of the media. */
  files: UploadedFile[];
  /** Since when the server has files to work on, and when we last saw it at that. */
  processing: { since: number; lookedAt: number } | null;
  /** How often the server no longer knew a file that it had taken. */
  lostFiles: number;
  /** Set before the status first leaves us: from here on the key's hour runs, and any post we look for is younger. */
  triedAt: number | null;
};

export type UploadedFile = { id: string; uploadedAt: number; ready: boolean };

/** The server remembers a key for 1 hour; the rest is left for slow calls and for clocks that differ. */
const KEY_LIFE_MS = 55 * 60_000;

export function keyCovers(triedAt: number, now: number): boolean {
  return now - triedAt < KEY_LIFE_MS;
}

/** The work as the last step left it. */
export function resume({ checkpoint, plan }: PublishStep): Work {
  const begun = checkpoint as Work | null;
  const media = plan.media.map((item) => item.url);
  if (begun !== null && begun.text === plan.text && begun.media.join('\n') === media.join('\n')) return begun;
  return { text: plan.text, media, files: [], processing: null, lostFiles: 0, triedAt: null };
}

export function goOn(work: Work, afterMs = 0): Extract<Outcome, { kind: 'progress' }> {
  return { kind: 'progress', checkpoint: work satisfies Checkpoint, afterMs };
}
