/**
 * Sign-ins at networks that are in progress, the apps that were registered for them, and codes that were posted as proof.
 */
import type { Db } from './connect.ts';

export interface SignInRow {
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
export async function keepForPicking(db: Db, kept: { id: string; content: Uint8Array; expiresAt: number }) {
  return db`
    update sign_ins set content = ${kept.content}, expires_at = to_timestamp(${kept.expiresAt}::float8 / 1000)
    where id = ${kept.id} and taken_at is not null`;
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

/** An app that was registered at a server. @param key SHA-256 of the data for which it was registered */
export async function readApp(db: Db, key: Uint8Array): Promise<Uint8Array | undefined> {
  const [row] = await db<{ content: Uint8Array }[]>`select content from connect_apps where key = ${key}`;
  return row?.content;
}

/** @param app.content sealed; now: epoch ms */
export async function saveApp(db: Db, app: { key: Uint8Array; content: Uint8Array }, now: number) {
  return db`
    insert into connect_apps (key, content, created_at)
    values (${app.key}, ${app.content}, to_timestamp(${now}::float8 / 1000))
    on conflict (key) do update set content = excluded.content`;
}

export async function deleteApp(db: Db, key: Uint8Array) {
  return db`delete from connect_apps where key = ${key}`;
}

/**
 * Leases the reading of an app's messages to one reader over all nodes. The caller commits the lease before it calls the
 * network. The lease expires by itself, so a reader that died does not block the others for long.
 * @param claim.holder identifies this attempt; realNow, until: epoch ms by the machine's clock
 * @returns the cursor to continue from (null: from the start); undefined while another reader holds the lease
 */
export async function leaseCursor(
  db: Db,
  claim: { platform: string; clientId: string; holder: string; realNow: number; until: number },
): Promise<{ position: string | null } | undefined> {
  const [row] = await db<{ position: string | null }[]>`
    insert into code_cursors (platform, client_id, position, leased_by, leased_until)
    values (${claim.platform}, ${claim.clientId}, null, ${claim.holder},
            to_timestamp(${claim.until}::float8 / 1000))
    on conflict (platform, client_id) do update
      set leased_by = excluded.leased_by, leased_until = excluded.leased_until
      where code_cursors.leased_until is null
        or code_cursors.leased_until < to_timestamp(${claim.realNow}::float8 / 1000)
    returning position`;
  return row;
}

/** Saves the cursor for the next reader and ends the lease. @returns false when the holder has lost the lease */
export async function saveCursor(
  db: Db,
  saved: { platform: string; clientId: string; holder: string; position: string | null },
): Promise<boolean> {
  const { count } = await db`
    update code_cursors set position = ${saved.position}, leased_by = null, leased_until = null
    where platform = ${saved.platform} and client_id = ${saved.clientId} and leased_by = ${saved.holder}`;
  return count === 1;
}

/** Ends the lease of a reader that has read nothing. */
export async function releaseCursor(
  db: Db,
  lease: { platform: string; clientId: string; holder: string },
): Promise<void> {
  await db`
    update code_cursors set leased_by = null, leased_until = null
    where platform = ${lease.platform} and client_id = ${lease.clientId} and leased_by = ${lease.holder}`;
}

/**
 * Stores where codes were posted. The first place of a code stays, so a copy of the code that another account posts later
 * has no effect.
 */
export async function insertPostedCodes(
  db: Db,
  platform: string,
  codes: { hash: Uint8Array; place: string }[],
  now: number,
) {
  return db`
    insert into posted_codes (platform, code_hash, place, seen_at)
    select ${platform}, decode(d.hex, 'hex'), d.place, to_timestamp(${now}::float8 / 1000)
    from unnest(${codes.map((code) => Buffer.from(code.hash).toString('hex'))}::text[],
                ${codes.map((code) => code.place)}::text[]) with ordinality d(hex, place, n)
    order by d.n
    on conflict (platform, code_hash) do nothing`;
}

export async function findPostedCode(
  db: Db,
  find: { platform: string; hash: Uint8Array },
): Promise<string | null> {
  const [row] = await db<{ place: string }[]>`
    select place from posted_codes where platform = ${find.platform} and code_hash = ${find.hash}`;
  return row?.place ?? null;
}

export async function prunePostedCodes(db: Db, prune: { before: number; limit: number }): Promise<number> {
  const result = await db`
    delete from posted_codes where ctid = any(array(
      select ctid from posted_codes where seen_at < to_timestamp(${prune.before}::float8 / 1000)
      limit ${prune.limit}))`;
  return result.count;
}
