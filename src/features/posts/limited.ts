/** Posts as people see them who are held to some accounts: read for each request, and not cached, since each sees other parts of them. */
import type { Sql } from '../../../store/connect.ts';
import type { HeldTo, Within } from '../../../store/held.ts';
import type { PostList } from '../../../store/post-lists.ts';
import { searchPosts } from '../../../store/post-search.ts';
import { findPost, findPosts, type PostRow } from '../../../store/posts.ts';
import type { Db } from '../../../store/connect.ts';
import { insistOnAllOf, reaches, within } from '../../api/held.ts';
import type { Membership } from '../../api/principal.ts';
import { notFound } from '../../api/problem.ts';
import { accountsOfPost, limitedPost } from '../../kinds/views/limited-post.ts';
import { type PublicPost, publicPost } from '../../kinds/views/post.ts';
import type { PostPage } from './post-cache.ts';

/** @returns in the order of the ids */
export async function findLimitedPosts(
  sql: Sql,
  { ids, workspaceId, heldTo }: Within & { ids: readonly string[] },
): Promise<PublicPost[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await findPosts(sql, [...ids], heldTo)).map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row?.workspaceId === workspaceId ? [limitedView(row, heldTo)] : [];
  });
}

export async function listLimitedPosts(sql: Sql, list: PostList): Promise<PostPage> {
  const { orPartial = false, before = null } = list;
  const { ids, next } = await searchPosts(sql, { ...list, orPartial, before });
  return { posts: await findLimitedPosts(sql, { ...list, ids }), next };
}

export function limitedView(row: PostRow, heldTo: HeldTo): PublicPost {
  const limited = limitedPost(row, heldTo);
  return { ...publicPost(limited), ...(limited !== row && { limited: true as const }) };
}

/**
 * Whether a caller reaches all accounts of a post: what is written about the post as a whole is shown to nobody else.
 * @throws Problem 404 where the caller sees no such post
 */
export async function isWhole(
  db: Db,
  { id, workspace }: { id: string; workspace: Membership },
): Promise<boolean> {
  const row = await findPost(db, { id, ...within(workspace) });
  if (!row) throw notFound('post', id);
  return accountsOfPost(row).every((accountId) => reaches(workspace.heldTo, accountId));
}

/**
 * A post that a caller means to change.
 * @throws Problem 404 where the caller sees no such post, 403 when it is of accounts too that the caller does not reach
 */
export async function postToChange(
  db: Db,
  { id, workspace }: { id: string; workspace: Membership },
): Promise<PostRow> {
  const row = await findPost(db, { id, ...within(workspace) });
  if (!row) throw notFound('post', id);
  insistOnAllOf(workspace, accountsOfPost(row), { name: 'post', id });
  return row;
}
