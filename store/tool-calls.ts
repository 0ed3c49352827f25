/** The calls that agents made (`tool_calls`). */
import { batch } from './batch.ts';
import type { Db } from './connect.ts';
import type { Prune } from './retention.ts';

type ToolCallOutcome = 'done' | 'refused' | 'failed';

export interface ToolCallRow {
  id: string;
  workspaceId: string;
  /** Epoch ms. */
  at: number;
  userId: string;
  keyId: string;
  keyName: string;
  /** What the program calls itself; null if it does not. */
  client: string | null;
  /** The name of the tool, or a method of the protocol. */
  tool: string;
  /** Id of the operation; null means a method of the protocol, or a tool that does not exist. */
  operation: string | null;
  changes: boolean;
  arguments: object;
  outcome: ToolCallOutcome;
  /** Of the error. */
  code: string | null;
  resourceId: string | null;
  requestId: string;
  /** Who agreed to it: `call`, the caller by a second call, or the id of a person. null if nobody had to. */
  confirmedBy: string | null;
}

/** Stores calls. Those that are stored already are left as they are, so that it can be repeated. */
export async function insertToolCalls(db: Db, rows: readonly ToolCallRow[]): Promise<void> {
  await db`
    insert into tool_calls (id, workspace_id, at, user_id, key_id, key_name, client, tool, operation, changes, arguments,
      outcome, code, resource_id, request_id, confirmed_by)
    select d.id, d."workspaceId", to_timestamp(d.at / 1000), d."userId", d."keyId", d."keyName", d.client, d.tool,
      d.operation, d.changes, d.arguments, d.outcome, d.code, d."resourceId", d."requestId", d."confirmedBy"
    from json_to_recordset(${batch(rows)}::text::json) d(
      id text, "workspaceId" text, at float8, "userId" text, "keyId" text, "keyName" text, client text, tool text,
      operation text, changes boolean, arguments json, outcome text, code text, "resourceId" text, "requestId" text,
      "confirmedBy" text)
    on conflict (id) do nothing`;
}

/**
 * A page of the calls in a workspace, newest first.
 * @param list.before id; null means from the newest; keyId: of one key, null means of all; changesOnly: without those that only read
 */
export async function listToolCalls(
  db: Db,
  list: {
    workspaceId: string;
    keyId: string | null;
    changesOnly: boolean;
    before: string | null;
    limit: number;
  },
): Promise<ToolCallRow[]> {
  return db<ToolCallRow[]>`
    select ${columns(db)}
    from tool_calls
    where workspace_id = ${list.workspaceId}
      ${list.before === null ? db`` : db`and id < ${list.before}`}
      ${list.keyId === null ? db`` : db`and key_id = ${list.keyId}`}
      ${list.changesOnly ? db`and changes` : db``}
    order by id desc limit ${list.limit}`;
}

const columns = (db: Db) => db`
  id, workspace_id as "workspaceId", (extract(epoch from at) * 1000)::float8 as at, user_id as "userId",
  key_id as "keyId", key_name as "keyName", client, tool, operation, changes, arguments, outcome, code,
  resource_id as "resourceId", request_id as "requestId", confirmed_by as "confirmedBy"`;

/** The last call with each of these keys in these workspaces, newest first. */
export async function latestToolCalls(
  db: Db,
  { keyIds, workspaceIds }: { keyIds: string[]; workspaceIds: string[] },
): Promise<ToolCallRow[]> {
  return db<ToolCallRow[]>`
    select l.* from unnest(${keyIds}::text[]) k(id) cross join lateral (
      select ${columns(db)} from tool_calls
      where key_id = k.id and workspace_id = any(${workspaceIds}::text[]) order by id desc limit 1
    ) l
    order by l.id desc`;
}

/**
 * Deletes calls whose ids are smaller: ids begin with their time.
 * @param prune.beforeId the smallest id that is kept
 */
export async function pruneToolCalls(
  db: Db,
  { beforeId, limit }: Pick<Prune, 'limit'> & { beforeId: string },
): Promise<number> {
  const result = await db`
    delete from tool_calls where id in (
      select id from tool_calls where id < ${beforeId} order by id limit ${limit})`;
  return result.count;
}
