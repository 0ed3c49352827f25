/**
 * The first comment below a status: a reply, shown to those who see the status, under the same content warning and in its language. A
 * key by which the server recognises a repetition is stable for the comment.
 */
import type { Json } from '../../machines/outcome.ts';
import { ask, at, textAt } from '../lib/http.ts';
import { changeProblem, readProblem } from '../lib/read-problem.ts';
import { authorization, jsonPost } from '../lib/request.ts';
import type { AccountAccess } from '../port/account.ts';
import type { Comment } from '../port/comments.ts';
import type { FirstCommentPort, FirstCommentStep } from '../port/first-comment.ts';
import { readError } from './errors.ts';
import { textOf } from './html.ts';
import { measure } from './plan.ts';
import { idOf } from './remote-id.ts';
import { addressOf } from './request.ts';

const WRITING = { readError, scope: 'write:statuses' };
const READING = { readError, scope: 'read:statuses' };

export const firstComment: FirstCommentPort = {
  length: (text, account) => measure({ text, media: [], options: {} }, account).length,

  async send(step) {
    const { account, fetch, signal, networkPostId, text, key } = step;
    const status = await ask(fetch, statusRequest(account, networkPostId), signal);
    if (status.kind === 'lost' || status.status >= 300) return readProblem(READING, status, step);
    const warning = textAt(status.json, 'spoiler_text') ?? '';
    const language = textAt(status.json, 'language');
    const body = {
      status: text,
      in_reply_to_id: networkPostId,
      visibility: textAt(status.json, 'visibility') ?? 'public',
      ...(warning !== '' && { spoiler_text: warning }),
      ...(language !== null && { language }),
    };
    const headers = { ...authorization(account), 'idempotency-key': `troupe-${key}` };
    const answer = await ask(
      fetch,
      jsonPost(addressOf(account, '/api/v1/statuses'), body, { headers }),
      signal,
    );
    const id = answer.kind === 'response' && answer.status < 300 ? textAt(answer.json, 'id') : null;
    return id === null ? changeProblem(WRITING, answer, step) : { kind: 'done', id };
  },

  /** All replies come at once. */
  async list(step) {
    const { account, fetch, signal, networkPostId } = step;
    const answer = await ask(fetch, statusRequest(account, networkPostId, '/context'), signal);
    const replies =
      answer.kind === 'response' && answer.status === 200 ? at(answer.json, 'descendants') : null;
    if (!Array.isArray(replies)) return readProblem(READING, answer, step);
    return { kind: 'page', items: replies.flatMap((reply) => commentIn(reply, step)), cursor: null };
  },
};

function statusRequest(account: AccountAccess, id: string, more = ''): Request {
  const path = `/api/v1/statuses/${encodeURIComponent(id)}${more}`;
  return new Request(addressOf(account, path), { headers: authorization(account) });
}

function commentIn(reply: Json, { account, networkPostId, now }: FirstCommentStep): Comment[] {
  const id = textAt(reply, 'id');
  if (id === null || textAt(reply, 'in_reply_to_id') !== networkPostId) return [];
  const author = textAt(reply, 'account', 'id');
  const createdAt = Date.parse(textAt(reply, 'created_at') ?? '');
  return [
    {
      id,
      networkPostId,
      parentId: null,
      text: textOf(textAt(reply, 'content') ?? ''),
      from: { id: author, username: textAt(reply, 'account', 'acct'), name: null },
      isOwn: author === idOf(account.remoteId),
      createdAt: Number.isNaN(createdAt) ? now : createdAt,
      likes: null,
      hidden: false,
      rating: null,
    },
  ];
}
