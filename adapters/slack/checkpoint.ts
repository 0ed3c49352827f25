/** What a delivery to Slack must remember between its steps. */
import type { PublishStep } from '../port/publish.ts';
import { createHash } from 'node:crypto';
import { mediaKeys } from '../lib/media.ts';
import { progressOf } from '../lib/outcome.ts';

export type Work = {
  /** Identifies what the work was started for: an edited post starts again, unless it was shared. */
  fingerprint: string;
  /** The bot is in the channel. */
  joined: boolean;
  /** Ids of the photos, in the order of the media. */
  files: string[];
  /** How often a call without a visible effect failed in the middle. */
  brokenOff: number;
  /** Time of the first try to send and of the latest, epoch ms; stored before anything is sent. */
  since: number | null;
  triedAt: number | null;
  /** When Slack accepted the sharing of the photos, epoch ms. They appear a while later. */
  sharedAt: number | null;
};

/** Continues from the checkpoint. */
export function resume(step: PublishStep): Work {
  const started = step.checkpoint as Work | null;
  const fingerprint = fingerprintOf(step);
  if (started !== null && (started.fingerprint === fingerprint || started.sharedAt !== null)) return started;
  return {
    fingerprint,
    // Only a member can add the bot to a private channel. The channels offered to a person already contain it.
    joined: step.account.credentials['channelType'] === 'private',
    files: [],
    brokenOff: 0,
    since: null,
    triedAt: null,
    sharedAt: null,
  };
}

export const progress = progressOf<Work>();

function fingerprintOf({ plan }: PublishStep): string {
  const words = JSON.stringify([plan.text, mediaKeys(plan.media)]);
  return createHash('sha256').update(words).digest('base64url');
}
