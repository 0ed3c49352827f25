/**
 * Tickets for browsers, whose WebSockets cannot send headers: an address that opens one socket, once, within a minute.
 */
import { hashOf, newSecret } from '../../../base/secrets.ts';

/** How long a ticket can be used, ms. */
export const TICKET_MS = 60_000;

export const INSPECT_PATH = '/v1/inspect';

/** @returns a secret, and the hash under which it is stored */
export function newTicket(): { secret: string; hash: Buffer } {
  const secret = newSecret();
  return { secret, hash: hashOf(secret) };
}

/** @param baseUrl http or https, without a trailing slash */
export const ticketUrl = (baseUrl: string, secret: string): string =>
  `${baseUrl.replace(/^http/, 'ws')}${INSPECT_PATH}?ticket=${secret}`;

/** The hash under which the ticket of an address is stored; null if it cannot be a ticket. */
export const ticketHash = (secret: string): Buffer | null =>
  /^[\w-]{43}$/.test(secret) ? hashOf(secret) : null;
