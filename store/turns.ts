/**
 * The statements of a turn: lock actors with due timers or messages, and write what their steps decided, which is one
 * call of the SQL function `turn_2` (migrations 0016 and 0053). `docs/architecture.md` describes the order of a turn;
 * bench/results.md has measurements.
 */
import type { Db, Tx } from './connect.ts';

/** A delayed event that an actor waits for. */
export interface StoredTimer {
  id: string;
  /** Epoch ms. */
  dueAt: number;
  /** Absent means its type is the timer's id, and it has no other field. */
  event?: { type: string };
}

/** Work outside the machine that an actor requested and whose result has not been saved yet. */
export interface StoredEffect {
  /** Unique in its actor; a larger number is a later effect. */
  id: string;
  type: string;
  params: { [name: string]: unknown };
  /** 1 for the node that requested it, more after another node took it over. */
  tries: number;
  /** The node that runs it; empty: any node may. */
  node: string;
  /** When it was requested, epoch ms. */
  at: number;
  /** When a call was sent that must not be repeated without a lookup, epoch ms; absent means none was sent. */
  startedAt?: number;
}

export interface ActorRow {
  id: string;
  workspaceId: string;
  /** The actor that started it; null means a request started it. */
  parentId: string | null;
  kind: string;
  /** The definition that its chart is compiled from; null or absent means its kind has one chart for all actors. */
  definitionId?: string | null;
  version: number;
  /** How often the row was written. A turn writes the row only if this number is the same as when the turn read it. */
  rev: number;
  seq: number;
  status: 'active' | 'done' | 'needs_attention';
  snapshot: unknown;
  /** null means none. */
  timers: readonly StoredTimer[] | null;
  /** null means none. */
  effects: readonly StoredEffect[] | null;
  /** The status in which the actor rests, as lists show it; null means lists do not show it. */
  shelf: string | null;
}

/** A message from another actor that waits in the mailbox. */
export interface MailRow {
  id: string;
  actorId: string;
  /** Epoch ms. */
  dueAt: number;
  event: { type: string };
}

/** The versions of the machines that this program knows. It leaves actors of newer versions to newer nodes. */
export interface SupportedKinds {
  kinds: string[];
  versions: number[];
}

const columns = (db: Db) => db`
  a.id, a.workspace_id as "workspaceId", a.parent_id as "parentId", a.kind, a.definition_id as "definitionId", a.version,
  a.rev, a.seq, a.status, a.snapshot, a.timers, a.effects, a.shelf`;

/**
 * Locks up to `limit` actors with due timers, oldest first. It skips actors that another loop or node has locked and
 * never waits for them, so loops cannot block each other.
 */
export async function lockDueActors(db: Db, claim: { now: number; limit: number; kinds: SupportedKinds }) {
  return db<ActorRow[]>`
    select ${columns(db)}
    from due d
    join actors a on a.id = d.actor_id
    join unnest(${claim.kinds.kinds}::text[], ${claim.kinds.versions}::int[]) k(kind, version)
      on k.kind = a.kind and a.version <= k.version
    where d.due_at <= to_timestamp(${claim.now}::float8 / 1000)
    order by d.due_at, d.actor_id
    limit ${claim.limit}
    for update of a, d skip locked`;
}

/** Locks due messages, oldest first, except those to actors of newer versions. Usually there are none. */
export async function lockDueMessages(db: Db, claim: { now: number; limit: number; kinds: SupportedKinds }) {
  return db<MailRow[]>`
    select m.id, m.actor_id as "actorId", (extract(epoch from m.due_at) * 1000)::float8 as "dueAt", m.event
    from messages m
    join actors a on a.id = m.actor_id
    join unnest(${claim.kinds.kinds}::text[], ${claim.kinds.versions}::int[]) k(kind, version)
      on k.kind = a.kind and a.version <= k.version
    where m.due_at <= to_timestamp(${claim.now}::float8 / 1000)
    order by m.due_at, m.id
    limit ${claim.limit}
    for update of a, m skip locked`;
}

/** The messages that wait for these actors, oldest first, also those that are not due yet. Parked ones are left out. */
export async function readMessages(db: Db, actorIds: readonly string[]) {
  return db<MailRow[]>`
    select id, actor_id as "actorId", (extract(epoch from due_at) * 1000)::float8 as "dueAt", event
    from messages where actor_id = any(${actorIds as string[]}::text[]) and due_at < 'infinity' order by id`;
}

