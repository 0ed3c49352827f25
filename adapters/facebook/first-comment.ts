/**
 * The first comment below a post of the Page (Graph API, "Comments" of an object). Facebook states no length for comments; the limit is
 * that of its apps.
 */
import { textLength } from '../lib/measure.ts';
import { makeReply } from '../meta/comment-calls.ts';
import { post } from '../meta/request.ts';
import type { FirstCommentPort } from '../port/first-comment.ts';
import { comments } from './comments.ts';
import { callerOf } from './request.ts';

const MAX_CHARACTERS = 8_000;
const SCOPE = 'pages_manage_engagement';

export const firstComment: FirstCommentPort = {
  scopes: [SCOPE],
  length: (text) => textLength(text, MAX_CHARACTERS, 'utf16'),
  send(step) {
    const path = `${encodeURIComponent(step.networkPostId)}/comments`;
    const request = post(callerOf(step.account), path, { message: step.text });
    return makeReply(step, { name: 'Facebook', scope: SCOPE }, request);
  },
  list: (step) => comments.list(step),
};
