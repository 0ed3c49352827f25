/** Answer, hide and delete comments (docs/contract.md, Comments and inbox). */
import { Type } from 'typebox';
import type { AccountRow } from '../../../store/accounts.ts';
import { readPlacedComments } from '../../../store/comments.ts';
import { type Principal, type Workspace, workspaceOf } from '../../api/principal.ts';
import { invalid, notFound } from '../../api/problem.ts';
import { insistOnMessage, insistOnText } from '../../api/message-text.ts';
import { closed, Deleted, nullable, resourceId, text, workspaceField } from '../../api/schemas.ts';
import { type CommentsContext, operation } from './context.ts';
import { accountOf, commentId, COMMENTED } from './operations.ts';
import { perform } from './perform.ts';
import { Comment, commentExample, publicComment, type PublicComment } from './comment-view.ts';

/** Longer than any of the networks takes. */
const MAX_CHARS = 10_000;
const message = Type.String({ minLength: 1, maxLength: MAX_CHARS, description: 'The text.' });

const after = Type.Optional(
  nullable(
    text(
      'Id of the newest reply of yours that was seen directly below the comment; null if none was. When you replied after it, nothing is sent: 409 `answered_meanwhile`.',
    ),
  ),
);

const OUTCOMES = {
  403: 'The workspace has no plan',
  404: 'There is no such account in the workspace',
  409: 'The first request with this Idempotency-Key is still running',
  502: "The network refused; the error has the network's words",
  503: 'The network was busy, also after repeats',
  504: 'Nobody knows yet whether it was done: `outcome_unknown`',
};

const ANSWERED = {
  ...OUTCOMES,
  404: 'There is no such account in the workspace, or no such reply to send it after',
  409: 'You replied after the reply that was seen; or the first request with this Idempotency-Key is still running',
};

