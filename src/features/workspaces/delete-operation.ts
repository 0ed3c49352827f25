/** Deleting a workspace, by an owner who is signed in (docs/people.md). */
import { Type } from 'typebox';
import { lockMembers } from '../../../store/members.ts';
import { workspaceOf } from '../../api/principal.ts';
import { invalid, Problem } from '../../api/problem.ts';
import { insistOnRole } from '../../api/roles.ts';
import { closed, resourceId } from '../../api/schemas.ts';
import { operation } from './context.ts';
import { removeDisconnected } from './remove.ts';

const params = Type.Object({ workspace: resourceId('workspace', { minLength: 1, maxLength: 63 }) });

export const deleteWorkspaceOperation = operation({
  id: 'deleteWorkspace',
  // its entries are deleted with it
  audit: 'nothing',
  accountLimit: 'refused',
  rest: { method: 'delete', path: '/v1/workspaces/{workspace}' },
  scope: 'manage',
  roles: ['owner'],
  isForSessions: true,
  tag: 'Workspaces',
  summary: 'Delete a workspace',
  description:
    'By an owner who is signed in to the dashboard, for good: posts, conversations, rules, numbers, members and invitations. What is published stays at the networks. Disconnect its accounts first, so that their access ends at the networks. `confirm` repeats the slug.',
  params,
  query: Type.Object(
    { confirm: Type.String({ maxLength: 63, description: 'The slug of the workspace once more.' }) },
    closed,
  ),
  result: Type.Object({ slug: Type.String(), deleted: Type.Literal(true) }),
  errors: { 409: 'The workspace has accounts, or the access of some is being ended at their networks' },
  example: {
    params: { workspace: 'cafe-luna' },
    query: { confirm: 'cafe-luna' },
    result: { slug: 'cafe-luna', deleted: true },
  },
  handle: async (call) => {
    const slug = call.params.workspace;
    const workspace = workspaceOf(call, slug);
    if (call.query.confirm !== slug)
      throw invalid('/confirm', `confirm must be "${slug}", the slug of the workspace`, {
        values: { reason: 'confirm', slug },
      });
    const { userId } = call.principal;
    const removed = { id: workspace.id, name: slug, now: call.now };
    await removeDisconnected(call.context, removed, async (tx) => {
      // a role that was taken away a moment ago counts
      const caller = (await lockMembers(tx, workspace.id)).find((one) => one.userId === userId);
      if (caller === undefined)
        throw new Problem('not_a_member', `you are not a member of the workspace "${slug}" any more`, {
          values: { workspace: slug },
        });
      insistOnRole({ ...workspace, role: caller.role, heldTo: caller.accountIds }, ['owner']);
    });
    call.context.forgetPrincipals();
    return { body: { slug, deleted: true as const } };
  },
});
