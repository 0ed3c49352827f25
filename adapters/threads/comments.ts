/**
 * Replies to the account's posts, which are the comments of Threads (Threads API, "Reply management"). Writers have a
 * username only. Replies of others cannot be deleted.
 */
import type { Json } from '../../machines/outcome.ts';
import { ask, at, textAt } from '../lib/http.ts';
import type { Access } from '../meta/access.ts';
import { askWithFewer, pageOf, readFailure, rowsIn, timeOf } from '../meta/calls.ts';
import { change, makeReply, RECENT_POSTS, recentComments } from '../meta/comment-calls.ts';
import { get, post } from '../meta/request.ts';
import type { Comment, CommentedPost, CommentsPort, CommentsStep } from '../port/comments.ts';
import { callerOf } from './containers.ts';
import { attachmentsIn } from './reply-media.ts';

const PER_PAGE = 50;
const POSTS_PER_PAGE = 25;

const READING: Access = { name: 'Threads', scope: 'threads_read_replies' };
const WRITING: Access = { name: 'Threads', scope: 'threads_manage_replies' };

/** What an account may be refused, in the order in which it is left out. */
const PARTS = ['hide_status', 'is_reply_owned_by_me'];

export const comments: CommentsPort = {
  async list(step) {
    const { networkPostId, cursor } = step;
    if (networkPostId !== null) return conversation(step, networkPostId, cursor);
    const latest = await posts(step, cursor, RECENT_POSTS);
    if (latest.kind !== 'page') return latest;
    return recentComments(latest, step.without ?? [], (id, without) =>
      conversation({ ...step, without }, id, null),
    );
  },

  /**
   * One call that makes and publishes the reply. In two calls the first is refused as long as the network prepares it,
   * and a text needs no preparation.
   */
  reply: (step) =>
    makeReply(
      step,
      WRITING,
      post(callerOf(step.account), `${encodeURIComponent(step.account.remoteId)}/threads`, {
        media_type: 'TEXT',
        text: step.text,
        reply_to_id: step.commentId,
        auto_publish_text: true,
      }),
    ),

  hide: (step) => setHidden(step, true),
  unhide: (step) => setHidden(step, false),

  async read(step) {
    const { account, commentId, now } = step;
    const { answer } = await askWithFewer(step, PARTS, (left) =>
      get(callerOf(account), encodeURIComponent(commentId), { fields: fieldsOf(left) }),
    );
    const [reply] =
      answer.kind === 'response' && answer.status < 300
        ? replyIn(answer.json, textAt(answer.json, 'root_post', 'id') ?? '', step)
        : [];
    return reply ?? readFailure(READING, answer, now);
  },

  posts: (step) => posts(step, step.cursor, POSTS_PER_PAGE),
};

async function posts(step: CommentsStep, cursor: string | null, limit: number) {
  const { account, fetch, signal, now } = step;
  const request = get(callerOf(account), `${encodeURIComponent(account.remoteId)}/threads`, {
    fields: 'id,media_type,media_url,thumbnail_url,permalink,text,timestamp,has_replies',
    limit: String(limit),
    ...(cursor === null ? {} : { after: cursor }),
  });
  const answer = await ask(fetch, request, signal);
  const found = rowsIn(answer);
  if (found === null) return readFailure({ ...READING, scope: 'threads_basic' }, answer, now);
  return pageOf(found.rows.flatMap(postIn), { cursor: found.cursor });
}

/** All replies below a post, however deep, newest first. Only for posts of the account that are no replies. */
async function conversation(step: CommentsStep, postId: string, cursor: string | null) {
  const { answer, without } = await askWithFewer(step, PARTS, (left) =>
    get(callerOf(step.account), `${encodeURIComponent(postId)}/conversation`, {
      fields: fieldsOf(left),
      reverse: 'true',
      limit: String(PER_PAGE),
      ...(cursor === null ? {} : { after: cursor }),
    }),
  );
  const found = rowsIn(answer);
  if (found === null) return readFailure(READING, answer, step.now);
  return pageOf(
    found.rows.flatMap((row) => replyIn(row, postId, step)),
    { cursor: found.cursor, without },
  );
}

function setHidden(step: CommentsStep & { commentId: string }, hide: boolean) {
  const path = `${encodeURIComponent(step.commentId)}/manage_reply`;
  return change(step, WRITING, post(callerOf(step.account), path, { hide }));
}

function fieldsOf(without: string[]): string {
  const more = PARTS.filter((part) => !without.includes(part));
  return [
    'id,text,username,timestamp,root_post{id},replied_to{id},media_type,media_url,thumbnail_url',
    ...more,
  ].join(',');
}

/** Readers see these; the others were hidden by the account, or by Threads. */
const SHOWN = ['NOT_HUSHED', 'UNHUSHED'];

function replyIn(row: Json, networkPostId: string, { account, now }: CommentsStep): Comment[] {
  const id = textAt(row, 'id');
  if (id === null) return [];
  const parent = textAt(row, 'replied_to', 'id');
  const parentId = parent === networkPostId ? null : parent;
  const username = textAt(row, 'username');
  const isOwn =
    at(row, 'is_reply_owned_by_me') === true || (username !== null && username === account.username);
  const status = textAt(row, 'hide_status');
  return [
    {
      id,
      networkPostId,
      parentId,
      text: textAt(row, 'text') ?? '',
      from: { id: null, username, name: null },
      isOwn,
      createdAt: timeOf(row, 'timestamp') ?? now,
      likes: null,
      hidden: status !== null && !SHOWN.includes(status),
      rating: null,
      attachments: attachmentsIn(row),
      ...permitted(isOwn, parentId),
    },
  ];
}

/** The rules of Threads; it says nothing about a single reply. */
function permitted(isOwn: boolean, parentId: string | null): Pick<Comment, 'can' | 'cannot'> {
  const hide = isOwn
    ? 'It is the account’s own reply.'
    : parentId === null
      ? undefined
      : 'Threads hides replies to the post only, with all that is below them.';
  return {
    can: { reply: true, hide: hide === undefined, delete: false, privateReply: false },
    cannot: {
      ...(hide === undefined ? {} : { hide }),
      delete: isOwn ? 'Delete it in Threads.' : 'Threads deletes no replies of others.',
      privateReply: 'Threads has no direct messages for apps.',
    },
  };
}

function postIn(row: Json): CommentedPost[] {
  const networkPostId = textAt(row, 'id');
  const publishedAt = timeOf(row, 'timestamp');
  if (networkPostId === null || publishedAt === null) return [];
  const type = textAt(row, 'media_type');
  return [
    {
      networkPostId,
      text: textAt(row, 'text') ?? '',
      url: textAt(row, 'permalink'),
      thumbnailUrl: textAt(row, 'thumbnail_url') ?? (type === 'VIDEO' ? null : textAt(row, 'media_url')),
      publishedAt,
      type,
      comments: at(row, 'has_replies') === false ? 0 : null, // how many, it does not say
    },
  ];
}
