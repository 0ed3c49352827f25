/** Gives posts of older programs the words by which a search finds them. */
import type { Sql } from '../../../store/connect.ts';
import { lockPostsWithoutWords, storeWords } from '../../../store/post-words.ts';
import { errorWords, storedWords } from '../../kinds/views/post-words.ts';

/** Posts of one transaction: it holds their rows for some tens of milliseconds. */
const BATCH = 200;

/**
 * Indexes every post that has no words, the newest first. Several nodes may do so at once: each leaves out what another one has locked.
 * @param signal stops it after the transaction that is under way
 * @returns how many posts it indexed
 */
export async function indexPosts({ sql, signal }: { sql: Sql; signal: AbortSignal }): Promise<number> {
  let total = 0;
  while (!signal.aborted) {
    const count = await sql.begin(async (tx) => {
      const posts = await lockPostsWithoutWords(tx, BATCH);
      if (posts.length === 0) return 0;
      const rows = posts.map((post) => ({
        id: post.id,
        words: storedWords(post),
        errorWords: errorWords(post.error),
      }));
      await storeWords(tx, rows);
      return rows.length;
    });
    total += count;
    if (count < BATCH) break;
  }
  return total;
}
