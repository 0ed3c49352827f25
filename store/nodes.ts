/** Nodes and their heartbeats. A node without a recent heartbeat is dead, and other nodes take over its effects. */
import type { Db } from './connect.ts';

export async function beat(db: Db, node: { id: string; roles: string; now: number; aliveUntil: number }) {
  return db`
    insert into nodes (id, started_at, alive_until, roles)
    values (${node.id}, to_timestamp(${node.now}::float8 / 1000), to_timestamp(${node.aliveUntil}::float8 / 1000), ${node.roles})
    on conflict (id) do update set alive_until = excluded.alive_until`;
}

/** Signs a node off that shuts down, so that other nodes take its effects over at once. */
export async function signOff(db: Db, nodeId: string) {
  return db`delete from nodes where id = ${nodeId}`;
}

/** Where one process owns the whole database, every other node is from an earlier process and is dead. */
export async function signOffOthers(db: Db, nodeId: string) {
  return db`delete from nodes where id <> ${nodeId}`;
}

/** Deletes nodes that died before an instant and have no claims left. @param before epoch ms */
export async function forgetDeadNodes(db: Db, before: number) {
  return db`
    delete from nodes n where n.alive_until < to_timestamp(${before}::float8 / 1000)
      and not exists (select from claims c where c.node_id = n.id)`;
}

/**
 * Names the server and the database behind a connection. Another name means that Postgres was restarted, or replaced: after a
 * failover commits may be missing that this node has seen.
 */
export async function databaseIdentity(db: Db): Promise<string> {
  const [row] = await db<{ identity: string }[]>`
    select oid || ' ' || extract(epoch from pg_postmaster_start_time()) as identity
    from pg_database where datname = current_database()`;
  return row!.identity;
}

/** The nodes of the cell with a heartbeat, the oldest first. @param now epoch ms */
export async function listNodes(
  db: Db,
  now: number,
): Promise<{ id: string; roles: string; startedAt: Date }[]> {
  return db<{ id: string; roles: string; startedAt: Date }[]>`
    select id, roles, started_at as "startedAt" from nodes
    where alive_until >= to_timestamp(${now}::float8 / 1000) order by started_at, id limit 1000`;
}
