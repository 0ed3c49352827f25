/** Links by which a client without an account here decides on a post: making, listing and revoking them (docs/people.md, Approval). */
import { type Static, Type } from 'typebox';
import {
  type ApprovalLinkRow,
  insertApprovalLink,
  listApprovalLinks,
  revokeApprovalLink,
} from '../../../../store/approval-links.ts';
import type { PostRow } from '../../../../store/posts.ts';
import { idempotent } from '../../../api/idempotent.ts';
import { workspaceOf } from '../../../api/principal.ts';
import { notFound, Problem } from '../../../api/problem.ts';
import { recorded } from '../../../api/recorded.ts';
import { APPROVERS } from '../../../api/roles.ts';
import {
  choice,
  closed,
  Deleted,
  idParams,
  instant,
  model,
  nullable,
  resourceId,
  text,
  workspaceField,
  workspaceQuery,
} from '../../../api/schemas.ts';
import { newLinkSecret } from '../../../api/secret-links.ts';
import { newId } from '../../../base/ids.ts';
import { hashOf } from '../../../base/secrets.ts';
import { approvalView } from '../../../kinds/views/approval.ts';
import { postExample } from '../../../kinds/views/post.ts';
import { operation } from '../context.ts';
import { isWhole } from '../limited.ts';
import { lockPost } from '../notes/operations.ts';
import { approvedPlanOf } from './approved-plan.ts';
import { LINK_PATH, LINK_PREFIX, statusOf, VALID_MS } from './link.ts';

const MAX_OPEN = 20;

const fields = {
  id: Type.String(),
  status: choice(
    ['open', 'approved', 'rejected', 'revoked', 'expired'],
    '`open`: the client can still decide, unless the post was changed after the link was made.',
  ),
  clientName: nullable(text('As the client gave it; null until it has decided.')),
  decidedAt: nullable(instant('When the client decided.')),
  createdAt: instant('When it was made.'),
  expiresAt: instant('Until when it can be opened: 7 days.'),
};
const ApprovalLink = model('ApprovalLink', Type.Object(fields));

const example = {
  id: 'aplink_01JD0000000000000000000001',
  status: 'open',
  clientName: null,
  decidedAt: null,
  createdAt: '2026-05-04T08:00:00.000Z',
  expiresAt: '2026-05-11T08:00:00.000Z',
};

const missing = { 404: 'There is no such post in the workspace' };

export const listLinks = operation({
  id: 'listApprovalLinks',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/posts/{id}/approval-links' },
  tag: 'Posts',
  summary: 'List the links for clients',
  description:
    'By which clients decide, or decided, on the post, newest first. Their addresses were shown once, when they were made. They are deleted 30 days after their end. Empty for who does not reach all accounts of the post.',
  params: idParams('post'),
  query: workspaceQuery,
  result: Type.Object({ approvalLinks: Type.Array(ApprovalLink) }),
  errors: missing,
  example: { params: { id: postExample.id }, result: { approvalLinks: [example] } },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { id } = call.params;
    const of = { postId: id, workspaceId: workspace.id };
    const rows = (await isWhole(call.context.sql, { id, workspace }))
      ? await listApprovalLinks(call.context.sql, of)
      : [];
    return { body: { approvalLinks: rows.map((row) => publicLink(row, call.now)) } };
  },
});

