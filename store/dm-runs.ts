/** People in automations of direct messages (`dm_runs`), and who began which automation (`dm_people`). */
import { batch } from './batch.ts';
import type { Db, Tx } from './connect.ts';
import { ofReached, type Within } from './held.ts';
import type { MessageRead } from './private-replies.ts';
import type { Prune } from './retention.ts';

export interface NewRun {
  id: string;
  workspaceId: string;
  automationId: string;
  version: number;
  definitionId: string;
  accountId: string;
  conversationId: string;
}

/** @param now epoch ms */
export async function insertRuns(tx: Tx, runs: readonly NewRun[], now: number): Promise<void> {
  if (runs.length === 0) return;
  await tx`
    insert into dm_runs (id, workspace_id, automation_id, version, definition_id, account_id, conversation_id, started_at)
    select d.id, d."workspaceId", d."automationId", d.version, d."definitionId", d."accountId", d."conversationId",
      to_timestamp(${now}::float8 / 1000)
    from json_to_recordset(${batch(runs)}::text::json) d(id text, "workspaceId" text, "automationId" text, version int,
      "definitionId" text, "accountId" text, "conversationId" text)`;
}

/** That a person began an automation. A person of an account has one conversation: its lock keeps two from beginning at once. */
export interface Entry {
  automationId: string;
  personId: string;
}

/** When people began automations last, epoch ms. */
export async function readEntries(
  tx: Tx,
  { automationIds, personIds }: { automationIds: readonly string[]; personIds: readonly string[] },
): Promise<(Entry & { startedAt: number })[]> {
  return tx<(Entry & { startedAt: number })[]>`
    select automation_id as "automationId", person_id as "personId",
      (extract(epoch from started_at) * 1000)::float8 as "startedAt"
    from dm_people
    where automation_id = any(${automationIds as string[]}::text[]) and person_id = any(${personIds as string[]}::text[])`;
}

/** Notes that people begin automations, each pair once. @param now epoch ms */
export async function saveEntries(
  tx: Tx,
  entries: readonly (Entry & { workspaceId: string })[],
  now: number,
): Promise<void> {
  if (entries.length === 0) return;
  await tx`
    insert into dm_people (automation_id, person_id, workspace_id, started_at)
    select d."automationId", d."personId", d."workspaceId", to_timestamp(${now}::float8 / 1000)
    from json_to_recordset(${batch(entries)}::text::json) d("automationId" text, "personId" text, "workspaceId" text)
    order by 1, 2
    on conflict (automation_id, person_id) do update set started_at = excluded.started_at`;
}

/** When the runs of conversations started since a time, epoch ms. */
export async function readStarts(
  db: Db,
  { conversationIds, since }: { conversationIds: readonly string[]; since: number },
): Promise<{ conversationId: string; startedAt: number }[]> {
  return db<{ conversationId: string; startedAt: number }[]>`
    select conversation_id as "conversationId", (extract(epoch from started_at) * 1000)::float8 as "startedAt"
    from dm_runs
    where conversation_id = any(${conversationIds as string[]}::text[])
      and started_at > to_timestamp(${since}::float8 / 1000)
    order by started_at`;
}

/** The runs that have not ended, of these conversations. */
export async function findActiveRuns(
  db: Db,
  conversationIds: readonly string[],
): Promise<{ id: string; conversationId: string }[]> {
  if (conversationIds.length === 0) return [];
  return db<{ id: string; conversationId: string }[]>`
    select id, parent_id as "conversationId" from actors
    where kind = 'dm_run' and status <> 'done' and parent_id = any(${conversationIds as string[]}::text[])`;
}

/**
 * Ids of an automation's runs that have not ended, oldest first.
 * @param list.after only greater ids; empty: all
 * @param list.before only those that began earlier, epoch ms; null means all
 */
