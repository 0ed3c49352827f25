/** Reads the recent comments of accounts that were not read for some time. */
import type { Comment, CommentedPost } from '../../../adapters/port/comments.ts';
import type { Page } from '../../../adapters/port/read.ts';
import type { AccountRow } from '../../../store/accounts.ts';
import {
  claimCommentReads,
  type CommentRead,
  endCommentRead,
  findCommentReads,
} from '../../../store/comment-reads.ts';
import { findPostsWithoutContent } from '../../../store/commented-posts.ts';
import { readAs, type Step, wordsOf } from './as-account.ts';
import type { CommentsContext } from './context.ts';
import type { NetworkError } from './network-error.ts';
import { factOf, postRows } from './network-reads.ts';
import { takeFacts } from './take.ts';

/** An account read this recently is not read again, ms. */
export const FRESH_MS = 60_000;
/** How late a network may list a comment, ms. */
const LAG_MS = 10 * 60_000;
/** How many accounts one request reads: those that were not read for the longest time. */
const MAX_ACCOUNTS = 10;

/**
 * Reads one page of recent comments of each account that is not fresh, and stores them.
 * @param accounts of one workspace, whose networks have comments
 * @param how.signal ends the reading: what came until then is stored
 * @param how.againMs an account that could not be read is not fresh any more after this time
 * @returns which accounts could not be read, now or at their last read
 */
export async function refreshRecent(
  context: CommentsContext,
  accounts: readonly AccountRow[],
  { signal, againMs }: { signal: AbortSignal; againMs: number },
): Promise<NetworkError[]> {
  const now = context.clock();
  const ids = accounts.map(({ id }) => id);
  const reads = new Map((await findCommentReads(context.sql, ids)).map((read) => [read.accountId, read]));
  const begunAt = (id: string) => reads.get(id)?.begunAt ?? 0;
  const hasFailed = (id: string) => (reads.get(id)?.error ?? null) !== null;
  const staleBefore = (id: string) => now - (hasFailed(id) ? againMs : FRESH_MS);
  const stale = ids
    .filter((id) => begunAt(id) <= staleBefore(id))
    .sort((one, other) => begunAt(one) - begunAt(other))
    .slice(0, MAX_ACCOUNTS);
  const claimed = await claimCommentReads(context.sql, {
    accounts: stale.map((id) => ({ id, staleBefore: staleBefore(id) })),
    now,
  });
  const fresh = await Promise.all(
    claimed.map(async (id) => [id, await readRecent(context, id, reads.get(id), signal)] as const),
  );
  const errors = new Map<string, string | null>(fresh);
  return accounts.flatMap(({ id, platform }) => {
    const error = errors.has(id) ? errors.get(id)! : (reads.get(id)?.error ?? null);
    return error === null ? [] : [{ accountId: id, platform, error }];
  });
}

/** @returns what went wrong; null if nothing */
async function readRecent(
  context: CommentsContext,
  accountId: string,
  before: CommentRead | undefined,
  signal: AbortSignal,
): Promise<string | null> {
  const begunAt = context.clock();
  const { without = [] } = before ?? {};
  const page = await readAs(context, { accountId, signal }, ({ port, ...call }) =>
    port.list({ ...call, networkPostId: null, cursor: null, without, ...sinceOf(context, call, before) }),
  );
  if (page.kind !== 'page') {
    const error = wordsOf(page);
    await endCommentRead(context.sql, { accountId, error, without });
    return error;
  }
  const posts = await readPosts(context, accountId, page, signal);
  await context.node.command(async (tx, turn) => {
    const facts = page.items.map((comment) => factOf(comment, begunAt));
    const account = { id: accountId, receivingSince: null };
    const intake = { facts, posts: posts.flatMap((post) => postRows(post)) };
    const { feed, ...comments } = await takeFacts(tx, turn, account, intake);
    await context.onArrived(tx, turn, { accountId, ...comments });
    await endCommentRead(tx, { accountId, error: null, without: page.without ?? without });
    return { result: undefined, feed };
  });
  return null;
}

/** Where reading is paid, what the read before has found is not read again. */
function sinceOf(
  { adapters }: CommentsContext,
  { account }: Pick<Step, 'account'>,
  before: CommentRead | undefined,
): { since?: number } {
  if (adapters[account.platform]?.paidReads === undefined || before === undefined) return {};
  return before.error === null ? { since: before.begunAt - LAG_MS } : {};
}

/** The latest posts, where it is not known what some comments stand below. Without them the comments are shown all the same. */
async function readPosts(
  context: CommentsContext,
  accountId: string,
  { items }: Page<Comment>,
  signal: AbortSignal,
): Promise<CommentedPost[]> {
  const networkPostIds = [...new Set(items.map(({ networkPostId }) => networkPostId))].filter(
    (id) => id !== '',
  );
  if (networkPostIds.length === 0) return [];
  const postIds = await findPostsWithoutContent(context.sql, { accountId, networkPostIds });
  if (postIds.length === 0) return [];
  let isPaid = false;
  const page = await readAs<Page<CommentedPost> | null>(
    context,
    { accountId, signal },
    async ({ port, ...call }) => {
      isPaid = context.adapters[call.account.platform]?.paidReads !== undefined;
      const answer = await port.posts?.({ ...call, cursor: null });
      return answer?.kind === 'missing' ? null : (answer ?? null);
    },
  );
  if (page?.kind !== 'page') return [];
  if (!isPaid) return page.items;
  // where reading is paid, a post that is not among the latest is not looked for again
  const listed = new Set(page.items.map(({ networkPostId }) => networkPostId));
  return [...page.items, ...postIds.filter((id) => !listed.has(id)).map(unseen)];
}

const unseen = (networkPostId: string): CommentedPost => ({
  networkPostId,
  text: '',
  url: null,
  thumbnailUrl: null,
  publishedAt: 0,
  type: null,
  comments: null,
});
