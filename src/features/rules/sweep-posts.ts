/**
 * Sweeps: reads the comments below posts that rules watch, since networks do not report every comment. A sweep reads pages until
 * an hour before the last complete sweep began. A known comment does not end it, because missed comments lie between known ones.
 * Each page is committed with the sweep's progress, so another node continues where one stopped.
 */
import type { Comment } from '../../../adapters/port/comments.ts';
import type { Missing, Page } from '../../../adapters/port/read.ts';
import { judgesSince, listActiveRules } from '../../../store/comment-rules.ts';
import {
  findDuePosts,
  postponeSweptPost,
  saveSweptPost,
  type SweptPost,
} from '../../../store/comment-sweeps.ts';
import type { Sql } from '../../../store/connect.ts';
import { REPORTED_WITHIN_MS } from '../../../store/receiving.ts';
import { tellReceiver } from '../accounts/index.ts';
import { factOf, PRIVATE_ANSWER_WITHIN_MS, takeFacts } from '../comments/index.ts';
import type { Turn } from '../../engine/turn.ts';
import { answerComments, answersWith } from './answer-comments.ts';
import { callWithin, problemOf, type SweepDeps, waitAfter } from './sweep-calls.ts';

/** How long after a whole sweep the next one begins, ms. */
const SWEEP_EVERY_MS = 5 * 60_000;
/** A sweep goes back to this long before the last whole one began: networks list some comments late. */
const OVERLAP_MS = 3_600_000;
/** The clock of a network may be behind ours by this, ms. */
const SKEW_MS = 60_000;
/** Pages of a post that are read before other posts have their turn. */
const PAGES_AT_ONCE = 5;
const BATCH = 5;
/** A post whose sweep met a fault of ours is swept again after this, ms. */
const FAULT_AGAIN_MS = 10 * 60_000;
/**
 * How long a sweep waits at most until the events that have arrived are processed, ms. It reads the newest comments first, so in a
 * flood the last ones would get their places before those whose events wait.
 */
const EVENTS_FIRST_MS = 10 * 60_000;

/**
 * Sweeps the posts of an account whose turn it is.
 * @returns how many, and why one of them could not be swept; null means all were, or wait for a budget
 * @throws when it was cut off: what is stored stays, and the rest is still due
 */
export async function sweepDue(
  deps: SweepDeps,
  accountId: string,
  signal: AbortSignal,
): Promise<{ count: number; problem: string | null }> {
  const find = { accountId, now: deps.clock(), limit: BATCH, eventsFirstMs: EVENTS_FIRST_MS };
  const due = await findDuePosts(deps.sql, find);
  const problems = await Promise.all(
    due.map((post) =>
      sweepPost(deps, post, signal).catch((fault: unknown) => putOff(deps, post, { fault, signal })),
    ),
  );
  return { count: due.length, problem: problems.find((problem) => problem !== null) ?? null };
}

/** A fault of ours with one post does not hold up the others. @throws when the sweep was cut off, or the database is down */
async function putOff(
  { sql, clock, log }: SweepDeps,
  { accountId, networkPostId, hasPlace }: SweptPost,
  { fault, signal }: { fault: unknown; signal: AbortSignal },
): Promise<string> {
  signal.throwIfAborted();
  const dueAt = clock() + FAULT_AGAIN_MS;
  await postponeSweptPost(sql, { accountId, networkPostId, hasPlace, dueAt });
  log.warn({ account: accountId, error: String(fault) }, 'a post could not be swept; trying again');
  return 'an internal error while sweeping a post';
}

async function sweepPost(deps: SweepDeps, first: SweptPost, signal: AbortSignal): Promise<string | null> {
  let post = first;
  for (let pages = 0; pages < PAGES_AT_ONCE; pages += 1) {
    const found = await sweepPage(deps, post, signal);
    if ('problem' in found) return found.problem;
    post = found;
  }
  return null;
}