export async function listActiveRuns(
  db: Db,
  list: { automationId: string; after: string; before: number | null; limit: number },
): Promise<string[]> {
  const { automationId, after, before, limit } = list;
  const rows = await db<{ id: string }[]>`
    select r.id from dm_runs r join actors s on s.id = r.id
    where r.automation_id = ${automationId} and r.id > ${after} and s.status <> 'done'
      ${before === null ? db`` : db`and r.started_at < to_timestamp(${before}::float8 / 1000)`}
    order by r.id limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** A run with what its actor decided. Times are ISO strings in UTC. */
export interface RunRow extends NewRun {
  personId: string;
  username: string | null;
  name: string | null;
  status: 'active' | 'done' | 'needs_attention';
  /** How it ended; null if it has not. */
  reason: string | null;
  /** The state of its actor's chart. */
  value: unknown;
  context: unknown;
  /** The definition with its steps. */
  definition: unknown;
  startedAt: string;
}

const selectRuns = (db: Db) => db`
  select r.id, r.workspace_id as "workspaceId", r.automation_id as "automationId", r.version, r.definition_id as "definitionId",
    r.account_id as "accountId", r.conversation_id as "conversationId", c.person_id as "personId", c.username, c.name,
    s.status, case when s.status = 'done' then s.shown end as reason, s.snapshot -> 'value' as value,
    s.snapshot -> 'context' as context, f.json as definition,
    to_char(r.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startedAt"
  from dm_runs r
  join actors s on s.id = r.id
  join conversations c on c.id = r.conversation_id
  join definitions f on f.id = r.definition_id`;

/** Runs of an automation, newest first. @param list.stepId only those whose last step this is; null means all */
export async function listRuns(
  db: Db,
  list: {
    automationId: string;
    workspaceId: string;
    before: string | null;
    limit: number;
    stepId: string | null;
  },
): Promise<RunRow[]> {
  return db<RunRow[]>`
    ${selectRuns(db)}
    where r.automation_id = ${list.automationId} and r.workspace_id = ${list.workspaceId}
      ${list.before === null ? db`` : db`and r.id < ${list.before}`}
      ${list.stepId === null ? db`` : db`and s.snapshot #>> '{context,log,-1,stepId}' = ${list.stepId}`}
    order by r.id desc limit ${list.limit}`;
}

/** One run of a workspace. */
export async function findRun(db: Db, find: Within & { id: string }): Promise<RunRow | undefined> {
  const [row] = await db<RunRow[]>`
    ${selectRuns(db)}
    where r.id = ${find.id} and r.workspace_id = ${find.workspaceId} ${ofReached(db, 'r.account_id', find.heldTo)}`;
  return row;
}

/** What a step of a run has to know before it reaches the network. */
export interface RunPlace {
  workspaceId: string;
  automationId: string;
  accountId: string;
  conversationId: string;
  personId: string;
  username: string | null;
  name: string | null;
  plan: string;
  trialEndsAt: number | null;
}

/** By run. One that is absent means its automation was deleted, or the person was forgotten. */
export async function readRunPlaces(db: Db, ids: readonly string[]): Promise<Map<string, RunPlace>> {
  const rows = await db<(RunPlace & { id: string })[]>`
    select r.id, r.workspace_id as "workspaceId", r.automation_id as "automationId", r.account_id as "accountId",
      r.conversation_id as "conversationId", c.person_id as "personId", c.username, c.name, w.plan,
      (extract(epoch from w.trial_ends_at) * 1000)::float8 as "trialEndsAt"
    from dm_runs r join conversations c on c.id = r.conversation_id join workspaces w on w.id = r.workspace_id
    where r.id = any(${ids as string[]}::text[])`;
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}

/** A message of a run of which it was not known that the person has seen it. */
interface StepVisit {
  automationId: string;
  version: number;
  stepId: string;
  /** The network's id of the person. */
  personId: string;
}

/**
 * Keeps that people have seen the messages of an account's automations. A step sends one message in a run.
 * @param seen.apartMs by how much the network's clock may be behind ours; now: epoch ms
 * @returns those of which it was not known before
 */
export async function markStepsVisited(
  db: Db,
  {
    accountId,
    reads,
    apartMs,
    now,
  }: { accountId: string; reads: readonly MessageRead[]; apartMs: number; now: number },
): Promise<StepVisit[]> {
  if (reads.length === 0) return [];
  const details = JSON.stringify({ seenAt: now });
  return db<StepVisit[]>`
    update direct_messages m set details = (m.details::jsonb || ${details}::text::jsonb)::json
    from conversations c, dm_runs r, actors s
    where c.account_id = ${accountId} and c.person_id = any(${reads.map(({ personId }) => personId)}::text[])
      and m.conversation_id = c.id and m.direction = 'out' and m.by = 'automation' and m.details ->> 'seenAt' is null
      and r.id = m.details #>> '{step,runId}' and s.id = m.id
      and (s.shown in ('sent', 'unknown') or m.network_id is not null)
      and exists (
        select from json_to_recordset(${batch(reads)}::text::json) d("personId" text, "messageId" text, "upTo" float8)
        where d."personId" = c.person_id and (m.network_id = d."messageId"
          or m.network_at <= to_timestamp((d."upTo" + ${apartMs}::float8) / 1000)))
    returning r.automation_id as "automationId", r.version, m.details #>> '{step,stepId}' as "stepId",
      c.person_id as "personId"`;
}

/** The step of a run that sent a message; undefined: no run did, or it is not kept. */
export async function findStepOfMessage(
  db: Db,
  messageId: string,
): Promise<{ workspaceId: string; runId: string; stepId: string } | undefined> {
  const [row] = await db<{ workspaceId: string; runId: string; stepId: string }[]>`
    select r.workspace_id as "workspaceId", r.id as "runId", m.details #>> '{step,stepId}' as "stepId"
    from direct_messages m join dm_runs r on r.id = m.details #>> '{step,runId}'
    where m.id = ${messageId}`;
  return row;
}

/** What webhook events about runs say, by their ids. */
export async function readAnnouncedRuns(db: Db, ids: string[]) {
  return db<
    {
      id: string;
      workspace: string;
      automationId: string;
      automationName: string;
      shown: string;
      reason: string | null;
      context: unknown;
      personId: string;
      username: string | null;
      name: string | null;
      accountId: string;
      platform: string;
    }[]
  >`
    select r.id, w.slug as workspace, d.id as "automationId", d.name as "automationName", s.shown,
      s.reason, s.snapshot -> 'context' as context, c.person_id as "personId", c.username, c.name, a.id as "accountId", a.platform
    from dm_runs r
    join actors s on s.id = r.id
    join dm_automations d on d.id = r.automation_id
    join conversations c on c.id = r.conversation_id
    join accounts a on a.id = r.account_id
    join workspaces w on w.id = r.workspace_id
    where r.id = any(${ids}::text[])`;
}

/** A title for each of these runs: the person and the automation they are in. */
export async function describeRuns(db: Db, ids: readonly string[]) {
  return db<{ id: string; title: string }[]>`
    select r.id, coalesce('@' || c.username, c.name, 'a person without a name') || ' in “' || d.name || '”' as title
    from dm_runs r
    join conversations c on c.id = r.conversation_id
    join dm_automations d on d.id = r.automation_id
    where r.id = any(${ids as string[]}::text[])`;
}

/** What webhook events about received messages say, by their ids. */
export async function readAnnouncedMessages(db: Db, ids: string[]) {
  return db<
    {
      id: string;
      workspace: string;
      text: string;
      attachments: { type: string; url: string | null }[];
      createdAt: string;
      conversationId: string;
      personId: string;
      username: string | null;
      name: string | null;
      accountId: string;
      platform: string;
      displayName: string;
    }[]
  >`
    select m.id, w.slug as workspace, m.text, m.attachments,
      to_char(m.network_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
      m.conversation_id as "conversationId", c.person_id as "personId", c.username, c.name, a.id as "accountId", a.platform,
      a.display_name as "displayName"
    from direct_messages m
    join conversations c on c.id = m.conversation_id
    join accounts a on a.id = m.account_id
    join workspaces w on w.id = m.workspace_id
    where m.id = any(${ids}::text[])`;
}

/**
 * Deletes runs that ended before `before`, with their actors; counters keep counting them, and that their people began the
 * automation stays. Runs that ended while their automation was deleted have left counters behind: they go with them.
 */
export async function pruneRuns(db: Db, { before, limit }: Prune): Promise<number> {
  const result = await db`
    with old as (
      select s.id, s.snapshot #>> '{context,automationId}' as automation_id
      from actors s
      where s.kind = 'dm_run' and s.status = 'done' and s.updated_at < to_timestamp(${before}::float8 / 1000)
      limit ${limit}
    ), gone as (
      delete from dm_runs r using old where r.id = old.id
    ), left_behind as (
      delete from counters c using old
      where c.owner_id = old.automation_id
        and not exists (select from dm_automations d where d.id = old.automation_id)
    )
    delete from actors a using old where a.id = old.id`;
  return result.count;
}
