/** What requests ask for in the same moment is read or made together: see src/engine/batch.ts. */
import { type AccountRow, readAccounts } from '../../../store/accounts.ts';
import type { Sql } from '../../../store/connect.ts';
import type { PostList } from '../../../store/post-lists.ts';
import { gather, gatherSame } from '../../engine/batch.ts';
import type { Node } from '../../engine/node.ts';
import type { PublicPost } from '../../kinds/views/post.ts';
import { type CreatePost, postCreator } from './create.ts';
import { type FindPostsOfText, gatherPostsOfText } from './duplicates.ts';
import { findLimitedPosts, listLimitedPosts } from './limited.ts';
import { type OwnedPost, type PostPage, PostCache } from './post-cache.ts';
import type { Within } from '../../../store/held.ts';

export interface PostBatches {
  /** Accounts by id, in no order; unknown ones are left out. */
  readAccounts: (ids: string[]) => Promise<AccountRow[]>;
  /** One post of a workspace, as far as the caller reaches its accounts; undefined where there is none, or it was removed. */
  findPost: (find: Within & { id: string }) => Promise<PublicPost | undefined>;
  /** Posts of a workspace by id, in this order; unknown and removed ones are left out. */
  findPosts: (find: Within & { ids: readonly string[] }) => Promise<PublicPost[]>;
  /** A page, newest first. Callers share the posts: they are not to be changed. */
  listPosts: (list: PostList) => Promise<Readonly<PostPage>>;
  createPost: CreatePost;
  findPostsOfText: FindPostsOfText;
}

/** @param sql connections of requests */
export function postBatches({
  sql,
  node,
}: {
  sql: Sql;
  node: Pick<Node, 'command' | 'commandAtOnce' | 'onCommit' | 'onReplaced'>;
}): PostBatches {
  const account = gather<string, AccountRow | undefined>(async (ids) => {
    const rows = await readAccounts(sql, [...new Set(ids)]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id));
  });
  const cache = new PostCache(sql);
  node.onCommit((batches) => cache.committed(batches));
  node.onReplaced(() => cache.clear());
  const findOne = gather<string, OwnedPost | undefined>(
    async (ids) => {
      const posts = await cache.find(ids);
      return ids.map((id) => posts.get(id));
    },
    { lanes: 1 }, // nearly all take one short statement for the whole batch: fewer batches cost less
  );
  const listPosts = gatherSame<PostList, Readonly<PostPage>>(
    ({ workspaceId, status, orPartial, limit, before = null }) =>
      `${workspaceId} ${status} ${orPartial} ${limit} ${before}`,
    (lists) => cache.list(lists),
  );
  const findPosts: PostBatches['findPosts'] = async (find) => {
    if (find.heldTo !== null) return findLimitedPosts(sql, find);
    const { ids, workspaceId } = find;
    const posts = await Promise.all(ids.map(findOne));
    return posts.flatMap((one) => (one?.workspaceId === workspaceId ? [one.post] : []));
  };
  return {
    readAccounts: async (ids) => (await Promise.all(ids.map(account))).filter((row) => row !== undefined),
    findPost: async ({ id, ...within }) => (await findPosts({ ids: [id], ...within }))[0],
    findPosts,
    listPosts: (list) => (list.heldTo === null ? listPosts(list) : listLimitedPosts(sql, list)),
    createPost: postCreator(sql, node),
    findPostsOfText: gatherPostsOfText(sql),
  };
}
