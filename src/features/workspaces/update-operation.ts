/** Name, slug and time zone of a workspace (docs/people.md, Settings of a workspace). */
import { Type } from 'typebox';
import type { Tx } from '../../../store/connect.ts';
import {
  isSlugTaken,
  lockSlugs,
  readWorkspaceSettings,
  saveWorkspaceSettings,
  type WorkspaceSettings,
} from '../../../store/directory.ts';
import { lockMembers } from '../../../store/members.ts';
import { lockTimezone, saveSettingsInCell } from '../../../store/workspaces.ts';
import type { Call } from '../../api/operation.ts';
import { type Membership, workspaceOf } from '../../api/principal.ts';
import { invalid, Problem } from '../../api/problem.ts';
import { recorded } from '../../api/recorded.ts';
import { insistOnRole } from '../../api/roles.ts';
import { closed, resourceId } from '../../api/schemas.ts';
import { insistOnScope } from '../../api/scope.ts';
import { isTimeZone } from '../../base/time.ts';
import type { Turn } from '../../engine/turn.ts';
import { operation, type WorkspacesContext } from './context.ts';
import { shownWorkspace, slugField, Workspace } from './schemas.ts';

/** Each is a name that no other workspace can get. */
const MAX_FORMER_SLUGS = 20;

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
    insistOnZone(call);
    const { directory } = call.context;
    // the cell commits first: if the directory cannot commit afterwards, the same request does the rest and moves nothing again
    const { moved, kept, after } = await directory.begin(async (tx) => {
      const after = await settingsAfter(tx, call, workspace);
      await saveWorkspaceSettings(tx, { ...after, id: workspace.id }, call.now);
      return { ...(await saveInCell(call, workspace, after)), after };
    });
    call.context.forgetPrincipals();
    return { body: { workspace: shownWorkspace({ ...workspace, ...after }), moved, kept } };
  },
});

type UpdateCall = Call<
  WorkspacesContext,
  { workspace: string },
  unknown,
  Partial<WorkspaceSettings> & { moveScheduled?: boolean }
>;

function insistOnZone({ body: { timezone, moveScheduled = false }, principal }: UpdateCall): void {
  if (timezone !== undefined && !isTimeZone(timezone)) throw notAZone(timezone);
  if (!moveScheduled) return;
  if (timezone === undefined)
    throw invalid('/moveScheduled', 'moveScheduled says what a new time zone means: give timezone too');
  insistOnScope(principal, 'publish');
}

export const notAZone = (timezone: string): Problem =>
  invalid('/timezone', `timezone "${timezone}" is not a time zone; give an IANA name like Europe/Berlin`);

/** Under the locks of what is compared: who is an owner, and which slugs are taken. */
async function settingsAfter(tx: Tx, call: UpdateCall, workspace: Membership): Promise<WorkspaceSettings> {
  const { id } = workspace;
  // a role that was taken away a moment ago counts
  const caller = (await lockMembers(tx, id)).find(({ userId }) => userId === call.principal.userId);
  const before = await readWorkspaceSettings(tx, id);
  if (caller === undefined || before === undefined)
    throw new Problem('not_a_member', `you are not a member of the workspace "${workspace.slug}" any more`);
  insistOnRole({ ...workspace, role: caller.role, heldTo: caller.accountIds }, ['owner']);
  const { name = before.name, slug = before.slug, timezone = before.timezone } = call.body;
  if (slug !== before.slug) {
    await lockSlugs(tx);
    if (await isSlugTaken(tx, { slug, by: id })) throw slugTaken(slug);
    if (before.formerSlugs >= MAX_FORMER_SLUGS && !workspace.formerSlugs?.includes(slug))
      throw new Problem(
        'conflict',
        `the workspace has ${MAX_FORMER_SLUGS} former slugs, which go on meaning it: take one of those`,
      );
  }
  return { name, slug, timezone };
}

export const slugTaken = (slug: string): Problem =>
  new Problem('slug_taken', `slug "${slug}" is taken; choose another`, { param: '/slug' });

/** Moves posts only if the zone of the cell changes, so a repeated request moves none twice. */
async function saveInCell(call: UpdateCall, workspace: Membership, after: WorkspaceSettings) {
  const { id } = workspace;
  const { principal, context } = call;
  return recorded<{ id: string; moved: number; kept: number }, Turn, object>(call, async (tx, turn) => {
    const decision = { by: principal.userId, at: turn.now };
    // posts before the workspace, as in other turns
    const posts = call.body.moveScheduled
      ? await context.lockPlannedPosts(tx, turn, { workspace, decision })
      : null;
    const from = await lockTimezone(tx, id);
    if (from === null)
      throw new Problem('not_a_member', `the workspace "${workspace.slug}" is being deleted`);
    const isMoved = posts !== null && from !== after.timezone;
    const counts = isMoved ? await posts.move({ from, to: after.timezone }) : { moved: 0, kept: 0 };
    await saveSettingsInCell(tx, { ...after, id });
    const event = {
      workspaceId: id,
      type: 'workspace.updated',
      resource: { type: 'workspace', id },
      at: new Date(turn.now).toISOString(),
      data: { id, ...after },
    };
    return { result: { id, ...counts }, feed: [event] };
  });
}