export const replyToComment = operation({
  id: 'replyToComment',
  audit: { kind: 'comment', id: '/body/commentId' },
  accountLimit: 'followed',
  rest: { method: 'post', path: '/v1/comments/reply' },
  tool: { name: 'reply_to_comment' },
  scope: 'answer',
  tag: 'Comments',
  summary: 'Reply to a comment or a review',
  description:
    'Sent once: after a lost response the service looks for the reply before it sends it again. The request waits for the network for up to 30 seconds.',
  body: Type.Object(
    {
      accountId: resourceId('account'),
      platform: Type.Enum([...COMMENTED], { type: 'string', description: 'The network of the account.' }),
      commentId,
      message,
      after,
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({ comment: Comment }),
  errors: ANSWERED,
  example: {
    body: {
      accountId: commentExample.accountId,
      platform: 'instagram',
      commentId: commentExample.id,
      message: 'Yes, from eight to noon.',
    },
    result: {
      comment: {
        ...commentExample,
        id: '17858893269000002',
        parentId: commentExample.id,
        text: 'Yes, from eight to noon.',
        isOwn: true,
        done: true,
      },
    },
  },
  handle: async (call) => {
    const { platform, commentId: id, message: words } = call.body;
    const { workspace, account } = await answering(call, call.body);
    if (account.platform !== platform) {
      throw invalid('/platform', `platform must be ${account.platform}, the network of the account`);
    }
    insistOnText(words);
    const { resultId, replayed } = await perform(call, {
      workspace,
      account,
      commentId: id,
      action: 'reply',
      text: words,
      after: call.body.after,
    });
    const comment = await commentView(call.context, account, resultId ?? '');
    return { body: { comment }, replayed };
  },
});

export const deleteComment = operation({
  id: 'deleteComment',
  audit: { kind: 'comment', id: '/params/commentId' },
  accountLimit: 'followed',
  rest: { method: 'delete', path: '/v1/comments/{commentId}' },
  tool: { name: 'delete_comment' },
  scope: 'answer',
  tag: 'Comments',
  summary: 'Delete a comment',
  description: 'At the network: a comment on instagram or facebook, or your own reply to a review.',
  params: Type.Object({ commentId }),
  query: Type.Object({ accountId: resourceId('account'), ...workspaceField }, closed),
  result: Deleted,
  errors: { ...OUTCOMES, 404: 'The workspace has no such account, or the network no such comment' },
  example: {
    params: { commentId: commentExample.id },
    query: { accountId: commentExample.accountId },
    result: { id: commentExample.id, deleted: true },
  },
  handle: async (call) => {
    const { workspace, account } = await answering(call, call.query);
    const { commentId: id } = call.params;
    await perform(call, { workspace, account, commentId: id, action: 'delete' });
    return { body: { id, deleted: true as const } };
  },
});

export const hideComment = operation({
  id: 'hideComment',
  audit: { kind: 'comment', id: '/params/commentId' },
  accountLimit: 'followed',
  dashboard: { method: 'post', path: '/app/api/comments/{commentId}/hide' },
  tool: { name: 'hide_comment' },
  scope: 'answer',
  tag: 'Comments',
  summary: 'Hide a comment from others, or show it again',
  params: Type.Object({ commentId }),
  body: Type.Object(
    {
      accountId: resourceId('account'),
      hidden: Type.Optional(Type.Boolean({ default: true, description: 'false shows it again.' })),
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({ comment: nullable(Comment) }),
  errors: { ...OUTCOMES, 404: 'The workspace has no such account, or the network no such comment' },
  example: {
    params: { commentId: commentExample.id },
    body: { accountId: commentExample.accountId },
    result: { comment: { ...commentExample, hidden: true } },
  },
  handle: async (call) => {
    const { workspace, account } = await answering(call, call.body);
    const { commentId: id } = call.params;
    const action = (call.body.hidden ?? true) ? 'hide' : 'unhide';
    const { replayed } = await perform(call, { workspace, account, commentId: id, action });
    return { body: { comment: await findCommentView(call.context, account, id) }, replayed };
  },
});

export const answerCommentPrivately = operation({
  id: 'answerCommentPrivately',
  audit: { kind: 'comment', id: '/params/commentId' },
  accountLimit: 'followed',
  dashboard: { method: 'post', path: '/app/api/comments/{commentId}/private-reply' },
  scope: 'answer',
  tag: 'Comments',
  summary: 'Answer a comment with a direct message',
  description:
    'Networks take one private answer to a comment, within seven days: when a person or a rule has answered it, this is 409 `already_answered`.',
  params: Type.Object({ commentId }),
  body: Type.Object({ accountId: resourceId('account'), message, after, ...workspaceField }, closed),
  result: Type.Object({
    messageId: nullable(text("The network's own id; null if it was sent before, and is not named.")),
    comment: nullable(Comment),
  }),
  errors: {
    ...ANSWERED,
    409: 'The comment has a private answer; or you replied after the reply that was seen; or the first request with this Idempotency-Key is still running',
  },
  example: {
    params: { commentId: commentExample.id },
    body: { accountId: commentExample.accountId, message: 'Here is the address.' },
    result: { messageId: 'aWdfZAG1faXRlbToxOk', comment: commentExample },
  },
  handle: async (call) => {
    const { workspace, account } = await answering(call, call.body);
    const { message: words } = call.body;
    const { commentId: id } = call.params;
    insistOnMessage(call.context.adapters[account.platform]!, words);
    const { resultId, replayed } = await perform(call, {
      workspace,
      account,
      commentId: id,
      action: 'private_reply',
      text: words,
      after: call.body.after,
    });
    return {
      body: { messageId: resultId, comment: await findCommentView(call.context, account, id) },
      replayed,
    };
  },
});

/** What a request that answers names. @throws Problem when the workspace has no such account */
async function answering(
  call: { context: CommentsContext; principal: Principal },
  { workspace: slug, accountId }: { workspace?: string; accountId: string },
): Promise<{ workspace: Workspace; account: AccountRow }> {
  const workspace = workspaceOf(call, slug);
  return { workspace, account: await accountOf(call.context.sql, workspace, accountId) };
}

async function findCommentView(
  { sql, clock }: CommentsContext,
  { id: accountId }: AccountRow,
  id: string,
): Promise<PublicComment | null> {
  const [row] = await readPlacedComments(sql, { accountId, ids: [id] });
  return row ? publicComment(row, { now: clock() }) : null;
}

async function commentView(
  context: CommentsContext,
  account: AccountRow,
  id: string,
): Promise<PublicComment> {
  const comment = await findCommentView(context, account, id);
  if (!comment) throw notFound('comment', id);
  return comment;
}
