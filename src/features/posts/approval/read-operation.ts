/** What of a post was approved last: to show what was changed since (docs/contract.md, Approval). */
import { Type } from 'typebox';
import { type ApprovedPlan, findApprovedPlan } from '../../../../store/approved-plans.ts';
import { reaches, within } from '../../../api/held.ts';
import { workspaceOf } from '../../../api/principal.ts';
import { notFound } from '../../../api/problem.ts';
import { idParams, instant, model, nullable, text, workspaceQuery } from '../../../api/schemas.ts';
import { isoOf, isoOrNull } from '../../../base/time.ts';
import { Post } from '../../../kinds/views/post-schemas.ts';
import { postExample } from '../../../kinds/views/post.ts';
import { operation } from '../context.ts';

const { content, accountIds, media, overrides, altText, thread, firstComment } = Post.properties;
const Approved = model(
  'ApprovedPost',
  Type.Object({
    content,
    accountIds,
    media,
    overrides,
    altText,
    thread,
    firstComment,
    options: Type.Record(Type.String(), Type.Unknown(), { description: 'The fields of networks.' }),
    scheduledAt: nullable(instant('When it was to go out.')),
    approvedAt: instant(
      'When it was approved, or changed by a writer after it had gone on without being asked.',
    ),
  }),
);

const example = {
  content: postExample.content,
  accountIds: postExample.accountIds,
  media: [],
  overrides: [],
  altText: {},
  thread: [],
  firstComment: null,
  options: {},
  scheduledAt: postExample.scheduledAt,
  approvedAt: '2026-05-04T07:00:00.000Z',
};

export const getApproval = operation({
  id: 'getApproval',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/posts/{id}/approval' },
  tag: 'Posts',
  summary: 'Read what of a post was approved',
  description: 'The post as it was approved last, to compare it with the post of now. null if it never was.',
  params: idParams('post'),
  query: workspaceQuery,
  result: Type.Object({
    plan: nullable(text('`approvalDetails.plan` of the post.')),
    approved: nullable(Approved),
  }),
  errors: { 404: 'There is no such post in the workspace' },
  example: { params: { id: postExample.id }, result: { plan: null, approved: example } },
  handle: async (call) => {
    const { id } = call.params;
    const workspace = workspaceOf(call, call.query.workspace);
    const post = await call.context.posts.findPost({ id, ...within(workspace) });
    if (!post) throw notFound('post', id);
    const found = await findApprovedPlan(call.context.sql, { postId: id, workspaceId: workspace.id });
    // it is shown whole, or not at all
    const isSeen = found?.plan.accountIds.every((accountId) => reaches(workspace.heldTo, accountId));
    const approved = found && isSeen ? { ...shown(found.plan), ...timesOf(found) } : null;
    return { body: { plan: post.approvalDetails?.plan ?? null, approved } };
  },
});

const shown = ({ content: text, extras, ...plan }: ApprovedPlan) => ({
  ...plan,
  content: text,
  overrides: extras.overrides ?? [],
  altText: extras.altText ?? {},
  thread: extras.thread ?? [],
  firstComment: extras.firstComment ?? null,
});

const timesOf = ({ plannedAt, approvedAt }: { plannedAt: number | null; approvedAt: number }) => ({
  scheduledAt: isoOrNull(plannedAt),
  approvedAt: isoOf(approvedAt),
});
