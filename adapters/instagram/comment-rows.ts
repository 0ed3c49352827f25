/** What Instagram's rows of comments and media say. */
import type { Json } from '../../machines/outcome.ts';
import { at, textAt } from '../lib/http.ts';
import { rowsOf, timeOf } from '../meta/calls.ts';
import type { Comment, CommentedPost, CommentsStep } from '../port/comments.ts';

/** A comment can be answered privately for this long. */
const PRIVATE_REPLY_MS = 7 * 24 * 3_600_000;

/** @param parentId what the row's place says; the row itself may say more */
export function commentIn(
  row: Json,
  networkPostId: string,
  parentId: string | null,
  { account, now }: CommentsStep,
): Comment | null {
  const id = textAt(row, 'id');
  if (id === null) return null;
  const from = {
    id: textAt(row, 'from', 'id'),
    username: textAt(row, 'username') ?? textAt(row, 'from', 'username'),
    name: null,
  };
  const isOwn =
    from.id === account.remoteId || (from.username !== null && from.username === account.username);
  const hidden = at(row, 'hidden') === true;
  const likes = at(row, 'like_count');
  const createdAt = timeOf(row, 'timestamp') ?? now;
  return {
    id,
    networkPostId,
    parentId: textAt(row, 'parent_id') ?? parentId,
    text: textAt(row, 'text') ?? '',
    from,
    isOwn,
    createdAt,
    likes: typeof likes === 'number' ? likes : null,
    hidden,
    rating: null,
    ...permitted({ isOwn, hidden, ageMs: now - createdAt }),
  };
}

/** Instagram's rules; it says nothing about a single comment. */
function permitted(of: { isOwn: boolean; hidden: boolean; ageMs: number }): Pick<Comment, 'can' | 'cannot'> {
  const cannot: NonNullable<Comment['cannot']> = {
    ...(of.hidden ? { reply: 'Instagram takes no reply to a hidden comment: show it first.' } : {}),
    ...(of.isOwn
      ? {
          hide: 'It is the account’s own comment: delete it instead.',
          privateReply: 'It is the account’s own comment.',
        }
      : of.ageMs > PRIVATE_REPLY_MS
        ? { privateReply: 'It is older than 7 days, which Instagram allows for a private reply.' }
        : {}),
  };
  const can = {
    reply: cannot.reply === undefined,
    hide: cannot.hide === undefined,
    delete: true,
    privateReply: cannot.privateReply === undefined,
  };
  return Object.keys(cannot).length === 0 ? { can } : { can, cannot };
}

export function postIn(row: Json): CommentedPost[] {
  const networkPostId = textAt(row, 'id');
  const publishedAt = timeOf(row, 'timestamp');
  if (networkPostId === null || publishedAt === null) return [];
  const type = textAt(row, 'media_type');
  const children = rowsOf(at(row, 'children'))?.rows.flatMap((child) => textAt(child, 'id') ?? []) ?? [];
  const count = at(row, 'comments_count');
  return [
    {
      networkPostId,
      text: textAt(row, 'caption') ?? '',
      url: textAt(row, 'permalink'),
      // the address of a video's file is no picture
      thumbnailUrl: textAt(row, 'thumbnail_url') ?? (type === 'VIDEO' ? null : textAt(row, 'media_url')),
      publishedAt,
      type,
      comments: typeof count === 'number' ? count : null,
      ...(children.length === 0 ? {} : { childIds: children }),
    },
  ];
}
