/** Apps that were registered at servers for sign-ins, and codes that were posted to an app as proof. */
import type { Db } from './connect.ts';

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
 * @returns the cursor to continue from (null means from the start); undefined while another reader holds the lease
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
