/** What a delivery to Mastodon must remember between its steps. */
import type { PublishStep } from '../port/publish.ts';
import { progressOf } from '../lib/outcome.ts';

export type Work = {
  /** What the work was started for: an edited post begins anew. */
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

/** Was the work started for what is to be sent now? An edit in between makes it another status. */
export function isFor(work: Work, { plan }: Pick<PublishStep, 'plan'>): boolean {
  return work.text === plan.text && work.media.join('\n') === plan.media.map((item) => item.url).join('\n');
}

/** The work as the last step left it. */
export function resume(step: PublishStep): Work {
  const started = step.checkpoint as Work | null;
  if (started !== null && isFor(started, step)) return started;
  const media = step.plan.media.map((item) => item.url);
  return { text: step.plan.text, media, files: [], processing: null, lostFiles: 0, triedAt: null };
}

export const progress = progressOf<Work>();
