/** Sign-ins under way, the apps that were registered for them, and codes that were posted as proof. */
import type { Db } from './connect.ts';

export interface SignInRow {
  id: string;
  linkId: string;
  platform: string;
  /** Sealed, by the sign-in's id; null when it is over. */
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
 * Takes the sign-in of a state, once: of two that come with it at the same time one gets it.
 * @returns undefined when there is none to take: `whySignIn` tells more
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

/** What is known of a state that could not be taken. */
export async function whySignIn(db: Db, find: { stateHash: Uint8Array; browserHash: Uint8Array }) {
  const [row] = await db<{ taken: boolean; sameBrowser: boolean }[]>`
    select taken_at is not null as taken, browser_hash = ${find.browserHash} as "sameBrowser"
    from sign_ins where state_hash = ${find.stateHash}`;
  return row;
}

/** Keeps what the person may pick from, in place of what was needed to get it. @param kept.expiresAt epoch ms */
export async function keepForPicking(db: Db, kept: { id: string; content: Uint8Array; expiresAt: number }) {
  return db`
    update sign_ins set content = ${kept.content}, expires_at = to_timestamp(${kept.expiresAt}::float8 / 1000)
    where id = ${kept.id} and taken_at is not null`;
}

/** A sign-in from which something is left to pick, in the browser it belongs to. */
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

/** Forgets what a sign-in held; its state stays known as used. */
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

/** An app registered at a server. @param key SHA-256 of what it was registered for */
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
 * Takes the lease to read an app's messages: one reader at a time, over all nodes. It is committed before the network
 * is asked, and it ends by itself, so a reader that died blocks nobody for good.
 * @param claim.holder names this attempt; realNow, until: epoch ms by the machine's clock
 * @returns where to read on (null: from the start); undefined while somebody else holds the lease
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

/** Saves where the next reader reads on, and ends the lease. @returns false when the holder has lost the lease */
export async function saveCursor(
  db: Db,
  saved: { platform: string; clientId: string; holder: string; position: string | null },
): Promise<boolean> {
  const { count } = await db`
    update code_cursors set position = ${saved.position}, leased_by = null, leased_until = null
    where platform = ${saved.platform} and client_id = ${saved.clientId} and leased_by = ${saved.holder}`;
  return count === 1;
}

/** Ends a lease whose holder has read nothing. */
export async function releaseCursor(
  db: Db,
  lease: { platform: string; clientId: string; holder: string },
): Promise<void> {
  await db`
    update code_cursors set leased_by = null, leased_until = null
    where platform = ${lease.platform} and client_id = ${lease.clientId} and leased_by = ${lease.holder}`;
}

/** Keeps where codes were posted. The first place of a code stays: who copies it comes too late. */
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
