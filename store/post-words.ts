/** The words by which a search finds a post (`words` and `error_words` of `posts`). */
import { column } from './batch.ts';
import type { Db, Fragment } from './connect.ts';
import type { PostExtras } from './post-extras.ts';

/** No word has a line break. */
const SEPARATOR = '\n';

/** A list of words as one parameter; null for no words. */
export const joinedWords = (words: readonly string[]): string | null =>
  words.length === 0 ? null : words.join(SEPARATOR);

/** The words of `joinedWords` as Postgres indexes them. @param text of the statement that holds them */
export const vectorOf = (db: Db, text: Fragment): Fragment =>
  db`array_to_tsvector(string_to_array(${text}, chr(10)))`;

/** A statement that writes the words of posts' errors. An empty list means that there is no error. */
export function updateErrorWords(
  db: Db,
  rows: readonly { id: string; words: readonly string[] }[],
): Fragment {
  const written = rows.map(({ id, words }) => ({ id, words: joinedWords(words) }));
  return db`
    update posts p set error_words = ${vectorOf(db, db`d.words`)}
    from unnest(${column(written, 'id')}::text[], ${column(written, 'words')}::text[]) d(id, words)
    where p.id = d.id`;
}

/** Deletes the words of a post that is removed. */
export async function forgetWords(db: Db, id: string): Promise<void> {
  await db`update posts set words = '', error_words = null where id = ${id}`;
}

/** What of a post a search reads. */
interface UnindexedPost {
  id: string;
  workspaceId: string;
  content: string;
  media: string[];
  options: object;
  extras: PostExtras;
  labels: string[];
  error: string | null;
}

/**
 * Locks posts that have no words yet, the newest first. Those that another transaction has locked are left out.
 * @returns at most `limit`; removed posts among them have nothing to find them by
 */
export async function lockPostsWithoutWords(db: Db, limit: number): Promise<UnindexedPost[]> {
  return db<UnindexedPost[]>`
    select p.id, p.workspace_id as "workspaceId", p.labels, p.options,
      case when s.shown = 'removed' then '{}' else p.media end as media,
      case when s.shown = 'removed' then '' else p.content end as content,
      case when s.shown = 'removed' then '{}' else p.extras end as extras,
      case when s.shown = 'removed' then null else s.reason end as error
    from posts p join actors s on s.id = p.id
    where p.words is null order by p.id desc limit ${limit} for update of p skip locked`;
}

/** Writes the words of posts that had none. */
export async function storeWords(
  db: Db,
  rows: readonly { id: string; words: readonly string[]; errorWords: readonly string[] }[],
): Promise<void> {
  const written = rows.map(({ id, words, errorWords }) => ({
    id,
    words: joinedWords(words),
    errorWords: joinedWords(errorWords),
  }));
  await db`
    update posts p set words = ${vectorOf(db, db`d.words`)}, error_words = ${vectorOf(db, db`d.error_words`)}
    from unnest(
      ${column(written, 'id')}::text[], ${column(written, 'words')}::text[], ${column(written, 'errorWords')}::text[]
    ) d(id, words, error_words)
    where p.id = d.id`;
}
