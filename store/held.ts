/** What a caller reaches of a workspace: all of it, or some of its accounts (src/api/held.ts). */
import type { Db, Fragment } from './connect.ts';

/** Ids of the only accounts that somebody reaches; null means every account. */
export type HeldTo = readonly string[] | null;

/** A workspace as far as a caller reaches it. */
export interface Within {
  workspaceId: string;
  heldTo: HeldTo;
}

/** The condition that a row is of an account that the caller reaches. @param column holds the id of the account */
export const ofReached = (db: Db, column: string, heldTo: HeldTo): Fragment =>
  heldTo === null ? db`` : db`and ${db.unsafe(column)} = any(${heldTo as string[]}::text[])`;

/** The condition that one of a row's accounts is one that the caller reaches. @param column holds the ids of the accounts */
export const ofSomeReached = (db: Db, column: string, heldTo: HeldTo): Fragment =>
  heldTo === null ? db`` : db`and ${db.unsafe(column)} && ${heldTo as string[]}::text[]`;