export const createLink = operation({
  id: 'createApprovalLink',
  accountLimit: 'followed',
  rest: { method: 'post', path: '/v1/posts/{id}/approval-links' },
  scope: 'publish',
  roles: APPROVERS,
  tag: 'Posts',
  summary: 'Make a link for a client',
  description:
    'Of a post with `approval: "requested"`. Everybody who has the link reads the post as each network would get it, and approves or rejects it, once, within 7 days, on behalf of you: send it to the client alone. The response holds it, and nothing else does. After a change of the post another link is needed.',
  params: idParams('post'),
  body: Type.Object(workspaceField, closed),
  result: Type.Object({
    approvalLink: Type.Object({ ...fields, url: text('The link.') }),
  }),
  errors: {
    ...missing,
    403: 'The post has 20 open links',
    409: 'Nobody asks for an approval of the post; or the first request with this Idempotency-Key is still running',
    422: 'The Idempotency-Key was used with another request',
  },
  example: {
    params: { id: postExample.id },
    body: {},
    result: {
      approvalLink: { ...example, url: 'https://troupe.example.org/approval/trv_shown-this-once' },
    },
  },
  handle: async (call) => {
    const { principal, params, body } = call;
    const { sealer, baseUrl } = call.context;
    const workspace = workspaceOf(call, body.workspace);
    // the response that is stored for a repeated request has the secret sealed
    const reply = await idempotent(call, async (tx, turn) => {
      const post = await lockPost(tx, turn, { id: params.id, workspace });
      const of = { postId: post.id, workspaceId: workspace.id };
      const open = (await listApprovalLinks(tx, of)).filter((row) => statusOf(row, turn.now) === 'open');
      if (open.length >= MAX_OPEN)
        throw new Problem(
          'approval_link_limit',
          `${MAX_OPEN} links of this post are open: revoke one first`,
          { values: { limit: MAX_OPEN } },
        );
      const [id, secret] = [newId('aplink', turn.now), newLinkSecret(LINK_PREFIX)];
      const made = {
        ...of,
        id,
        ...plannedIn(post),
        madeBy: principal.userId,
        expiresAt: turn.now + VALID_MS,
      };
      await insertApprovalLink(tx, { ...made, secretHash: hashOf(secret) }, turn.now);
      const row = { ...made, createdAt: new Date(turn.now), expiresAt: new Date(made.expiresAt) };
      const approvalLink = publicLink({ ...row, ...UNDECIDED }, turn.now);
      return { result: { approvalLink, sealed: sealer.seal(secret, id).toString('base64') } };
    });
    const { approvalLink, sealed } = reply.body;
    const secret = sealer.open(Buffer.from(sealed, 'base64'), approvalLink.id) as string;
    const url = `${baseUrl}${LINK_PATH}${secret}`;
    return { ...reply, body: { approvalLink: { ...approvalLink, url } } };
  },
});

export const revokeLink = operation({
  id: 'revokeApprovalLink',
  accountLimit: 'followed',
  rest: { method: 'delete', path: '/v1/posts/{id}/approval-links/{linkId}' },
  scope: 'publish',
  roles: APPROVERS,
  tag: 'Posts',
  summary: 'Revoke a link for a client',
  description: 'It cannot be opened any more. What was decided by it stays.',
  params: Type.Object({ ...idParams('post').properties, linkId: resourceId('approval_link') }),
  query: workspaceQuery,
  result: Deleted,
  errors: {
    404: 'The post has no such link that could be opened, or there is no such post in the workspace',
  },
  example: {
    params: { id: postExample.id, linkId: example.id },
    result: { id: example.id, deleted: true },
  },
  handle: async (call) => {
    const { id: postId, linkId: id } = call.params;
    const workspace = workspaceOf(call, call.query.workspace);
    await recorded(call, async (tx, turn) => {
      await lockPost(tx, turn, { id: postId, workspace });
      if (!(await revokeApprovalLink(tx, { id, postId, workspaceId: workspace.id }, turn.now)))
        throw notFound('open link', id);
      return { result: id };
    });
    return { body: { id, deleted: true as const } };
  },
});

const UNDECIDED = { revokedAt: null, decidedAt: null, decision: null, clientName: null };

/** What a link is made for. @throws Problem 409 where nobody asks for an approval */
function plannedIn(post: PostRow) {
  const { approval, approvalDetails } = approvalView(post);
  if (approval !== 'requested')
    throw new Problem(
      'approval_not_requested',
      `nobody asks for an approval of this post: it is ${post.status}, or somebody has decided already`,
    );
  const plannedAt = post.scheduledAt === null ? null : Date.parse(post.scheduledAt);
  const { plan, timing } = approvalDetails!;
  return {
    plan: plan!,
    content: approvedPlanOf(post),
    plannedAt,
    timing: timing as ApprovalLinkRow['timing'],
  };
}

const publicLink = (row: Omit<ApprovalLinkRow, 'plannedAt'>, now: number): Static<typeof ApprovalLink> => ({
  id: row.id,
  status: statusOf(row, now),
  clientName: row.clientName,
  decidedAt: row.decidedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
});
