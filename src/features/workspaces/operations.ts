/** Workspaces and their posting schedules. */
import { Type } from 'typebox';
import { countWorkspacesOf } from '../../../store/directory.ts';
import { readAccounts } from '../../../store/accounts.ts';
import type { Db } from '../../../store/connect.ts';
import {
  readAccountSlots,
  readSlots,
  saveAccountSlots,
  saveSlots,
  type Slot,
} from '../../../store/workspaces.ts';
import { type DEFAULT_SLOTS, isTimeZone, localTime } from '../../base/time.ts';
import { insistOnAccounts } from '../../api/named-accounts.ts';
import { type Membership, workspaceOf } from '../../api/principal.ts';
import { MAX_WORKSPACES, termsOfNext } from '../../base/plans/plan.ts';
import { idempotentInDirectory } from '../../api/idempotent.ts';
import { invalid, notFound, Problem } from '../../api/problem.ts';
import { insistOnAllWorkspaces } from '../../api/scope.ts';
import { closed, resourceId, workspaceField } from '../../api/schemas.ts';
import { recordedIn } from '../../api/recorded.ts';
import type { SandboxChoice, WorkspaceNetworks } from '../../base/workspace-networks.ts';
import { addWorkspace } from './add.ts';
import { operation } from './context.ts';
import { PostingSchedule, workspaceView, slugField, Workspace } from './schemas.ts';
import { takeNextSlot } from './slots.ts';
import { notAZone, slugConflict } from './change.ts';

const MAX_SLOTS = 200;

const example = {
  slug: 'cafe-luna',
  name: 'Café Luna',
  timezone: 'Europe/Berlin',
  sandbox: false,
};

export const listWorkspaces = operation({
  id: 'listWorkspaces',
  accountLimit: 'irrelevant',
  rest: { method: 'get', path: '/v1/workspaces' },
  tool: { name: 'list_workspaces' },
  tag: 'Workspaces',
  summary: 'List workspaces',
  description: "Every workspace the key's user is a member of, the first of them being the default.",
  result: Type.Object({ workspaces: Type.Array(Workspace) }),
  example: { result: { workspaces: [example] } },
  handle: async ({ principal }) => ({
    body: { workspaces: principal.workspaces.map(workspaceView) },
  }),
});

export const createWorkspace = operation({
  id: 'createWorkspace',
  audit: { kind: 'workspace', id: '/result/id', in: '/result/id' },
  accountLimit: 'irrelevant',
  rest: { method: 'post', path: '/v1/workspaces' },
  tool: { name: 'create_workspace' },
  scope: 'manage',
  isPersonal: true,
  tag: 'Workspaces',
  summary: 'Create a workspace',
  description:
    'One for each customer or brand. It starts with the default schedule, weekdays at 11:00 and 16:00, and with the plan of your workspaces.',
  body: Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 100 }),
      slug: Type.Optional(slugField('Made from the name when absent, small letters, digits and hyphens.')),
      timezone: Type.Optional(Type.String({ maxLength: 64, default: 'UTC', description: 'IANA name.' })),
      sandbox: Type.Optional(
        Type.Boolean({
          description: 'Simulated networks, to try things out; never changed.',
        }),
      ),
    },
    closed,
  ),
  result: Type.Object({ workspace: Workspace }),
  errors: {
    403: 'The plan holds no more workspaces',
    409: 'The slug is taken; or the first request with this Idempotency-Key is still running',
    422: 'The Idempotency-Key was used with another request',
  },
  example: { body: { name: 'Café Luna', timezone: 'Europe/Berlin' }, result: { workspace: example } },
  handle: async (call) => {
    const { name, timezone = 'UTC' } = call.body;
    const networks = networksOf(call.body.sandbox, call.context.sandbox);
    insistOnAllWorkspaces(call.principal);
    if (!isTimeZone(timezone)) throw notAZone(timezone);
    const slug = call.body.slug ?? slugOf(name);
    const { userId, workspaces } = call.principal;
    const terms = termsOfNext(workspaces, call.now);
    const reply = await idempotentInDirectory(call, async (tx) => {
      if ((await countWorkspacesOf(tx, userId)) >= MAX_WORKSPACES) {
        throw new Problem('workspace_limit', `the plan holds up to ${MAX_WORKSPACES} workspaces`, {
          values: { limit: MAX_WORKSPACES },
        });
      }
      const workspace = { slug, name, timezone, userId, networks, terms, now: call.now };
      const id = await addWorkspace(call.context, tx, workspace);
      if (id === null) throw slugConflict(slug);
      return { id, workspace: workspaceView(workspace) };
    });
    call.context.forgetPrincipals();
    return { ...reply, body: { workspace: reply.body.workspace } };
  },
});

/** @throws Problem 400 where the installation has no simulated networks */
function networksOf(sandbox: boolean | undefined, { origin, isDefault }: SandboxChoice): WorkspaceNetworks {
  if (sandbox === true && origin === null)
    throw invalid(
      '/sandbox',
      'this installation has no simulated networks: its operator turned the sandbox off',
      { values: { reason: 'sandbox_off' } },
    );
  return (sandbox ?? (origin !== null && isDefault)) ? 'simulated' : 'real';
}

/** Letters without their accents, the rest as hyphens: `Café Luna` becomes `cafe-luna`. */
function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 63);
  if (slug === '')
    throw invalid(
      '/slug',
      'no slug can be made from this name; give one: small letters, digits and hyphens',
      { values: { reason: 'no_slug' } },
    );
  return slug;
}

