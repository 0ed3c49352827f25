/**
 * Links that download an export. What a link allows is sealed in its address, so nothing is stored. It begins downloads for some minutes,
 * and only as long as the key or session that made it may still export the workspace.
 */
import { SECRET_PREFIXES } from '../../base/redact.ts';
import type { Sealer } from '../../base/seal.ts';

/** What stands before the secret in the address. */
export const EXPORT_PATH = '/export/';

/** For how long a link begins downloads, ms: time to start one, also by hand. A download that runs may take longer. */
export const OPEN_MS = 15 * 60_000;

export interface Ticket {
  workspaceId: string;
  /** Id of the API key, grant or session that made it. */
  keyId: string;
  /** Whether the archive holds the files. */
  media: boolean;
  /** Epoch ms. */
  expiresAt: number;
}

/** Sealed for this purpose: nothing else that is sealed opens as a ticket. */
const PURPOSE = 'export link';

/** @returns the secret part of an address */
export const sealTicket = (sealer: Sealer, ticket: Ticket): string =>
  SECRET_PREFIXES.exportLink + sealer.seal(ticket, PURPOSE).toString('base64url');

/** @param now epoch ms. @returns null for what this service did not seal, and for a link that has ended */
export function openTicket(sealer: Sealer, secret: string, now: number): Ticket | null {
  const prefix = SECRET_PREFIXES.exportLink;
  if (!secret.startsWith(prefix) || secret.length > 1_000) return null;
  let ticket: Ticket;
  try {
    ticket = sealer.open(Buffer.from(secret.slice(prefix.length), 'base64url'), PURPOSE) as Ticket;
  } catch {
    return null; // changed, or sealed by another installation: for the caller both are no link
  }
  return ticket.expiresAt > now ? ticket : null;
}
