/** Workspaces in their cell, and their posting schedules. Their members are in the directory (store/directory.ts). */
import type { Db, Tx } from './connect.ts';

export type Day = 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun';
export interface Slot {
  day: Day;
  /** HH:MM in the workspace's time zone. */
  time: string;
}

/** Which networks the accounts of a workspace are on. */
export type NetworksColumn = 'real' | 'simulated' | 'both';

export interface NewWorkspace {
  id: string;
  slug: string;
  name: string;
  timezone: string;
  plan: string;
  /** Epoch ms; null if it is no trial, or one without an end. */
  trialEndsAt: number | null;
  slots: Slot[];
  networks: NetworksColumn;
}

/** Stores a workspace in its cell, with the counter of its feed. Nobody reaches it before the directory has it too. */
export async function insertWorkspace(db: Db, workspace: NewWorkspace, now: number) {
  return db`
    with made as (
      insert into workspaces (id, slug, name, timezone, plan, trial_ends_at, slots, networks, created_at)
      values (${workspace.id}, ${workspace.slug}, ${workspace.name}, ${workspace.timezone}, ${workspace.plan},
              to_timestamp(${workspace.trialEndsAt}::float8 / 1000), ${JSON.stringify(workspace.slots)}::text::jsonb, ${workspace.networks}, to_timestamp(${now}::float8 / 1000))
      returning id
    )
    insert into feed_heads (workspace_id, seq) select id, 0 from made`;
}

/** Sets the plan in the cell's copy. @param set.trialEndsAt epoch ms */
export async function savePlanInCell(
  db: Db,
  set: { workspaceId: string; plan: string; trialEndsAt: number | null },
) {
  return db`
    update workspaces set plan = ${set.plan}, trial_ends_at = to_timestamp(${set.trialEndsAt}::float8 / 1000)
    where id = ${set.workspaceId}`;
}

/** Which networks the accounts of a workspace are on. `networks` is null while a workspace of an earlier version was not looked at. */
interface UndecidedWorkspace {
  id: string;
  networks: NetworksColumn | null;
  /** The addresses of its accounts' networks. */
  endpoints: { [name: string]: string }[];
}

/** Workspaces of the cell that were made before it was a choice which networks their accounts are on. */
export async function listUndecided(db: Db, ids: readonly string[]): Promise<UndecidedWorkspace[]> {
  return db<UndecidedWorkspace[]>`
    select w.id, w.networks,
      coalesce((select json_agg(a.endpoints) from accounts a where a.workspace_id = w.id), '[]') as endpoints
    from workspaces w where w.id = any(${ids as string[]}::text[])`;
}

/** Says in the cell's copy which networks the accounts of a workspace are on, where nothing says it yet. */
export async function saveNetworksInCell(db: Db, set: { workspaceId: string; networks: NetworksColumn }) {
  return db`update workspaces set networks = ${set.networks} where id = ${set.workspaceId} and networks is null`;
}

/** Sets in the cell's copy whether posts need an approval. */
export async function saveApprovalInCell(db: Db, set: { workspaceId: string; required: boolean }) {
  return db`update workspaces set approval = ${set.required} where id = ${set.workspaceId}`;
}

/** Sets in the cell's copy what owners set of a workspace. */
export async function saveSettingsInCell(
  db: Db,
  { id, slug, name, timezone }: { id: string; slug: string; name: string; timezone: string },
) {
  return db`update workspaces set slug = ${slug}, name = ${name}, timezone = ${timezone} where id = ${id}`;
}

/** Locks a workspace until the transaction ends. @returns its time zone in the cell's copy; null if it is gone, or being deleted */
export async function lockTimezone(tx: Tx, workspaceId: string): Promise<string | null> {
  const [row] = await tx<{ timezone: string }[]>`
    select timezone from workspaces where id = ${workspaceId} and deleted_at is null for no key update`;
  return row?.timezone ?? null;
}

/**
 * Holds a workspace until the transaction ends, so that it is not deleted meanwhile.
 * @returns false if it was deleted, or is being deleted
 */
export async function holdWorkspace(tx: Tx, workspaceId: string): Promise<boolean> {
  const result = await tx`select from workspaces where id = ${workspaceId} and deleted_at is null for share`;
  return result.count === 1;
}

/**
 * Marks a workspace as deleted, once every transaction that holds it has ended.
 * @param at epoch ms; null takes the mark away
 */
export async function markDeleted(db: Db, { workspaceId, at }: { workspaceId: string; at: number | null }) {
  return db`
    update workspaces set deleted_at = to_timestamp(${at}::float8 / 1000) where id = ${workspaceId}`;
}

/** Workspaces of the cell that are marked as deleted. `at`: epoch ms */
export async function listDeleted(db: Db): Promise<{ id: string; at: number }[]> {
  return db<{ id: string; at: number }[]>`
    select id, (extract(epoch from deleted_at) * 1000)::float8 as at from workspaces where deleted_at is not null`;
}

/** null means no posting schedule is configured. */
export async function readSlots(db: Db, workspaceId: string): Promise<Slot[] | null> {
  const [row] = await db<{ slots: Slot[] | null }[]>`select slots from workspaces where id = ${workspaceId}`;
  return row?.slots ?? null;
}

export async function saveSlots(db: Db, workspaceId: string, slots: Slot[]) {
  return db`update workspaces set slots = ${JSON.stringify(slots)}::text::jsonb where id = ${workspaceId}`;
}

/** The slots of an account's own schedule; null means it has none, or there is no such account in the workspace. */
export async function readAccountSlots(
  db: Db,
  { workspaceId, accountId }: { workspaceId: string; accountId: string },
): Promise<Slot[] | null> {
  const [row] = await db<{ slots: Slot[] | null }[]>`
    select slots from accounts where id = ${accountId} and workspace_id = ${workspaceId}`;
  return row?.slots ?? null;
}

/** @param slots null takes the account's own schedule away. @returns false where there is no such account in the workspace */
export async function saveAccountSlots(
  db: Db,
  { workspaceId, accountId }: { workspaceId: string; accountId: string },
  slots: Slot[] | null,
): Promise<boolean> {
  const json = slots === null ? null : JSON.stringify(slots);
  const result = await db`
    update accounts set slots = ${json}::text::jsonb where id = ${accountId} and workspace_id = ${workspaceId}`;
  return result.count === 1;
}

/** The slots that all of these accounts have as their own schedule; null means they have none in common. */
export async function readCommonSlots(
  db: Db,
  { workspaceId, accountIds }: { workspaceId: string; accountIds: readonly string[] },
): Promise<Slot[] | null> {
  const rows = await db<{ slots: Slot[] | null }[]>`
    select distinct slots from accounts where workspace_id = ${workspaceId} and id = any(${accountIds as string[]}::text[])`;
  return rows.length === 1 ? rows[0]!.slots : null;
}

/**
 * Locks the slots of a workspace until the transaction ends, so that two posts cannot take the same slot.
 * @returns null means no posting schedule is configured
 */
export async function lockSlots(db: Db, workspaceId: string): Promise<Slot[] | null> {
  const [row] = await db<{ slots: Slot[] | null }[]>`
    select slots from workspaces where id = ${workspaceId} for no key update`;
  return row?.slots ?? null;
}
