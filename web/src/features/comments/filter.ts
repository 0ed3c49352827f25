/** Which comments a list shows. Pure. */
import type { Input } from '../../base/operations.ts';
import type { Comment } from './tree.ts';

/** A network with comments. */
export type CommentPlatform = NonNullable<Input<'listComments'>['platform']>;

export interface CommentFilter {
  show: 'open' | 'unanswered' | 'reviews' | 'done';
  accountId: string | null;
  platform: CommentPlatform | null;
}

/** What the service is asked for. */
export const ASKED: {
  [show in CommentFilter['show']]: Pick<Input<'listComments'>, 'done' | 'answered' | 'rated'>;
} = {
  open: { done: false },
  unanswered: { done: false, answered: false },
  reviews: { rated: true },
  done: { done: true },
};

/** Whether a comment that has just changed or arrived belongs to a list. */
export function fits(comment: Comment, { show, accountId, platform }: CommentFilter): boolean {
  if (comment.isOwn) return false;
  if (accountId !== null && comment.accountId !== accountId) return false;
  if (platform !== null && comment.platform !== platform) return false;
  switch (show) {
    case 'open':
      return !comment.done;
    case 'unanswered':
      return !comment.done && !isAnswered(comment);
    case 'reviews':
      return comment.rating !== null;
    case 'done':
      return comment.done;
    default:
      return show satisfies never;
  }
}

/** Whether somebody wrote it who has no answer yet. */
export const waitsForAnswer = (comment: Comment): boolean =>
  !comment.isOwn && !comment.done && !isAnswered(comment);

/** As far as the comment itself says. */
const isAnswered = ({ replies, answeredPrivatelyAt }: Comment) =>
  answeredPrivatelyAt !== null || replies.some(({ isOwn }) => isOwn);
