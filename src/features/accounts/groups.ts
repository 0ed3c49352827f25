/** Groups of accounts, such as those of a brand or a client (docs/contract.md, Accounts). */
import { type Static, Type } from 'typebox';
import {
  addToGroup,
  deleteAccountGroup,
  findAccountGroup,
  insertAccountGroup,
  isGroupNameTaken,
  listAccountGroups,
  lockAccountGroups,
  removeFromGroup,
  renameAccountGroup,
} from '../../../store/account-groups.ts';
import type { Db } from '../../../store/connect.ts';
import { insistOnListedAccounts } from '../../api/named-accounts.ts';
import { within } from '../../api/held.ts';
import { idempotent } from '../../api/idempotent.ts';
import { workspaceOf } from '../../api/principal.ts';
import { invalid, notFound, Problem } from '../../api/problem.ts';
import { recordedIn } from '../../api/recorded.ts';
import {
  closed,
  Deleted,
  idParams,
  model,
  notBlank,
  resourceId,
  text,
  workspaceField,
  workspaceQuery,
} from '../../api/schemas.ts';
import { newId } from '../../base/ids.ts';
import { operation } from './context.ts';

const MAX_GROUPS = 100;
/** Of one request. A group has no limit of its own. */
const MAX_ACCOUNTS = 500;

const AccountGroup = model(
  'AccountGroup',
  Type.Object(
    {
      id: text('Id of the group.'),
      name: text('What it is called.'),
      accountIds: Type.Array(Type.String(), { description: 'In the order in which they were connected.' }),
    },
    { description: 'Accounts that belong together, such as those of a brand or a client.' },
  ),
);
const oneGroup = Type.Object({ accountGroup: AccountGroup });
const name = notBlank(60, 'Each name once in a workspace, whatever its case.');
const accounts = (description: string) =>
  Type.Optional(
    Type.Array(resourceId('account'), { maxItems: MAX_ACCOUNTS, uniqueItems: true, description }),
  );
const example: Static<typeof AccountGroup> = {
  id: 'group_01JD0000000000000000000001',
  name: 'Bakery Anna',
  accountIds: ['acc_01JD0000000000000000000001'],
};

export const listGroups = operation({
  id: 'listAccountGroups',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/account-groups' },
  tag: 'Accounts',
  summary: 'List groups of accounts',
  description: `All of the workspace, by name: ${MAX_GROUPS} at most. An account is in one of them, or in none.`,
  query: workspaceQuery,
  result: Type.Object({ accountGroups: Type.Array(AccountGroup) }),
  example: { result: { accountGroups: [example] } },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    return { body: { accountGroups: await listAccountGroups(call.context.sql, within(workspace)) } };
  },
});

export const createGroup = operation({
  id: 'createAccountGroup',
  audit: { kind: 'account_group', id: '/result/accountGroup/id' },
  accountLimit: 'refused',
  rest: { method: 'post', path: '/v1/account-groups' },
  scope: 'manage',
  tag: 'Accounts',
  summary: 'Create a group of accounts',
  description: 'Accounts that are in another group leave it.',
  body: Type.Object({ name, accountIds: accounts('The first ones.'), ...workspaceField }, closed),
  result: oneGroup,
  errors: {
    403: 'The workspace has as many as it may',
    409: 'The workspace has another group of this name; or the first request with this Idempotency-Key is still running',
    422: 'The Idempotency-Key was used with another request',
  },
  example: {
    body: { name: example.name, accountIds: example.accountIds },
    result: { accountGroup: example },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.body.workspace);
    const { id: workspaceId } = workspace;
    const { accountIds = [] } = call.body;
    const group = { id: newId('group', call.now), workspaceId, name: call.body.name.trim() };
    return idempotent(call, async (tx) => {
      const count = await lockAccountGroups(tx, workspaceId);
      await insistOnFreeName(tx, { workspaceId, name: group.name, otherThan: null });
      if (count >= MAX_GROUPS)
        throw new Problem('group_limit', `a workspace has up to ${MAX_GROUPS} groups of accounts`, {
          values: { limit: MAX_GROUPS },
        });
      await insistOnListedAccounts(tx, workspace, { accountIds });
      await insertAccountGroup(tx, group, call.now);
      await addToGroup(tx, { groupId: group.id, workspaceId, accountIds });
      return { result: { accountGroup: await groupOf(tx, group) } };
    });
  },
});

