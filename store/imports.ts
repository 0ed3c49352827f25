/** Imports of posts from files, their rows, and the posts of the rows (machines/import.ts). */
import type { ImportContext } from '../machines/import.ts';
import { batch } from './batch.ts';
import type { Db, Tx } from './connect.ts';
import type { HeldTo } from './held.ts';
import type { Prune } from './retention.ts';

/** The call that sent a file. */
export interface ImportCaller {
  userId: string;
  userName: string;
  keyId: string;
  keyName: string | null;
  /** Absent means all. */
  scopes?: string[];
  requestId: string;
}

export interface NewImport {
  id: string;
  workspaceId: string;
  madeBy: ImportCaller;
  /** null if the file was sent without one. */
  name: string | null;
  format: string;
  /** Names of accounts, for rows that name none. */
  otherwise: string[];
  accountIds: string[];
}

export interface ImportRow extends NewImport {
  /** Epoch ms. */
  createdAt: number;
  /** State and context of its actor. */
  state: string;
  context: ImportContext;
}

/** A row of a file. */
export interface FileRow {
  row: number;
  cells: { [column: string]: string };
}

export interface RowProblem {
  /** JSON pointer of the column. */
  param: string;
  error: string;
  code: string;
  values?: { [name: string]: string | number };
}

/** What a row came to. */
export interface RowResult {
  row: number;
  ok: boolean;
  warnings: string[];
  problem: RowProblem | null;
}

/** A row with its result; `ok` is null until it was checked. */
export interface CheckedRow extends FileRow, Omit<RowResult, 'ok'> {
  ok: boolean | null;
  postId: string | null;
}

/** Which imports a caller sees: those of the workspace; who is held to some accounts sees their own ones that name no other account. */
interface ImportReach {
  workspaceId: string;
  heldTo: HeldTo;
  userId: string;
}

const reached = (db: Db, { workspaceId, heldTo, userId }: ImportReach) => db`
  i.workspace_id = ${workspaceId}
  ${heldTo === null ? db`` : db`and i.user_id = ${userId} and i.account_ids <@ ${heldTo as string[]}::text[]`}`;

const columns = (db: Db) => db`
  i.id, i.workspace_id as "workspaceId", i.made_by as "madeBy", i.name, i.format, i.otherwise, i.account_ids as "accountIds",
  (extract(epoch from i.created_at) * 1000)::float8 as "createdAt", a.snapshot ->> 'value' as state, a.snapshot -> 'context' as context`;

/** Stores an import with its rows. @param now epoch ms */
export async function insertImport(
  tx: Tx,
  made: NewImport,
  rows: readonly FileRow[],
  now: number,
): Promise<void> {
  const { id, workspaceId, madeBy, name, format, otherwise, accountIds } = made;
  await tx`
    insert into imports (id, workspace_id, user_id, made_by, name, format, otherwise, account_ids, created_at)
    values (${id}, ${workspaceId}, ${madeBy.userId}, ${JSON.stringify(madeBy)}::text::jsonb, ${name}, ${format},
            ${otherwise}::text[], ${accountIds}::text[], to_timestamp(${now}::float8 / 1000))`;
  await tx`
    insert into import_rows (import_id, workspace_id, row, cells)
    select ${id}, ${workspaceId}, d.row, d.cells
    from json_to_recordset(${batch(rows)}::text::json) d(row integer, cells jsonb)`;
}

/** One import that the caller sees; undefined if there is none. */
export async function findImport(db: Db, find: ImportReach & { id: string }): Promise<ImportRow | undefined> {
  const [row] = await db<ImportRow[]>`
    select ${columns(db)} from imports i join actors a on a.id = i.id where i.id = ${find.id} and ${reached(db, find)}`;
  return row;
}

/** What the effects of an import need of it; undefined if its workspace was deleted. */
export async function readImport(db: Db, id: string): Promise<NewImport | undefined> {
  const [row] = await db<NewImport[]>`
    select ${columns(db)} from imports i join actors a on a.id = i.id where i.id = ${id}`;
  return row;
}

