/** How often accounts are read for what no event reported. */
import type { Manifest } from '../../../adapters/port/manifest.ts';
import type { Via } from '../../../machines/receiver.ts';
import { COMMENTS_BACKSTOP_EVERY_MS } from './read-account.ts';

/** How often an account's conversations are read, ms. */
const POLL_EVERY_MS = 15 * 60_000;
/** The same where the network charges for reading and does not call this service. */
export const PAID_POLL_EVERY_MS = 3_600_000;
/** The same where it charges for reading and calls. */
const PAID_BACKSTOP_EVERY_MS = 24 * 3_600_000;

/** How often the accounts of a network are read, ms; null means it lists nothing that could be read. */
export function paceOf(
  { paidReads, messages, comments, inbound, readsCommentsEvery }: Manifest,
  via: Via,
): number | null {
  if (paidReads) {
    if (!messages) return null;
    return via === 'polling' ? PAID_POLL_EVERY_MS : PAID_BACKSTOP_EVERY_MS;
  }
  if (messages) return POLL_EVERY_MS;
  if (!comments) return null;
  if (readsCommentsEvery !== undefined) return readsCommentsEvery * 1000;
  return inbound ? COMMENTS_BACKSTOP_EVERY_MS : null;
}
