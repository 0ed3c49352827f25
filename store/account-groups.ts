/** Groups of accounts. An account is in one group of its workspace, or in none. */
import type { Db } from './connect.ts';
import { ofReached, type Within } from './held.ts';

interface AccountGroupRow {
  id: string;
  name: string;
  /** In the order in which they were connected. */
  accountIds: string[];
}

/** @param of.heldTo only these accounts are read; a group without any of them is left out */
export async function listAccountGroups(db: Db, of: Within): Promise<AccountGroupRow[]> {
  return (await readGroups(db, of, null)).filter((group) => isSeen(group, of));
}

/** A group without any account is there for people who reach every account. */
const isSeen = ({ accountIds }: AccountGroupRow, { heldTo }: Within) =>
  heldTo === null || accountIds.length > 0;

/** @returns undefined when the workspace has no such group, or the caller reaches none of its accounts */
export async function findAccountGroup(
  db: Db,
  { id, ...of }: Within & { id: string },
): Promise<AccountGroupRow | undefined> {
  const [group] = await readGroups(db, of, id);
  return group && isSeen(group, of) ? group : undefined;
}

/** @param id null means all groups of the workspace, by name */
function readGroups(db: Db, { workspaceId, heldTo }: Within, id: string | null) {
  return db<AccountGroupRow[]>`
    select g.id, g.name, array(
      select a.id from accounts a where a.group_id = g.id ${ofReached(db, 'a.id', heldTo)} order by a.connected_at, a.id
    ) as "accountIds"
    from account_groups g
    where g.workspace_id = ${workspaceId} and (${id}::text is null or g.id = ${id}::text) order by lower(g.name)`;
}

/** Keeps the groups of a workspace as they are until the transaction ends, and counts them. */
export async function lockAccountGroups(db: Db, workspaceId: string): Promise<number> {
  await db`select from workspaces where id = ${workspaceId} for no key update`;
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from account_groups where workspace_id = ${workspaceId}`;
  return row!.count;
}

/** Whether a group of the workspace has this name, in whatever case. @param find.otherThan the id of one that may have it */
export async function isGroupNameTaken(
  db: Db,
  find: { workspaceId: string; name: string; otherThan: string | null },
): Promise<boolean> {
  const { workspaceId, name, otherThan } = find;
  const found = await db`
    select from account_groups
    where workspace_id = ${workspaceId} and lower(name) = lower(${name}) and id is distinct from ${otherThan}::text`;
  return found.length > 0;
}

/** @param now epoch ms */
export async function insertAccountGroup(
  db: Db,
  group: { id: string; workspaceId: string; name: string },
  now: number,
) {
  return db`
    insert into account_groups (id, workspace_id, name, created_at, updated_at)
    values (${group.id}, ${group.workspaceId}, ${group.name}, to_timestamp(${now}::float8 / 1000), to_timestamp(${now}::float8 / 1000))`;
}

/** @param now epoch ms */
export async function renameAccountGroup(
  db: Db,
  group: { id: string; workspaceId: string; name: string },
  now: number,
) {
  return db`
    update account_groups set name = ${group.name}, updated_at = to_timestamp(${now}::float8 / 1000)
    where id = ${group.id} and workspace_id = ${group.workspaceId}`;
}

/** Puts accounts of a workspace into a group. Those of another group leave it. */
export async function addToGroup(
  db: Db,
  add: { groupId: string; workspaceId: string; accountIds: readonly string[] },
) {
  return db`
    update accounts set group_id = ${add.groupId}
    where workspace_id = ${add.workspaceId} and id = any(${add.accountIds as string[]}::text[])`;
}

/** Takes accounts out of a group. Those that are not in it stay where they are. */
export async function removeFromGroup(
  db: Db,
  remove: { groupId: string; workspaceId: string; accountIds: readonly string[] },
) {
  return db`
    update accounts set group_id = null
    where workspace_id = ${remove.workspaceId} and group_id = ${remove.groupId}
      and id = any(${remove.accountIds as string[]}::text[])`;
}

/** Its accounts stay, in no group. @returns false when there was no such group */
export async function deleteAccountGroup(
  db: Db,
  find: { id: string; workspaceId: string },
): Promise<boolean> {
  const result = await db`
    delete from account_groups where id = ${find.id} and workspace_id = ${find.workspaceId}`;
  return result.count === 1;
}
