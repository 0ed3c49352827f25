/** The directory: users, the workspaces they belong to, and the cells in which those are. */
import type { Db } from './connect.ts';
import type { RoleColumn } from './keys.ts';
import type { NetworksColumn, NewWorkspace } from './workspaces.ts';

/** That a workspace is called by a slug: by the one that it has, or by one that it had before. */
const isCalled = (db: Db, slug: string) => db`
  id = (select id from workspaces where slug = ${slug} union all select workspace_id from former_slugs where slug = ${slug} limit 1)`;

/** Lets one transaction at a time give a workspace a slug, until it ends. */
export async function lockSlugs(tx: Db) {
  return tx`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' slugs', 0))`;
}

/**
 * Enters a workspace into the directory. The caller stores it in its cell first.
 * @param workspace.cell name of the cell's schema
 * @returns false when another workspace has the slug, or had it
 */
export async function registerWorkspace(
  db: Db,
  workspace: Omit<NewWorkspace, 'slots'> & { cell: string },
  now: number,
): Promise<boolean> {
  await lockSlugs(db);
  const result = await db`
    insert into workspaces (id, slug, name, timezone, plan, trial_ends_at, cell, networks, created_at)
    select ${workspace.id}, ${workspace.slug}, ${workspace.name}, ${workspace.timezone}, ${workspace.plan},
      to_timestamp(${workspace.trialEndsAt}::float8 / 1000), ${workspace.cell}, ${workspace.networks}, to_timestamp(${now}::float8 / 1000)
    where not exists (select from former_slugs where slug = ${workspace.slug})
    on conflict (slug) do nothing`;
  return result.count === 1;
}

/** What owners set of a workspace. */
export interface WorkspaceSettings {
  slug: string;
  name: string;
  /** IANA name. */
  timezone: string;
}

/** What is set of a workspace, and how many slugs it had before; undefined when there is none. */
export async function readWorkspaceSettings(
  db: Db,
  id: string,
): Promise<(WorkspaceSettings & { formerSlugs: number }) | undefined> {
  const [row] = await db<(WorkspaceSettings & { formerSlugs: number })[]>`
    select slug, name, timezone, (select count(*)::int from former_slugs f where f.workspace_id = w.id) as "formerSlugs"
    from workspaces w where id = ${id}`;
  return row;
}

/** What a command at the host changes the settings of a workspace by; undefined when there is none. */
export async function findForChange(db: Db, slug: string) {
  const [row] = await db<
    { id: string; cell: string; slug: string; approval: boolean; formerSlugs: string[] }[]
  >`
    select id, cell, slug, approval, array(select f.slug from former_slugs f where f.workspace_id = w.id) as "formerSlugs"
    from workspaces w where ${isCalled(db, slug)}`;
  return row;
}

/** Whether another workspace has a slug, or had it. The answer holds under `lockSlugs`. */
export async function isSlugTaken(db: Db, { slug, by }: { slug: string; by: string }): Promise<boolean> {
  const rows = await db`
    select from workspaces where slug = ${slug} and id <> ${by}
    union all select from former_slugs where slug = ${slug} and workspace_id <> ${by}`;
  return rows.length > 0;
}

/**
 * Sets a workspace's slug, name and time zone. A slug that it had until now goes on meaning it. Under `lockSlugs`, if the slug changes.
 * The same commit notifies every node.
 */
export async function saveWorkspaceSettings(
  tx: Db,
  { id, slug, name, timezone }: WorkspaceSettings & { id: string },
  now: number,
) {
  return tx`
    with former as (
      insert into former_slugs (slug, workspace_id, created_at)
      select slug, id, to_timestamp(${now}::float8 / 1000) from workspaces where id = ${id} and slug <> ${slug}
    ), again as (
      delete from former_slugs where slug = ${slug} and workspace_id = ${id}
    ), changed as (
      update workspaces set slug = ${slug}, name = ${name}, timezone = ${timezone} where id = ${id} returning id
    )
    select pg_notify('auth_changed', '') from changed`;
}

/** Where a workspace is, by its slug; undefined when there is none. */
export async function findPlace(db: Db, slug: string): Promise<{ id: string; cell: string } | undefined> {
  const [row] = await db<{ id: string; cell: string }[]>`
    select id, cell from workspaces where ${isCalled(db, slug)}`;
  return row;
}

/** What an operator sets the plan of a workspace by; undefined when there is none. `trialEndsAt`: epoch ms. */
export async function findPlan(db: Db, slug: string) {
  const [row] = await db<
    { id: string; cell: string; timezone: string; plan: string; trialEndsAt: number | null }[]
  >`
    select id, cell, timezone, plan, (extract(epoch from trial_ends_at) * 1000)::float8 as "trialEndsAt"
    from workspaces where ${isCalled(db, slug)}`;
  return row;
}

