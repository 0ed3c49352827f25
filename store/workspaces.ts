/** Workspaces, their members and posting schedules. */
import type { Db } from './connect.ts';

export type Day = 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun';
export interface Slot {
  day: Day;
  /** HH:MM in the workspace's time zone. */
  time: string;
}

/** @returns false when the slug is taken */
export async function insertWorkspace(
  db: Db,
  workspace: { id: string; slug: string; name: string; timezone: string; plan: string; slots: Slot[] },
  now: number,
): Promise<boolean> {
  const result = await db`
    with made as (
      insert into workspaces (id, slug, name, timezone, plan, slots, created_at)
      values (${workspace.id}, ${workspace.slug}, ${workspace.name}, ${workspace.timezone}, ${workspace.plan},
              ${JSON.stringify(workspace.slots)}::text::jsonb, to_timestamp(${now}::float8 / 1000))
      on conflict (slug) do nothing returning id
    )
    insert into feed_heads (workspace_id, seq) select id, 0 from made`;
  return result.count === 1;
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

export async function insertMember(db: Db, member: { workspaceId: string; userId: string }, now: number) {
  return db`
    insert into members (workspace_id, user_id, created_at)
    values (${member.workspaceId}, ${member.userId}, to_timestamp(${now}::float8 / 1000))
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

/** null: no posting schedule is configured. */
export async function readSlots(db: Db, workspaceId: string): Promise<Slot[] | null> {
  const [row] = await db<{ slots: Slot[] | null }[]>`select slots from workspaces where id = ${workspaceId}`;
  return row?.slots ?? null;
}

export async function saveSlots(db: Db, workspaceId: string, slots: Slot[]) {
  return db`update workspaces set slots = ${JSON.stringify(slots)}::text::jsonb where id = ${workspaceId}`;
}

/**
 * Locks the slots of a workspace until the transaction ends, so that two posts cannot take the same slot.
 * @returns null: no posting schedule is configured
 */
export async function lockSlots(db: Db, workspaceId: string): Promise<Slot[] | null> {
  const [row] = await db<{ slots: Slot[] | null }[]>`
    select slots from workspaces where id = ${workspaceId} for no key update`;
  return row?.slots ?? null;
}

/** A workspace by its slug, with its first member. */
export async function findWorkspace(
  db: Db,
  slug: string,
): Promise<{ id: string; userId: string } | undefined> {
  const [row] = await db<{ id: string; userId: string }[]>`
    select w.id, m.user_id as "userId" from workspaces w join members m on m.workspace_id = w.id
    where w.slug = ${slug} order by m.created_at, m.user_id limit 1`;
  return row;
}

/** Lets one node at a time find or create the demo workspace, until the transaction ends. */
export async function lockDemo(db: Db) {
  return db`select pg_advisory_xact_lock(hashtextextended('demo workspace', 0))`;
}
