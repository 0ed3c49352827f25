/**
 * Comments below a Page's posts (Graph API, "Comments" of an object). `filter=stream` gives replies in the same list as
 * comments, newest first. Some fields come only to the Page's own token.
 */
import type { Json } from '../../machines/outcome.ts';
import { ask, at, textAt } from '../lib/http.ts';
import type { Access } from '../meta/access.ts';
import { askWithFewer, pageOf, readFailure, rowsIn, timeOf } from '../meta/calls.ts';
import { change, RECENT_POSTS, recentComments, replyOneLevel } from '../meta/comment-calls.ts';
import { get, post, remove } from '../meta/request.ts';
import type { Comment, CommentedPost, CommentsPort, CommentsStep } from '../port/comments.ts';
import { callerOf, pageOf as pageIn } from './request.ts';

const PER_PAGE = 50;
const POSTS_PER_PAGE = 25;

const READING: Access = { name: 'Facebook', scope: 'pages_read_user_content' };
const WRITING: Access = { name: 'Facebook', scope: 'pages_manage_engagement' };

/** What a Page may be refused, in the order in which it is left out. */
const PARTS = {
  attachment: 'attachment',
  can: 'can_hide,can_remove,can_reply_privately',
  like_count: 'like_count',
  from: 'from{id,name}',
};

export const comments: CommentsPort = {
  async list(step) {
    const { networkPostId, cursor } = step;
    if (networkPostId !== null) return commentsBelow(step, networkPostId, cursor);
    const latest = await posts(step, cursor, RECENT_POSTS);
    if (latest.kind !== 'page') return latest;
    return recentComments(latest, step.without ?? [], (id, without) =>
      commentsBelow({ ...step, without }, id, null),
    );
  },

  reply(step) {
    const caller = callerOf(step.account);
    return replyOneLevel(step, {
      access: WRITING,
      lookup: () => get(caller, encodeURIComponent(step.commentId), { fields: 'parent{id}' }),
      parentIn: (comment) => textAt(comment, 'parent', 'id'),
      send: (below) => post(caller, `${below}/comments`, { message: step.text }),
    });
  },

  hide: (step) => setHidden(step, true),
  unhide: (step) => setHidden(step, false),

  delete: (step) => change(step, WRITING, remove(callerOf(step.account), encodeURIComponent(step.commentId))),

  async read(step) {
    const { account, commentId, now } = step;
    const { answer } = await askWithFewer(step, Object.keys(PARTS), (left) =>
      get(callerOf(account), encodeURIComponent(commentId), { fields: fieldsOf(left) }),
    );
    const [comment] =
      answer.kind === 'response' && answer.status < 300
        ? commentIn(answer.json, postOf(commentId, account.remoteId), step)
        : [];
    return comment ?? readFailure(READING, answer, now);
  },

  posts: (step) => posts(step, step.cursor, POSTS_PER_PAGE),
};

async function commentsBelow(step: CommentsStep, postId: string, cursor: string | null) {
  const { answer, without } = await askWithFewer(step, Object.keys(PARTS), (left) =>
    get(callerOf(step.account), `${encodeURIComponent(postId)}/comments`, {
      fields: fieldsOf(left),
      filter: 'stream',
      order: 'reverse_chronological',
      limit: String(PER_PAGE),
      ...(cursor === null ? {} : { after: cursor }),
    }),
  );
  const found = rowsIn(answer);
  if (found === null) return readFailure(READING, answer, step.now);
  const items = found.rows.flatMap((row) => commentIn(row, postId, step));
  return pageOf(items, { cursor: found.cursor, without });
}

async function posts(step: CommentsStep, cursor: string | null, limit: number) {
  const { account, fetch, signal, now } = step;
  const request = get(callerOf(account), `${pageIn(account)}/posts`, {
    fields:
      'id,message,created_time,permalink_url,full_picture,attachments{media_type},comments.limit(0).summary(true)',
    limit: String(limit),
    ...(cursor === null ? {} : { after: cursor }),
  });
  const answer = await ask(fetch, request, signal);
  const found = rowsIn(answer);
  if (found === null) return readFailure({ ...READING, scope: 'pages_read_engagement' }, answer, now);
  return pageOf(found.rows.flatMap(postIn), { cursor: found.cursor });
}

