/** What operators changed of the installation (docs/people.md, Operators). */
import type { AuditEntryRow } from './audit-entries.ts';
import { batch } from './batch.ts';
import type { Db } from './connect.ts';
import type { Prune } from './retention.ts';

/** An entry that is of no workspace. */
export type InstallationEntryRow = Omit<AuditEntryRow, 'workspaceId' | 'keyName' | 'tool'>;

/** The statement that stores entries. */
export const installationInsert = (db: Db, rows: readonly InstallationEntryRow[]) => db`
  insert into installation_entries (id, at, user_id, user_name, key_id, operation, object_kind, object_id, fields, address, request_id)
  select d.id, to_timestamp(d.at / 1000), d."userId", d."userName", d."keyId", d.operation, d."objectKind", d."objectId",
    array(select json_array_elements_text(d.fields)), d.address, d."requestId"
  from json_to_recordset(${batch(rows)}::text::json) d(
    id text, at float8, "userId" text, "userName" text, "keyId" text, operation text, "objectKind" text, "objectId" text,
    fields json, address text, "requestId" text)`;

/** A page of entries, newest first. `objectName`: that of a person, as it is now. @param list.before id; null means from the newest */
export async function listInstallationEntries(
  db: Db,
  { before, limit }: { before: string | null; limit: number },
): Promise<(InstallationEntryRow & { objectName: string | null })[]> {
  return db<(InstallationEntryRow & { objectName: string | null })[]>`
    select e.id, (extract(epoch from e.at) * 1000)::float8 as at, e.user_id as "userId", e.user_name as "userName",
      e.key_id as "keyId", e.operation, e.object_kind as "objectKind", e.object_id as "objectId", u.name as "objectName",
      e.fields, e.address, e.request_id as "requestId"
    from installation_entries e left join users u on u.id = e.object_id
    ${before === null ? db`` : db`where e.id < ${before}`}
    order by e.id desc limit ${limit}`;
}

/** Deletes entries before an instant. @returns how many */
export async function pruneInstallationEntries(db: Db, { before, limit }: Prune): Promise<number> {
  const result = await db`
    delete from installation_entries where ctid = any(array(
      select ctid from installation_entries where at < to_timestamp(${before}::float8 / 1000) limit ${limit}))`;
  return result.count;
}

/** Removes the addresses from entries before an instant. @returns from how many */
export async function forgetInstallationAddresses(db: Db, { before, limit }: Prune): Promise<number> {
  const result = await db`
    update installation_entries set address = null where ctid = any(array(
      select ctid from installation_entries
      where at < to_timestamp(${before}::float8 / 1000) and address is not null order by at limit ${limit}))`;
  return result.count;
}
