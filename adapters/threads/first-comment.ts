/** The first comment below a post on Threads: a reply to it. */
import type { FirstCommentPort } from '../port/first-comment.ts';
import { comments } from './comments.ts';
import { measure } from './plan.ts';

export const firstComment: FirstCommentPort = {
  length: (text) => measure({ text, media: [], options: {} }).length,
  send: (step) => comments.reply!({ ...step, commentId: step.networkPostId }),
  list: (step) => comments.list(step),
};
