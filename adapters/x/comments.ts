/**
 * Replies to the account's posts, which are the comments of X (API v2, "Search recent posts"). They are read by search,
 * which knows the last seven days, and every post that it returns costs the operator money: so one call reads the recent
 * replies of all posts, and the account's own posts are not read for them. Writing costs too, and X takes a reply only to
 * somebody who replied to, mentioned or quoted the account.
 */
import type { Json } from '../../machines/outcome.ts';
import { ask, at, type Lost, type NetworkResponse, textAt } from '../lib/http.ts';
import { changeProblem, readProblem } from '../lib/read-problem.ts';
import { authorization } from '../lib/request.ts';
import type { AccountAccess } from '../port/account.ts';
import type { Comment, CommentOutcome, CommentsPort, CommentsStep } from '../port/comments.ts';
import { messageOf, readError } from './errors.ts';
import { addressOf, postRequest } from './request.ts';
import { weightOf } from './weight.ts';
import { listOf, wordsOf } from './words.ts';

/** The most that X gives on a page. */
const PER_PAGE = 100;
/** Of the account's recent replies. Each that is returned is paid, and they are read whenever somebody looks at the list. */
const RECENT = 25;
const MAX_WEIGHT = 280;
const HOUR = 3_600_000;
/** How far back search goes, with an hour left for the clocks and the call. */
const SEARCHED_MS = 7 * 24 * HOUR - HOUR;
const FIELDS = {
  'tweet.fields':
    'author_id,conversation_id,created_at,entities,in_reply_to_user_id,note_tweet,public_metrics,referenced_tweets',
  expansions: 'author_id',
  'user.fields': 'name,username',
};

const READING = { readError, scope: 'tweet.read' };
const WRITING = { readError, scope: 'tweet.write' };

export const comments: CommentsPort = {
  async list(step) {
    const { account, networkPostId, cursor, fetch, signal, now } = step;
    const isPost = networkPostId !== null;
    if (isPost && !/^\d{1,19}$/.test(networkPostId)) return { kind: 'page', items: [], cursor: null };
    const request = searchRequest(account, {
      query: isPost ? `conversation_id:${networkPostId}` : `to:${account.username} -from:${account.username}`,
      max: isPost ? PER_PAGE : RECENT,
      cursor,
    });
    const answer = await ask(fetch, request, signal);
    const rows = rowsIn(answer);
    if (rows === null || answer.kind === 'lost') return readProblem(READING, answer, step);
    const items = rows.flatMap((row) => replyIn(row, answer.json, step));
    const isOld = isPost && now - madeAt(networkPostId) > SEARCHED_MS;
    return {
      kind: 'page',
      items,
      cursor: textAt(answer.json, 'meta', 'next_token'),
      // older replies are not found, and not gone
      ...(isOld ? { incomplete: true as const } : {}),
    };
  },

  async reply(step) {
    const { account, commentId, text, fetch, signal } = step;
    const most = account.limits['maxCharacters'] ?? MAX_WEIGHT;
    const weight = weightOf(text);
    if (weight > most) {
      return { kind: 'rejected', reason: `X counts ${weight} characters and takes ${most}` };
    }
    const request = postRequest(account, '/2/tweets', { text, reply: { in_reply_to_tweet_id: commentId } });
    const answer = await ask(fetch, request, signal);
    const id = answer.kind === 'response' && answer.status < 300 ? textAt(answer.json, 'data', 'id') : null;
    return id === null ? replyProblem(answer, step) : { kind: 'done', id };
  },

  async read(step) {
    const { account, commentId, fetch, signal } = step;
    const query = new URLSearchParams(FIELDS).toString();
    const address = addressOf(account, `/2/tweets/${encodeURIComponent(commentId)}?${query}`);
    const answer = await ask(fetch, new Request(address, { headers: authorization(account) }), signal);
    if (answer.kind === 'lost' || answer.status >= 300) return readProblem(READING, answer, step);
    // a post that is gone, or not shown to the account, is a 200 with errors and without data
    const problem = at(answer.json, 'errors', 0);
    if (problem !== undefined && at(answer.json, 'data') === undefined) {
      return { kind: 'missing', reason: messageOf(answer, step) };
    }
    const [reply] = replyIn(at(answer.json, 'data') ?? null, answer.json, step);
    return reply ?? readProblem(READING, answer, step);
  },
};