/** Sets the plan that callers are told. @param set.trialEndsAt epoch ms */
export async function savePlan(
  db: Db,
  set: { workspaceId: string; plan: string; trialEndsAt: number | null },
) {
  return db`
    update workspaces set plan = ${set.plan}, trial_ends_at = to_timestamp(${set.trialEndsAt}::float8 / 1000)
    where id = ${set.workspaceId}`;
}

/** Deletes a workspace from the directory, with its memberships. Its rows in the cell stay. */
export async function deleteWorkspace(db: Db, id: string) {
  return db`delete from workspaces where id = ${id}`;
}

/** @returns whether the directory has a workspace */
export async function hasWorkspace(db: Db, id: string): Promise<boolean> {
  const [row] = await db`select from workspaces where id = ${id}`;
  return row !== undefined;
}

/** Ids of the workspaces of a cell that were made before it was a choice which networks their accounts are on. */
export async function listWithoutNetworks(db: Db, { cell, limit }: { cell: string; limit: number }) {
  const rows = await db<{ id: string }[]>`
    select id from workspaces where cell = ${cell} and networks is null order by id limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** Says which networks the accounts of a workspace are on, where nothing says it yet. The same commit notifies every node. */
export async function saveNetworks(db: Db, set: { workspaceId: string; networks: NetworksColumn }) {
  return db`
    with changed as (
      update workspaces set networks = ${set.networks} where id = ${set.workspaceId} and networks is null returning id
    )
    select pg_notify('auth_changed', '') from changed`;
}

/** The schemas of the cells of the installation. */
export async function readCells(db: Db): Promise<string[]> {
  const rows = await db<{ name: string }[]>`select name from cells order by name`;
  return rows.map((row) => row.name);
}

export async function insertUser(
  db: Db,
  user: { id: string; name: string; email: string | null },
  now: number,
) {
  return db`
    insert into users (id, name, email, created_at)
    values (${user.id}, ${user.name}, ${user.email}, to_timestamp(${now}::float8 / 1000))`;
}

export async function insertMember(
  db: Db,
  member: { workspaceId: string; userId: string; role: RoleColumn; accountIds?: string[] | null },
  now: number,
) {
  return db`
    insert into members (workspace_id, user_id, role, account_ids, created_at)
    values (${member.workspaceId}, ${member.userId}, ${member.role}, ${member.accountIds ?? null}, to_timestamp(${now}::float8 / 1000))
    on conflict do nothing`;
}

/** Notifies every node, when the transaction commits, that its cached principals are out of date. */
export async function notifyAuthChanged(db: Db) {
  return db`select pg_notify('auth_changed', '')`;
}

export async function countWorkspacesOf(db: Db, userId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from members where user_id = ${userId}`;
  return row?.count ?? 0;
}

/** A workspace by its slug, with its first member. */
export async function findWorkspace(
  db: Db,
  slug: string,
): Promise<{ id: string; userId: string } | undefined> {
  const [row] = await db<{ id: string; userId: string }[]>`
    select w.id, m.user_id as "userId" from workspaces w join members m on m.workspace_id = w.id
    where w.id = (select id from workspaces where ${isCalled(db, slug)}) order by m.created_at, m.user_id limit 1`;
  return row;
}

/** A workspace with the role of one of its people, which is null if the person is no member any more; undefined if the workspace was deleted. */
export async function readWorkspaceFor(
  db: Db,
  find: { workspaceId: string; userId: string },
): Promise<(WorkspaceSettings & WorkspaceTerms & { id: string }) | undefined> {
  const [row] = await db<(WorkspaceSettings & WorkspaceTerms & { id: string })[]>`
    select w.id, w.slug, w.name, w.timezone, w.plan, (extract(epoch from w.trial_ends_at) * 1000)::float8 as "trialEndsAt", w.approval,
      coalesce(w.networks, 'both') as networks, m.role
    from workspaces w left join members m on m.workspace_id = w.id and m.user_id = ${find.userId} where w.id = ${find.workspaceId}`;
  return row;
}

interface WorkspaceTerms {
  plan: string;
  /** Epoch ms. */
  trialEndsAt: number | null;
  /** Whether posts need an approval. */
  approval: boolean;
  networks: NetworksColumn | 'both';
  role: RoleColumn | null;
}

/** Lets one node at a time find or create the demo workspace, until the transaction ends. */
export async function lockDemo(db: Db) {
  return db`select pg_advisory_xact_lock(hashtextextended('demo workspace', 0))`;
}

/** Sets whether posts need an approval. The same commit notifies every node. */
export async function saveApprovalSetting(db: Db, set: { workspaceId: string; required: boolean }) {
  return db`
    with changed as (
      update workspaces set approval = ${set.required} where id = ${set.workspaceId} returning id
    )
    select pg_notify('auth_changed', '') from changed`;
}

/** @returns undefined when there is no such workspace */
export async function readWorkspaceName(
  db: Db,
  id: string,
): Promise<{ slug: string; name: string; timezone: string } | undefined> {
  const [row] = await db<{ slug: string; name: string; timezone: string }[]>`
    select slug, name, timezone from workspaces where id = ${id}`;
  return row;
}
