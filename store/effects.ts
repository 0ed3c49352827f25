/**
 * Effects: work outside the machines that actors requested. Each effect is in the row of its actor until its result is
 * saved. A claim names the actors whose effects a node requested in one commit, so that another node finds them when that
 * node dies.
 */
import type { Db, Tx } from './connect.ts';
import type { StoredEffect } from './turns.ts';

/** An effect as the node that runs it knows it. */
export interface EffectRow {
  /** Unique in its actor. */
  id: string;
  workspaceId: string;
  actorId: string;
  /** The actor that started its actor, or its actor itself. One turn of a family is taken at a time. */
  family: string;
  type: string;
  params: { [name: string]: unknown };
  /** 1 for the node that requested it, more after another node took it over. */
  tries: number;
  /** Whether an earlier try recorded that it was about to send a call. */
  started: boolean;
  /** What came of it before the database lost that (a failover to a replica that lags). Absent means the node knows of nothing. */
  earlier?: { type: string };
  /** The claim that names its actor. */
  claim: string;
}

/** Identifies an effect. */
interface EffectKey {
  actorId: string;
  id: string;
}

/** The effects of an actor that a node runs. */
export function effectsOf(
  actor: {
    id: string;
    workspaceId: string;
    parentId: string | null;
    effects: readonly StoredEffect[] | null;
  },
  owner: { nodeId: string; claim: string },
): EffectRow[] {
  const { id: actorId, workspaceId, parentId } = actor;
  return (actor.effects ?? [])
    .filter(({ node }) => node === owner.nodeId)
    .map(({ id, type, params, tries, startedAt }) => ({
      id,
      workspaceId,
      actorId,
      family: parentId ?? actorId,
      type,
      params,
      tries,
      started: startedAt !== undefined,
      claim: owner.claim,
    }));
}

/**
 * Records, before the calls are sent, that effects start calls which must not be repeated without a lookup.
 * @returns by actor, the effects that are still this node's, with the actor's `rev` after the write. For the other effects
 *   no call may be sent
 */
export async function markStarted(db: Db, effects: readonly EffectKey[], nodeId: string, now: number) {
  return db<{ actorId: string; ids: string[]; rev: number }[]>`
    with wanted as (
      select actor_id, array_agg(id) as ids
      from unnest(${effects.map((one) => one.actorId)}::text[], ${effects.map((one) => one.id)}::text[]) d(actor_id, id)
      group by actor_id
    )
    update actors a
    set rev = a.rev + 1, effects = (
      select json_agg(case when e ->> 'id' = any(d.ids) and e ->> 'node' = ${nodeId}
        then (e::jsonb || jsonb_build_object('startedAt', ${now}::float8))::json else e end)
      from json_array_elements(a.effects) e)
    from wanted d
    where a.id = d.actor_id and exists (
      select from json_array_elements(a.effects) e where e ->> 'id' = any(d.ids) and e ->> 'node' = ${nodeId})
    returning a.id as "actorId", a.rev, (
      select array_agg(e ->> 'id') from json_array_elements(a.effects) e
      where e ->> 'id' = any(d.ids) and e ->> 'node' = ${nodeId}) as ids`;
}

interface ClaimedActor {
  id: string;
  workspaceId: string;
  parentId: string | null;
  effects: StoredEffect[];
}

/** Locks the actors that wait for effects, in order of their ids, which is the order of all turns. */
const lockClaimed = (tx: Tx, ids: readonly string[]) => tx<ClaimedActor[]>`
  select id, workspace_id as "workspaceId", parent_id as "parentId", effects from actors
  where id = any(${ids as string[]}::text[]) and effects is not null order by id for update`;

/**
 * Takes over the claims of nodes that are dead or unknown, with the effects that have not ended.
 * @returns the effects to run, and the number of claims; when it equals `limit`, there may be more claims
 */