function searchRequest(
  account: AccountAccess,
  { query, max, cursor }: { query: string; max: number; cursor: string | null },
): Request {
  const asked = new URLSearchParams({ query, max_results: String(max), ...FIELDS });
  if (cursor !== null) asked.set('next_token', cursor);
  const address = addressOf(account, `/2/tweets/search/recent?${asked.toString()}`);
  return new Request(address, { headers: authorization(account) });
}

/** An empty list has no `data`, only its count. */
function rowsIn(answer: NetworkResponse | Lost): Json[] | null {
  if (answer.kind === 'lost' || answer.status !== 200) return null;
  const rows = at(answer.json, 'data');
  return rows === undefined && at(answer.json, 'meta', 'result_count') !== 0 ? null : listOf(rows);
}

/** The comment is gone: "You attempted to reply to a Tweet that is deleted or not visible to you." (403). */
function replyProblem(
  answer: NetworkResponse | Lost,
  step: CommentsStep,
): Exclude<CommentOutcome, { kind: 'done' }> {
  const problem = changeProblem(WRITING, answer, step);
  const isGone = problem.kind === 'rejected' && /deleted or not visible/i.test(problem.reason);
  return isGone ? { kind: 'missing', reason: problem.reason } : problem;
}

/** When a post was made, which its id says, epoch ms (X, "Snowflake ids"). */
function madeAt(id: string): number {
  return Number((BigInt(id) >> 22n) + 1_288_834_974_657n);
}

/** A reply; empty for the post itself, which stands first in its conversation, and for what is no reply. */
function replyIn(row: Json, body: Json, { account, now }: CommentsStep): Comment[] {
  const id = textAt(row, 'id');
  const networkPostId = textAt(row, 'conversation_id');
  const answered = answeredBy(row);
  if (id === null || networkPostId === null || answered === null) return [];
  const author = textAt(row, 'author_id');
  const person = listOf(at(body, 'includes', 'users')).find((user) => textAt(user, 'id') === author);
  const isOwn = author === account.remoteId;
  const likes = Number(textAt(row, 'public_metrics', 'like_count') ?? Number.NaN);
  const createdAt = Date.parse(textAt(row, 'created_at') ?? '');
  return [
    {
      id,
      networkPostId,
      parentId: answered === networkPostId ? null : answered,
      text: withoutAddressees(row, { isOwn, account }),
      from: {
        id: author,
        username: textAt(person, 'username'),
        name: textAt(person, 'name'),
      },
      isOwn,
      createdAt: Number.isNaN(createdAt) ? now : createdAt,
      likes: Number.isNaN(likes) ? null : likes,
      hidden: false,
      rating: null,
      can: { reply: true, hide: false, delete: false },
    },
  ];
}

/** The post that this one answers. The name depends on the age of the description (tweets, posts). */
function answeredBy(row: Json): string | null {
  const references = [at(row, 'referenced_tweets'), at(row, 'referenced_posts')].flatMap(listOf);
  const answered = references.find((one) => textAt(one, 'type') === 'replied_to');
  return textAt(answered, 'id');
}

/**
 * X writes the handles of those who are answered before the words. Of a person's reply the account's own handle is left
 * out; of the account's own reply all, since they were not in what it sent.
 */
function withoutAddressees(
  row: Json,
  { isOwn, account: { username } }: { isOwn: boolean; account: AccountAccess },
): string {
  const { words } = wordsOf(row);
  const handle = isOwn ? String.raw`\w{1,15}` : username;
  return words.replace(new RegExp(String.raw`^(?:@(?:${handle})\s+)+`, 'i'), '');
}
