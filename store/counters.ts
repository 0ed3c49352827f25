/** Counters that turns write (`counters`): how many actors something has in each status. */
import { batch } from './batch.ts';
import type { Db, Fragment } from './connect.ts';

/** By how much a counter changes. */
export interface Count {
  ownerId: string;
  name: string;
  workspaceId: string;
  by: number;
}

/** A statement that changes counters. In the order of their keys, so that two turns cannot deadlock. */
export const addCounts = (db: Db, counts: readonly Count[]): Fragment => db`
  insert into counters as c (owner_id, name, workspace_id, count)
  select d."ownerId", d.name, d."workspaceId", d.by
  from json_to_recordset(${batch(counts)}::text::json) d("ownerId" text, name text, "workspaceId" text, by bigint)
  order by 1, 2
  on conflict (owner_id, name) do update set count = c.count + excluded.count`;

/** Counters by owner and name. What was never counted is absent. */
export async function readCounters(
  db: Db,
  ownerIds: readonly string[],
): Promise<Map<string, Map<string, number>>> {
  if (ownerIds.length === 0) return new Map();
  const rows = await db<{ ownerId: string; name: string; count: number }[]>`
    select owner_id as "ownerId", name, count::float8 as count from counters
    where owner_id = any(${ownerIds as string[]}::text[]) and count <> 0`;
  const counters = new Map<string, Map<string, number>>();
  for (const { ownerId, name, count } of rows)
    counters.set(ownerId, (counters.get(ownerId) ?? new Map<string, number>()).set(name, count));
  return counters;
}

/** Deletes the counters of what was deleted. */
export async function deleteCounters(db: Db, ownerId: string): Promise<void> {
  await db`delete from counters where owner_id = ${ownerId}`;
}
