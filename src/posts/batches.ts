/** What requests ask for in the same moment is read or made together: see src/engine/batch.ts. */
import { type AccountRow, readAccounts } from '../../store/accounts.ts';
import type { Sql } from '../../store/connect.ts';
import { findPosts, listPosts, type PostRow } from '../../store/posts.ts';
import { gather } from '../engine/batch.ts';
import type { Node } from '../engine/node.ts';
import { type CreatePost, postCreator } from './create.ts';

type List = Parameters<typeof listPosts>[1];

export interface PostBatches {
  /** Accounts by id, in no order; unknown ones are left out. */
  readAccounts: (ids: string[]) => Promise<AccountRow[]>;
  /** One post of a workspace; undefined where there is none, or it was removed. */
  findPost: (find: { id: string; workspaceId: string }) => Promise<PostRow | undefined>;
  /** Newest first. Callers who ask for the same list share its rows: they are not to be changed. */
  listPosts: (list: List) => Promise<readonly PostRow[]>;
  createPost: CreatePost;
}

/** @param sql connections of requests */
export function postBatches({ sql, node }: { sql: Sql; node: Pick<Node, 'command'> }): PostBatches {
  const account = gather<string, AccountRow | undefined>(async (ids) => {
    const rows = await readAccounts(sql, [...new Set(ids)]);
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id));
  });
  const post = gather<string, PostRow | undefined>(async (ids) => {
    const rows = await findPosts(sql, [...new Set(ids)]);
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id));
  });
  const list = gather<List, readonly PostRow[]>(async (lists) => {
    const asked = new Map<string, Promise<PostRow[]>>();
    return Promise.all(
      lists.map((one) => {
        const { workspaceId, status, limit } = one;
        const name = `${workspaceId} ${status} ${limit}`; // asked in the same moment
        const rows = asked.get(name) ?? listPosts(sql, one);
        asked.set(name, rows);
        return rows;
      }),
    );
  });
  return {
    readAccounts: async (ids) => (await Promise.all(ids.map(account))).filter((row) => row !== undefined),
    findPost: async ({ id, workspaceId }) => {
      const found = await post(id);
      return found?.workspaceId === workspaceId ? found : undefined;
    },
    listPosts: list,
    createPost: postCreator(node),
  };
}
