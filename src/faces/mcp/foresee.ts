/** What a call of a tool would do, in words and facts: for who has to agree to it. The same call foresees the same. */
import { readAccounts, shareAccounts } from '../../../store/accounts.ts';
import type { Tx } from '../../../store/connect.ts';
import { shareComment } from '../../../store/comments.ts';
import type { Membership, Principal } from '../../api/principal.ts';
import type { JsonObject } from '../http/json-body.ts';
import {
  type ForeseenPost,
  foreseeCreate,
  foreseeDelete,
  foreseeUpdate,
  type PostsContext,
} from '../../features/posts/index.ts';
import { type About, lookAt, type Reads } from './bound.ts';
import type { Tool } from './catalogue.ts';

/** What who agrees is shown. */
export interface Plan {
  title: string;
  /** What changes, in a sentence or two. */
  changes: string;
  arguments: JsonObject;
  about: About[];
  /** What each account would be sent. */
  post?: ForeseenPost;
}

export interface Foreseen {
  plan: Plan;
  /** All that counts of what the call is about, of which the plan may show the beginning alone. */
  facts: object[];
}

interface ForeseeCall {
  context: PostsContext;
  principal: Principal;
  workspace: Membership;
  now: number;
  /**
   * The transaction of the call, which has locked what it changes; nothing else that the call reads changes until the commit. If
   * absent, nothing is locked.
   */
  tx?: Tx;
}

/**
 * @param args the arguments, checked
 * @returns null if it would send nothing, so no confirmation is needed
 * @throws Problem when the call would be refused, as far as that is known before
 */
export async function foresee(
  tool: Pick<Tool<never>, 'name' | 'guide' | 'held'>,
  args: JsonObject,
  { tx, workspace, ...call }: ForeseeCall,
): Promise<Foreseen | null> {
  const reads = tx ? lockingReads(tx) : readsOf(call.context);
  const post = await foreseePost(tool.name, args, { ...call, reads });
  if (post === 'nothing') return null;
  const accountIds = post?.accounts.map(({ accountId }) => accountId) ?? [];
  const bound = await lookAt(tool.held!.binds, { reads, workspace, args, accountIds });
  const plan = {
    title: tool.guide.title,
    changes: tool.guide.changes ?? '',
    arguments: args,
    about: bound.flatMap(({ about }) => about ?? []),
    ...(post && { post }),
  };
  return { plan, facts: bound.map(({ facts }) => facts) };
}

const readsOf = ({ sql: db, posts }: PostsContext): Reads => ({ db, readAccounts: posts.readAccounts });

/** Accounts and comments change without a lock that the operations take: their rows are locked as they are read. */
const lockingReads = (tx: Tx): Reads => ({
  db: tx,
  readAccounts: async (ids) => {
    await shareAccounts(tx, ids);
    return readAccounts(tx, ids);
  },
  beforeComment: (find) => shareComment(tx, find),
});

type Seer = Parameters<typeof foreseeCreate>[0];

/** @returns what a post would send; `nothing`: it would send nothing; null if no post is sent */
async function foreseePost(
  name: string,
  args: JsonObject,
  call: Seer,
): Promise<ForeseenPost | 'nothing' | null> {
  const { id, ...body } = args;
  switch (name) {
    case 'create_post':
      return foreseeCreate(call, args);
    case 'update_post':
      return foreseeUpdate(call, id as string, body);
    case 'delete_post':
      await foreseeDelete(call, id as string, body);
      return null;
    default:
      return null;
  }
}
