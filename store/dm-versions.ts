/** The versions of automations of direct messages, and the draft of what becomes the next one. */
import type { Db } from './connect.ts';

const iso = (db: Db, name: string) =>
  db`to_char(${db.unsafe(name)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A version. Times are ISO strings in UTC. */
export interface VersionRow {
  version: number;
  trigger: { [field: string]: unknown };
  /** The definition with its steps, from which the chart of its runs is compiled. */
  definitionId: string;
  definition: unknown;
  /** The user who made it; null if it was made before this was kept. */
  madeBy: string | null;
  /** The version whose steps and trigger it has again; null if none. */
  restores: number | null;
  /** How many people are in it now. */
  people: number;
  createdAt: string;
}

const selectVersions = (db: Db) => db`
  select v.version, v.trigger, v.definition_id as "definitionId", f.json as definition, v.made_by as "madeBy", v.restores,
    (select count(*)::int from dm_runs r join actors s on s.id = r.id
     where r.automation_id = v.automation_id and r.version = v.version and s.status <> 'done') as people,
    ${iso(db, 'v.created_at')} as "createdAt"
  from dm_automation_versions v join definitions f on f.id = v.definition_id`;

/** Versions of an automation, newest first. @param list.before only older ones; null means all */
export async function listVersions(
  db: Db,
  list: { automationId: string; workspaceId: string; before: number | null; limit: number },
): Promise<VersionRow[]> {
  const { automationId, workspaceId, before, limit } = list;
  return db<VersionRow[]>`
    ${selectVersions(db)}
    where v.automation_id = ${automationId} and v.workspace_id = ${workspaceId}
      ${before === null ? db`` : db`and v.version < ${before}`}
    order by v.version desc limit ${limit}`;
}

export async function findVersion(
  db: Db,
  find: { automationId: string; workspaceId: string; version: number },
): Promise<VersionRow | undefined> {
  const [row] = await db<VersionRow[]>`
    ${selectVersions(db)}
    where v.automation_id = ${find.automationId} and v.workspace_id = ${find.workspaceId} and v.version = ${find.version}`;
  return row;
}

/** @param now epoch ms */
export async function insertVersion(
  db: Db,
  made: {
    automationId: string;
    workspaceId: string;
    version: number;
    definitionId: string;
    trigger: { [field: string]: unknown };
    madeBy: string;
    restores: number | null;
  },
  now: number,
): Promise<void> {
  await db`
    insert into dm_automation_versions
      (automation_id, version, workspace_id, definition_id, trigger, made_by, restores, created_at)
    values (${made.automationId}, ${made.version}, ${made.workspaceId}, ${made.definitionId},
            ${JSON.stringify(made.trigger)}::text::json, ${made.madeBy}, ${made.restores},
            to_timestamp(${now}::float8 / 1000))`;
}

/** A draft. Its trigger and steps are as they were sent, and may break rules. */
export interface DraftRow {
  automationId: string;
  /** The version it was made from. */
  version: number;
  /** How often drafts of the automation had been saved or discarded, with this one. */
  revision: number;
  trigger: unknown;
  steps: unknown;
  savedBy: string;
  savedAt: string;
}

export async function findDraft(
  db: Db,
  find: { automationId: string; workspaceId: string },
): Promise<DraftRow | undefined> {
  const [row] = await db<DraftRow[]>`
    select automation_id as "automationId", version, revision, trigger, steps, saved_by as "savedBy",
      ${iso(db, 'saved_at')} as "savedAt"
    from dm_automation_drafts
    where automation_id = ${find.automationId} and workspace_id = ${find.workspaceId}`;
  return row;
}

/** How often a draft of an automation was saved or discarded. The row is locked, or the number may be outdated. */
export async function readDraftRevision(db: Db, automationId: string): Promise<number> {
  const [row] = await db<{ revision: number }[]>`
    select draft_revision as revision from dm_automations where id = ${automationId}`;
  return row?.revision ?? 0;
}

/** Stores a draft in place of the one before. The row of its automation is locked. @param now epoch ms */
export async function saveDraft(
  db: Db,
  draft: Omit<DraftRow, 'savedAt'> & { workspaceId: string },
  now: number,
): Promise<void> {
  await db`
    with counted as (
      update dm_automations set draft_revision = ${draft.revision} where id = ${draft.automationId}
    )
    insert into dm_automation_drafts (automation_id, workspace_id, version, revision, trigger, steps, saved_by, saved_at)
    values (${draft.automationId}, ${draft.workspaceId}, ${draft.version}, ${draft.revision},
            ${JSON.stringify(draft.trigger)}::text::json, ${JSON.stringify(draft.steps)}::text::json, ${draft.savedBy},
            to_timestamp(${now}::float8 / 1000))
    on conflict (automation_id) do update set version = excluded.version, revision = excluded.revision,
      trigger = excluded.trigger, steps = excluded.steps, saved_by = excluded.saved_by, saved_at = excluded.saved_at`;
}

/** @returns whether there was one */
export async function deleteDraft(db: Db, automationId: string): Promise<boolean> {
  const result = await db`
    with gone as (
      delete from dm_automation_drafts where automation_id = ${automationId} returning automation_id
    )
    update dm_automations d set draft_revision = draft_revision + 1 from gone where d.id = gone.automation_id`;
  return result.count > 0;
}
