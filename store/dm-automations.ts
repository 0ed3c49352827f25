/** Automations of direct messages: the rows that lists show and acts of people are compared with. Each one's actor decides. */
import { deleteCounters } from './counters.ts';
import type { Db, Tx } from './connect.ts';
import { ofReached, type Within } from './held.ts';
import { releaseLinks } from './links.ts';

/** What an automation says beside its steps. The trigger is checked by the feature. */
interface AutomationTerms {
  name: string;
  trigger: { [field: string]: unknown };
  /** The code of its ref link; null means another trigger. */
  ref: string | null;
  reentry: 'once' | 'always';
  cooldownHours: number;
  /** Whether a version is refused when one of its tests fails. */
  requireTests: boolean;
}

/** An automation. Times are ISO strings in UTC. */
export interface AutomationRow extends AutomationTerms {
  id: string;
  workspaceId: string;
  accountId: string;
  platform: string;
  username: string | null;
  active: boolean;
  version: number;
  definitionId: string;
  /** The definition of its version. */
  definition: unknown;
  createdAt: string;
}

const iso = (db: Db, name: string) =>
  db`to_char(${db.unsafe(name)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Its actor decides, which may be paused without a request. The row says it for a new one, whose actor is not written yet. */
const isActive = (db: Db) => db`coalesce(s.shown = 'active', d.active)`;

const selectAutomations = (db: Db) => db`
  select d.id, d.workspace_id as "workspaceId", d.account_id as "accountId", a.platform, a.username, d.name, d.trigger, d.ref,
    d.reentry, d.cooldown_hours as "cooldownHours", d.requires_tests as "requireTests", ${isActive(db)} as active, d.version, v.definition_id as "definitionId",
    f.json as definition, ${iso(db, 'd.created_at')} as "createdAt"
  from dm_automations d
  join accounts a on a.id = d.account_id
  join dm_automation_versions v on v.automation_id = d.id and v.version = d.version
  join definitions f on f.id = v.definition_id
  left join actors s on s.id = d.id`;

/** Automations of a workspace, newest first. */
export async function listAutomations(
  db: Db,
  list: Within & { accountId: string | null; limit: number },
): Promise<AutomationRow[]> {
  const { workspaceId, heldTo, accountId, limit } = list;
  return db<AutomationRow[]>`
    ${selectAutomations(db)}
    where d.workspace_id = ${workspaceId} ${accountId === null ? db`` : db`and d.account_id = ${accountId}`}
      ${ofReached(db, 'd.account_id', heldTo)}
    order by d.id desc limit ${limit}`;
}

export async function findAutomation(
  db: Db,
  find: Within & { id: string },
): Promise<AutomationRow | undefined> {
  const [row] = await db<AutomationRow[]>`
    ${selectAutomations(db)}
    where d.id = ${find.id} and d.workspace_id = ${find.workspaceId} ${ofReached(db, 'd.account_id', find.heldTo)}`;
  return row;
}

/** A title for each of these automations: its name. */
export async function describeAutomations(db: Db, ids: readonly string[]) {
  return db<{ id: string; title: string }[]>`
    select id, name as title from dm_automations where id = any(${ids as string[]}::text[])`;
}

/** Whether an account may have an active automation: a look that costs little. */
export async function hasActiveAutomation(db: Db, accountId: string): Promise<boolean> {
  const rows = await db`
    select from dm_automations d left join actors s on s.id = d.id
    where d.account_id = ${accountId} and ${isActive(db)} limit 1`;
  return rows.length > 0;
}

export type ActiveAutomation = AutomationRow & {
  plan: string;
  trialEndsAt: number | null;
  /** Opens the first message of each run; null if nothing does. */
  disclosure: string | null;
};

/** What opens the first message of each run in a workspace; null if nothing does. */
export async function readDisclosure(db: Db, workspaceId: string): Promise<string | null> {
  const [row] = await db<{ disclosure: string | null }[]>`
    select disclosure from workspaces where id = ${workspaceId}`;
  return row?.disclosure ?? null;
}

export async function saveDisclosure(db: Db, workspaceId: string, disclosure: string | null): Promise<void> {
  await db`update workspaces set disclosure = ${disclosure} where id = ${workspaceId}`;
}

/** The active automations of an account, oldest first, with the plan of their workspace. They stay active until the commit. */
export async function lockActiveAutomations(tx: Tx, accountId: string): Promise<ActiveAutomation[]> {
  const locked = await tx<Pick<ActiveAutomation, 'id' | 'plan' | 'trialEndsAt' | 'disclosure'>[]>`
    select d.id, w.plan, w.disclosure, (extract(epoch from w.trial_ends_at) * 1000)::float8 as "trialEndsAt"
    from dm_automations d join workspaces w on w.id = d.workspace_id left join actors s on s.id = d.id
    where d.account_id = ${accountId} and ${isActive(tx)} order by d.id for share of d`;
  if (locked.length === 0) return [];
  const ids = locked.map(({ id }) => id);
  // read once more: one of them may have been paused while its lock was waited for
  const rows = await tx<AutomationRow[]>`
    ${selectAutomations(tx)} where d.id = any(${ids}::text[]) and ${isActive(tx)} order by d.id`;
  const plans = new Map(locked.map(({ id, ...terms }) => [id, terms]));
  return rows.map((row) => ({ ...row, ...plans.get(row.id)! }));
}

/** Keeps other transactions from adding automations to a workspace, so that two of them do not pass the limit. */
export async function lockAutomationCount(db: Db, workspaceId: string): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' automations ' || ${workspaceId}, 0))`;
}

