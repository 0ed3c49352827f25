/** The outbox: what actors want done outside. A row belongs to the node that made it until that node is dead. */
import type { Db } from './connect.ts';
import { batch } from './turns.ts';

export interface EffectRow {
  id: string;
  workspaceId: string;
  actorId: string;
  type: string;
  params: { [name: string]: unknown };
  /** 1 for the node that made it, more after a take-over. */
  tries: number;
  /** Whether an earlier try marked that a call was about to leave. */
  started: boolean;
}

export interface EffectWrite {
  workspaceId: string;
  actorId: string;
  type: string;
  params: EffectRow['params'];
}

/** Inserts effects, already owned by this node: no second claim is needed. Answers their ids in order. */
export async function insertEffects(db: Db, rows: EffectWrite[], owner: { nodeId: string; now: number }) {
  const inserted = await db<{ id: string }[]>`
    insert into effects (workspace_id, actor_id, type, params, node_id, created_at)
    select d."workspaceId", d."actorId", d.type, d.params, ${owner.nodeId}, to_timestamp(${owner.now}::float8 / 1000)
    from rows from (
      json_to_recordset(${batch(rows)}::json) as ("workspaceId" text, "actorId" text, type text, params json)
    ) with ordinality d("workspaceId", "actorId", type, params, place)
    order by d.place
    returning id`;
  return inserted.map((row) => row.id);
}

/** Takes finished effects out. Answers the ids that were still this node's: the others were taken over. */
export async function deleteEffects(db: Db, ids: string[], nodeId: string): Promise<Set<string>> {
  const rows = await db<{ id: string }[]>`
    delete from effects where id = any(${ids}::bigint[]) and node_id = ${nodeId} returning id`;
  return new Set(rows.map((row) => row.id));
}

/**
 * Marks that a call is about to leave that must not be repeated blindly.
 * @returns false when the effect is no longer this node's: then the call must not leave
 */
export async function markStarted(db: Db, id: string, nodeId: string, now: number): Promise<boolean> {
  const result = await db`
    update effects set started_at = to_timestamp(${now}::float8 / 1000)
    where id = ${id}::bigint and node_id = ${nodeId}`;
  return result.count === 1;
}

/** Takes over effects of nodes that are dead (or were never seen). */
export async function rescueEffects(db: Db, rescue: { nodeId: string; now: number; limit: number }) {
  return db<EffectRow[]>`
    with dead as (
      select e.id from effects e
      left join nodes n on n.id = e.node_id
      where e.node_id <> ${rescue.nodeId} and (n.id is null or n.alive_until < to_timestamp(${rescue.now}::float8 / 1000))
      order by e.id limit ${rescue.limit}
      for update of e skip locked
    )
    update effects e set node_id = ${rescue.nodeId},
      tries = e.tries + case when e.node_id = '' then 0 else 1 end -- nobody had it yet
    from dead where e.id = dead.id
    returning e.id, e.workspace_id as "workspaceId", e.actor_id as "actorId", e.type, e.params, e.tries,
              e.started_at is not null as started`;
}

/** Whether an effect is still there, and this node's. */
export async function isOwnEffect(db: Db, id: string, nodeId: string): Promise<boolean> {
  const rows = await db`select 1 from effects where id = ${id}::bigint and node_id = ${nodeId}`;
  return rows.length > 0;
}

/** Effects that are this node's, by its own word: what it does not know of among them was lost on the way to it. */
export async function readOwnEffects(db: Db, own: { nodeId: string; except: string[]; limit: number }) {
  return db<EffectRow[]>`
    select id, workspace_id as "workspaceId", actor_id as "actorId", type, params, tries, started_at is not null as started
    from effects where node_id = ${own.nodeId} and id <> all(${own.except}::bigint[])
    order by id limit ${own.limit}`;
}

/** Effects whose actor has ended are nobody's: the retention removes them. */
export async function countEffects(db: Db) {
  return db<
    { type: string; count: number }[]
  >`select type, count(*)::int as count from effects group by type`;
}
