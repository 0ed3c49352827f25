/** What a delivery to Slack must remember between its steps. */
import type { PublishStep } from '../port/publish.ts';
import { createHash } from 'node:crypto';
import { progressOf } from '../lib/outcome.ts';

export type Work = {
  /** What the work was started for: an edited post begins anew, unless it was shared. */
  fingerprint: string;
  /** The bot is in the channel. */
  joined: boolean;
  /** Ids of the photos, in the order of the media. */
  files: string[];
  /** How often a call that nobody sees broke off. */
  brokenOff: number;
  /** Epoch ms of the first try to send, and of the latest: noted before anything leaves us. */
  since: number | null;
  triedAt: number | null;
  /** Epoch ms at which Slack said that the photos are shared. It takes a while until they are. */
  sharedAt: number | null;
};

/** The work as the last step left it. */
export function resume(step: PublishStep): Work {
  const started = step.checkpoint as Work | null;
  const fingerprint = fingerprintOf(step);
  if (started !== null && (started.fingerprint === fingerprint || started.sharedAt !== null)) return started;
  return {
    fingerprint,
    // Nobody but a member can let the bot into a private channel; what is offered to a person is one it is in.
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
  const words = JSON.stringify([plan.text, plan.media.map(({ url }) => url)]);
  return createHash('sha256').update(words).digest('base64url');
}
