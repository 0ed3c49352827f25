/**
 * The end of the journal, for programs that follow it. A page gets its id before its transaction commits, so a page with
 * a smaller id may become visible after one with a larger id. `readJournalHead` returns from when on that is no longer
 * possible.
 */
import type { Persisted } from '../machines/durable.ts';
import type { ActorRow, JournalStep } from './turns.ts';
import type { Db } from './connect.ts';

/** A page as it is stored. Ids are bigint: as text. */
export interface TailPage {
  id: string;
  family: string;
  /** Epoch ms. */
  at: number;
  steps: JournalStep[];
}

export interface JournalHead {
  /** The last id that was assigned, committed or not. */
  lastId: string;
  /** Every transaction with a smaller number has ended, and the pages it committed are visible. */
  endedBefore: string;
}

/** Reads how far the journal is complete. Transactions that only read do not delay it. */
export async function readJournalHead(db: Db): Promise<JournalHead> {
  const [row] = await db<JournalHead[]>`
    select case when is_called then last_value else 0 end as "lastId",
           pg_snapshot_xmin(pg_current_snapshot())::text as "endedBefore"
    from journal_pages_id_seq`;
  return row!;
}

/**
 * Draws a number above that of every transaction that has written something so far: a turn writes its actors before it
 * gets ids for its pages. Each call uses a number up, so do not call it for every poll. (A snapshot's own xmax does not
 * serve: it is above the transactions that have ended, not above those that are in progress.)
 */
export async function drawTransactionNumber(db: Db): Promise<string> {
  const [row] = await db<{ number: string }[]>`select pg_current_xact_id()::text as number`;
  return row!.number;
}

export interface TailRead {
  workspaceId: string;
  /** null: of every family. */
  family: string | null;
  after: string;
  /** Ids of pages after `after` that the reader has already. */
  told: string[];
  limit: number;
}

/** Pages after an id, in their order. The steps of one actor are always in order. */
export async function readJournalAfter(db: Db, { workspaceId, family, after, told, limit }: TailRead) {
  // both ends are given, though only one matters: without values, the planner assumes that a range is narrow and uses the
  // index
  return db<TailPage[]>`
    select p.id, p.family, (extract(epoch from p.at) * 1000)::float8 as at, p.steps::json as steps
    from journal_pages p
    where p.workspace_id = ${workspaceId} and p.id > ${after}::bigint and p.id <= ${MOST_ID}::bigint
      and p.id <> all(${told}::bigint[]) ${family === null ? db`` : db`and p.family = ${family}`}
    order by p.id limit ${limit}`;
}

const MOST_ID = '9223372036854775807';

/** The complete current row of an actor. */
export interface StandRow extends Omit<ActorRow, 'snapshot' | 'rev' | 'timers' | 'effects' | 'shelf'> {
  snapshot: Persisted;
  /** Epoch ms. */
  updatedAt: number;
}

const stand = (db: Db) => db`
  a.id, a.workspace_id as "workspaceId", a.parent_id as "parentId", a.kind, a.definition_id as "definitionId",
  a.version, a.seq, a.status, a.snapshot,
  (extract(epoch from a.updated_at) * 1000)::float8 as "updatedAt"`;

/** Actors by id; those of other workspaces are left out. */
export async function readStands(db: Db, read: { workspaceId: string; ids: string[] }) {
  return db<StandRow[]>`
    select ${stand(db)} from actors a
    where a.id = any(${read.ids}::text[]) and a.workspace_id = ${read.workspaceId}`;
}

/** The first actor of a family and the actors it started, newest first. */
export async function readFamilyStands(db: Db, read: { workspaceId: string; family: string; limit: number }) {
  return db<StandRow[]>`
    select ${stand(db)} from actors a
    where a.workspace_id = ${read.workspaceId} and (a.id = ${read.family} or a.parent_id = ${read.family})
    order by a.id desc limit ${read.limit}`;
}

/** The newest actors of each of these kinds. @param read.each how many of a kind */
export async function readNewestStands(db: Db, read: { workspaceId: string; kinds: string[]; each: number }) {
  return db<StandRow[]>`
    select ${stand(db)} from unnest(${read.kinds}::text[]) k(kind)
    cross join lateral (
      select * from actors where workspace_id = ${read.workspaceId} and kind = k.kind order by id desc limit ${read.each}
    ) a`;
}
