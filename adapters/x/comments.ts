/**
 * Replies to the account's posts, which are the comments of X (API v2, "Search recent posts"). They are read by search,
 * which knows the last seven days, and every post that it returns costs the operator money: so one call reads the recent
 * replies of all posts, those made in X itself included. Writing costs too, and X takes a reply only to
 * somebody who replied to, mentioned or quoted the account.
 */
import type { Json } from '../../machines/outcome.ts';
import { ask, at, type Lost, type NetworkResponse, textAt } from '../lib/http.ts';
import { changeProblem, readProblem } from '../lib/read-problem.ts';
import { authorization } from '../lib/request.ts';
import type { AccountAccess } from '../port/account.ts';
import type { Comment, CommentedPost, CommentOutcome, CommentsPort, CommentsStep } from '../port/comments.ts';
import { isDuplicate, messageOf, readError } from './errors.ts';
import { askByNames } from './names.ts';
import { postAddress } from './post.ts';
import { addressOf, postRequest } from './request.ts';
import { weightOf } from './weight.ts';
import { includedIn, permissionsOf, replyRow } from './reply-row.ts';
import { listOf, wordsOf } from './words.ts';

/** The most and the least that X gives on a page. */
const PER_PAGE = 100;
const LEAST = 10;
/** The least that the list of the account's own posts takes. */
const LEAST_OF_POSTS = 5;
/** Of the account's recent replies. Each that is returned is paid, and they are read whenever somebody looks at the list. */
const RECENT = 25;
const MAX_WEIGHT = 280;
const HOUR = 3_600_000;
/** How far back search goes, with an hour left for the clocks and the call. */
const SEARCHED_MS = 7 * 24 * HOUR - HOUR;
const FIELDS = {
  'post.fields': 'conversation_id,created_at,entities,note_post,public_metrics',
  expansions: 'author_id,referenced_posts',
  'user.fields': 'name,username',
};

const POST_FIELDS = {
  'post.fields': 'attachments,created_at,entities,note_post,public_metrics',
  expansions: 'attachments.media_keys',
  'media.fields': 'preview_image_url,type,url',
};

const READING = { readError, scope: 'tweet.read' };
const WRITING = { readError, scope: 'tweet.write' };

