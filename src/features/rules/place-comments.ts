/**
 * Looks up which post comments stand below, where an event named an item of a carousel, or a post that is not known yet. What is
 * found is kept for the comments after it.
 */
import type { Comment } from '../../../adapters/port/comments.ts';
import type { Missing } from '../../../adapters/port/read.ts';
import type { ReceiverEvent } from '../../../machines/receiver.ts';
import { listActiveRules } from '../../../store/comment-rules.ts';
import type { CommentedPostRow } from '../../../store/commented-posts.ts';
import {
  deleteUnplaced,
  findPlacedPosts,
  listAccountsUnplaced,
  listUnplaced,
  nextUnplacedAt,
  postponeUnplaced,
  type UnplacedComment,
} from '../../../store/unplaced-comments.ts';
import { tellReceiver } from '../accounts/index.ts';
import { factOf, takeFacts } from '../comments/index.ts';
import type { Turn } from '../../engine/turn.ts';
import { answerComments } from './answer-comments.ts';
import { listPosts } from './sweep-accounts.ts';
import { callWithin, type SweepDeps } from './sweep-calls.ts';

/** Comments that one effect looks up; another follows. */
const BATCH = 200;
/** A failed lookup is repeated after this time, ms, so often; then the comment is compared without it. */
const AGAIN_MS = 15_000;
const MAX_TRIES = 4;

/**
 * The effect `placeComments` of an account's receiver: looks up the comments of the account that are due.
 * @throws if it was aborted: it then runs again, and keeps what it had stored
 */
export async function placeDue(
  deps: SweepDeps,
  accountId: string,
  signal: AbortSignal,
): Promise<Extract<ReceiverEvent, { type: 'place.done' }>> {
  const { sql, clock } = deps;
  const comments = await listUnplaced(sql, { accountId, now: clock(), limit: BATCH });
  const isUnknown = comments.some(({ isPlaced }) => !isPlaced);
  const waiting = isUnknown
    ? (await listActiveRules(sql, accountId)).find(({ nextPostSince }) => nextPostSince !== null)
    : undefined;
  // a rule may be waiting for this post
  if (waiting)
    await listPosts(deps, { accountId, workspaceId: waiting.workspaceId, hasPlace: false }, signal);
  const networkPostIds = [...new Set(comments.flatMap(({ networkPostId }) => networkPostId ?? []))];
  const placed = await findPlacedPosts(sql, { accountId, networkPostIds });
  // one lookup for each post, and one for each comment whose event names no post
  const groups = Map.groupBy(comments, ({ networkPostId, commentId }) => networkPostId ?? `of ${commentId}`);
  for (const group of groups.values()) {
    const { networkPostId } = group[0]!;
    const isPlaced = networkPostId !== null && placed.has(networkPostId);
    await place(deps, { accountId, comments: group, isPlaced, signal });
  }
  return { type: 'place.done', nextAt: await nextUnplacedAt(sql, accountId) };
}

async function place(
  deps: SweepDeps,
  {
    accountId,
    comments,
    isPlaced,
    signal,
  }: { accountId: string; comments: readonly UnplacedComment[]; isPlaced: boolean; signal: AbortSignal },
): Promise<void> {
  const { sql, node, clock } = deps;
  const { commentId, networkPostId, tries } = comments[0]!;
  const ids = comments.map((comment) => comment.commentId);
  const readAt = clock();
  const read = isPlaced
    ? null
    : await callWithin<Comment | Missing>(
        deps,
        { accountId, hasPlace: false, signal },
        async ({ port, ...call }) =>
          (await port.read?.({ ...call, commentId })) ?? { kind: 'missing', reason: 'it reads no comment' },
      );
  signal.throwIfAborted();
  const found = read !== null && !('kind' in read) ? read : null;
  const isFinal = isPlaced || found !== null || (read as Missing).kind === 'missing';
  if (!isFinal && tries < MAX_TRIES) {
    await postponeUnplaced(sql, accountId, ids, clock() + AGAIN_MS);
    return;
  }
  await node.command(async (tx, turn: Turn) => {
    const facts = found === null ? [] : [factOf(found, readAt)];
    const posts = [...rowsOf(networkPostId, found?.networkPostId ?? '', isFinal)];
    const { feed } = await takeFacts(tx, turn, { id: accountId, receivingSince: null }, { facts, posts });
    await answerComments(tx, turn, { accountId, ids, isLookedUp: true }, { linkBase: deps.linkBase() });
    await deleteUnplaced(tx, accountId, ids);
    return { result: undefined, feed };
  });
}

/** @param targetId the post that the network names; empty: it names none */
function* rowsOf(
  networkPostId: string | null,
  targetId: string,
  isPlaced: boolean,
): Iterable<CommentedPostRow> {
  const details = { isAd: false, text: null, url: null, thumbnailUrl: null };
  const isItem = targetId !== '' && targetId !== networkPostId;
  if (networkPostId !== null)
    yield { ...details, networkPostId, originalPostId: isItem ? targetId : null, isPlaced };
  if (isItem) yield { ...details, networkPostId: targetId, originalPostId: null, isPlaced: true };
}

/**
 * Has the receivers of accounts look up the comments that a program left which knew no such effect. It runs at each start.
 */
export async function placeLeft({ sql, node }: Pick<SweepDeps, 'sql' | 'node'>): Promise<void> {
  const accountIds = await listAccountsUnplaced(sql);
  await node.command(async (tx, turn) => {
    for (const accountId of accountIds) await tellReceiver(tx, turn, accountId, { type: 'place' });
    return { result: undefined };
  });
}
