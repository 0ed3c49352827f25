/**
 * Finds posts for a caller. Somebody who is held to some accounts does not see all of a post (src/kinds/views/limited-post.ts), and must not
 * learn by a search what is in the rest of it: what the index finds for them is compared with what they see.
 */
import type { Db } from '../../../store/connect.ts';
import { type PostSearch, searchPosts } from '../../../store/post-search.ts';
import { findPosts, type PostRow } from '../../../store/posts.ts';
import { limitedPost } from '../../kinds/views/limited-post.ts';
import { hasWords, textsOf } from '../../kinds/views/post-words.ts';
import type { PostsContext } from './context.ts';
import type { PostPage } from './post-cache.ts';

/** Pages of the index that one search reads for somebody who is held to some accounts. */
const MAX_PAGES = 20;

/** @returns ids, newest first, and the value of `before` for the next call; null if no posts are left */
export async function searchVisible(
  db: Db,
  search: PostSearch,
): Promise<{ ids: string[]; next: string | null }> {
  const words = search.words?.words ?? [];
  if (search.heldTo === null || words.length === 0) return searchPosts(db, search);
  const ids: string[] = [];
  let before = search.before;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const found = await searchPosts(db, { ...search, before });
    const rows = new Map((await findPosts(db, found.ids, search.heldTo)).map((row) => [row.id, row]));
    for (const id of found.ids) {
      const row = rows.get(id);
      if (row === undefined || !seesWords(row, search.heldTo, words)) continue;
      ids.push(id);
      if (ids.length === search.limit) return { ids, next: id };
    }
    before = found.next;
    if (before === null) break;
  }
  return { ids, next: before };
}

/** Whether what a caller sees of a post has the words of a search. */
export function seesWords(row: PostRow, heldTo: PostSearch['heldTo'], words: readonly string[]): boolean {
  if (heldTo === null) return true;
  const limited = limitedPost(row, heldTo);
  return hasWords([...textsOf(limited), limited.error ?? ''], words);
}

/** A page of posts as the caller sees them, newest first. */
export async function pageOfMatches({ sql, posts }: PostsContext, search: PostSearch): Promise<PostPage> {
  const { ids, next } = await searchVisible(sql, search);
  const { workspaceId, heldTo } = search;
  return { posts: await posts.findPosts({ ids, workspaceId, heldTo }), next };
}
