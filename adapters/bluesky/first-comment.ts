/**
 * The first comment below a post on Bluesky: a record that answers the post, under a key that is stable for the comment. Writing it
 * again changes nothing, and reading the key shows whether it exists.
 */
import { ask, textAt } from '../lib/http.ts';
import { changeProblem, readProblem } from '../lib/read-problem.ts';
import type { CommentOutcome } from '../port/comments.ts';
import type { FirstCommentPort, FirstCommentStep } from '../port/first-comment.ts';
import { COLLECTION, type PostRecord } from './checkpoint.ts';
import { errorCode, isServerError, messageOf, readError } from './errors.ts';
import { measure } from './plan.ts';
import { facetsOf, putRecordRequest } from './record.ts';
import { recordKeyFor } from './record-key.ts';
import { getRecordRequest, refTo } from './references.ts';

export const firstComment: FirstCommentPort = {
  length: (text) => measure({ text, media: [], options: {} }).length,

  async send(step) {
    const { text, askedAt, networkPostId } = step;
    const above = await refTo(step, networkPostId);
    if ('kind' in above) return above.kind === 'rejected' ? { kind: 'missing', reason: above.reason } : above;
    const facets = await facetsOf(step, text, { cut: false });
    if ('kind' in facets) return facets;
    const record: PostRecord = {
      $type: COLLECTION,
      text,
      createdAt: new Date(askedAt).toISOString(),
      ...(facets.length > 0 && { facets }),
      reply: { root: above, parent: above },
    };
    return write(step, record);
  },

  async list(step) {
    const { account, fetch, signal, networkPostId, now } = step;
    const answer = await ask(fetch, getRecordRequest(account, keyOf(step)), signal);
    const id = answer.kind === 'response' && answer.status === 200 ? textAt(answer.json, 'uri') : null;
    if (answer.kind === 'response' && errorCode(answer) === 'RecordNotFound')
      return { kind: 'page', items: [], cursor: null };
    if (id === null || answer.kind === 'lost') return readProblem({ readError }, answer, step);
    const parentId = textAt(answer.json, 'value', 'reply', 'parent', 'uri');
    const createdAt = Date.parse(textAt(answer.json, 'value', 'createdAt') ?? '');
    const comment = {
      id,
      networkPostId,
      parentId: parentId === networkPostId ? null : parentId,
      text: textAt(answer.json, 'value', 'text') ?? '',
      from: { id: account.remoteId, username: account.username, name: null },
      isOwn: true,
      createdAt: Number.isNaN(createdAt) ? now : createdAt,
      likes: null,
      hidden: false,
      rating: null,
    };
    return { kind: 'page', items: [comment], cursor: null };
  },
};

const keyOf = ({ key, askedAt }: Pick<FirstCommentStep, 'key' | 'askedAt'>) => recordKeyFor(key, askedAt);

async function write(step: FirstCommentStep, record: PostRecord): Promise<CommentOutcome> {
  const answer = await ask(step.fetch, putRecordRequest(step.account, keyOf(step), record), step.signal);
  const uri = answer.kind === 'response' && answer.status < 300 ? textAt(answer.json, 'uri') : null;
  if (uri !== null) return { kind: 'done', id: uri };
  // a record exists under our key: a lookup shows which one
  if (answer.kind === 'response' && !isServerError(answer) && errorCode(answer) === 'InvalidSwap')
    return { kind: 'unknown', reason: messageOf(answer, step) };
  return changeProblem({ readError }, answer, step);
}
