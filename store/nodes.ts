/** Nodes and their heartbeat: a node that does not beat is dead, and its effects are anybody's. */
import type { Db } from './connect.ts';

export async function beat(db: Db, node: { id: string; roles: string; now: number; aliveUntil: number }) {
  return db`
    insert into nodes (id, started_at, alive_until, roles)
    values (${node.id}, to_timestamp(${node.now}::float8 / 1000), to_timestamp(${node.aliveUntil}::float8 / 1000), ${node.roles})
    on conflict (id) do update set alive_until = excluded.alive_until`;
}

/** A node that leaves in order hands its effects over at once. */
export async function signOff(db: Db, nodeId: string) {
  return db`delete from nodes where id = ${nodeId}`;
}

/** Where one process owns the whole database, every other node of the past is dead. */
export async function signOffOthers(db: Db, nodeId: string) {
  return db`delete from nodes where id <> ${nodeId}`;
}

/** Nodes that have been dead for an hour are forgotten, once nothing is theirs. */
export async function forgetDeadNodes(db: Db, before: number) {
  return db`
    delete from nodes n where n.alive_until < to_timestamp(${before}::float8 / 1000)
      and not exists (select from claims c where c.node_id = n.id)`;
}