export const updateGroup = operation({
  id: 'updateAccountGroup',
  accountLimit: 'refused',
  rest: { method: 'patch', path: '/v1/account-groups/{id}' },
  scope: 'manage',
  tag: 'Accounts',
  summary: 'Change a group of accounts',
  description:
    'Renames it, puts accounts into it and takes others out. Accounts that are added leave the group in which they are.',
  params: idParams('account_group'),
  body: Type.Object(
    {
      name: Type.Optional(name),
      addAccountIds: accounts('Are put into the group.'),
      removeAccountIds: accounts(
        'Are in no group afterwards. Those that are not in this one stay where they are.',
      ),
      ...workspaceField,
    },
    closed,
  ),
  result: oneGroup,
  errors: {
    404: 'There is no such group in the workspace',
    409: 'The workspace has another group of this name',
  },
  example: {
    params: { id: example.id },
    body: { addAccountIds: example.accountIds },
    result: { accountGroup: example },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.body.workspace);
    const { id: workspaceId } = workspace;
    const { id } = call.params;
    const { addAccountIds = [], removeAccountIds = [] } = call.body;
    const newName = call.body.name?.trim();
    const both = removeAccountIds.findIndex((one) => addAccountIds.includes(one));
    if (both >= 0)
      throw invalid(`/removeAccountIds/${both}`, 'an account is either added or removed: name it once');
    const accountGroup = await recordedIn(call.context.sql, call, async (tx) => {
      await lockAccountGroups(tx, workspaceId);
      await groupOf(tx, { id, workspaceId });
      await insistOnListedAccounts(tx, workspace, { addAccountIds, removeAccountIds });
      if (newName !== undefined) {
        await insistOnFreeName(tx, { workspaceId, name: newName, otherThan: id });
        await renameAccountGroup(tx, { id, workspaceId, name: newName }, call.now);
      }
      await addToGroup(tx, { groupId: id, workspaceId, accountIds: addAccountIds });
      await removeFromGroup(tx, { groupId: id, workspaceId, accountIds: removeAccountIds });
      return groupOf(tx, { id, workspaceId });
    });
    return { body: { accountGroup } };
  },
});

export const deleteGroup = operation({
  id: 'deleteAccountGroup',
  accountLimit: 'refused',
  rest: { method: 'delete', path: '/v1/account-groups/{id}' },
  scope: 'manage',
  tag: 'Accounts',
  summary: 'Delete a group of accounts',
  description: 'Its accounts stay connected, and are in no group.',
  params: idParams('account_group'),
  query: workspaceQuery,
  result: Deleted,
  errors: { 404: 'There is no such group in the workspace' },
  example: { params: { id: example.id }, result: { id: example.id, deleted: true } },
  handle: async (call) => {
    const { id: workspaceId } = workspaceOf(call, call.query.workspace);
    const { id } = call.params;
    await recordedIn(call.context.sql, call, async (tx) => {
      if (!(await deleteAccountGroup(tx, { id, workspaceId }))) throw notFound('group', id);
    });
    return { body: { id, deleted: true as const } };
  },
});

/** @throws Problem 404 where the workspace has no such group */
async function groupOf(db: Db, find: { id: string; workspaceId: string }) {
  const group = await findAccountGroup(db, { ...find, heldTo: null });
  if (!group) throw notFound('group', find.id);
  return { ...group };
}

/** @throws Problem when another group of the workspace has the name */
async function insistOnFreeName(
  db: Db,
  find: { workspaceId: string; name: string; otherThan: string | null },
): Promise<void> {
  if (await isGroupNameTaken(db, find))
    throw new Problem('name_taken', `there is a group "${find.name}" already; choose another name`, {
      values: { name: find.name },
      param: '/name',
    });
}
