/** The members of a workspace (docs/people.md). */
import { Type } from 'typebox';
import { deleteMember, findMember, listMembers, saveMember } from '../../../store/members.ts';
import { insistOnListedAccounts } from '../../api/named-accounts.ts';
import { ROLES, workspaceOf } from '../../api/principal.ts';
import { Problem } from '../../api/problem.ts';
import { roleAllows } from '../../api/roles.ts';
import { closed, resourceId, workspaceField, workspaceQuery } from '../../api/schemas.ts';
import { accountIdsField, insistOnHoldable } from './accounts.ts';
import { unassignAll } from '../inbox/index.ts';
import { changeMembers, insistOnOtherOwner, memberIn } from './change-members.ts';
import { operation } from './context.ts';
import { Member, memberExample, publicMember, roleField } from './schemas.ts';

const params = Type.Object({ userId: resourceId('member') });
const example = { userId: memberExample.userId };

export const listAll = operation({
  id: 'listMembers',
  accountLimit: 'refused',
  rest: { method: 'get', path: '/v1/members' },
  tag: 'People',
  summary: 'List members',
  description: 'Everybody who is in the workspace, with their roles. Who came last is first.',
  query: workspaceQuery,
  result: Type.Object({ members: Type.Array(Member) }),
  example: { result: { members: [memberExample] } },
  handle: async (call) => {
    const { id } = workspaceOf(call, call.query.workspace);
    const rows = await listMembers(call.context.directory, id);
    return { body: { members: rows.map(publicMember) } };
  },
});

export const getOne = operation({
  id: 'getMember',
  accountLimit: 'refused',
  rest: { method: 'get', path: '/v1/members/{userId}' },
  tag: 'People',
  summary: 'Read a member',
  description: 'Returns the name of a member, the address by which they sign in, and their role.',
  params,
  query: workspaceQuery,
  result: Type.Object({ member: Member }),
  errors: { 404: 'There is no such member in the workspace' },
  example: { params: example, result: { member: memberExample } },
  handle: async (call) => {
    const { id: workspaceId, slug } = workspaceOf(call, call.query.workspace);
    const { userId } = call.params;
    const row = await findMember(call.context.directory, { workspaceId, userId });
    if (row) return { body: { member: publicMember(row) } };
    throw new Problem('not_found', `there is no member ${userId} in the workspace "${slug}"`);
  },
});

export const updateOne = operation({
  id: 'updateMember',
  accountLimit: 'refused',
  rest: { method: 'patch', path: '/v1/members/{userId}' },
  scope: 'manage',
  roles: ['owner'],
  isForSessions: true,
  tag: 'People',
  summary: 'Change what a member may do',
  description:
    'By an owner who is signed in to the dashboard. `role` is what the member may do, `accountIds` with which accounts; what is left out stays. To hand a workspace over, make another member an owner, then change your own role or leave.',
  params,
  body: Type.Object(
    { role: Type.Optional(roleField), accountIds: accountIdsField, ...workspaceField },
    closed,
  ),
  result: Type.Object({ member: Member }),
  errors: {
    404: 'There is no such member in the workspace',
    409: 'It is the only owner, who has to make another member an owner first',
  },
  example: { params: example, body: { role: 'editor' }, result: { member: memberExample } },
  handle: async (call) => {
    const { body } = call;
    const { workspace: slug } = body;
    await insistOnListedAccounts(call.context.sql, workspaceOf(call, slug), {
      accountIds: body.accountIds ?? [],
    });
    const member = await changeMembers(call, { slug, needed: ['owner'] }, async (tx, locked) => {
      const row = memberIn(locked, call.params.userId);
      const role = body.role ?? row.role;
      const accountIds = body.accountIds === undefined ? row.accountIds : body.accountIds;
      if (role !== 'owner') insistOnOtherOwner(locked, row);
      insistOnHoldable(role, accountIds);
      await saveMember(tx, { workspaceId: locked.workspace.id, userId: row.userId, role, accountIds });
      const { id: workspaceId } = locked.workspace;
      const mayAnswer = roleAllows(role, 'answer');
      if (!mayAnswer || accountIds !== null)
        await unassignAll(call.context, {
          workspaceId,
          userId: row.userId,
          except: mayAnswer && accountIds ? accountIds : [],
        });
      return { ...row, role, accountIds };
    });
    return { body: { member: publicMember(member) } };
  },
});

export const removeOne = operation({
  id: 'removeMember',
  accountLimit: 'irrelevant',
  rest: { method: 'delete', path: '/v1/members/{userId}' },
  scope: 'manage',
  roles: ROLES,
  isForSessions: true,
  tag: 'People',
  summary: 'Remove a member, or leave',
  description:
    'An owner removes others; everybody may remove themselves. By a person who is signed in to the dashboard. What they made stays and shows their name; their keys and apps stop reaching the workspace within a second.',
  params,
  query: workspaceQuery,
  result: Type.Object({ userId: Type.String(), removed: Type.Literal(true) }),
  errors: {
    404: 'There is no such member in the workspace',
    409: 'It is the only owner, who has to make another member an owner first',
  },
  example: { params: example, result: { ...example, removed: true } },
  handle: async (call) => {
    const { userId } = call.params;
    const needed = userId === call.principal.userId ? ROLES : (['owner'] as const);
    await changeMembers(call, { slug: call.query.workspace, needed }, async (tx, locked) => {
      const row = memberIn(locked, userId);
      insistOnOtherOwner(locked, row);
      await deleteMember(tx, { workspaceId: locked.workspace.id, userId });
      await unassignAll(call.context, { workspaceId: locked.workspace.id, userId, except: [] });
    });
    return { body: { userId, removed: true as const } };
  },
});