/** Reads the next page of a sweep. @returns its progress: whether it has ended, or why it continues later */
async function sweepPage(
  deps: SweepDeps,
  post: SweptPost,
  signal: AbortSignal,
): Promise<SweptPost | { problem: string | null }> {
  const { sql, node, clock } = deps;
  const { accountId, networkPostId, cursor, without } = post;
  const begunAt = post.begunAt ?? clock();
  const since = post.since ?? (await beginningOf(sql, post, begunAt));
  const readAt = clock();
  const page = await callWithin<Page<Comment> | Missing>(deps, { ...post, signal }, ({ port, ...call }) =>
    port.list({ ...call, networkPostId, cursor, without }),
  );
  signal.throwIfAborted();
  if (page.kind !== 'page') {
    const dueAt = clock() + waitAfter(page);
    // the cursor may have expired, so the sweep starts again
    if (page.kind === 'missing' && cursor !== null)
      await saveSweptPost(sql, { ...post, ...NOT_BEGUN, hasPlace: false, dueAt: clock() + SWEEP_EVERY_MS });
    else await postponeSweptPost(sql, { ...post, hasPlace: page.kind === 'later' && page.hasPlace, dueAt });
    return { problem: problemOf(page) };
  }
  // pinned comments come first at any age, so the last comment shows how far back the page goes
  const last = page.items.findLast(({ parentId }) => parentId === null);
  const isWhole = page.cursor === null || (last !== undefined && last.createdAt < since);
  const reached = { hasPlace: false, without: page.without ?? without };
  const next: SweptPost = isWhole
    ? { ...post, ...reached, ...NOT_BEGUN, wholeAt: begunAt, judgesAll: false }
    : { ...post, ...reached, begunAt, since, cursor: page.cursor };
  // a post that was not swept to the end stays due
  const dueAt = clock() + (isWhole ? SWEEP_EVERY_MS : 0);
  await node.command(async (tx, turn: Turn) => {
    // oldest first, in the order in which events would have reported them
    const facts = page.items
      .toReversed()
      .map((comment) => ({ ...factOf(comment, readAt), isSwept: true as const }));
    const intake = { facts, posts: [postAt(networkPostId)] };
    const { feed, ...comments } = await takeFacts(tx, turn, { id: accountId, receivingSince: null }, intake);
    await answersWith(deps.linkBase)(tx, turn, { accountId, ...comments });
    if (post.judgesAll) {
      const ids = page.items.map(({ id }) => id);
      await answerComments(
        tx,
        turn,
        { accountId, ids, isLookedUp: true, isRepeat: true },
        { linkBase: deps.linkBase() },
      );
    }
    await saveSweptPost(tx, { ...next, dueAt });
    const arrived = new Set(comments.arrived);
    const isUnreported = ({ id, createdAt }: Comment) =>
      arrived.has(id) && createdAt < readAt - REPORTED_WITHIN_MS;
    if (page.items.some(isUnreported))
      await tellReceiver(tx, turn, accountId, { type: 'check', force: false });
    return { result: undefined, feed };
  });
  return isWhole ? { problem: null } : next;
}

const NOT_BEGUN = { begunAt: null, since: null, cursor: null };

/** How far a sweep goes back, epoch ms: never further than networks take answers. */
async function beginningOf(sql: Sql, { accountId, wholeAt }: SweptPost, now: number): Promise<number> {
  const oldest = now - PRIVATE_ANSWER_WITHIN_MS;
  if (wholeAt !== null) return Math.max(oldest, wholeAt - OVERLAP_MS);
  const since = (await listActiveRules(sql, accountId)).map((rule) => judgesSince(rule) ?? now);
  return Math.max(oldest, Math.min(now, ...since) - SKEW_MS);
}

/** A post that is listed with its comments is a post of its own, or an ad. */
const postAt = (networkPostId: string) => ({
  networkPostId,
  isAd: false,
  originalPostId: null,
  isPlaced: true,
  text: null,
  url: null,
  thumbnailUrl: null,
});
