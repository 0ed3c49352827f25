/** What requests ask for in the same moment is read or made together: see src/engine/batch.ts. */
import { type AccountRow, readAccounts } from '../../store/accounts.ts';
import type { Sql } from '../../store/connect.ts';
import { findPostKeys, listPostKeys, type PostKey, type PostList } from '../../store/posts.ts';
import { gather } from '../engine/batch.ts';
import type { Node } from '../engine/node.ts';
import type { PublicPost } from '../kinds/views/post.ts';
import { type CreatePost, postCreator } from './create.ts';
import { ShownPosts } from './shown.ts';

export interface PostBatches {
  /** Accounts by id, in no order; unknown ones are left out. */
  readAccounts: (ids: string[]) => Promise<AccountRow[]>;
  /** One post of a workspace; undefined where there is none, or it was removed. */
  findPost: (find: { id: string; workspaceId: string }) => Promise<PublicPost | undefined>;
  /** Posts of a workspace by id, in this order; unknown and removed ones are left out. */
  findPosts: (find: { ids: readonly string[]; workspaceId: string }) => Promise<PublicPost[]>;
  /** Newest first. Callers share the posts: they are not to be changed. */
  listPosts: (list: PostList) => Promise<PublicPost[]>;
  createPost: CreatePost;
}

/** @param sql connections of requests */
export function postBatches({
  sql,
  node,
}: {
  sql: Sql;
  node: Pick<Node, 'command' | 'commandAtOnce'>;
}): PostBatches {
  const account = gather<string, AccountRow | undefined>(async (ids) => {
    const rows = await readAccounts(sql, [...new Set(ids)]);
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id));
  });
  const shown = new ShownPosts(sql);
  const keyed = gather<string, PostKey | undefined>(async (ids) => {
    const rows = await findPostKeys(sql, [...new Set(ids)]);
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id));
  });
  const listed = gather<PostList, readonly PostKey[]>(async (lists) => {
    const asked = new Map<string, Promise<PostKey[]>>();
    return Promise.all(
      lists.map((one) => {
        const { workspaceId, status, limit, before = null } = one;
        const name = `${workspaceId} ${status} ${limit} ${before}`; // asked in the same moment
        const keys = asked.get(name) ?? listPostKeys(sql, one);
        asked.set(name, keys);
        return keys;
      }),
    );
  });
  const findPosts: PostBatches['findPosts'] = async ({ ids, workspaceId }) => {
    const keys = await Promise.all(ids.map(keyed));
    return shown.posts(keys.flatMap((key) => (key?.workspaceId === workspaceId ? [key] : [])));
  };
  return {
    readAccounts: async (ids) => (await Promise.all(ids.map(account))).filter((row) => row !== undefined),
    findPost: async ({ id, workspaceId }) => {
      const [post] = await findPosts({ ids: [id], workspaceId });
      return post;
    },
    findPosts,
    listPosts: async (list) => shown.posts(await listed(list)),
    createPost: postCreator(sql, node),
  };
}