/** How many automations a workspace has. */
export async function countAutomations(db: Db, workspaceId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from dm_automations where workspace_id = ${workspaceId}`;
  return row!.count;
}

/** Whether another automation of the account has the code of a ref link. */
export async function isRefTaken(
  db: Db,
  { accountId, ref, besides }: { accountId: string; ref: string; besides: string | null },
): Promise<boolean> {
  const rows = await db`
    select from dm_automations
    where account_id = ${accountId} and ref = ${ref} and id is distinct from ${besides}::text`;
  return rows.length > 0;
}

/** @param now epoch ms */
export async function insertAutomation(
  db: Db,
  made: AutomationTerms & { id: string; workspaceId: string; accountId: string; active: boolean },
  now: number,
): Promise<void> {
  await db`
    insert into dm_automations (id, workspace_id, account_id, name, trigger, ref, reentry, cooldown_hours, requires_tests, active, version, created_at)
    values (${made.id}, ${made.workspaceId}, ${made.accountId}, ${made.name}, ${JSON.stringify(made.trigger)}::text::json,
            ${made.ref}, ${made.reentry}, ${made.cooldownHours}, ${made.requireTests}, ${made.active}, 1, to_timestamp(${now}::float8 / 1000))`;
}

/** Locks the row of an automation: nobody starts with it until the commit. @returns its version; undefined: there is none */
export async function lockAutomation(tx: Tx, find: Within & { id: string }): Promise<number | undefined> {
  const [row] = await tx<{ version: number }[]>`
    select version from dm_automations
    where id = ${find.id} and workspace_id = ${find.workspaceId} ${ofReached(tx, 'account_id', find.heldTo)} for update`;
  return row?.version;
}

/**
 * Waits for the transactions that are starting an automation with somebody: later ones see it paused, if it is.
 * @returns whether it is active; undefined: there is no such automation
 */
export async function waitForStarts(tx: Tx, id: string): Promise<boolean | undefined> {
  await tx`select from dm_automations where id = ${id} for update`;
  const [row] = await tx<{ isActive: boolean }[]>`
    select ${isActive(tx)} as "isActive" from dm_automations d left join actors s on s.id = d.id where d.id = ${id}`;
  return row?.isActive;
}

export async function updateAutomation(
  db: Db,
  changed: AutomationTerms & { id: string; active: boolean; version: number },
): Promise<void> {
  await db`
    update dm_automations set name = ${changed.name}, trigger = ${JSON.stringify(changed.trigger)}::text::json,
      ref = ${changed.ref}, reentry = ${changed.reentry}, cooldown_hours = ${changed.cooldownHours}, requires_tests = ${changed.requireTests},
      active = ${changed.active}, version = ${changed.version}
    where id = ${changed.id}`;
}

/** Deletes an automation with its runs and counters. Links in messages go on leading where they led. */
export async function deleteAutomation(db: Db, id: string): Promise<void> {
  await releaseLinks(db, id);
  await db`delete from dm_automations where id = ${id}`;
  await deleteCounters(db, id);
}
