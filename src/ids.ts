/** Ids of resources: a prefix that tells the kind, and a ULID, so that they sort by creation (decisions.md). */
import { monotonicFactory } from 'ulid';

export type Prefix =
  | 'post'
  | 'acc'
  | 'ws'
  | 'usr'
  | 'rule'
  | 'auto'
  | 'run'
  | 'link'
  | 'hook'
  | 'send'
  | 'key'
  | 'med'
  | 'evt'
  | 'sign'
  | 'ses'
  | 'tick'
  | 'node';

const ulid = monotonicFactory();

/** A new id. @param now epoch ms, the time the id carries */
export const newId = (prefix: Prefix, now: number): string => `${prefix}_${ulid(now)}`;

/**
 * The id of a delivery: one for each pair of post and account, for good, so that the database itself refuses a second.
 */
export const deliveryId = (postId: string, accountId: string): string =>
  `dlv_${postId.slice(postId.indexOf('_') + 1)}${accountId.slice(accountId.indexOf('_') + 1)}`;
