/**
 * Lists the latest posts of accounts with active rules: it finds the post that a rule waits for, learns which items a carousel
 * has, and decides below which posts comments are swept.
 */
import type { CommentedPost } from '../../../adapters/port/comments.ts';
import type { Page } from '../../../adapters/port/read.ts';
import type { CommentRuleContext, CommentRuleEvent } from '../../../machines/comment-rule.ts';
import { listActiveRules, type RuleRow, updateRule } from '../../../store/comment-rules.ts';
import {
  findAdsOf,
  findCommentedPosts,
  findWatchedPosts,
  listPostsBy,
  planSweptPosts,
  saveSweptAccount,
} from '../../../store/comment-sweeps.ts';
import { lockComments } from '../../../store/comments.ts';
import type { Tx } from '../../../store/connect.ts';
import { savePostsListed } from '../../../store/listed-posts.ts';
import { tellReceiver } from '../accounts/index.ts';
import { postRows, PRIVATE_ANSWER_WITHIN_MS, takeFacts } from '../comments/index.ts';
import { lockInto } from '../../engine/take.ts';
import type { Actor, Turn } from '../../engine/turn.ts';
import { callWithin, problemOf, type SweepDeps, waitAfter } from './sweep-calls.ts';

/** How often an account's posts are listed, ms. */
const LIST_EVERY_MS = 5 * 60_000;
/** After a rule was made or changed the posts are listed at this time at the latest, ms. */
export const FIRST_LIST_AFTER_MS = 60_000;
/** A new post is swept after this time: what is commented meanwhile is usually reported. */
const FIRST_SWEEP_AFTER_MS = 60_000;
/** Posts of an account that are swept at most: those that rules name, then the latest. */
const MAX_POSTS = 60;
/** Older posts with comments that are swept for rules over every post. */
const MAX_OLDER = 25;

/** An account whose posts are listed. */
interface Listed {
  accountId: string;
  workspaceId: string;
  hasPlace: boolean;
}

/**
 * Lists the latest posts of an account.
 * @param signal ends the call early. Absent means only the time limit does
 * @returns why they could not be listed; null means they were, or are when the budget allows
 */
export async function listPosts(
  deps: SweepDeps,
  account: Listed,
  signal?: AbortSignal,
): Promise<string | null> {
  const { sql, node, clock } = deps;
  const { accountId } = account;
  const begunAt = clock();
  const page = await callWithin<Page<CommentedPost> | { kind: 'missing'; reason: string }>(
    deps,
    { ...account, ...(signal && { signal }) },
    async ({ port, ...call }) =>
      (await port.posts?.({ ...call, cursor: null })) ?? { kind: 'missing', reason: 'it lists no posts' },
  );
  signal?.throwIfAborted();
  if (page.kind !== 'page') {
    await sql.begin((tx) => plan(tx, account, { posts: null, now: begunAt }));
    const hasPlace = page.kind === 'later' && page.hasPlace;
    await saveSweptAccount(sql, { accountId, dueAt: clock() + waitAfter(page), hasPlace, listedAt: null });
    return problemOf(page);
  }
  await node.command(async (tx, turn: Turn) => {
    await bindRules(tx, turn, { accountId, posts: page.items });
    const posts = page.items.flatMap((post) => postRows(post, true));
    const { feed } = await takeFacts(tx, turn, { id: accountId, receivingSince: null }, { facts: [], posts });
    await plan(tx, account, { posts: page.items, now: begunAt });
    const dueAt = begunAt + LIST_EVERY_MS;
    await saveSweptAccount(tx, { accountId, dueAt, hasPlace: false, listedAt: begunAt });
    return { result: undefined, feed };
  });
  await savePostsListed(sql, { accountId, at: begunAt });
  return null;
}

/** Lists an account's posts soon: a rule was made or changed. Part of its turn. @param afterMs at the latest */
export async function listSoon(
  tx: Tx,
  turn: Turn,
  account: { id: string; workspaceId: string },
  afterMs: number,
): Promise<void> {
  const at = turn.now + afterMs;
  await listPostsBy(tx, account, at);
  await tellReceiver(tx, turn, account.id, { type: 'sweep', at });
}

/**
 * Tells the rules that wait for a post which one it is: the first one published since they wait. It locks them, and then the
 * writing of the account's comments.
 */
async function bindRules(
  tx: Tx,
  turn: Turn,
  { accountId, posts }: { accountId: string; posts: readonly CommentedPost[] },
): Promise<void> {
  const oldestFirst = posts.toSorted((one, other) => one.publishedAt - other.publishedAt);
  const bound: { actor: Actor; mediaId: string }[] = [];
  for (const { id, nextPostSince } of await listActiveRules(tx, accountId)) {
    if (nextPostSince === null) continue;
    // networks count whole seconds
    const since = Math.floor(nextPostSince / 1000) * 1000;
    const found = oldestFirst.find(({ publishedAt }) => publishedAt >= since);
    const actor = found && (await lockInto(tx, turn, id));
    if (found && actor) bound.push({ actor, mediaId: found.networkPostId });
  }
  await lockComments(tx, accountId);
  for (const { actor, mediaId } of bound) {
    const event: CommentRuleEvent = { type: 'post.found', mediaId };
    turn.deliver(actor, event);
    await updateRule(tx, { ...(actor.snapshot.context as CommentRuleContext), id: actor.id });
  }
}

/** @param known.posts the latest posts; null if they could not be listed, so what is swept already stays */
async function plan(
  tx: Tx,
  { accountId, workspaceId }: Listed,
  { posts, now }: { posts: readonly CommentedPost[] | null; now: number },
): Promise<void> {
  const rules = await listActiveRules(tx, accountId);
  const named = await findWatchedPosts(
    tx,
    rules.map(({ id }) => id),
  );
  const ids = new Set(named.map(({ networkPostId }) => networkPostId));
  if (rules.some(watchesEvery)) {
    for (const { networkPostId } of posts ?? []) ids.add(networkPostId);
    const since = now - PRIVATE_ANSWER_WITHIN_MS;
    for (const id of await findCommentedPosts(tx, { accountId, since, limit: MAX_OLDER })) ids.add(id);
  }
  const chosen = [...ids].slice(0, MAX_POSTS);
  const networkPostIds = [
    ...new Set([...chosen, ...(await findAdsOf(tx, { accountId, networkPostIds: chosen }))]),
  ];
  const dueAt = now + FIRST_SWEEP_AFTER_MS;
  await planSweptPosts(tx, { accountId, workspaceId, networkPostIds, dueAt, keepsOthers: posts === null });
}

/** Whether a rule watches every post of its account. */
export const watchesEvery = ({
  mediaId,
  postId,
  nextPostSince,
}: Pick<RuleRow, 'mediaId' | 'postId' | 'nextPostSince'>): boolean =>
  mediaId === null && postId === null && nextPostSince === null;
