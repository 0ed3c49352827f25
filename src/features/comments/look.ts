/**
 * Looks for a reply whose response was lost: below the comment, by the account itself, with the same text, not older than the
 * request. A reply counts as evidence for one request only. A first comment is looked for directly below its post; a part of a thread
 * is none.
 */
import type { Comment } from '../../../adapters/port/comments.ts';
import type { AccessProblem } from '../../../adapters/port/read.ts';
import type { ActWork, CommentActEvent } from '../../../machines/comment-act.ts';
import { readAccounts } from '../../../store/accounts.ts';
import { findOwnReplies, lockComments, readComments } from '../../../store/comments.ts';
import { findOwnPosts } from '../../../store/network-posts.ts';
import type { Run } from '../../engine/effect-run.ts';
import type { ActingDeps } from './acting-deps.ts';
import { readAs, type Reading, type Step, wordsOf } from './as-account.ts';
import { listOf } from './first-comment.ts';
import type { CommentFact } from './merge.ts';
import { factOf, type PostRead, readPost } from './network-reads.ts';
import { takeFacts } from './take.ts';

/** By how much the clock of a network may be behind ours. */
const SKEW_MS = 60_000;

type LookedEvent = Extract<CommentActEvent, { type: `looked.${string}` }>;

export async function lookForReply(
  deps: ActingDeps,
  work: ActWork,
  { signal, recorder }: Pick<Run, 'signal' | 'recorder'>,
): Promise<LookedEvent> {
  const { accountId, askedAt } = work;
  const since = askedAt - SKEW_MS;
  if (work.action === 'first_comment') return lookForFirstComment(deps, work, { signal, recorder });
  const replies = await findOwnReplies(deps.sql, { accountId, parentIds: parentsOf(work), since });
  const replyId = await claim(
    deps,
    work,
    replies.filter(isAlike(work)).map(({ id }) => ({ id, fact: null })),
  );
  if (replyId !== null) return { type: 'looked.found', id: replyId };

  const fetchWith: Reading['fetchWith'] = (credentials) =>
    recorder.watch({ fetch: deps.guard.fetch, clock: deps.clock, credentials });
  const read = await readAs<PostRead | Gone>(deps, { accountId, signal, fetchWith, isLookup: true }, (step) =>
    readAround(step, work),
  );
  if ('kind' in read) return problemOf(read);
  const alike = read.comments
    .filter((comment) => comment.isOwn && comment.createdAt >= since && isBelow(comment, work))
    .filter(isAlike(work))
    .sort((one, other) => one.createdAt - other.createdAt);
  const found = await claim(
    deps,
    work,
    alike.map((comment) => ({ id: comment.id, fact: factOf(comment, read.begunAt, work.actId) })),
  );
  return found === null ? notFound(read) : { type: 'looked.found', id: found };
}

async function lookForFirstComment(
  deps: ActingDeps,
  work: ActWork,
  { signal, recorder }: Pick<Run, 'signal' | 'recorder'>,
): Promise<LookedEvent> {
  const { accountId, actId, commentId: networkPostId } = work;
  const [account] = await readAccounts(deps.sql, [accountId]);
  const adapter = account && deps.adapters[account.platform];
  const port = listOf(adapter?.firstComment, work);
  if (!adapter || port === null)
    return {
      type: 'looked.cannot_tell',
      reason: `${adapter?.name ?? 'the network'} does not show comments to apps`,
    };
  const fetchWith: Reading['fetchWith'] = (credentials) =>
    recorder.watch({ fetch: deps.guard.fetch, clock: deps.clock, credentials });
  const reading: Reading = { accountId, signal, fetchWith, isLookup: true, portOf: () => port };
  const read = await readAs<PostRead>(deps, reading, (step) => readPost(step, networkPostId));
  if ('kind' in read) return problemOf(read);
  const parts = await findOwnPosts(deps.sql, {
    accountId,
    networkPostIds: read.comments.map(({ id }) => id),
  });
  const alike = read.comments
    .filter(({ id, parentId, isOwn }) => isOwn && parentId === null && !parts.has(id))
    .filter((comment) => comment.createdAt >= work.askedAt - SKEW_MS && isAlike(work)(comment))
    .sort((one, other) => one.createdAt - other.createdAt);
  const [first] = alike;
  // where comments are not read, nothing is stored of them
  const found = adapter.comments
    ? await claim(
        deps,
        work,
        alike.map((comment) => ({ id: comment.id, fact: factOf(comment, read.begunAt, actId) })),
      )
    : (first?.id ?? null);
  return found === null ? notFound(read) : { type: 'looked.found', id: found };
}

