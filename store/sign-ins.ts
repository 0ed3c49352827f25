/** Sign-ins at networks that are in progress. */
import type { Db } from './connect.ts';

interface SignInRow {
  id: string;
  linkId: string;
  platform: string;
  /** Sealed, and bound to the sign-in's id; null when the sign-in has ended. */
  content: Uint8Array | null;
}

/** @param signIn.stateHash SHA-256 of the state; browserHash: of the cookie; content: sealed; times: epoch ms */
export async function insertSignIn(
  db: Db,
  signIn: {
    id: string;
    linkId: string;
    platform: string;
    stateHash: Uint8Array;
    browserHash: Uint8Array;
    content: Uint8Array;
    expiresAt: number;
  },
  now: number,
) {
  return db`
    insert into sign_ins (id, link_id, platform, state_hash, browser_hash, content, created_at, expires_at)
    values (${signIn.id}, ${signIn.linkId}, ${signIn.platform}, ${signIn.stateHash}, ${signIn.browserHash},
            ${signIn.content}, to_timestamp(${now}::float8 / 1000),
            to_timestamp(${signIn.expiresAt}::float8 / 1000))`;
}

/**
 * Takes the sign-in of a state, once: of two simultaneous requests with the same state, one gets it.
 * @returns undefined when there is none to take: `whySignIn` returns the reason
 */
export async function takeSignIn(
  db: Db,
  find: { stateHash: Uint8Array; browserHash: Uint8Array },
  now: number,
) {
  const [row] = await db<SignInRow[]>`
    update sign_ins set taken_at = to_timestamp(${now}::float8 / 1000)
    where state_hash = ${find.stateHash} and browser_hash = ${find.browserHash} and taken_at is null
      and expires_at > to_timestamp(${now}::float8 / 1000)
    returning id, link_id as "linkId", platform, content`;
  return row;
}

/** What is stored about a state that could not be taken: for the error message. */
export async function whySignIn(db: Db, find: { stateHash: Uint8Array; browserHash: Uint8Array }) {
  const [row] = await db<{ taken: boolean; sameBrowser: boolean }[]>`
    select taken_at is not null as taken, browser_hash = ${find.browserHash} as "sameBrowser"
    from sign_ins where state_hash = ${find.stateHash}`;
  return row;
}

/**
 * Stores the accounts that the person may choose from, in place of the data that was needed to get them.
 * @param kept.expiresAt epoch ms
 */
export async function keepForPicking(db: Db, choice: { id: string; content: Uint8Array; expiresAt: number }) {
  return db`
    update sign_ins set content = ${choice.content}, expires_at = to_timestamp(${choice.expiresAt}::float8 / 1000)
    where id = ${choice.id} and taken_at is not null`;
}

/** A sign-in of this browser with accounts that were not chosen yet. */
export async function findForPicking(
  db: Db,
  find: { id: string; linkId: string; browserHash: Uint8Array },
  now: number,
) {
  const [row] = await db<SignInRow[]>`
    select id, link_id as "linkId", platform, content from sign_ins
    where id = ${find.id} and link_id = ${find.linkId} and browser_hash = ${find.browserHash}
      and taken_at is not null and content is not null and expires_at > to_timestamp(${now}::float8 / 1000)`;
  return row;
}

/** Deletes the content of a sign-in. Its state stays stored, so that a second use is recognised. */
export async function endSignIn(db: Db, id: string) {
  return db`update sign_ins set content = null where id = ${id}`;
}

export async function pruneSignIns(db: Db, prune: { before: number; limit: number }): Promise<number> {
  const result = await db`
    delete from sign_ins where id in (
      select id from sign_ins where expires_at < to_timestamp(${prune.before}::float8 / 1000)
      limit ${prune.limit})`;
  return result.count;
}
