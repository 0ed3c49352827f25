/** What a delivery to Mastodon must remember between its steps. */
import type { PublishStep } from '../port/publish.ts';
import { mediaKeys } from '../lib/media.ts';
import { progressOf } from '../lib/outcome.ts';

export type Work = {
  /** Identifies what the work was started for: an edited post starts again. */
  text: string;
  media: string[];
  /** The uploaded files, in the order of the media. */
  files: UploadedFile[];
  /** When the server started to process files, and when we last checked them. */
  processing: { since: number; lookedAt: number } | null;
  /** How often the server had lost a file that it had accepted. */
  lostFiles: number;
  /** Set before the status is first sent. The key is valid from then on, and no post we search for is older. */
  triedAt: number | null;
};

export type UploadedFile = { id: string; uploadedAt: number; ready: boolean };

/** The server remembers a key for 1 hour; the difference allows for slow calls and differing clocks. */
const KEY_LIFE_MS = 55 * 60_000;

export function keyCovers(triedAt: number, now: number): boolean {
  return now - triedAt < KEY_LIFE_MS;
}

/** Whether the work was started for what is to be sent now. After an edit it is another status. */
export function isFor(work: Work, { plan }: Pick<PublishStep, 'plan'>): boolean {
  return work.text === plan.text && work.media.join('\n') === mediaKeys(plan.media).join('\n');
}

/** Continues from the checkpoint. */
export function resume(step: PublishStep): Work {
  const started = step.checkpoint as Work | null;
  if (started !== null && isFor(started, step)) return started;
  const media = mediaKeys(step.plan.media);
  return { text: step.plan.text, media, files: [], processing: null, lostFiles: 0, triedAt: null };
}

export const progress = progressOf<Work>();
