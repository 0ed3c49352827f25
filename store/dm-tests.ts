/** Talks that are kept with an automation of direct messages as its tests. */
import type { Db } from './connect.ts';

/** A test. `test` is checked by the feature. */
export interface SavedTest {
  name: string;
  test: unknown;
  /** ISO, UTC. */
  savedAt: string;
}

/** The tests of an automation, by name. */
export async function listTests(db: Db, automationId: string): Promise<SavedTest[]> {
  return db<SavedTest[]>`
    select name, test, to_char(saved_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "savedAt"
    from dm_automation_tests where automation_id = ${automationId} order by name`;
}

/** Stores a test in place of one with the same name. @param now epoch ms */
export async function saveTest(
  db: Db,
  saved: { automationId: string; workspaceId: string; name: string; test: unknown },
  now: number,
): Promise<void> {
  await db`
    insert into dm_automation_tests (automation_id, name, workspace_id, test, saved_at)
    values (${saved.automationId}, ${saved.name}, ${saved.workspaceId}, ${JSON.stringify(saved.test)}::text::json,
            to_timestamp(${now}::float8 / 1000))
    on conflict (automation_id, name) do update set test = excluded.test, saved_at = excluded.saved_at`;
}

/** @returns whether there was one */
export async function deleteTest(db: Db, automationId: string, name: string): Promise<boolean> {
  const result = await db`
    delete from dm_automation_tests where automation_id = ${automationId} and name = ${name}`;
  return result.count > 0;
}
