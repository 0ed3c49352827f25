/**
 * The end of the journal, for those who follow it. Pages get their ids before they are committed, so one with a smaller
 * id may be seen after one with a larger: `readJournalHead` tells from when on that cannot be any more.
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
  /** The last id that was handed out, committed or not. */
  lastId: string;
  /** Every transaction with a smaller number has ended, and what it committed is seen from now on. */
  endedBefore: string;
}

/** How far the journal is. Transactions that only read do not hold it up. */
export async function readJournalHead(db: Db): Promise<JournalHead> {
  const [row] = await db<JournalHead[]>`
    select case when is_called then last_value else 0 end as "lastId",
           pg_snapshot_xmin(pg_current_snapshot())::text as "endedBefore"
    from journal_pages_id_seq`;
  return row!;
}

/**
 * A number above that of every transaction which has written something so far: a turn writes its actors before it draws
 * ids of pages. It uses a number up, so it is not for every look. (A snapshot's own xmax is none: it lies above those
 * that have ended, not above those that are under way.)
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
  /** Pages after `after` that were read already. */
  told: string[];
  limit: number;
}

/** Pages after an id, in their order: of one actor's steps an earlier one never comes after a later one. */
export async function readJournalAfter(db: Db, { workspaceId, family, after, told, limit }: TailRead) {
  // two ends, though only one matters: a plan without values takes a range for narrow, and uses the index
  return db<TailPage[]>`
    select p.id, p.family, (extract(epoch from p.at) * 1000)::float8 as at, p.steps::json as steps
    from journal_pages p
    where p.workspace_id = ${workspaceId} and p.id > ${after}::bigint and p.id <= ${MOST_ID}::bigint
      and p.id <> all(${told}::bigint[]) ${family === null ? db`` : db`and p.family = ${family}`}
    order by p.id limit ${limit}`;
}

const MOST_ID = '9223372036854775807';

/** An actor as it stands, whole. */
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

/** The first of a family, and what it started, newest first. */
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
