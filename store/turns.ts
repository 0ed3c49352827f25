/**
 * The statements of a turn: claim actors with what is due to them, write back what their steps decided. Every one works
 * on a whole batch; `docs/architecture.md` tells the order. Measured in bench/results.md.
 */
import type { Db } from './connect.ts';

export interface ActorRow {
  id: string;
  workspaceId: string;
  /** The actor that started it; null where nobody did. */
  parentId: string | null;
  kind: string;
  /** What its chart is made from; null or absent: its kind has one chart for all. */
  definitionId?: string | null;
  version: number;
  seq: number;
  status: 'active' | 'done' | 'needs_attention';
  snapshot: unknown;
}

/** A message taken out of a mailbox. */
export interface MailRow {
  id: string;
  actorId: string;
  event: { type: string };
}

/** The versions of the machines this program knows: an actor of a newer one is left to newer nodes. */
export interface KnownKinds {
  kinds: string[];
  versions: number[];
}

/**
 * Locks up to `limit` actors that have messages due, oldest first. An actor another lane or node is working on is
 * skipped, never waited for, so lanes cannot block each other. Their messages are taken by `takeMail`, in a statement of
 * its own: only there the newest of them are visible.
 */
export async function lockDueActors(db: Db, claim: { now: number; limit: number; known: KnownKinds }) {
  return db<ActorRow[]>`
    select a.id, a.workspace_id as "workspaceId", a.parent_id as "parentId", a.kind, a.definition_id as "definitionId",
           a.version, a.seq, a.status, a.snapshot
    from mailbox m
    join actors a on a.id = m.actor_id
    join unnest(${claim.known.kinds}::text[], ${claim.known.versions}::int[]) k(kind, version)
      on k.kind = a.kind and a.version <= k.version
    where m.due_at <= to_timestamp(${claim.now}::float8 / 1000)
    order by m.due_at, m.id
    limit ${claim.limit}
    for update of a skip locked`;
}

/** Takes all messages that are due to these actors, in order. They are gone with the commit, or still there. */
export async function takeMail(db: Db, take: { actorIds: string[]; now: number }) {
  return db<MailRow[]>`
    with taken as (
      delete from mailbox
      where actor_id = any(${take.actorIds}::text[]) and due_at <= to_timestamp(${take.now}::float8 / 1000)
      returning id, actor_id, due_at, event
    )
    select id, actor_id as "actorId", event from taken order by due_at, id`;
}

/** Locks these actors, waiting for those that are busy. In order of id, so that two batches cannot deadlock. */
export async function lockActors(db: Db, actorIds: string[]) {
  return db<ActorRow[]>`
    select id, workspace_id as "workspaceId", parent_id as "parentId", kind, definition_id as "definitionId", version, seq,
           status, snapshot
    from actors where id = any(${actorIds}::text[]) order by id for update`;
}

/** Locks those of these actors that nobody is working on. The others are left to their mailbox. */
export async function lockIdleActors(db: Db, actorIds: string[]) {
  return db<ActorRow[]>`
    select id, workspace_id as "workspaceId", parent_id as "parentId", kind, definition_id as "definitionId", version, seq,
           status, snapshot
    from actors where id = any(${actorIds}::text[]) order by id for update skip locked`;
}

/** What a step changes of an actor's row. */
export interface ActorStep {
  id: string;
  version: number;
  /** Steps taken before this turn: what the row must still say. */
  seqBefore: number;
  seq: number;
  status: string;
  snapshot: unknown;
}

/** A new actor's row. */
export interface ActorWrite extends Omit<ActorStep, 'seqBefore'> {
  workspaceId: string;
  parentId: string | null;
  kind: string;
  definitionId: string | null;
}

export async function insertActors(db: Db, rows: ActorWrite[], now: number) {
  return db`
    insert into actors (id, workspace_id, parent_id, kind, definition_id, version, seq, status, snapshot, updated_at)
    select d.id, d."workspaceId", d."parentId", d.kind, d."definitionId", d.version, d.seq, d.status, d.snapshot,
           to_timestamp(${now}::float8 / 1000)
    from json_to_recordset(${batch(rows)}::json) d(
      id text, "workspaceId" text, "parentId" text, kind text, "definitionId" text, version int, seq int, status text,
      snapshot json
    )`;
}

/** Writes snapshots back; answers how many rows still stood at `seqBefore`. Fewer than asked means: roll back. */
export async function updateActors(db: Db, rows: ActorStep[], now: number): Promise<number> {
  const result = await db`
    update actors a
    set snapshot = d.snapshot, version = d.version, seq = d.seq, status = d.status,
        updated_at = to_timestamp(${now}::float8 / 1000)
    from json_to_recordset(${batch(rows)}::json) d(
      id text, version int, "seqBefore" int, seq int, status text, snapshot json
    )
    where a.id = d.id and a.seq = d."seqBefore"`;
  return result.count;
}