export const comments: CommentsPort = {
  async list(step) {
    const { account, networkPostId, cursor, fetch, signal, now, since } = step;
    const isPost = networkPostId !== null;
    if (isPost && !/^\d{1,19}$/.test(networkPostId)) return { kind: 'page', items: [], cursor: null };
    const request = searchRequest(account, {
      query: isPost ? `conversation_id:${networkPostId}` : `to:${account.username} -from:${account.username}`,
      max: Math.max(LEAST, Math.min(isPost ? PER_PAGE : RECENT, step.maxReads ?? PER_PAGE)),
      // X refuses a time that its search does not reach
      since: since === undefined ? null : Math.max(since, now - SEARCHED_MS),
      cursor,
    });
    const answer = await askByNames(fetch, request, signal);
    const rows = rowsIn(answer);
    if (rows === null || answer.kind === 'lost') return readProblem(READING, answer, step);
    const items = rows.flatMap((row) => replyIn(row, answer.json, step));
    const isOld = isPost && now - madeAt(networkPostId) > SEARCHED_MS;
    return {
      kind: 'page',
      items,
      cursor: textAt(answer.json, 'meta', 'next_token'),
      reads: rows.length,
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
    const answer = await askByNames(fetch, new Request(address, { headers: authorization(account) }), signal);
    if (answer.kind === 'lost' || answer.status >= 300) return readProblem(READING, answer, step);
    // a post that is gone, or not shown to the account, is a 200 with errors and without data
    const problem = at(answer.json, 'errors', 0);
    if (problem !== undefined && at(answer.json, 'data') === undefined) {
      return { kind: 'missing', reason: messageOf(answer, step) };
    }
    const [reply] = replyIn(at(answer.json, 'data') ?? null, answer.json, step);
    return reply ?? readProblem(READING, answer, step);
  },

  /** Those made in X itself too. Pages are small: each post is paid. */
  async posts(step) {
    const { account, cursor, fetch, signal } = step;
    const query = new URLSearchParams({
      max_results: String(Math.max(LEAST_OF_POSTS, Math.min(LEAST, step.maxReads ?? LEAST))),
      exclude: 'replies,retweets',
      ...POST_FIELDS,
      ...(cursor === null ? {} : { pagination_token: cursor }),
    });
    const path = `/2/users/${encodeURIComponent(account.remoteId)}/tweets?${query.toString()}`;
    const request = new Request(addressOf(account, path), { headers: authorization(account) });
    const answer = await askByNames(fetch, request, signal);
    const rows = rowsIn(answer);
    if (rows === null || answer.kind === 'lost') return readProblem(READING, answer, step);
    const media = listOf(at(answer.json, 'includes', 'media'));
    return {
      kind: 'page',
      items: rows.flatMap((row) => postIn(row, media, step)),
      cursor: textAt(answer.json, 'meta', 'next_token'),
      reads: rows.length,
    };
  },
};

function postIn(row: Json, media: Json[], { account, now }: CommentsStep): CommentedPost[] {
  const id = textAt(row, 'id');
  if (id === null) return [];
  const publishedAt = Date.parse(textAt(row, 'created_at') ?? '');
  const keys = listOf(at(row, 'attachments', 'media_keys'));
  const file = media.find((one) => textAt(one, 'media_key') === keys[0]);
  const replies = at(row, 'public_metrics', 'reply_count');
  return [
    {
      networkPostId: id,
      text: wordsOf(row).words.trim(),
      url: postAddress(account, id),
      thumbnailUrl: keys.length === 0 ? null : (textAt(file, 'url') ?? textAt(file, 'preview_image_url')),
      publishedAt: Number.isNaN(publishedAt) ? now : publishedAt,
      type: textAt(file, 'type'),
      comments: typeof replies === 'number' ? replies : null,
    },
  ];
}

/** X takes whole seconds. */
function secondOf(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
}

function searchRequest(
  account: AccountAccess,
  { query, max, since, cursor }: { query: string; max: number; since: number | null; cursor: string | null },
): Request {
  const parameters = new URLSearchParams({ query, max_results: String(max), ...FIELDS });
  if (since !== null) parameters.set('start_time', secondOf(since));
  if (cursor !== null) parameters.set('next_token', cursor);
  const address = addressOf(account, `/2/tweets/search/recent?${parameters.toString()}`);
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
  if (answer.kind === 'response' && problem.kind === 'rejected' && isDuplicate(answer))
    return { ...problem, isDuplicate: true };
  const isGone = problem.kind === 'rejected' && /deleted or not visible/i.test(problem.reason);
  return isGone ? { kind: 'missing', reason: problem.reason } : problem;
}

/** When a post was made, which its id says, epoch ms (X, "Snowflake ids"). */
function madeAt(id: string): number {
  return Number((BigInt(id) >> 22n) + 1_288_834_974_657n);
}

/** A reply; empty for the post itself, which stands first in its conversation, and for what is no reply. */
function replyIn(row: Json, body: Json, { account, now }: CommentsStep): Comment[] {
  const reply = replyRow(row, includedIn(body), account);
  if (reply === null) return [];
  const likes = Number(textAt(row, 'public_metrics', 'like_count') ?? Number.NaN);
  const createdAt = Date.parse(textAt(row, 'created_at') ?? '');
  const { takesReply, ...comment } = reply;
  return [
    {
      ...comment,
      createdAt: Number.isNaN(createdAt) ? now : createdAt,
      likes: Number.isNaN(likes) ? null : likes,
      hidden: false,
      rating: null,
      ...permissionsOf(takesReply),
    },
  ];
}