export async function adoptClaims(
  tx: Tx,
  adopt: { nodeId: string; now: number; limit: number },
): Promise<{ claims: number; effects: EffectRow[] }> {
  const claims = await tx<{ id: string; nodeId: string; actors: string[] }[]>`
    select c.id, c.node_id as "nodeId", c.actors from claims c
    left join nodes n on n.id = c.node_id
    where c.node_id <> ${adopt.nodeId} and (n.id is null or n.alive_until < to_timestamp(${adopt.now}::float8 / 1000))
    order by c.at limit ${adopt.limit}
    for update of c skip locked`;
  if (claims.length === 0) return { claims: 0, effects: [] };
  const actors = new Map(
    (
      await lockClaimed(
        tx,
        claims.flatMap((claim) => claim.actors),
      )
    ).map((row) => [row.id, row]),
  );
  const adopted: EffectRow[] = [];
  const remaining = new Set<string>();
  for (const claim of claims) {
    for (const id of claim.actors) {
      const actor = actors.get(id);
      if (!actor?.effects.some(({ node }) => node === claim.nodeId)) continue;
      const mine: StoredEffect[] = [];
      actor.effects = actor.effects.map((effect) => {
        if (effect.node !== claim.nodeId) return effect;
        // an effect without a node was requested by a node that only accepts requests: no node has tried it yet
        const adoptedEffect = {
          ...effect,
          node: adopt.nodeId,
          tries: effect.tries + (claim.nodeId === '' ? 0 : 1),
        };
        mine.push(adoptedEffect);
        return adoptedEffect;
      });
      remaining.add(claim.id);
      adopted.push(...effectsOf({ ...actor, effects: mine }, { nodeId: adopt.nodeId, claim: claim.id }));
    }
  }
  const changed = [...new Set(adopted.map((effect) => effect.actorId))].sort();
  await tx`
    update actors a set effects = d.effects::json, rev = a.rev + 1
    from unnest(${changed}::text[], ${changed.map((id) => JSON.stringify(actors.get(id)!.effects))}::text[]) d(id, effects)
    where a.id = d.id`;
  await tx`update claims set node_id = ${adopt.nodeId} where id = any(${[...remaining]}::text[])`;
  const done = claims.flatMap(({ id }) => (remaining.has(id) ? [] : [id]));
  await tx`delete from claims where id = any(${done}::text[])`;
  return { claims: claims.length, effects: adopted };
}

/** Deletes claims of a node whose effects have all ended. Claims that another node took over stay. */
export async function deleteClaims(db: Db, ids: string[], nodeId: string) {
  return db`delete from claims where id = any(${ids}::text[]) and node_id = ${nodeId}`;
}

/** Claims in the database that belong to a node but are unknown to it, with their actors. */
export async function readUnknownClaims(db: Db, own: { nodeId: string; keys: string[]; limit: number }) {
  return db<{ id: string; actors: string[] }[]>`
    select id, actors from claims where node_id = ${own.nodeId} and id <> all(${own.keys}::text[]) order by at limit ${own.limit}`;
}

/** The effects of claims that belong to a node. Claims without effects are returned too. */
export async function readClaimedEffects(
  db: Db,
  claims: readonly { id: string; actors: string[] }[],
  nodeId: string,
): Promise<EffectRow[]> {
  const rows = await db<ClaimedActor[]>`
    select id, workspace_id as "workspaceId", parent_id as "parentId", effects from actors
    where id = any(${claims.flatMap((claim) => claim.actors)}::text[]) and effects is not null`;
  const actors = new Map(rows.map((row) => [row.id, row]));
  return claims.flatMap((claim) =>
    claim.actors.flatMap((id) => {
      const actor = actors.get(id);
      return actor ? effectsOf(actor, { nodeId, claim: claim.id }) : [];
    }),
  );
}

/** Whether an effect still waits for its result and belongs to this node. */
export async function isOwnEffect(db: Db, { actorId, id }: EffectKey, nodeId: string): Promise<boolean> {
  const rows = await db`
    select from actors a cross join json_array_elements(a.effects) e
    where a.id = ${actorId} and e ->> 'id' = ${id} and e ->> 'node' = ${nodeId}`;
  return rows.length > 0;
}

/** How many effects wait for their results, by type. */
export async function countEffects(db: Db) {
  return db<{ type: string; count: number }[]>`
    select e ->> 'type' as type, count(*)::int as count
    from actors a cross join json_array_elements(a.effects) e
    where a.id in (select unnest(actors) from claims) and a.effects is not null
    group by 1`;
}