function notFound({ error, isComplete }: PostRead): LookedEvent {
  if (error !== null) return { type: 'looked.retry', reason: error };
  return isComplete
    ? { type: 'looked.absent' }
    : { type: 'looked.cannot_tell', reason: 'there are more comments than a lookup reads' };
}

/**
 * The comments around the one that was answered. What names no post is looked up first. So is one whose post has no
 * comments to list: Instagram's events name a picture of a carousel, and its comments are listed below the carousel.
 */
async function readAround(
  step: Step,
  { commentId, place }: ActWork,
): Promise<PostRead | Gone | AccessProblem> {
  const named = place?.networkPostId ?? null;
  const read = named === null ? null : await readPost(step, named);
  if (read !== null && !('isMissing' in read && read.isMissing)) return read;
  const { port, ...call } = step;
  const comment = await port.read?.({ ...call, commentId });
  const unknown: Gone = { kind: 'gone', reason: 'the network does not say what the comment stands below' };
  if (comment === undefined) return unknown;
  if ('kind' in comment) return comment.kind === 'missing' ? { ...comment, kind: 'gone' } : comment;
  return comment.networkPostId === '' || comment.networkPostId === named
    ? unknown
    : readPost(step, comment.networkPostId);
}

/** There is nothing to look through. */
interface Gone {
  kind: 'gone';
  reason: string;
}

function problemOf(problem: Gone | AccessProblem): LookedEvent {
  if (problem.kind === 'gone') return { type: 'looked.cannot_tell', reason: problem.reason };
  const { afterMs } = problem as { afterMs?: number };
  return { type: 'looked.retry', reason: wordsOf(problem), ...(afterMs !== undefined && { afterMs }) };
}

/** Networks with one level of replies put an answer to a reply below its parent. */
const parentsOf = ({ commentId, place }: ActWork): string[] =>
  place?.parentId == null ? [commentId] : [commentId, place.parentId];

function isBelow({ parentId }: Comment, work: ActWork): boolean {
  if (parentId === null) return false;
  // of a comment that is not stored the parent is not known
  return work.place === null || parentsOf(work).includes(parentId);
}

/** Networks trim texts, and some join spaces. */
const isAlike =
  ({ text }: ActWork) =>
  (comment: { text: string }): boolean =>
    plain(comment.text) === plain(text);
const plain = (text: string) => text.normalize('NFC').trim().replaceAll(/\s+/g, ' ');

/**
 * Takes the first of these replies that no other request has made, and stores it as the one of this request.
 * @returns its id; null if none is left
 */
async function claim(
  { node }: ActingDeps,
  { actId, accountId }: ActWork,
  replies: readonly { id: string; fact: CommentFact | null }[],
): Promise<string | null> {
  if (replies.length === 0) return null;
  return node().command(async (tx, turn) => {
    await lockComments(tx, accountId);
    const ids = replies.map(({ id }) => id);
    const stored = new Map((await readComments(tx, { accountId, ids })).map((row) => [row.id, row]));
    const free = replies.find(({ id }) => [null, actId, undefined].includes(stored.get(id)?.madeBy));
    if (!free) return { result: null };
    const fact = free.fact ?? { kind: 'made' as const, id: free.id, at: turn.now, by: actId };
    const { feed } = await takeFacts(tx, turn, { id: accountId, receivingSince: null }, { facts: [fact] });
    return { result: free.id, feed };
  });
}
