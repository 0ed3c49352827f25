/** Searches posts: by words, labels, accounts and times. The ids are found here; what the posts are is read by them, in posts.ts. */
import type { Db, Fragment } from './connect.ts';
import { ofSomeReached, type Within } from './held.ts';
import { AWAITED, fixed } from './post-lists.ts';

/** Which posts a search finds, within a workspace and a page. */
export interface PostSearch extends Within {
  /** null means every status; `awaiting_approval`: drafts that wait for an approval. */
  status: string | null;
  /** Also posts that are live on one account or more and failed on another, with any status. */
  orPartial: boolean;
  /** What the posts have among their words; absent or null means anything. */
  words?: WordSearch | null;
  accountId?: string | null;
  /** Only posts of one of these accounts or more, such as those of a group. */
  accountIds?: readonly string[] | null;
  platform?: string | null;
  label?: string | null;
  /** Epoch ms; compared with the time of publication, else with the planned time, else with the time of creation. */
  from?: number | null;
  to?: number | null;
  /** Only posts with a smaller id; null starts with the newest. */
  before: string | null;
  limit: number;
}

export interface WordSearch {
  /** All of them; the last may be the beginning of a longer word. */
  words: readonly string[];
  /** All of them, whole: the workspace, a label. */
  exact: readonly string[];
}

interface MatchingIds {
  ids: string[];
  /** The value of `before` for the next call; null if no posts are left. */
  next: string | null;
}

/** How many posts one search reads. */
const MAX_LOOKED_THROUGH = 20_000;
/** Among so many of the newest posts a common word is found often enough for a page, without its other posts. */
const NEWEST = 500;

/**
 * Ids of the posts that fit, newest first. It reads 20,000 posts and returns where it stopped.
 *
 * Words have an index. It returns the posts of a word in no order, so a word that very many posts have is looked for among the newest
 * posts first, and one that more than 20,000 have among the newest 20,000. Accounts and times have none, because every write of a post
 * would pay for it.
 * @param find fields that are null or absent narrow nothing
 */
export async function searchPosts(db: Db, find: PostSearch): Promise<MatchingIds> {
  if (!find.words) return amongNewest(db, find, MAX_LOOKED_THROUGH);
  const newest = await amongNewest(db, find, NEWEST);
  if (newest.ids.length === find.limit || newest.next === null) return newest;
  return (await amongAll(db, find)) ?? amongNewest(db, find, MAX_LOOKED_THROUGH);
}

/** Looks through the newest posts. */
async function amongNewest(db: Db, find: PostSearch, most: number): Promise<MatchingIds> {
  const { workspaceId, heldTo, before, limit } = find;
  const newest = (columns: string) => db`
    select ${db.unsafe(columns)} from posts
    where workspace_id = ${workspaceId} ${olderThan(db, before)} ${ofSomeReached(db, 'account_ids', heldTo)}
    order by id desc limit ${db.unsafe(fixed(most))}`;
  const hasWords = find.words ? db`and ${searched(db, 'r.')} @@ ${queryOf(find.words)}::tsquery` : db``;
  const rows = await db<{ id: string }[]>`
    select r.id from (${newest('id, account_ids, platforms, labels, created_at, words, error_words')}) r
    join actors s on s.id = r.id
    where true ${hasWords} ${fits(db, find)}
    order by r.id desc limit ${db.unsafe(fixed(limit))}`;
  const ids = rows.map(({ id }) => id);
  if (ids.length === limit) return { ids, next: ids.at(-1)! };
  const [row] = await db<{ count: number; last: string | null }[]>`
    select count(*)::int as count, min(id) as last from (${newest('id')}) r`;
  return { ids, next: row!.count === most ? row!.last : null };
}

/**
 * Looks through all posts with the words.
 * @returns null if they are too many to be sorted
 */
async function amongAll(db: Db, find: PostSearch): Promise<MatchingIds | null> {
  const { workspaceId, heldTo, before, limit } = find;
  const [row] = await db<{ count: number; ids: string[] }[]>`
    with found as materialized (
      select id, account_ids, platforms, labels, created_at from posts
      where ${searched(db, '')} @@ ${queryOf(find.words!)}::tsquery and workspace_id = ${workspaceId}
        ${olderThan(db, before)} ${ofSomeReached(db, 'account_ids', heldTo)}
      limit ${db.unsafe(fixed(MAX_LOOKED_THROUGH + 1))}
    )
    select (select count(*) from found)::int as count, array(
      select r.id from (select * from found order by id desc) r
      -- one by one: joined at once, the actors of all of them would be read
      cross join lateral (select shown, shelf, reason, reached_at, planned_at from actors a where a.id = r.id offset 0) s
      where true ${fits(db, find)}
      order by r.id desc limit ${db.unsafe(fixed(limit))}) as ids`;
  const { count, ids } = row!;
  if (count > MAX_LOOKED_THROUGH) return null;
  return { ids, next: ids.length === limit ? ids.at(-1)! : null };
}

/** The condition is only there when it is needed: a generic plan could not use the index for a condition that may be null. */
const olderThan = (db: Db, before: string | null) => (before === null ? db`` : db`and id < ${before}`);

/** The expression of the index `posts_words`. */
export const searched = (db: Db, of: '' | 'o.' | 'r.'): Fragment =>
  db.unsafe(`(${of}words || coalesce(${of}error_words, ''::tsvector))`);

/** Words as Postgres reads a query. */
export function queryOf({ words, exact }: WordSearch): string {
  const quoted = (word: string) => `'${word.replaceAll(/['\\]/g, '$&$&')}'`;
  return [
    ...exact.map(quoted),
    ...words.map((word, index) => (index === words.length - 1 ? `${quoted(word)}:*` : quoted(word))),
  ].join(' & ');
}

/** The conditions on a post `r` and its actor `s`. */
function fits(db: Db, find: PostSearch): Fragment {
  const { status, orPartial, accountId = null, accountIds = null, platform = null, label = null } = find;
  const { from = null, to = null } = find;
  const time = db`coalesce(s.reached_at, s.planned_at, r.created_at)`;
  return db`
    and s.shown <> 'removed'
    and (${status}::text is null or s.shown = ${status}::text or (${status}::text = ${AWAITED} and s.shelf = ${AWAITED})
      or (${orPartial} and s.shown = 'published' and s.reason is not null))
    ${accountId === null ? db`` : db`and ${accountId}::text = any(r.account_ids)`}
    ${accountIds === null ? db`` : db`and r.account_ids && ${accountIds as string[]}::text[]`}
    ${platform === null ? db`` : db`and ${platform}::text = any(r.platforms)`}
    ${label === null ? db`` : db`and ${label}::text = any(r.labels)`}
    ${from === null ? db`` : db`and ${time} >= to_timestamp(${from}::float8 / 1000)`}
    ${to === null ? db`` : db`and ${time} < to_timestamp(${to}::float8 / 1000)`}`;
}