function setHidden(step: CommentsStep & { commentId: string }, hidden: boolean) {
  const path = encodeURIComponent(step.commentId);
  return change(step, WRITING, post(callerOf(step.account), path, { is_hidden: hidden }));
}

function fieldsOf(without: string[]): string {
  const more = Object.entries(PARTS).flatMap(([part, fields]) => (without.includes(part) ? [] : [fields]));
  return ['id,message,created_time,parent{id},is_hidden', ...more].join(',');
}

/** A comment's id is `<post>_<comment>`, a post's is `<page>_<post>`. */
function postOf(commentId: string, pageId: string): string {
  const [post = '', comment] = commentId.split('_');
  return comment === undefined ? '' : `${pageId}_${post}`;
}

function commentIn(row: Json, networkPostId: string, { account, now }: CommentsStep): Comment[] {
  const id = textAt(row, 'id');
  if (id === null) return [];
  const from = { id: textAt(row, 'from', 'id'), username: null, name: textAt(row, 'from', 'name') };
  const likes = at(row, 'like_count');
  return [
    {
      id,
      networkPostId,
      parentId: textAt(row, 'parent', 'id'),
      text: textAt(row, 'message') ?? '',
      from,
      isOwn: from.id === account.remoteId, // missing for private persons, who are not the Page
      createdAt: timeOf(row, 'created_time') ?? now,
      likes: typeof likes === 'number' ? likes : null,
      hidden: at(row, 'is_hidden') === true,
      rating: null,
      ...attached(row),
      ...permitted(row),
    },
  ];
}

/** Facebook's words for what a comment shows (StoryAttachment, `type`), in ours. A link's preview (`share`) is none: the text has the link. */
const ATTACHED: { [type: string]: string } = {
  photo: 'image',
  sticker: 'sticker',
  video: 'video',
  video_inline: 'video',
  animated_image_share: 'image',
  animated_image_video: 'video',
};

function attached(row: Json): Pick<Comment, 'attachments'> {
  const word = textAt(row, 'attachment', 'type');
  const type = word === null ? undefined : ATTACHED[word];
  if (type === undefined) return {};
  const media = at(row, 'attachment', 'media');
  const picture = textAt(media, 'image', 'src');
  const url = (type === 'video' ? textAt(media, 'source') : picture) ?? textAt(row, 'attachment', 'url');
  return { attachments: [{ type, url: url ?? picture }] };
}

const ACTIONS = { can_hide: 'hide', can_remove: 'delete', can_reply_privately: 'privateReply' } as const;
const REFUSED = 'Facebook does not allow it for this comment.';

/** What Facebook says of the comment. */
function permitted(row: Json): Pick<Comment, 'can' | 'cannot'> {
  const can: NonNullable<Comment['can']> = {};
  const cannot: NonNullable<Comment['cannot']> = {};
  for (const [field, action] of Object.entries(ACTIONS)) {
    const value = at(row, field);
    if (typeof value === 'boolean') can[action] = value;
    if (value === false) cannot[action] = REFUSED;
  }
  return {
    ...(Object.keys(can).length === 0 ? {} : { can }),
    ...(Object.keys(cannot).length === 0 ? {} : { cannot }),
  };
}

function postIn(row: Json): CommentedPost[] {
  const networkPostId = textAt(row, 'id');
  const publishedAt = timeOf(row, 'created_time');
  if (networkPostId === null || publishedAt === null) return [];
  const count = at(row, 'comments', 'summary', 'total_count');
  return [
    {
      networkPostId,
      text: textAt(row, 'message') ?? '',
      url: textAt(row, 'permalink_url'),
      thumbnailUrl: textAt(row, 'full_picture'),
      publishedAt,
      type: textAt(row, 'attachments', 'data', 0, 'media_type'),
      comments: typeof count === 'number' ? count : null,
    },
  ];
}
