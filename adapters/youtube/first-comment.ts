/** The first comment below a video of the channel (Data API, `commentThreads`). */
import type { Json } from '../../machines/outcome.ts';
import { ask, at, textAt } from '../lib/http.ts';
import { textLength } from '../lib/measure.ts';
import { changeProblem, readProblem } from '../lib/read-problem.ts';
import { jsonPost, authorization } from '../lib/request.ts';
import type { Comment } from '../port/comments.ts';
import type { FirstCommentPort, FirstCommentStep } from '../port/first-comment.ts';
import { readError } from './errors.ts';
import { baseOf, get } from './request.ts';
import { COMMENT_SCOPE } from './scopes.ts';
import { version } from './version.ts';

const MAX_CHARACTERS = 10_000;
const PER_PAGE = 100;
const ACCESS = { readError, scope: COMMENT_SCOPE };

export const firstComment: FirstCommentPort = {
  scopes: [COMMENT_SCOPE],
  isScopeNew: true,
  length: (text) => textLength(text, MAX_CHARACTERS, 'code_points'),

  async send(step) {
    const { account, fetch, signal, networkPostId: videoId, text } = step;
    const address = `${baseOf(account.endpoints)}/youtube/${version.version}/commentThreads?part=snippet`;
    const body = { snippet: { videoId, topLevelComment: { snippet: { textOriginal: text } } } };
    const answer = await ask(fetch, jsonPost(address, body, { headers: authorization(account) }), signal);
    const id = answer.kind === 'response' && answer.status < 300 ? textAt(answer.json, 'id') : null;
    return id === null ? changeProblem(ACCESS, answer, step) : { kind: 'done', id };
  },

  async list(step) {
    const { account, fetch, signal, networkPostId: videoId, cursor } = step;
    const query = {
      part: 'snippet',
      videoId,
      order: 'time',
      maxResults: String(PER_PAGE),
      ...(cursor !== null && { pageToken: cursor }),
    };
    const answer = await ask(fetch, get(account, 'commentThreads', query), signal);
    const rows = answer.kind === 'response' && answer.status === 200 ? at(answer.json, 'items') : null;
    if (!Array.isArray(rows)) return readProblem(ACCESS, answer, step);
    return {
      kind: 'page',
      items: rows.flatMap((row) => commentIn(row, step)),
      cursor: textAt(answer.kind === 'response' ? answer.json : null, 'nextPageToken'),
    };
  },
};

function commentIn(row: Json, { account, networkPostId, now }: FirstCommentStep): Comment[] {
  const id = textAt(row, 'id');
  if (id === null) return [];
  const comment = at(row, 'snippet', 'topLevelComment', 'snippet') ?? null;
  const channel = textAt(comment, 'authorChannelId', 'value');
  const createdAt = Date.parse(textAt(comment, 'publishedAt') ?? '');
  return [
    {
      id,
      networkPostId,
      parentId: null,
      text: textAt(comment, 'textOriginal') ?? textAt(comment, 'textDisplay') ?? '',
      from: { id: channel, username: null, name: textAt(comment, 'authorDisplayName') },
      isOwn: channel === account.remoteId,
      createdAt: Number.isNaN(createdAt) ? now : createdAt,
      likes: null,
      hidden: false,
      rating: null,
    },
  ];
}
