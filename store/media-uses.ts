/** Which posts, series and messages use a hosted file. A post is found by its files among its words (src/kinds/views/post-words.ts). */
import type { Db, Fragment } from './connect.ts';
import { ofSomeReached, type Within } from './held.ts';
import { searched } from './post-search.ts';

/** A post that uses a file. */
export interface MediaUse {
  id: string;
  status: string;
  /** The beginning of its text. */
  text: string;
  accountIds: string[];
}

/** Statuses of posts whose files are needed, if they are not published. */
const NOT_OUT = ['draft', 'scheduled', 'publishing', 'failed'];
/** Uses of one file that are counted. */
const MAX_COUNTED = 1_000;
const TEXT_CHARS = 120;

/** Networks on which a published post shows files from their address here. */
interface ShowingFromHere {
  platforms: readonly string[];
}

/** @param words of the files and the workspace, each as it is stored */
const hasWords = (db: Db, words: Fragment): Fragment => db`${searched(db, 'r.')} @@ ${words}::tsquery`;

/**
 * Whether a post needs its files: it is not out, or failed on an account on which it can be sent again, or is out on a network that shows
 * files from here.
 */
const needsFiles = (db: Db, { platforms }: ShowingFromHere): Fragment => db`(
  s.shown = any(${NOT_OUT}::text[])
  or (s.shown = 'published' and (s.reason is not null or r.platforms && ${platforms as string[]}::text[])))`;

const use = (db: Db): Fragment => db`
  r.id, s.shown as status, left(r.content, ${TEXT_CHARS}) as text, r.account_ids as "accountIds"`;

/** The posts that use each of these files, as far as the caller reaches them. */
export async function listUses(
  db: Db,
  { workspaceId, heldTo, names, newest }: Within & { names: readonly string[]; newest: number },
): Promise<{ name: string; count: number; posts: MediaUse[] }[]> {
  if (names.length === 0) return [];
  const words = db`('''@' || ${workspaceId}::text || ''' & ''/' || n.name || '''')`;
  return db<{ name: string; count: number; posts: MediaUse[] }[]>`
    select n.name, u.count, u.posts from unnest(${names as string[]}::text[]) n(name) cross join lateral (
      select count(*)::int as count,
        coalesce(json_agg(json_build_object('id', f.id, 'status', f.status, 'text', f.text, 'accountIds', f."accountIds")
          order by f.id desc) filter (where f.place <= ${newest}), '[]') as posts
      from (
        select ${use(db)}, row_number() over (order by r.id desc) as place from posts r join actors s on s.id = r.id
        where ${hasWords(db, words)} and r.workspace_id = ${workspaceId} and s.shown <> 'removed'
          ${ofSomeReached(db, 'r.account_ids', heldTo)}
        limit ${MAX_COUNTED}
      ) f
    ) u`;
}

/** The series that have not ended and use each of these files, as far as the caller reaches them. */
export async function listUsesInSeries(
  db: Db,
  { workspaceId, heldTo, names }: Within & { names: readonly string[] },
): Promise<{ name: string; ids: string[] }[]> {
  return db<{ name: string; ids: string[] }[]>`
    select n.name, array_agg(r.id order by r.id desc) as ids
    from unnest(${names as string[]}::text[]) n(name)
    join series r on r.workspace_id = ${workspaceId} and strpos(r.content::text, n.name) > 0
      ${ofSomeReached(db, 'r.account_ids', heldTo)}
    join actors s on s.id = r.id and s.shown <> 'ended'
    group by n.name`;
}

/** The posts of a workspace that need a file, the newest first. */
export async function listNeeding(
  db: Db,
  { workspaceId, name, ...showing }: ShowingFromHere & { workspaceId: string; name: string },
): Promise<MediaUse[]> {
  const words = db`${`'@${workspaceId}' & '/${name}'`}`;
  return db<MediaUse[]>`
    select ${use(db)} from posts r join actors s on s.id = r.id
    where ${hasWords(db, words)} and r.workspace_id = ${workspaceId} and ${needsFiles(db, showing)}
    order by r.id desc limit ${MAX_COUNTED}`;
}

/** Whether posts are there whose files are not known yet: those of an older program, until a node has indexed them. */
export async function hasUnindexedPosts(db: Db, workspaceId: string | null): Promise<boolean> {
  const ofWorkspace = workspaceId === null ? db`` : db`and workspace_id = ${workspaceId}`;
  const rows = await db`select from posts where words is null ${ofWorkspace} limit 1`;
  return rows.length > 0;
}

/**
 * Whether anything needs a file that was deleted from a library: another library, a post, a template, a series, or a message that is being sent. Posts of
 * the workspace that insisted on deleting it count while they are being published alone.
 */
export async function isFileNeeded(
  db: Db,
  {
    name,
    workspaceId,
    forced,
    ...showing
  }: ShowingFromHere & { name: string; workspaceId: string; forced: boolean },
): Promise<boolean> {
  const word = db`${`'/${name}'`}`;
  const counts = (inWorkspace: Fragment) => (forced ? db`and ${inWorkspace} <> ${workspaceId}` : db``);
  const [row] = await db<{ isNeeded: boolean }[]>`
    select exists (select from media where name = ${name})
      or exists (
        select from posts r join actors s on s.id = r.id
        where ${hasWords(db, word)} and (s.shown = 'publishing' or (${needsFiles(db, showing)} ${counts(db`r.workspace_id`)})))
      or exists (
        select from series r join actors s on s.id = r.id
        where s.shown <> 'ended' and strpos(r.content::text, ${name}) > 0 ${counts(db`r.workspace_id`)})
      or exists (
        select from post_templates r where strpos(r.content::text, ${name}) > 0 ${counts(db`r.workspace_id`)})
      or exists (
        select from actors a join direct_messages m on m.id = a.id
        where a.kind = 'message_send' and a.status = 'active' and strpos(m.attachments::text, ${name}) > 0) as "isNeeded"`;
  return row!.isNeeded;
}
