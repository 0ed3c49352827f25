/** List comments, and mark them done (docs/contract.md, Comments and inbox). */
import { Type } from 'typebox';
import { type AccountRow, listAccounts, readAccounts } from '../../../store/accounts.ts';
import {
  listComments,
  lockComments,
  readOwnReplies,
  readPlacedComments,
  saveDone,
} from '../../../store/comments.ts';
import type { Db } from '../../../store/connect.ts';
import { idempotent } from '../../api/idempotent.ts';
import { pageFields } from '../../api/paging.ts';
import { type Workspace, workspaceOf } from '../../api/principal.ts';
import { notFound } from '../../api/problem.ts';
import { closed, networkId, resourceId, workspaceField } from '../../api/schemas.ts';
import { type CommentsContext, operation } from './context.ts';
import { errorsField } from './network-error.ts';
import { FRESH_MS, refreshRecent } from './refresh.ts';
import { Comment, commentExample, publicComment } from './comment-view.ts';
import { updated } from './take.ts';
import { within } from '../../api/held.ts';

/** The networks of the contract whose comments are listed. */
export const COMMENTED = ['instagram', 'facebook', 'threads', 'x', 'google_business'] as const;
/** How long the list waits for networks, ms. */
const REFRESH_MS = 5_000;
/** After a failed read, a person's request reads the account again only after this time, ms. */
const AGAIN_MS = 1_000;

export const commentId = networkId('id of GET /v1/comments', {
  minLength: 1,
  description: "The network's own id of the comment.",
  examples: [commentExample.id],
});

export const listCommentsOperation = operation({
  id: 'listComments',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/comments' },
  tool: { name: 'list_recent_comments' },
  tag: 'Comments',
  summary: 'List recent comments',
  description:
    'What people wrote below posts of the accounts, and reviews, in the order in which it arrived, newest first; each with the account’s own replies. Accounts that were not read in the last minute are read first, for up to five seconds; what could not be read is in `errors`.',
  query: Type.Object(
    {
      ...workspaceField,
      platform: Type.Optional(Type.Enum([...COMMENTED], { type: 'string' })),
      accountId: Type.Optional(resourceId('account')),
      done: Type.Optional(Type.Boolean({ description: 'Only those that are done, or not.' })),
      answered: Type.Optional(
        Type.Boolean({
          description: 'Only those that the account has answered, in public or privately, or has not.',
        }),
      ),
      rated: Type.Optional(Type.Boolean({ description: 'Only reviews, or only comments.' })),
      refresh: Type.Optional(
        Type.Boolean({
          description:
            'Reads accounts again that could not be read, also if that was less than a minute ago.',
        }),
      ),
      before: Type.Optional(
        Type.String({
          pattern: '^[0-9]{1,18}$',
          description: '`next` of the page before.',
          'x-must': 'be `next` of a page',
        }),
      ),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
    },
    closed,
  ),
  result: Type.Object({ comments: Type.Array(Comment), errors: errorsField, ...pageFields }),
  errors: { 404: 'There is no such account in the workspace' },
  example: {
    query: { done: false, limit: 25 },
    result: { comments: [commentExample], errors: [], next: null },
  },
  handle: async (call) => {
    const { context } = call;
    const { sql } = context;
    const workspace = workspaceOf(call, call.query.workspace);
    const { platform = null, accountId = null, done = null, answered = null, rated = null } = call.query;
    const { refresh = false, before = null, limit = 25 } = call.query;
    const accounts =
      accountId === null
        ? await listAccounts(sql, within(workspace))
        : [await accountOf(sql, workspace, accountId)];
    const commented = accounts.filter(
      (account) =>
        context.adapters[account.platform]?.comments && (platform === null || account.platform === platform),
    );
    const errors = await refreshRecent(context, commented, {
      signal: AbortSignal.timeout(REFRESH_MS),
      againMs: refresh ? AGAIN_MS : FRESH_MS,
    });
    const list = { ...within(workspace), platform, accountId, done, answered, rated, before, limit };
    const { comments, next } = await readCommentPage(context, list);
    return { body: { comments, errors, next } };
  },
});

/** Stored comments with the account's own replies, in the order in which they arrived, newest first. Asks no network. */
export async function readCommentPage(
  { sql, clock }: Pick<CommentsContext, 'sql' | 'clock'>,
  list: Parameters<typeof listComments>[1],
) {
  const rows = await listComments(sql, list);
  const replies = Map.groupBy(
    await readOwnReplies(sql, rows),
    (reply) => `${reply.accountId} ${reply.parentId}`,
  );
  const now = clock();
  const comments = rows.map((row) => {
    const below = replies.get(`${row.accountId} ${row.id}`) ?? [];
    return publicComment(row, { now, replies: below.map((reply) => publicComment(reply, { now })) });
  });
  const next = rows.length === list.limit ? (rows.at(-1)?.seq ?? null) : null;
  return { comments, next };
}

export const markCommentDone = operation({
  id: 'markCommentDone',
  audit: { kind: 'comment', id: '/params/commentId' },
  accountLimit: 'followed',
  rest: { method: 'post', path: '/v1/comments/{commentId}/done' },
  scope: 'answer',
  tag: 'Comments',
  summary: 'Mark a comment as done',
  description: 'Nothing is left to be done with it. `{"done": false}` takes that back.',
  params: Type.Object({ commentId }),
  body: Type.Object(
    {
      accountId: resourceId('account'),
      done: Type.Optional(Type.Boolean({ default: true })),
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({ comment: Comment }),
  errors: { 404: 'There is no such account or comment in the workspace' },
  example: {
    params: { commentId: commentExample.id },
    body: { accountId: commentExample.accountId },
    result: { comment: { ...commentExample, done: true } },
  },
  handle: async (call) => {
    const { workspace: slug, accountId, done = true } = call.body;
    const { commentId: id } = call.params;
    const workspace = workspaceOf(call, slug);
    return idempotent(call, async (tx) => {
      await accountOf(tx, workspace, accountId);
      await lockComments(tx, accountId);
      if (!(await saveDone(tx, { accountId, id, done }))) throw notFound('comment', id);
      const comments = await readPlacedComments(tx, { accountId, ids: [id] });
      const comment = publicComment(comments[0]!, { now: call.now });
      return { result: { comment }, feed: comments.map((row) => updated(row, call.now)) };
    });
  },
});

/** @throws Problem when the workspace has no such account */
export async function accountOf(db: Db, workspace: Workspace, id: string): Promise<AccountRow> {
  const [account] = await readAccounts(db, [id]);
  if (account?.workspaceId !== workspace.id) throw notFound('account', id);
  return account;
}
