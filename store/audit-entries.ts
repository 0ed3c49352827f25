/**
 * Who did what in a workspace (docs/people.md, Who did what). The table is in both schemas: what is changed in the directory
 * has its entries there, in the same transaction.
 */
import { batch } from './batch.ts';
import type { Db } from './connect.ts';
import type { Prune } from './retention.ts';

export interface AuditEntryRow {
  id: string;
  workspaceId: string;
  /** Epoch ms. */
  at: number;
  userId: string;
  /** Of that time, as `keyName`. */
  userName: string;
  /** Id of the session, the API key or the connected app. */
  keyId: string;
  /** null if it was a session. */
  keyName: string | null;
  /** The tool by which an agent made the call; null if it was made over REST or in the dashboard. */
  tool: string | null;
  operation: string;
  objectKind: string;
  objectId: string | null;
  /** Names of the fields that the call set. */
  fields: string[];
  /** IP address of the caller; null after 30 days. */
  address: string | null;
  requestId: string;
}

/** The statement that stores entries. */
export const auditInsert = (db: Db, rows: readonly AuditEntryRow[]) => db`
  insert into audit_entries (workspace_id, id, at, user_id, user_name, key_id, key_name, tool, operation, object_kind, object_id,
    fields, address, request_id)
  select d."workspaceId", d.id, to_timestamp(d.at / 1000), d."userId", d."userName", d."keyId", d."keyName", d.tool, d.operation,
    d."objectKind", d."objectId", array(select json_array_elements_text(d.fields)), d.address, d."requestId"
  from json_to_recordset(${batch(rows)}::text::json) d(
    id text, "workspaceId" text, at float8, "userId" text, "userName" text, "keyId" text, "keyName" text, tool text,
    operation text, "objectKind" text, "objectId" text, fields json, address text, "requestId" text)`;

export interface AuditFilter {
  workspaceId: string;
  /** null means all, as in the other fields. */
  userId: string | null;
  operation: string | null;
  objectId: string | null;
  /** Epoch ms: not before. */
  from: number | null;
  /** Epoch ms: before. */
  to: number | null;
}

/** A page of entries, newest first. @param list.before id; null means from the newest */
export async function listAuditEntries(
  db: Db,
  list: AuditFilter & { before: string | null; limit: number },
): Promise<AuditEntryRow[]> {
  const { workspaceId, userId, operation, objectId, from, to, before, limit } = list;
  return db<AuditEntryRow[]>`
    select id, workspace_id as "workspaceId", (extract(epoch from at) * 1000)::float8 as at, user_id as "userId",
      user_name as "userName", key_id as "keyId", key_name as "keyName", tool, operation, object_kind as "objectKind",
      object_id as "objectId", fields, address, request_id as "requestId"
    from audit_entries
    where workspace_id = ${workspaceId}
      ${before === null ? db`` : db`and id < ${before}`}
      ${userId === null ? db`` : db`and user_id = ${userId}`}
      ${operation === null ? db`` : db`and operation = ${operation}`}
      ${objectId === null ? db`` : db`and object_id = ${objectId}`}
      ${from === null ? db`` : db`and at >= to_timestamp(${from}::float8 / 1000)`}
      ${to === null ? db`` : db`and at < to_timestamp(${to}::float8 / 1000)`}
    order by id desc limit ${limit}`;
}

/** Deletes entries before an instant. @returns how many */
export async function pruneAuditEntries(db: Db, { before, limit }: Prune): Promise<number> {
  const result = await db`
    delete from audit_entries where ctid = any(array(
      select ctid from audit_entries where at < to_timestamp(${before}::float8 / 1000) limit ${limit}))`;
  return result.count;
}

/** Removes the addresses from entries before an instant. @returns from how many */
export async function forgetAuditAddresses(db: Db, { before, limit }: Prune): Promise<number> {
  const result = await db`
    update audit_entries set address = null where ctid = any(array(
      select ctid from audit_entries
      where at < to_timestamp(${before}::float8 / 1000) and address is not null order by at limit ${limit}))`;
  return result.count;
}
