/**
 * The first comment below the account's own media (Instagram Platform, "IG Media / comments"). Instagram states no length for comments;
 * the limit is that of its apps.
 */
import { textLength } from '../lib/measure.ts';
import { makeReply } from '../meta/comment-calls.ts';
import { post } from '../meta/request.ts';
import type { FirstCommentPort } from '../port/first-comment.ts';
import { comments } from './comments.ts';
import { loginOf } from './login.ts';

const MAX_CHARACTERS = 2_200;

export const firstComment: FirstCommentPort = {
  /** Of a sign-in with Instagram, and of one with Facebook. */
  scopes: ['instagram_business_manage_comments', 'instagram_manage_comments'],
  length: (text) => textLength(text, MAX_CHARACTERS, 'code_points'),
  send(step) {
    const { caller, scopes } = loginOf(step.account);
    const request = post(caller, `${encodeURIComponent(step.networkPostId)}/comments`, {
      message: step.text,
    });
    return makeReply(step, { name: 'Instagram', scope: scopes.comments }, request);
  },
  list: (step) => comments.list(step),
};