/** Imports that the caller sees, newest first. @param list.before id; null means from the newest */
export async function listImports(
  db: Db,
  list: ImportReach & { before: string | null; limit: number },
): Promise<ImportRow[]> {
  return db<ImportRow[]>`
    select ${columns(db)} from imports i join actors a on a.id = i.id
    where ${reached(db, list)} ${list.before === null ? db`` : db`and i.id < ${list.before}`}
    order by i.id desc limit ${list.limit}`;
}

/** The next rows of an import. @param list.after a row */
export async function listFileRows(
  db: Db,
  list: { importId: string; after: number; limit: number },
): Promise<FileRow[]> {
  return db<FileRow[]>`
    select row, cells from import_rows where import_id = ${list.importId} and row > ${list.after}
    order by row limit ${list.limit}`;
}

/** Rows with what became of them. @param list.problems those with a problem alone */
export async function listCheckedRows(
  db: Db,
  list: { importId: string; after: number; limit: number; problems: boolean },
): Promise<CheckedRow[]> {
  return db<CheckedRow[]>`
    select r.row, r.cells, r.ok, r.warnings, r.problem, p.post_id as "postId"
    from import_rows r left join import_posts p on p.import_id = r.import_id and p.row = r.row
    where r.import_id = ${list.importId} and r.row > ${list.after} ${list.problems ? db`and r.problem is not null` : db``}
    order by r.row limit ${list.limit}`;
}

/** Stores what rows came to, and their posts. @throws as Postgres does where a row has a post already */
export async function saveRowResults(
  tx: Tx,
  of: { importId: string; workspaceId: string },
  results: readonly RowResult[],
  posts: readonly { row: number; postId: string }[],
): Promise<void> {
  await tx`
    update import_rows r set ok = d.ok, problem = d.problem, warnings = array(select json_array_elements_text(d.warnings))
    from json_to_recordset(${batch(results)}::text::json) d(row integer, ok boolean, warnings json, problem jsonb)
    where r.import_id = ${of.importId} and r.row = d.row`;
  if (posts.length === 0) return;
  await tx`
    insert into import_posts (import_id, row, workspace_id, post_id)
    select ${of.importId}, d.row, ${of.workspaceId}, d."postId"
    from json_to_recordset(${batch(posts)}::text::json) d(row integer, "postId" text)`;
}

/** The posts of an import after a row, in the order of the rows. */
export async function listImportPosts(
  db: Db,
  list: { importId: string; after: number; limit: number },
): Promise<{ row: number; postId: string }[]> {
  return db<{ row: number; postId: string }[]>`
    select row, post_id as "postId" from import_posts where import_id = ${list.importId} and row > ${list.after}
    order by row limit ${list.limit}`;
}

/** Whether a post of an import has another status than draft. */
export async function hasTimedPosts(db: Db, importId: string): Promise<boolean> {
  const [row] = await db<{ hasAny: boolean }[]>`
    select exists (select from import_posts p join actors a on a.id = p.post_id
      where p.import_id = ${importId} and a.shown in ('scheduled', 'publishing', 'published', 'failed')) as "hasAny"`;
  return row!.hasAny;
}

/** Titles for the debugger. */
export async function describeImports(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; title: string }[]> {
  return db<{ id: string; title: string }[]>`
    select id, coalesce(name, 'Import of posts') as title from imports where id = any(${ids as string[]}::text[])`;
}

/** Deletes imports that have been at rest since `before`, with their rows and actors. Their posts stay. */
export async function pruneImports(db: Db, { before, limit }: Prune): Promise<number> {
  const result = await db`
    with old as (
      select id from actors
      where kind = 'import' and shown in ('checked', 'finished', 'stopped', 'removed')
        and updated_at < to_timestamp(${before}::float8 / 1000)
      limit ${limit}
    ), file_rows as (delete from import_rows r using old where r.import_id = old.id),
    posts as (delete from import_posts p using old where p.import_id = old.id),
    files as (delete from imports i using old where i.id = old.id)
    delete from actors a using old where a.id = old.id`;
  return result.count;
}
