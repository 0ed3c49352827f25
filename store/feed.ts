/** The live feed: the events of a workspace, numbered without gaps in the order in which they became visible. */
import type { Db } from './connect.ts';

/** The events of one transaction in one workspace: they carry the numbers `lastSeq - count + 1` to `lastSeq`. */
export interface FeedBatch {
  workspaceId: string;
  lastSeq: string;
  count: number;
  /** Epoch ms. */
  at: number;
  events: unknown[];
}

/** Batches that contain events with a number above `after`, oldest first. The first batch may begin before it. */
export async function readFeed(db: Db, read: { workspaceId: string; after: string; limit: number }) {
  const rows = await db<FeedBatch[]>`
    select workspace_id as "workspaceId", last_seq as "lastSeq", count,
           (extract(epoch from at) * 1000)::float8 as at, events::json as events
    from feed where workspace_id = ${read.workspaceId} and last_seq > ${read.after}::bigint
    order by last_seq limit ${read.limit}`;
  return rows.map((row) => ({ ...row, events: row.events.map(withResource) }));
}

/**
 * Adds the resource to events that were stored before events named one: all of those are about a post or one of its
 * deliveries.
 */
function withResource(event: unknown): unknown {
  const { resource, postId } = event as { resource?: unknown; postId?: unknown };
  return resource === undefined && typeof postId === 'string'
    ? { ...(event as object), resource: { type: 'post', id: postId } }
    : event;
}

/** The number of a workspace's newest event and that of the oldest event still stored (0 when there never was an event). */
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

/**
 * How far a workspace has come. Whatever changes what a response says of its posts raises one of these numbers in the same
 * commit.
 */
export interface Head {
  /** The number of the newest event. */
  seq: number;
  /** How many commits changed something without an event. */
  edits: number;
}

/** The columns of a Head, of the table `feed_heads h`. */
export const HEAD_COLUMNS = 'h.seq::float8 as seq, h.edits::float8 as edits';

/** How far workspaces have come. Those that do not exist are left out. */
export async function feedHeads(db: Db, workspaceIds: readonly string[]) {
  const ids = JSON.stringify(workspaceIds);
  return db.unsafe<(Head & { workspaceId: string })[]>(FEED_HEADS, [ids], { prepare: true });
}

/**
 * Read for every few requests, so the text is made once: the driver takes longer to join it from parts. The ids are JSON and not an
 * array, because for a few ids in an array Postgres would plan the statement again each time.
 */
const FEED_HEADS = `
  select h.workspace_id as "workspaceId", ${HEAD_COLUMNS}
  from json_array_elements_text($1::text::json) d(id) join feed_heads h on h.workspace_id = d.id`;

/**
 * A statement for a turn that changes what posts show, and has no event in their workspaces. Writes of other rows that posts show are
 * counted by triggers (migration 0061).
 */
export const countEdits = (db: Db, workspaceIds: readonly string[]) =>
  db`update feed_heads h set edits = h.edits + 1 where h.workspace_id = any(${workspaceIds as string[]}::text[])`;
