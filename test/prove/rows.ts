/** The rows of the matrix: a network and, where it offers no evidence, what its accounts want when nobody can tell. */
import type { Platform } from '../../adapters/adapter.ts';

export interface Row {
  name: string;
  network: Platform;
  onUnknown: 'retry' | 'hold';
  /** Whether the network shows after a lost answer what it has. */
  evident: boolean;
}

export const rows: readonly Row[] = [
  { name: 'bluesky', network: 'bluesky', onUnknown: 'retry', evident: true },
  { name: 'mastodon', network: 'mastodon', onUnknown: 'retry', evident: true },
  { name: 'instagram', network: 'instagram', onUnknown: 'retry', evident: true },
  { name: 'telegram', network: 'telegram', onUnknown: 'retry', evident: false },
  { name: 'telegram-hold', network: 'telegram', onUnknown: 'hold', evident: false },
  { name: 'discord', network: 'discord', onUnknown: 'retry', evident: false },
  { name: 'discord-hold', network: 'discord', onUnknown: 'hold', evident: false },
];

/** The call of each network that makes a post live. */
export const LIVE_CALLS: { [network: string]: string } = {
  bluesky: 'com.atproto.repo.putRecord',
  mastodon: 'POST /api/v1/statuses',
  instagram: 'media_publish',
  telegram: 'sendPhoto',
  discord: 'executeWebhook',
};
