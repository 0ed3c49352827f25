/** A comment as responses and live events show it (docs/contract.md, Comments and inbox). */
import { Type } from 'typebox';
import { platforms } from '../../../adapters/networks.ts';
import type { PlacedComment } from '../../../store/comments.ts';
import { CommentAttachments } from '../../kinds/views/comment-received.ts';
import { choice, instant, model, nullable, text } from '../../api/schemas.ts';
import { isoOf } from '../../base/time.ts';
import { type Can, permitted } from './permitted.ts';

export interface PublicComment {
  id: string;
  accountId: string;
  platform: string;
  postId: string | null;
  networkPostId: string | null;
  parentId: string | null;
  text: string;
  attachments: { type: string; url: string | null }[];
  from: { id: string | null; username: string | null; name: string | null };
  isOwn: boolean;
  createdAt: string;
  likes: number | null;
  rating: number | null;
  hidden: boolean;
  done: boolean;
  answeredPrivatelyAt: string | null;
  can: Can;
  post: {
    id: string | null;
    networkPostId: string | null;
    kind: 'post' | 'ad' | 'elsewhere';
    text: string;
    url: string | null;
    thumbnailUrl: string | null;
  };
  replies: PublicComment[];
}

/** @param now epoch ms: some actions end with the age of a comment */
export function publicComment(
  row: PlacedComment,
  { now, replies = [] }: { now: number; replies?: PublicComment[] },
): PublicComment {
  const { id, accountId, platform, postId, networkPostId, parentId, isOwn, likes, rating, hidden, done } =
    row;
  return {
    id,
    accountId,
    platform,
    postId,
    networkPostId,
    parentId,
    text: row.text,
    attachments: row.attachments,
    from: { id: row.fromId, username: row.fromUsername, name: row.fromName },
    isOwn,
    createdAt: isoOf(row.createdAt ?? 0),
    likes,
    rating,
    hidden,
    done,
    answeredPrivatelyAt: row.privateReplyAt === null ? null : isoOf(row.privateReplyAt),
    can: permitted(row, now),
    post: {
      id: postId,
      networkPostId,
      kind: row.isAd ? 'ad' : postId === null ? 'elsewhere' : 'post',
      text: row.postText ?? '',
      url: row.postUrl,
      thumbnailUrl: row.postThumbnailUrl,
    },
    replies,
  };
}

/**
 * Puts replies below what they answer. What answers a comment that is not in the list stands beside the others.
 * @param rows in any order
 * @returns comments newest first, replies oldest first
 */
export function nested(rows: readonly PlacedComment[], now: number): PublicComment[] {
  const ids = new Set(rows.map(({ id }) => id));
  const isBelow = ({ id, parentId }: PlacedComment) =>
    parentId !== null && parentId !== id && ids.has(parentId);
  const below = Map.groupBy(rows.filter(isBelow), ({ parentId }) => parentId!);
  const show = (row: PlacedComment): PublicComment =>
    publicComment(row, { now, replies: (below.get(row.id) ?? []).sort(byTime).map(show) });
  return rows
    .filter((row) => !isBelow(row))
    .sort((one, other) => byTime(other, one))
    .map(show);
}

const byTime = (one: PlacedComment, other: PlacedComment) =>
  (one.createdAt ?? 0) - (other.createdAt ?? 0) || one.id.localeCompare(other.id);

const reason = Type.Optional(Type.String());
const Can = model(
  'CommentCan',
  Type.Object(
    {
      reply: Type.Boolean(),
      hide: Type.Boolean(),
      delete: Type.Boolean(),
      privateReply: Type.Boolean({ description: 'Its author can be sent one direct message.' }),
      reasons: Type.Object(
        { reply: reason, hide: reason, delete: reason, privateReply: reason },
        { description: 'Why not, each in a sentence.' },
      ),
    },
    { description: 'What may be done with the comment. The network decides in the end.' },
  ),
);

const fields = {
  id: text("The network's own id; of a review, the bare review id."),
  accountId: text('The account it was written to.'),
  platform: choice(platforms, 'The network.'),
  postId: nullable(
    text('The post of this service that it stands below; null if made elsewhere, or removed.'),
  ),
  networkPostId: nullable(text("The network's own id of that post; null if it is not known.")),
  parentId: nullable(text('The comment it answers; null means the post.')),
  text: text('Empty for comments of a picture alone.'),
  attachments: CommentAttachments,
  from: Type.Object(
    {
      id: nullable(Type.String()),
      username: nullable(Type.String()),
      name: nullable(Type.String()),
    },
    { description: 'Who wrote it. Networks hide some people.' },
  ),
  isOwn: Type.Boolean({ description: 'Written by the account itself.' }),
  createdAt: instant('When it was written, by the clock of the network.'),
  likes: nullable(Type.Integer({ description: 'null if the network does not say.' })),
  rating: nullable(Type.Integer({ minimum: 1, maximum: 5, description: 'Stars of a review.' })),
  hidden: Type.Boolean(),
  done: Type.Boolean({
    description:
      'Nothing is left to be done with it. True for history, own comments, and what the account has answered, in public or privately; a later reply of somebody else makes it false.',
  }),
  answeredPrivatelyAt: nullable(instant('When its author got a direct message for it; null if none.')),
  can: Can,
  post: Type.Object(
    {
      id: nullable(Type.String()),
      networkPostId: nullable(Type.String()),
      kind: choice(['post', 'ad', 'elsewhere'], '`elsewhere`: not published by this service.'),
      text: Type.String(),
      url: nullable(Type.String()),
      thumbnailUrl: nullable(Type.String()),
    },
    { description: 'What it stands below.' },
  ),
};

/** The depth of replies is the network's. The description shows one level, which is all that most networks have. */
export const Comment = model(
  'Comment',
  Type.Object({
    ...fields,
    replies: Type.Array(model('Reply', Type.Object({ ...fields, replies: Type.Array(Type.Unknown()) }))),
  }),
);

export const commentExample: PublicComment = {
  id: '17858893269000001',
  accountId: 'acc_01JD0000000000000000000001',
  platform: 'instagram',
  postId: 'post_01JD0000000000000000000001',
  networkPostId: '17895695668004550',
  parentId: null,
  text: 'Are you open on Sunday?',
  attachments: [],
  from: { id: '17841400000000001', username: 'rosa', name: null },
  isOwn: false,
  createdAt: '2026-05-04T08:00:00.000Z',
  likes: 2,
  rating: null,
  hidden: false,
  done: false,
  answeredPrivatelyAt: null,
  can: { reply: true, hide: true, delete: true, privateReply: true, reasons: {} },
  post: {
    id: 'post_01JD0000000000000000000001',
    networkPostId: '17895695668004550',
    kind: 'post',
    text: 'Fresh bread at seven.',
    url: 'https://www.instagram.com/p/ABC/',
    thumbnailUrl: null,
  },
  replies: [],
};
