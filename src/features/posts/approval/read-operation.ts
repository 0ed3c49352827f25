/** What of a post was approved last: to show what was changed since (docs/contract.md, Approval). */
import { Type } from 'typebox';
import { type ApprovedPlan, findApprovedPlan } from '../../../../store/approved-plans.ts';
import { findPost } from '../../../../store/posts.ts';
import { reaches, within } from '../../../api/held.ts';
import { workspaceOf } from '../../../api/principal.ts';
import { notFound } from '../../../api/problem.ts';
import { choice, idParams, instant, model, nullable, text, workspaceQuery } from '../../../api/schemas.ts';
import { isoOf, isoOrNull } from '../../../base/time.ts';
import { approvalView } from '../../../kinds/views/approval.ts';
import { Post } from '../../../kinds/views/post-schemas.ts';
import { postExample } from '../../../kinds/views/post.ts';
import { operation } from '../context.ts';
import { CHANGE_PARTS, differenceOf } from './difference.ts';

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

const files = Type.Array(
  Type.Object({
    url: Type.String(),
    description: text('For people who do not see it; empty if there is none.'),
  }),
);
const Change = model(
  'PostChange',
  Type.Object({
    part: choice(CHANGE_PARTS, 'What was changed. `time`: an instant, `publishNow` or `useNextSlot`.'),
    accountIds: Type.Array(Type.String(), {
      description: 'The accounts that it is about; empty for `option` and `time`, which concern all.',
    }),
    index: nullable(
      Type.Integer({ description: 'Which post of a thread; 0 is the first; null if it is about none.' }),
    ),
    name: nullable(text('Of an `option`: the field.')),
    before: nullable(text('null if there was nothing, or it is no text.')),
    after: nullable(Type.String()),
    filesBefore: files,
    filesAfter: files,
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
  description:
    'The post as it was approved last, and what of it was changed since: by what each account gets, with files, their descriptions, threads and first comments. null if it never was.',
  params: idParams('post'),
  query: workspaceQuery,
  result: Type.Object({
    plan: nullable(text('`approvalDetails.plan` of the post.')),
    approved: nullable(Approved),
    changes: Type.Array(Change, { description: 'Since it was approved; empty if it never was.' }),
  }),
  errors: { 404: 'There is no such post in the workspace' },
  example: { params: { id: postExample.id }, result: { plan: null, approved: example, changes: [] } },
  handle: async (call) => {
    const { id } = call.params;
    const workspace = workspaceOf(call, call.query.workspace);
    const post = await findPost(call.context.sql, { id, ...within(workspace) });
    if (!post) throw notFound('post', id);
    const found = await findApprovedPlan(call.context.sql, { postId: id, workspaceId: workspace.id });
    // it is shown whole, or not at all
    const accountIds = [...(found?.plan.accountIds ?? []), ...post.accountIds];
    const isSeen = accountIds.every((accountId) => reaches(workspace.heldTo, accountId));
    const plan = approvalView(post).approvalDetails?.plan ?? null;
    if (!found || !isSeen) return { body: { plan, approved: null, changes: [] } };
    const times = timesOf(found);
    const changes = differenceOf({ content: found.plan, time: times.scheduledAt }, post);
    return { body: { plan, approved: { ...planView(found.plan), ...times }, changes } };
  },
});

const planView = ({ content: text, extras, ...plan }: ApprovedPlan) => ({
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
