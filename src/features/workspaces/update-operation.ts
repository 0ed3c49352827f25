/** The operation that changes name, slug and time zone of a workspace (docs/people.md, Settings of a workspace). */
import { Type } from 'typebox';
import type { Tx } from '../../../store/connect.ts';
import { lockMembers } from '../../../store/members.ts';
import { type Membership, type Principal, workspaceOf } from '../../api/principal.ts';
import { Problem } from '../../api/problem.ts';
import { recorded } from '../../api/recorded.ts';
import { insistOnRole } from '../../api/roles.ts';
import { closed, resourceId } from '../../api/schemas.ts';
import { insistOnScope } from '../../api/scope.ts';
import type { FeedEvent } from '../../engine/feed-event.ts';
import type { Turn } from '../../engine/turn.ts';
import { type Changed, changeWorkspace, insistOnZone, type Work } from './change.ts';
import { operation } from './context.ts';
import { workspaceView, slugField, Workspace } from './schemas.ts';

const params = Type.Object({ workspace: resourceId('workspace', { minLength: 1, maxLength: 63 }) });
const body = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    slug: Type.Optional(slugField('The former slug goes on meaning this workspace.')),
    timezone: Type.Optional(
      Type.String({ maxLength: 64, description: 'IANA name. Planned posts keep their instant.' }),
    ),
    moveScheduled: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'With `timezone`: planned posts keep their wall-clock time instead, so they go out at another instant. It needs the scope `publish` too.',
      }),
    ),
  },
  closed,
);

const example = {
  slug: 'cafe-luna',
  name: 'Café Luna',
  timezone: 'America/New_York',
  sandbox: false,
};

export const updateWorkspace = operation({
  id: 'updateWorkspace',
  audit: { kind: 'workspace', id: '/result/id', in: '/result/id' },
  accountLimit: 'refused',
  rest: { method: 'patch', path: '/v1/workspaces/{workspace}' },
  scope: 'manage',
  roles: ['owner'],
  tag: 'Workspaces',
  summary: 'Change the name, slug and time zone of a workspace',
  description:
    'Owners only. What is left out stays. It counts on every node within a second. With `moveScheduled` up to 1,000 planned posts move, and `moved` says how many; those whose time has passed in the new zone keep their instant and are counted in `kept`.',
  params,
  body,
  result: Type.Object({
    workspace: Workspace,
    moved: Type.Integer({ description: 'How many planned posts go out at another instant.' }),
    kept: Type.Integer({
      description:
        'With `moveScheduled`: how many planned posts keep their instant, because the other one has passed.',
    }),
  }),
  errors: {
    409: 'The slug is taken; the workspace has 20 former slugs; or more than 1,000 posts would have to be moved',
  },
  example: {
    params: { workspace: example.slug },
    body: { name: example.name, timezone: example.timezone },
    result: { workspace: example, moved: 0, kept: 0 },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.params.workspace);
    const { principal, context } = call;
    insistOnZone(call.body);
    if (call.body.moveScheduled) insistOnScope(principal, 'publish');
    const places = {
      ...context,
      inTurn: (work: Work) => recorded<Changed, Turn, FeedEvent>(call, work),
      insist: (tx: Tx) => insistOnOwner(tx, workspace, principal),
    };
    const changing = { workspace, change: call.body, by: principal.userId };
    const { moved, kept, after } = await changeWorkspace(places, changing, call.now);
    context.forgetPrincipals();
    return { body: { workspace: workspaceView({ ...workspace, ...after }), moved, kept } };
  },
});

/** Under the lock of the members: a role that was taken away a moment ago counts. */
async function insistOnOwner(tx: Tx, workspace: Membership, { userId }: Principal): Promise<void> {
  const caller = (await lockMembers(tx, workspace.id)).find((one) => one.userId === userId);
  if (caller === undefined)
    throw new Problem('not_a_member', `you are not a member of the workspace "${workspace.slug}" any more`, {
      values: { workspace: workspace.slug },
    });
  insistOnRole({ ...workspace, role: caller.role, heldTo: caller.accountIds }, ['owner']);
}
