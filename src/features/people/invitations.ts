/** Invitations into a workspace: a link that lets one person in (docs/people.md). Accepting it is in accept.ts. */
import { type Static, Type } from 'typebox';
import { insistOnListedAccounts } from '../../api/named-accounts.ts';
import { idempotentInDirectory } from '../../api/idempotent.ts';
import {
  insertInvitation,
  type InvitationRow,
  listInvitations,
  revokeInvitation,
} from '../../../store/invitations.ts';
import { lockMembers } from '../../../store/members.ts';
import { ROLES, workspaceOf } from '../../api/principal.ts';
import { notFound } from '../../api/problem.ts';
import {
  choice,
  closed,
  Deleted,
  idParams,
  instant,
  model,
  nullable,
  text,
  workspaceField,
  workspaceQuery,
} from '../../api/schemas.ts';
import { recordedIn } from '../../api/recorded.ts';
import { accountIdsField, insistOnHoldable, accountIdsSchema } from './accounts.ts';
import { insistOnMember } from './change-members.ts';
import { operation } from './context.ts';
import { mailInvitation } from './invitation-mail.ts';
import { newInvitation } from './new-invitation.ts';
import { roleField } from './schemas.ts';

const fields = {
  id: Type.String(),
  role: choice(ROLES, 'What the person will be in the workspace.'),
  accountIds: accountIdsSchema,
  email: nullable(text('The only address whose owner may accept it; null means everybody who has the link.')),
  invitedBy: text('Name of the owner who invited.'),
  createdAt: instant('When it was made.'),
  expiresAt: instant('Until when it can be accepted: 7 days.'),
};
const Invitation = model('Invitation', Type.Object(fields));
const example = {
  id: 'inv_01JD0000000000000000000001',
  role: 'editor' as const,
  accountIds: null,
  email: 'maya@example.org',
  invitedBy: 'Rosa',
  createdAt: '2026-05-04T08:00:00.000Z',
  expiresAt: '2026-05-11T08:00:00.000Z',
};

export const listOpen = operation({
  id: 'listInvitations',
  accountLimit: 'refused',
  rest: { method: 'get', path: '/v1/invitations' },
  scope: 'manage',
  roles: ['owner'],
  tag: 'People',
  summary: 'List invitations',
  description:
    'Those that can still be accepted, newest first. Their links were shown once, when they were made.',
  query: workspaceQuery,
  result: Type.Object({ invitations: Type.Array(Invitation) }),
  example: { result: { invitations: [example] } },
  handle: async (call) => {
    const { id } = workspaceOf(call, call.query.workspace);
    const rows = await listInvitations(call.context.directory, id, call.now);
    return { body: { invitations: rows.map(publicInvitation) } };
  },
});

export const invite = operation({
  id: 'createInvitation',
  audit: { kind: 'invitation', id: '/result/invitation/id' },
  accountLimit: 'refused',
  rest: { method: 'post', path: '/v1/invitations' },
  scope: 'manage',
  roles: ['owner'],
  isForSessions: true,
  tag: 'People',
  summary: 'Invite a person',
  description:
    'By an owner who is signed in to the dashboard. The response holds the link, which is shown only once: send it to the person. With `email`, and if the installation has a mail server, it is mailed too. It lets one person in, within 7 days; with `email` only the person with that address.',
  body: Type.Object(
    {
      role: roleField,
      accountIds: accountIdsField,
      email: Type.Optional(Type.String({ format: 'email', maxLength: 254 })),
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({
    invitation: Type.Object({
      ...fields,
      url: text('The link. Everybody who has it can use it, once.'),
      mailed: Type.Boolean({
        description:
          'Whether it is on its way to `email`: false without an address, or without a mail server.',
      }),
    }),
  }),
  errors: {
    403: 'The workspace has 100 open invitations',
    409: 'A member has this address; or the first request with this Idempotency-Key is still running',
    422: 'The Idempotency-Key was used with another request',
  },
  example: {
    body: { role: 'editor', email: example.email },
    result: {
      invitation: {
        ...example,
        url: 'https://troupe.example.org/app/invitation#tri_shown-this-once',
        mailed: true,
      },
    },
  },
  handle: async (call) => {
    const { context, principal, now, body } = call;
    const workspace = workspaceOf(call, body.workspace);
    const { userId } = principal;
    const { sealer, baseUrl } = context;
    const { accountIds = null } = body;
    await insistOnListedAccounts(context.sql, workspace, { accountIds: accountIds ?? [] });
    insistOnHoldable(body.role, accountIds);
    // the response that is stored for a repeated request has the code sealed
    const reply = await idempotentInDirectory(call, async (tx) => {
      const members = await lockMembers(tx, workspace.id);
      insistOnMember(members, { principal, workspace, needed: ['owner'] });
      const email = body.email?.trim().toLowerCase() ?? null;
      const open = await listInvitations(tx, workspace.id, now);
      const { code, hash, id, expiresAt } = newInvitation({ members, open, email, now });
      const made = { id, role: body.role, accountIds, email, expiresAt };
      await insertInvitation(tx, { ...made, workspaceId: workspace.id, userId, hash }, now);
      const { name: invitedBy } = members.find((one) => one.userId === userId)!;
      const row = { ...made, invitedBy, createdAt: new Date(now), expiresAt: new Date(expiresAt) };
      return { invitation: publicInvitation(row), sealed: sealer.seal(code, id).toString('base64') };
    });
    const { invitation, sealed } = reply.body;
    const code = sealer.open(Buffer.from(sealed, 'base64'), invitation.id) as string;
    const url = `${baseUrl}/app/invitation#${code}`;
    const mailed = await mailInvitation(context, {
      ...invitation,
      url,
      workspace: workspace.name,
      expiresAt: Date.parse(invitation.expiresAt),
    });
    return { ...reply, body: { invitation: { ...invitation, url, mailed } } };
  },
});

export const revoke = operation({
  id: 'revokeInvitation',
  accountLimit: 'refused',
  rest: { method: 'delete', path: '/v1/invitations/{id}' },
  scope: 'manage',
  roles: ['owner'],
  isForSessions: true,
  tag: 'People',
  summary: 'Revoke an invitation',
  description:
    'By an owner who is signed in to the dashboard. Nobody can accept it any more. A person who accepted it before stays.',
  params: idParams('invitation'),
  query: workspaceQuery,
  result: Deleted,
  errors: { 404: 'The workspace has no such invitation that could still be accepted' },
  example: { params: { id: example.id }, result: { id: example.id, deleted: true } },
  handle: async (call) => {
    const { id } = call.params;
    const workspace = workspaceOf(call, call.query.workspace);
    const find = { id, workspaceId: workspace.id };
    await recordedIn(call.context.directory, call, async (tx) => {
      if (!(await revokeInvitation(tx, find, call.now))) throw notFound('open invitation', id);
    });
    return { body: { id, deleted: true as const } };
  },
});

const publicInvitation = ({ createdAt, expiresAt, ...row }: InvitationRow): Static<typeof Invitation> => ({
  ...row,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});