/** As many accounts as a post has. */
const MAX_ACCOUNTS = 100;

export const nextSlot = operation({
  id: 'getNextSlot',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/next-slot' },
  tool: { name: 'get_next_slot' },
  tag: 'Scheduling',
  summary: 'The next free slot',
  description:
    'The earliest future slot of the posting schedule that has no post scheduled. With `accountIds` the slot that `useNextSlot` takes for a post of these accounts, which may have a schedule of their own.',
  query: Type.Object(
    {
      ...workspaceField,
      accountIds: Type.Optional(
        resourceId('account', {
          minLength: 1,
          maxLength: 65 * MAX_ACCOUNTS,
          description: 'Ids with commas between them.',
        }),
      ),
    },
    closed,
  ),
  result: Type.Object({ scheduledAt: Type.String(), scheduledLocal: Type.String(), timezone: Type.String() }),
  errors: { 404: 'No posting schedule is configured, or an account is not in the workspace' },
  example: {
    result: {
      scheduledAt: '2026-05-04T09:00:00.000Z',
      scheduledLocal: '2026-05-04T11:00:00',
      timezone: 'Europe/Berlin',
    },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { sql } = call.context;
    const accountIds = [...new Set(call.query.accountIds?.split(',') ?? [])];
    if (accountIds.length > MAX_ACCOUNTS)
      throw invalid('/accountIds', `accountIds takes up to ${MAX_ACCOUNTS} ids at once`);
    await insistOnAccounts(sql, workspace, accountIds);
    const at = await takeNextSlot(sql, { workspace, accountIds }, call.now, false);
    return {
      body: {
        scheduledAt: new Date(at).toISOString(),
        scheduledLocal: localTime(at, workspace.timezone),
        timezone: workspace.timezone,
      },
    };
  },
});

const ofAccount = {
  accountId: Type.Optional(resourceId('account', { description: 'Whose own schedule it is.' })),
};
const noAccount = { 404: 'There is no such account in the workspace' };
const scheduleExample = { timezone: 'Europe/Berlin', slots: [{ day: 'mon' as const, time: '11:00' }] };

export const getPostingSchedule = operation({
  id: 'getPostingSchedule',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/posting-schedule' },
  tag: 'Scheduling',
  summary: 'Read the posting schedule',
  description:
    'Returns the weekly slots of which a post can take the next free one, in the time zone of the workspace. With `accountId` those of the account’s own schedule; an empty list means that it has none.',
  query: Type.Object({ ...workspaceField, ...ofAccount }, closed),
  result: PostingSchedule,
  errors: noAccount,
  example: { result: scheduleExample },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { sql } = call.context;
    const { accountId } = call.query;
    const slots =
      accountId === undefined
        ? await readSlots(sql, workspace.id)
        : await readAccountSlots(sql, await accountIn(sql, workspace, accountId));
    return { body: { timezone: workspace.timezone, slots: slots ?? [] } };
  },
});

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** Stored in the order of the week: the same slots of two accounts are the same schedule. */
const byTime = (a: Slot, b: Slot): number =>
  DAYS.indexOf(a.day) - DAYS.indexOf(b.day) || (a.time < b.time ? -1 : 1);

/** @throws Problem 404 where the workspace has no such account */
async function accountIn(db: Db, workspace: Membership, accountId: string) {
  const [account] = await readAccounts(db, [accountId]);
  if (account?.workspaceId !== workspace.id) throw notFound('account', accountId);
  return { workspaceId: workspace.id, accountId };
}

export const putPostingSchedule = operation({
  id: 'setPostingSchedule',
  audit: { kind: 'workspace' },
  accountLimit: 'refused',
  rest: { method: 'put', path: '/v1/posting-schedule' },
  scope: 'manage',
  roles: ['owner'],
  tag: 'Scheduling',
  summary: 'Set the posting schedule',
  description:
    "Slots are wall times in the workspace's time zone. An empty list means no schedule. With `accountId` the account gets a schedule of its own, which `useNextSlot` takes when all accounts of a post have the same; an empty list takes it away.",
  body: Type.Object(
    {
      slots: Type.Array(
        Type.Object(
          {
            day: Type.Enum(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], { type: 'string' }),
            time: Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: 'HH:MM' }),
          },
          closed,
        ),
        { maxItems: MAX_SLOTS },
      ),
      ...workspaceField,
    },
    closed,
  ),
  query: Type.Object(ofAccount, closed),
  result: PostingSchedule,
  errors: noAccount,
  example: { body: { slots: scheduleExample.slots }, result: scheduleExample },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.body.workspace);
    const slots = call.body.slots as (typeof DEFAULT_SLOTS)[number][];
    slots.forEach(({ day, time }, index) => {
      if (slots.findIndex((slot) => slot.day === day && slot.time === time) < index) {
        throw invalid(`/slots/${index}`, `slots[${index}] repeats ${day} ${time}; name each slot once`, {
          values: { reason: 'repeated_slot' },
        });
      }
    });
    const { accountId } = call.query;
    await recordedIn(call.context.sql, call, async (tx) => {
      if (accountId === undefined) return saveSlots(tx, workspace.id, slots);
      const of = await accountIn(tx, workspace, accountId);
      return saveAccountSlots(tx, of, slots.length === 0 ? null : slots.toSorted(byTime));
    });
    return { body: { timezone: workspace.timezone, slots } };
  },
});
