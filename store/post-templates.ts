/** Templates of posts: what a post says, kept by a workspace under a name. */
import type { Db, Fragment, Tx } from './connect.ts';
import type { HeldTo, Within } from './held.ts';
import type { PostRow } from './posts.ts';

/** What a template says, beside its accounts. */
type TemplateContent = Pick<PostRow, 'content' | 'media' | 'options' | 'extras' | 'labels'>;

export interface PostTemplateRow {
  id: string;
  name: string;
  accountIds: string[];
  content: TemplateContent;
  updatedAt: Date;
}

const columns = (db: Db) => db`id, name, account_ids as "accountIds", content, updated_at as "updatedAt"`;

/** The condition that a caller reaches all accounts of a template. */
const ofAllReached = (db: Db, heldTo: HeldTo): Fragment =>
  heldTo === null ? db`` : db`and account_ids <@ ${heldTo as string[]}::text[]`;

/** Templates of which the caller reaches all accounts, by name. */
export async function listPostTemplates(db: Db, { workspaceId, heldTo }: Within): Promise<PostTemplateRow[]> {
  return db<PostTemplateRow[]>`
    select ${columns(db)} from post_templates
    where workspace_id = ${workspaceId} ${ofAllReached(db, heldTo)} order by lower(name)`;
}

/** A template of which the caller reaches all accounts; undefined if there is none. */
export async function findPostTemplate(
  db: Db,
  { id, workspaceId, heldTo }: Within & { id: string },
): Promise<PostTemplateRow | undefined> {
  const [row] = await db<PostTemplateRow[]>`
    select ${columns(db)} from post_templates
    where id = ${id} and workspace_id = ${workspaceId} ${ofAllReached(db, heldTo)}`;
  return row;
}

/**
 * Keeps other transactions from adding templates to a workspace or renaming them, until this one ends.
 * @returns how many the workspace has
 */
export async function lockPostTemplates(tx: Tx, workspaceId: string): Promise<number> {
  await tx`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' post templates ' || ${workspaceId}, 0))`;
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from post_templates where workspace_id = ${workspaceId}`;
  return row!.count;
}

/** Whether a template of the workspace has this name, in whatever case. @param find.otherThan the id of one that may have it */
export async function isTemplateNameTaken(
  db: Db,
  { workspaceId, name, otherThan }: { workspaceId: string; name: string; otherThan: string | null },
): Promise<boolean> {
  const rows = await db`
    select from post_templates
    where workspace_id = ${workspaceId} and lower(name) = lower(${name}) and id is distinct from ${otherThan}::text`;
  return rows.length > 0;
}

/** @param now epoch ms */
export async function insertPostTemplate(
  tx: Tx,
  template: Omit<PostTemplateRow, 'updatedAt'> & { workspaceId: string },
  now: number,
): Promise<void> {
  const { id, workspaceId, name, accountIds, content } = template;
  await tx`
    insert into post_templates (id, workspace_id, name, account_ids, content, created_at, updated_at)
    values (${id}, ${workspaceId}, ${name}, ${accountIds}::text[], ${JSON.stringify(content)}::text::json,
            to_timestamp(${now}::float8 / 1000), to_timestamp(${now}::float8 / 1000))`;
}

/** @param now epoch ms */
export async function updatePostTemplate(
  tx: Tx,
  { id, name, accountIds, content }: Omit<PostTemplateRow, 'updatedAt'>,
  now: number,
): Promise<void> {
  await tx`
    update post_templates
    set name = ${name}, account_ids = ${accountIds}::text[], content = ${JSON.stringify(content)}::text::json,
        updated_at = to_timestamp(${now}::float8 / 1000)
    where id = ${id}`;
}

export async function deletePostTemplate(tx: Tx, id: string): Promise<void> {
  await tx`delete from post_templates where id = ${id}`;
}
