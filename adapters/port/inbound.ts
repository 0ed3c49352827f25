/**
 * What a network sends to this service: its webhooks. Not used yet; the types say what a network's folder will offer.
 * An adapter reads bytes and returns events. Storing them, answering within the network's time limit and recognising
 * repeats are the service's work.
 */
import type { Json } from '../../machines/outcome.ts';

export interface InboundPort {
  /**
   * Answers the call by which the network checks that the address is ours (Meta's `hub.challenge`, X's CRC). Absent: the
   * network makes no such call. Pure.
   * @returns the body to answer with, or null where the query does not fit the secrets
   */
  challenge?(query: { [name: string]: string }, secrets: InboundSecrets): string | null;
  /**
   * Checks the signature over the raw bytes, as they came: parsing and writing them again would change them. Pure.
   * @param secrets those of one app; the service tries each app it has
   * @returns whether this app's secret signed them
   */
  verify(request: InboundRequest, secrets: InboundSecrets): boolean;
  /**
   * Splits a body into events. One request may hold up to 1,000 and mix accounts. An item that cannot be read becomes an
   * `unknown` event, so it is counted and kept, and never fails its neighbours. Pure.
   * @param arrivedAt epoch ms, for items without a time of their own
   */
  split(body: Json, arrivedAt: number): InboundEvent[];
}

/** Configured by the operator, by app. */
export interface InboundSecrets {
  clientId: string;
  clientSecret: string;
  /** Agreed with the network when the address was entered there. */
  verifyToken: string;
}

export interface InboundRequest {
  /** Lower-case names. */
  headers: { [name: string]: string };
  body: Uint8Array;
}

export interface InboundEvent {
  /** The network's own id of the account it is about; null where the item names none. */
  remoteId: string | null;
  kind:
    | 'comment'
    | 'message'
    | 'reaction'
    | 'read'
    | 'referral'
    | 'deauthorized'
    | 'deletion_requested'
    | 'unknown';
  /** The same for each repeat of the same event, different for a later change of the same thing. */
  dedupeKey: string;
  /** The network's time, epoch ms: it orders a conversation. */
  at: number;
  /** Sent by the account itself: by us, by another tool, or typed in the network's own app. */
  isEcho: boolean;
  /** The item as it came, so that what is not understood today can be read again later. */
  raw: Json;
}
