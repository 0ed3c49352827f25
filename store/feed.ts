/** The live feed: what happened in a workspace, numbered without gaps in the order in which it became visible. */
import type { Db } from './connect.ts';
import { batch } from './turns.ts';

export interface FeedWrite {
  workspaceId: string;
  events: object[];
  count: number;
}

/** The events of one transaction in one workspace: they carry the numbers `lastSeq - count + 1` to `lastSeq`. */
export interface FeedBatch {
  workspaceId: string;
  lastSeq: string;
  count: number;
  /** Epoch ms. */
  at: number;
  events: unknown[];
}

/**
 * Appends events and numbers them. The counters stay locked until commit, in order of workspace: so it must be a
 * transaction's last statement, and two transactions cannot deadlock.
 */
export async function appendFeed(db: Db, rows: FeedWrite[], now: number) {
  return db<{ workspaceId: string; lastSeq: string }[]>`
    with d as (
      select "workspaceId" as workspace_id, count, events
      from json_to_recordset(${batch(rows)}::json) d("workspaceId" text, count int, events json)
    ), locked as (
      select h.workspace_id from feed_heads h where h.workspace_id in (select workspace_id from d)
      order by h.workspace_id for update
    ), numbered as (
      update feed_heads h set seq = h.seq + d.count
      from d, locked where h.workspace_id = d.workspace_id and locked.workspace_id = h.workspace_id
      returning h.workspace_id, h.seq
    )
    insert into feed (workspace_id, last_seq, count, at, events)
    select d.workspace_id, n.seq, d.count, to_timestamp(${now}::float8 / 1000), d.events
    from d join numbered n using (workspace_id)
    returning workspace_id as "workspaceId", last_seq as "lastSeq"`;
}

/** Batches that hold events after `after`, oldest first. The first may begin before it. */
export async function readFeed(db: Db, read: { workspaceId: string; after: string; limit: number }) {
  const rows = await db<FeedBatch[]>`
    select workspace_id as "workspaceId", last_seq as "lastSeq", count,
           (extract(epoch from at) * 1000)::float8 as at, events
    from feed where workspace_id = ${read.workspaceId} and last_seq > ${read.after}::bigint
    order by last_seq limit ${read.limit}`;
  return rows.map((row) => ({ ...row, events: row.events.map(withResource) }));
}

/** Events that were stored before they named a resource are all about a post or one of its deliveries. */
function withResource(event: unknown): unknown {
  const { resource, postId } = event as { resource?: unknown; postId?: unknown };
  return resource === undefined && typeof postId === 'string'
    ? { ...(event as object), resource: { type: 'post', id: postId } }
    : event;
}

/** The number of a workspace's newest event, and that of the oldest still kept (0 when nothing was ever said). */
export async function feedRange(db: Db, workspaceId: string) {
  const [row] = await db<{ newest: string; oldest: string }[]>`
    select h.seq as newest,
           coalesce((select last_seq - count + 1 from feed f where f.workspace_id = h.workspace_id
                     order by last_seq limit 1), h.seq + 1) as oldest
    from feed_heads h where h.workspace_id = ${workspaceId}`;
  return row ?? { newest: '0', oldest: '1' };
}

/** Prunes events older than `before` (epoch ms). */
export async function pruneFeed(db: Db, before: number, limit: number): Promise<number> {
  const result = await db`
    delete from feed where ctid = any(array(
      select ctid from feed where at < to_timestamp(${before}::float8 / 1000) limit ${limit}))`;
  return result.count;
}

/** The newest numbers of many workspaces' feeds. Workspaces that are gone are left out. */
export async function feedHeads(db: Db, workspaceIds: string[]) {
  return db<{ workspaceId: string; seq: string }[]>`
    select workspace_id as "workspaceId", seq from feed_heads where workspace_id = any(${workspaceIds}::text[])`;
}
