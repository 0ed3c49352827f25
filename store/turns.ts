/**
 * The statements of a turn: claim actors with what is due to them, and write back what their steps decided, which is one
 * call of the function `turn_1` (migration 0014). `docs/architecture.md` tells the order. Measured in bench/results.md.
 */
import type { Db } from './connect.ts';

/** A delayed event that an actor waits for. */
export interface StoredTimer {
  id: string;
  /** Epoch ms. */
  dueAt: number;
  /** Absent: its type is the timer's id, and it has no other field. */
  event?: { type: string };
}

/** Something that an actor wants done outside and that is not answered yet. */
export interface StoredEffect {
  /** Unique in its actor; a larger number is a later effect. */
  id: string;
  type: string;
  params: { [name: string]: unknown };
  /** 1 for the node that made it, more after a take-over. */
  tries: number;
  /** The node that does it; empty: any may. */
  node: string;
  /** When it was asked for, epoch ms. */
  at: number;
  /** When a call left that must not be repeated blindly, epoch ms; absent: none did. */
  startedAt?: number;
}

export interface ActorRow {
  id: string;
  workspaceId: string;
  /** The actor that started it; null where nobody did. */
  parentId: string | null;
  kind: string;
  /** What its chart is made from; null or absent: its kind has one chart for all. */
  definitionId?: string | null;
  version: number;
  /** How often the row was written: a turn writes it only if nobody else did since it was read. */
  rev: number;
  seq: number;
  status: 'active' | 'done' | 'needs_attention';
  snapshot: unknown;
  /** null: none. */
  timers: readonly StoredTimer[] | null;
  /** null: none. */
  effects: readonly StoredEffect[] | null;
  /** The status in which it rests, as lists have it; null: in none. */
  shelf: string | null;
}

/** A message of another actor that waits in the mailbox. */
export interface MailRow {
  id: string;
  actorId: string;
  /** Epoch ms. */
  dueAt: number;
  event: { type: string };
}

/** The versions of the machines this program knows: an actor of a newer one is left to newer nodes. */
export interface KnownKinds {
  kinds: string[];
  versions: number[];
}

const columns = (db: Db) => db`
  a.id, a.workspace_id as "workspaceId", a.parent_id as "parentId", a.kind, a.definition_id as "definitionId", a.version,
  a.rev, a.seq, a.status, a.snapshot, a.timers, a.effects, a.shelf`;

/**
 * Locks up to `limit` actors that have timers due, oldest first. An actor another lane or node is working on is skipped,
 * never waited for, so lanes cannot block each other.
 */
export async function lockDueActors(db: Db, claim: { now: number; limit: number; known: KnownKinds }) {
  return db<ActorRow[]>`
    select ${columns(db)}
    from due d
    join actors a on a.id = d.actor_id
    join unnest(${claim.known.kinds}::text[], ${claim.known.versions}::int[]) k(kind, version)
      on k.kind = a.kind and a.version <= k.version
    where d.due_at <= to_timestamp(${claim.now}::float8 / 1000)
    order by d.due_at
    limit ${claim.limit}
    for update of a, d skip locked`;
}

/** Locks messages that are due, oldest first, except those of actors of newer versions. Most often there are none. */
export async function lockDueMessages(db: Db, claim: { now: number; limit: number; known: KnownKinds }) {
  return db<MailRow[]>`
    select m.id, m.actor_id as "actorId", (extract(epoch from m.due_at) * 1000)::float8 as "dueAt", m.event
    from messages m
    join actors a on a.id = m.actor_id
    join unnest(${claim.known.kinds}::text[], ${claim.known.versions}::int[]) k(kind, version)
      on k.kind = a.kind and a.version <= k.version
    where m.due_at <= to_timestamp(${claim.now}::float8 / 1000)
    order by m.due_at, m.id
    limit ${claim.limit}
    for update of a, m skip locked`;
}

/** Locks these actors, waiting for those that are busy. In order of id, so that two batches cannot deadlock. */
export async function lockActors(db: Db, actorIds: string[]) {
  return db<ActorRow[]>`
    select ${columns(db)} from actors a where a.id = any(${actorIds}::text[]) order by a.id for update`;
}

/** Locks those of these actors that nobody is working on. The others are left to their mailbox. */
export async function lockIdleActors(db: Db, actorIds: string[]) {
  return db<ActorRow[]>`
    select ${columns(db)} from actors a where a.id = any(${actorIds}::text[]) order by a.id for update skip locked`;
}

/** Reads actors without a lock: what is written of them counts only while their `rev` is the same. */
export async function readActorRows(db: Db, actorIds: string[]) {
  return db<
    ActorRow[]
  >`select ${columns(db)} from actors a where a.id = any(${actorIds}::text[]) order by a.id`;
}

/** A step as the journal keeps it: what follows from the event and the chart is left out (a replay tells it). */
export interface JournalStep {
  /** Absent: the family's first actor. */
  actor?: string;
  seq: number;
  /** Of the snapshot after the step. Absent: 1. */
  version?: number;
  /** What the actor's chart is made from. Absent: its kind has one chart for all. */
  definition?: string;
  event: { type: string };
  value: unknown;
  /** Edges of the chart. Absent, as the others: none. */
  taken?: string[];
  /** Names of what was asked for. */
  effects?: string[];
  timers?: { id: string; dueAt: number }[];
  cancels?: string[];
  fault?: string;
  /** Absent: it came about by itself. */
  hand?: Hand;
}

/** An operator who caused a step by hand, and why. */
export interface Hand {
  userId: string;
  /** The API key it came by. Absent: a person at the dashboard. */
  keyId?: string;
  reason: string;
}

/** The steps a family of actors took in one commit, in their order. */
export interface JournalPage {
  family: string;
  workspaceId: string;
  steps: JournalStep[];
}

/**
 * When the next timer or message is due that this program may take, epoch ms; null when there is none. Parked ones never
 * are, and those of actors of newer versions are left to newer nodes.
 */
export async function nextDueAt(db: Db, known: KnownKinds): Promise<number | null> {
  const [row] = await db<{ dueAt: number | null }[]>`
    with known as (
      select * from unnest(${known.kinds}::text[], ${known.versions}::int[]) k(kind, version)
    ), first as (
      (select d.due_at from due d join actors a on a.id = d.actor_id
       join known k on k.kind = a.kind and a.version <= k.version order by d.due_at limit 1)
      union all
      (select m.due_at from messages m join actors a on a.id = m.actor_id
       join known k on k.kind = a.kind and a.version <= k.version
       where m.due_at < 'infinity' order by m.due_at, m.id limit 1)
    )
    select (extract(epoch from min(due_at)) * 1000)::float8 as "dueAt" from first`;
  return row?.dueAt ?? null;
}

/** How long what is due first waits (ms), and how much is due: does anybody work? */
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
