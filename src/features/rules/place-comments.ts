/**
 * Looks up which post comments stand below, where an event named an item of a carousel, or a post that is not known yet. What is
 * found is kept for the comments after it.
 */
import type { Comment } from '../../../adapters/port/comments.ts';
import type { Missing } from '../../../adapters/port/read.ts';
import { listActiveRules } from '../../../store/comment-rules.ts';
import type { CommentedPostRow } from '../../../store/commented-posts.ts';
import {
  claimUnplaced,
  deleteUnplaced,
  findPlacedPosts,
  postponeUnplaced,
  type UnplacedComment,
} from '../../../store/unplaced-comments.ts';
import { factOf, takeFacts } from '../comments/index.ts';
import type { Turn } from '../../engine/turn.ts';
import { answerComments } from './answer-comments.ts';
import { listPosts } from './sweep-accounts.ts';
import { callWithin, type SweepDeps } from './sweep-calls.ts';

/** How long a node has for what it claimed, ms. */
const LEASE_MS = 2 * 60_000;
const BATCH = 200;
/** A lookup that failed is repeated after this time, ms, so often; then the comment is compared as it is. */
const AGAIN_MS = 15_000;
const MAX_TRIES = 4;

/** Looks up the comments whose turn it is. */
export async function placeDue(deps: SweepDeps): Promise<void> {
  const now = deps.clock();
  const due = await claimUnplaced(deps.sql, { now, until: now + LEASE_MS, limit: BATCH });
  const byAccount = Map.groupBy(due, ({ accountId }) => accountId);
  await Promise.all(
    [...byAccount].map(([accountId, comments]) =>
      placeAll(deps, accountId, comments).catch((error: unknown) =>
        deps.log.warn({ account: accountId, error: String(error) }, 'comments could not be looked up'),
      ),
    ),
  );
}

async function placeAll(
  deps: SweepDeps,
  accountId: string,
  comments: readonly UnplacedComment[],
): Promise<void> {
  const { sql } = deps;
  const isUnknown = comments.some(({ isPlaced }) => !isPlaced);
  const waiting = isUnknown
    ? (await listActiveRules(sql, accountId)).find(({ nextPostSince }) => nextPostSince !== null)
    : undefined;
  // the post may be the one that a rule waits for
  if (waiting) await listPosts(deps, { accountId, workspaceId: waiting.workspaceId, hasPlace: false });
  const networkPostIds = [...new Set(comments.flatMap(({ networkPostId }) => networkPostId ?? []))];
  const placed = await findPlacedPosts(sql, { accountId, networkPostIds });
  // one lookup for each post; each comment whose event names none
  const groups = Map.groupBy(comments, ({ networkPostId, commentId }) => networkPostId ?? `of ${commentId}`);
  for (const group of groups.values()) {
    const { networkPostId } = group[0]!;
    const isPlaced = networkPostId !== null && placed.has(networkPostId);
    await place(deps, { accountId, comments: group, isPlaced });
  }
}

async function place(
  deps: SweepDeps,
  {
    accountId,
    comments,
    isPlaced,
  }: { accountId: string; comments: readonly UnplacedComment[]; isPlaced: boolean },
): Promise<void> {
  const { sql, node, clock } = deps;
  const { commentId, networkPostId, tries } = comments[0]!;
  const ids = comments.map((comment) => comment.commentId);
  const readAt = clock();
  const read = isPlaced
    ? null
    : await callWithin<Comment | Missing>(
        deps,
        { accountId, hasPlace: false },
        async ({ port, ...call }) =>
          (await port.read?.({ ...call, commentId })) ?? { kind: 'missing', reason: 'it reads no comment' },
      );
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

/** @param foundId the post that the network names; empty: it names none */
function* rowsOf(
  networkPostId: string | null,
  foundId: string,
  isPlaced: boolean,
): Iterable<CommentedPostRow> {
  const shown = { isAd: false, text: null, url: null, thumbnailUrl: null };
  const isItem = foundId !== '' && foundId !== networkPostId;
  if (networkPostId !== null)
    yield { ...shown, networkPostId, originalPostId: isItem ? foundId : null, isPlaced };
  if (isItem) yield { ...shown, networkPostId: foundId, originalPostId: null, isPlaced: true };
}