export interface MailWrite {
  workspaceId: string;
  actorId: string;
  /** Epoch ms. */
  dueAt: number;
  /** A timer's name; null for a message. */
  timer: string | null;
  event: unknown;
}

/** Puts messages and timers into mailboxes. A timer that is set again replaces the one of the same name. */
export async function insertMail(db: Db, rows: MailWrite[]) {
  return db`
    insert into mailbox (workspace_id, actor_id, due_at, timer, event)
    select d."workspaceId", d."actorId", to_timestamp(d."dueAt" / 1000), d.timer, d.event
    from json_to_recordset(${batch(rows)}::json) d(
      "workspaceId" text, "actorId" text, "dueAt" float8, timer text, event json
    )
    on conflict (actor_id, timer) where timer is not null
    do update set due_at = excluded.due_at, event = excluded.event`;
}

export async function deleteTimers(db: Db, rows: { actorId: string; timer: string }[]) {
  return db`
    delete from mailbox m
    using unnest(${column(rows, 'actorId')}::text[], ${column(rows, 'timer')}::text[]) d(actor_id, timer)
    where m.actor_id = d.actor_id and m.timer = d.timer`;
}

/** After an upgrade: arms timers that are not armed yet; the others keep their time. */
export async function armTimers(db: Db, rows: MailWrite[]) {
  return db`
    insert into mailbox (workspace_id, actor_id, due_at, timer, event)
    select d."workspaceId", d."actorId", to_timestamp(d."dueAt" / 1000), d.timer, d.event
    from json_to_recordset(${batch(rows)}::json) d(
      "workspaceId" text, "actorId" text, "dueAt" float8, timer text, event json
    )
    on conflict (actor_id, timer) where timer is not null do nothing`;
}

/** After an upgrade: drops the timers that the new chart does not know. */
export async function dropOtherTimers(db: Db, actorId: string, keep: string[]) {
  return db`
    delete from mailbox where actor_id = ${actorId} and timer is not null and timer <> all(${keep}::text[])`;
}

/** Keeps the messages of an actor that needs a person's attention, out of the way of the claim. */
export async function parkMailOf(db: Db, actorIds: string[]) {
  return db`update mailbox set due_at = 'infinity' where actor_id = any(${actorIds}::text[])`;
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

export async function insertJournal(db: Db, pages: JournalPage[], now: number) {
  return db`
    insert into journal_pages (family, workspace_id, at, steps)
    select d.family, d."workspaceId", to_timestamp(${now}::float8 / 1000), d.steps
    from json_to_recordset(${batch(pages)}::json) d(family text, "workspaceId" text, steps json)`;
}

/**
 * When the next message is due that this program may take, epoch ms; null when there is none. Parked messages never are,
 * and those of actors of newer versions are left to newer nodes.
 */
export async function nextDueAt(db: Db, known: KnownKinds): Promise<number | null> {
  const [row] = await db<{ dueAt: number | null }[]>`
    select (extract(epoch from m.due_at) * 1000)::float8 as "dueAt"
    from mailbox m
    join actors a on a.id = m.actor_id
    join unnest(${known.kinds}::text[], ${known.versions}::int[]) k(kind, version)
      on k.kind = a.kind and a.version <= k.version
    where m.due_at < 'infinity' order by m.due_at, m.id limit 1`;
  return row?.dueAt ?? null;
}

/** How long the oldest due message waits (ms), and how many wait for longer than `olderThanMs`: is anybody at work? */
export async function mailboxLag(db: Db, now: number) {
  const [row] = await db<{ lagMs: number; due: number }[]>`
    with due as (
      select due_at from mailbox where due_at <= to_timestamp(${now}::float8 / 1000) order by due_at, id limit 10000
    )
    select coalesce(${now}::float8 - extract(epoch from min(due_at)) * 1000, 0)::float8 as "lagMs",
           count(*)::int as due
    from due`;
  return row ?? { lagMs: 0, due: 0 };
}

/**
 * A batch of rows as one JSON parameter, for `json_to_recordset`. Rows hold JSON themselves: as arrays of texts each
 * would be encoded, quoted and escaped on its own, which cost a third of the node's time.
 */
export const batch = (rows: readonly object[]): string => JSON.stringify(rows);

/** One column of a batch of plain values, as the array that `unnest` takes. */
export function column<Row, Key extends keyof Row>(rows: readonly Row[], key: Key): Row[Key][] {
  return rows.map((row) => row[key]);
}
