/**
 * The end of the journal, for programs that follow it. The id of a page follows from the time at which its turn wrote it,
 * and a turn commits later, so a page with a smaller id may become visible after one with a larger id.
 */
import type { Persisted } from '../machines/durable.ts';
import type { ActorRow, JournalStep } from './turns.ts';
import { isOfReached, type Reach } from './actors.ts';
import type { Db } from './connect.ts';

/** A page as it is stored. Ids are bigint: as text. */
export interface TailPage {
  id: string;
  family: string;
  /** Epoch ms. */
  at: number;
  steps: JournalStep[];
}

/** How far apart the ids of two pages are that were written one ms apart (migration 0015). */
export const PAGE_IDS_PER_MS = 1000n * 2048n;

/**
 * The longest time between the moment a page gets its id and its commit, ms. After the statement that writes the page, a
 * turn's transaction has at most two more, and Postgres ends each statement, and each pause before the next, after 60 s
 * (store/connect.ts).
 */
export const LONGEST_TURN_MS = 6 * 60_000;

/** The id of a page that would be written now, by the clock of the server that has the pages. */
export async function readJournalNow(db: Db): Promise<bigint> {
  const [row] = await db<{ id: string }[]>`select journal_page_id() as id`;
  return BigInt(row!.id);
}

interface TailRead {
  workspaceId: string;
  /** null means of every family. */
  family: string | null;
  after: bigint;
}

const afterIn = (db: Db, { workspaceId, family, after }: TailRead) =>
  // both ends are given, though only one matters: without values, the planner assumes that a range is narrow and uses the
  // index
  db`p.workspace_id = ${workspaceId} and p.id > ${String(after)}::bigint and p.id <= ${MAX_ID}::bigint
     ${family === null ? db`` : db`and p.family = ${family}`}`;

const MAX_ID = '9223372036854775807';

/** Pages after an id, in the order of their ids. @param read.told ids of pages that the reader has already */
export async function readJournalAfter(db: Db, read: TailRead & { reported: string[]; limit: number }) {
  return db<TailPage[]>`
    select p.id, p.family, (extract(epoch from p.at) * 1000)::float8 as at, p.steps::json as steps
    from journal_pages p
    where ${afterIn(db, read)} and not exists (select from unnest(${read.reported}::bigint[]) told(id) where told.id = p.id)
    order by p.id limit ${read.limit}`;
}

/** Ids of the pages after an id. */
export async function readJournalIdsAfter(db: Db, read: TailRead): Promise<string[]> {
  const rows = await db<{ id: string }[]>`select p.id from journal_pages p where ${afterIn(db, read)}`;
  return rows.map((row) => row.id);
}

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

/** Actors by id; those of other workspaces, and of accounts that the caller does not reach, are left out. */
export async function readStands(db: Db, read: Reach & { workspaceId: string; ids: string[] }) {
  return db<StandRow[]>`
    select ${stand(db)} from actors a
    where a.id = any(${read.ids}::text[]) and a.workspace_id = ${read.workspaceId} and ${isOfReached(db, read, 'a')}`;
}

/** The first actor of a family and the actors it started, newest first. */
export async function readFamilyStands(
  db: Db,
  read: Reach & { workspaceId: string; family: string; limit: number },
) {
  return db<StandRow[]>`
    select ${stand(db)} from actors a
    where a.workspace_id = ${read.workspaceId} and (a.id = ${read.family} or a.parent_id = ${read.family})
      and ${isOfReached(db, read, 'a')}
    order by a.id desc limit ${read.limit}`;
}

/** The newest actors of each of these kinds. @param read.each how many of a kind */
export async function readNewestStands(
  db: Db,
  read: Reach & { workspaceId: string; kinds: string[]; each: number },
) {
  return db<StandRow[]>`
    select ${stand(db)} from unnest(${read.kinds}::text[]) k(kind)
    cross join lateral (
      select * from actors where workspace_id = ${read.workspaceId} and kind = k.kind and ${isOfReached(db, read, 'actors')}
      order by id desc limit ${read.each}
    ) a`;
}
