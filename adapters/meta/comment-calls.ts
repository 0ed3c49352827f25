/** Changes of comments, and the list of an account's recent comments: the same on every network of Meta. */
import type { Json } from '../../machines/outcome.ts';
import { ask, at, type Lost, type NetworkResponse, textAt } from '../lib/http.ts';
import type { CallContext } from '../port/account.ts';
import type { Comment, CommentedPost, CommentOutcome } from '../port/comments.ts';
import type { AccessProblem, Missing, Page } from '../port/read.ts';
import { type Access, accessProblem } from './access.ts';
import { isMissing, pageOf, readFailure } from './calls.ts';
import { graphErrorOf, messageOf } from './errors.ts';

/** How many posts one page of the account's recent comments looks at. Each with comments takes one call more. */
export const RECENT_POSTS = 5;

/**
 * One page of the account's recent comments: those below some of its latest posts, since no network of Meta lists them
 * across posts. Posts without comments are skipped.
 * @param posts the latest posts of the page
 * @param below the first page of a post's comments
 */
export async function recentComments(
  posts: Page<CommentedPost>,
  omitted: string[],
  below: (networkPostId: string, without: string[]) => Promise<Page<Comment> | Missing | AccessProblem>,
): Promise<Page<Comment> | AccessProblem> {
  const items: Comment[] = [];
  let isIncomplete = false;
  let without = omitted;
  for (const { networkPostId, comments } of posts.items) {
    if (comments === 0) continue;
    const page = await below(networkPostId, without);
    if (page.kind === 'missing') continue; // deleted meanwhile, or of somebody else: a repost
    if (page.kind !== 'page') return page;
    items.push(...page.items);
    without = page.without ?? without;
    isIncomplete ||= page.cursor !== null || page.incomplete === true;
  }
  return pageOf(items, { cursor: posts.cursor, without, isIncomplete });
}

/** A field made a comment call fail after the comment was made (20/1772107). No call of ours asks for fields. */
const MADE_ALL_THE_SAME = 1_772_107;

/** What an unsuccessful change of a comment means. An error response is a failure; no response may be a success. */
function changeFailure(access: Access, answer: NetworkResponse | Lost, now: number): CommentOutcome {
  if (answer.kind === 'lost') {
    const reason = `${access.name}: ${answer.reason}`;
    return { kind: answer.sent ? 'unknown' : 'retry', reason };
  }
  const reason = messageOf(answer, access.name);
  if (answer.status < 300 || graphErrorOf(answer).subcode === MADE_ALL_THE_SAME) {
    return { kind: 'unknown', reason };
  }
  if (isMissing(answer)) return { kind: 'missing', reason };
  const { problem } = accessProblem(access, answer, now);
  return problem ?? { kind: 'rejected', reason };
}

/** Sends a change that makes nothing: hiding, deleting. */
export async function change(
  { fetch, signal, now }: CallContext,
  access: Access,
  request: Request,
): Promise<CommentOutcome> {
  const answer = await ask(fetch, request, signal);
  const isDone = answer.kind === 'response' && answer.status < 300 && at(answer.json, 'success') === true;
  return isDone ? { kind: 'done' } : changeFailure(access, answer, now);
}

/** Sends a reply. */
export async function makeReply(
  { fetch, signal, now }: CallContext,
  access: Access,
  request: Request,
): Promise<CommentOutcome> {
  const answer = await ask(fetch, request, signal);
  const id = answer.kind === 'response' && answer.status < 300 ? textAt(answer.json, 'id') : null;
  if (id !== null) return { kind: 'done', id };
  if (isSpam(answer)) {
    const reason = messageOf(answer, access.name);
    return { kind: 'rejected', reason, isSpam: true, ...(DUPLICATE.test(reason) && { isDuplicate: true }) };
  }
  return changeFailure(access, answer, now);
}

/** "Temporarily blocked" (368) says that replies came too fast, or were too much alike. */
/** Duplicates have the same code, and only the words tell them apart. */
const DUPLICATE = /already posted|duplicate/i;

const isSpam = (answer: NetworkResponse | Lost): answer is NetworkResponse =>
  answer.kind === 'response' && answer.status >= 300 && graphErrorOf(answer).code === 368;

/**
 * Replies on a network with one level of replies: a reply is answered below its parent. Where the parent is not known, the
 * network is asked for it first; if that fails, nothing was sent.
 */
export async function replyOneLevel(
  step: CallContext & { commentId: string; parentId?: string | null },
  how: {
    access: Access;
    /** The request for the comment, and its parent in the response. */
    lookup: () => Request;
    parentIn: (comment: Json) => string | null;
    send: (below: string) => Request;
  },
): Promise<CommentOutcome> {
  let { parentId } = step;
  if (parentId === undefined) {
    const answer = await ask(step.fetch, how.lookup(), step.signal);
    if (answer.kind === 'lost' || answer.status >= 300) return readFailure(how.access, answer, step.now);
    parentId = how.parentIn(answer.json);
  }
  return makeReply(step, how.access, how.send(encodeURIComponent(parentId ?? step.commentId)));
}
