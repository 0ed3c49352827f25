/**
 * The first comment below a post on LinkedIn (Community Management API, "Comments"). LinkedIn shows ordinary apps no comments, so nothing
 * can be looked up after a lost response, and an error of its servers counts as one. Its apps take 1,250 characters.
 */
import { ask, textAt } from '../lib/http.ts';
import { textLength } from '../lib/measure.ts';
import { changeProblem } from '../lib/read-problem.ts';
import type { FirstCommentPort } from '../port/first-comment.ts';
import { isServerError, messageOf, readError } from './errors.ts';
import { ownerOf, postRequest } from './request.ts';

const MAX_CHARACTERS = 1_250;
const WRITING = { readError, scope: 'w_member_social' };

export const firstComment: FirstCommentPort = {
  length: (text) => textLength(text, MAX_CHARACTERS, 'utf16'),

  async send(step) {
    const { account, fetch, signal, networkPostId, text } = step;
    const path = `/rest/socialActions/${encodeURIComponent(networkPostId)}/comments`;
    const body = { actor: ownerOf(account), object: networkPostId, message: { text } };
    const answer = await ask(fetch, postRequest(account, path, body), signal);
    if (answer.kind === 'response' && answer.status < 300) {
      const id = textAt(answer.json, 'commentUrn') ?? answer.headers.get('x-restli-id');
      return id === null || id === ''
        ? { kind: 'unknown', reason: 'LinkedIn does not name the comment' }
        : { kind: 'done', id };
    }
    if (answer.kind === 'response' && isServerError(answer))
      return { kind: 'unknown', reason: messageOf(answer, step) };
    const problem = changeProblem(WRITING, answer, step);
    return problem.kind === 'retry' ? { ...problem, isUndone: true } : problem;
  },
};
