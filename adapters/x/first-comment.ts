/** The first comment below a post on X: a reply to it, which is a post that X counts and charges as any other. */
import type { FirstCommentPort } from '../port/first-comment.ts';
import { comments } from './comments.ts';
import { measure } from './plan.ts';

export const firstComment: FirstCommentPort = {
  length: (text, account) => measure({ text, media: [], options: {} }, account).length,
  send: (step) => comments.reply!({ ...step, commentId: step.networkPostId }),
  list: (step) => comments.list(step),
};
