/** The first comment below a post on Reddit: one call without an idempotency key, and the list of the post's comments. */
import type { Json } from '../../machines/outcome.ts';
import { ask, at, textAt } from '../lib/http.ts';
import { textLength } from '../lib/measure.ts';
import { changeProblem, readProblem } from '../lib/read-problem.ts';
import type { Comment } from '../port/comments.ts';
import type { FirstCommentPort, FirstCommentStep } from '../port/first-comment.ts';
import { isServerError, readError, refusalIn } from './errors.ts';
import { getRequest, headersOf } from './request.ts';

const MAX_CHARACTERS = 10_000;
const PER_PAGE = 200;

export const firstComment: FirstCommentPort = {
  length: (text) => textLength(text, MAX_CHARACTERS, 'code_points'),

  async send(step) {
    const { account, fetch, signal, networkPostId, text } = step;
    const request = new Request(`${account.endpoints['oauth']}/api/comment?raw_json=1`, {
      method: 'POST',
      headers: headersOf(account),
      body: new URLSearchParams({ api_type: 'json', thing_id: networkPostId, text }),
      redirect: 'manual',
    });
    const answer = await ask(fetch, request, signal);
    if (answer.kind === 'lost' || isServerError(answer)) return changeProblem({ readError }, answer, step);
    // 200 does not mean success
    const failure = refusalIn(answer)?.failure;
    if (failure) return failure.kind === 'retry' ? failure : { kind: 'rejected', reason: failure.reason };
    const id = answer.status < 300 ? textAt(answer.json, 'json', 'data', 'things', 0, 'data', 'name') : null;
    // without a name it may be there all the same: the lookup shows it
    return id === null ? changeProblem({ readError }, answer, step) : { kind: 'done', id };
  },

  async list(step) {
    const id = step.networkPostId.replace(/^t3_/, '');
    const request = getRequest(step.account, `/comments/${encodeURIComponent(id)}`, {
      sort: 'new',
      limit: String(PER_PAGE),
      depth: '1',
    });
    const answer = await ask(step.fetch, request, step.signal);
    const rows =
      answer.kind === 'response' && answer.status === 200 ? at(answer.json, 1, 'data', 'children') : null;
    if (!Array.isArray(rows)) return readProblem({ readError }, answer, step);
    const isMore = rows.some((row) => textAt(row, 'kind') === 'more');
    const items = rows.flatMap((row) => commentIn(at(row, 'data') ?? null, step));
    return { kind: 'page', items, cursor: null, ...(isMore && { incomplete: true as const }) };
  },
};

function commentIn(row: Json, { account, networkPostId, now }: FirstCommentStep): Comment[] {
  const id = textAt(row, 'name');
  if (id === null || textAt(row, 'parent_id') !== networkPostId) return [];
  const author = textAt(row, 'author');
  const seconds = at(row, 'created_utc');
  return [
    {
      id,
      networkPostId,
      parentId: null,
      text: textAt(row, 'body') ?? '',
      from: { id: null, username: author, name: null },
      isOwn: author !== null && author.toLowerCase() === account.username.toLowerCase(),
      createdAt: typeof seconds === 'number' ? seconds * 1000 : now,
      likes: null,
      hidden: false,
      rating: null,
    },
  ];
}