/** Locks these actors and waits for those that are locked. In order of id, so that two batches cannot deadlock. */
export async function lockActors(db: Db, actorIds: string[]) {
  return db<ActorRow[]>`
    select ${columns(db)} from actors a where a.id = any(${actorIds}::text[]) order by a.id for update`;
}

/** From here on a statement of the transaction that waits for a lock fails with 55P03 after `timeoutMs`. */
export async function setLockTimeout(tx: Tx, timeoutMs: number): Promise<void> {
  await tx`select set_config('lock_timeout', ${String(timeoutMs)}, true)`;
}

/** Locks those of these actors that no other transaction has locked. Messages to the others stay in their mailboxes. */
export async function lockIdleActors(db: Db, actorIds: string[]) {
  return db<ActorRow[]>`
    select ${columns(db)} from actors a where a.id = any(${actorIds}::text[]) order by a.id for update skip locked`;
}

/** @returns those of these actors that another transaction has locked now. Ids that belong to no actor are left out */
export async function readLockedIds(db: Db, ids: readonly string[]): Promise<string[]> {
  const free = await db<{ id: string }[]>`
    select id from actors where id = any(${ids as string[]}::text[]) for update skip locked`;
  const existing = await db<
    { id: string }[]
  >`select id from actors where id = any(${ids as string[]}::text[])`;
  const isFree = new Set(free.map(({ id }) => id));
  return existing.flatMap(({ id }) => (isFree.has(id) ? [] : [id]));
}

/** Reads actors without a lock. A turn that uses them is written only if their `rev` is still the same. */
export async function readActorRows(db: Db, actorIds: string[]) {
  return db<
    ActorRow[]
  >`select ${columns(db)} from actors a where a.id = any(${actorIds}::text[]) order by a.id`;
}

/** A step as the journal stores it, without what a replay derives from the event and the chart. */
export interface JournalStep {
  /** Absent means the first actor of the family. */
  actor?: string;
  seq: number;
  /** Of the snapshot after the step. Absent means 1. */
  version?: number;
  /** The definition that the actor's chart is compiled from. Absent means its kind has one chart for all actors. */
  definition?: string;
  event: { type: string };
  value: unknown;
  /** State and context before the step, of kinds of which the journal leaves out some steps. */
  before?: { value: unknown; context: unknown };
  /** Edges of the chart that were taken. Here and below, absent means none. */
  taken?: string[];
  /** Names of the effects that were requested. */
  effects?: string[];
  timers?: { id: string; dueAt: number }[];
  cancels?: string[];
  fault?: string;
  /** The operator who caused it; absent means no person did. */
  hand?: Hand;
}

/** The operator who caused a step by a manual action, and the reason. */
export interface Hand {
  userId: string;
  /** The API key of the request. Absent means the operator used the dashboard. */
  keyId?: string;
  reason: string;
}

/** The steps that a family of actors took in one commit, in their order. */
export interface JournalPage {
  family: string;
  workspaceId: string;
  steps: JournalStep[];
}

/**
 * When the next timer or message is due that this program may process, epoch ms; null when there is none. Parked ones do
 * not count, and neither do those of actors of newer versions.
 */
export async function nextDueAt(db: Db, kinds: SupportedKinds): Promise<number | null> {
  const [row] = await db<{ dueAt: number | null }[]>`
    with known as (
      select * from unnest(${kinds.kinds}::text[], ${kinds.versions}::int[]) k(kind, version)
    ), first as (
      (select d.due_at from due d join actors a on a.id = d.actor_id
       join known k on k.kind = a.kind and a.version <= k.version order by d.due_at, d.actor_id limit 1)
      union all
      (select m.due_at from messages m join actors a on a.id = m.actor_id
       join known k on k.kind = a.kind and a.version <= k.version
       where m.due_at < 'infinity' order by m.due_at, m.id limit 1)
    )
    select (extract(epoch from min(due_at)) * 1000)::float8 as "dueAt" from first`;
  return row?.dueAt ?? null;
}

/** For how many ms the oldest due message or timer has waited, and how many are due: shows whether the nodes keep up. */
export async function mailboxLag(db: Db, now: number) {
  const [row] = await db<{ lagMs: number; due: number }[]>`
    with waiting as (
      (select due_at from due where due_at <= to_timestamp(${now}::float8 / 1000) order by due_at limit 10000)
      union all
      (select due_at from messages where due_at <= to_timestamp(${now}::float8 / 1000) order by due_at, id limit 10000)
    )
    select coalesce(${now}::float8 - extract(epoch from min(due_at)) * 1000, 0)::float8 as "lagMs",
           count(*)::int as due
    from waiting`;
  return row ?? { lagMs: 0, due: 0 };
}
