/**
 * Actors as the debugger reads them: their state, their pending messages and effects, and their journal. Nothing here
 * takes a lock.
 */
import type { Persisted } from '../machines/durable.ts';
import type { Db, Fragment } from './connect.ts';
import { type HeldTo, ofSomeReached, type Within } from './held.ts';
import type { Hand, StoredEffect, StoredTimer } from './turns.ts';

/** An actor with what is pending for it. Times are epoch ms. */
export interface ActorOverview {
  id: string;
  parentId: string | null;
  kind: string;
  /** The definition that its chart is compiled from; null or absent means its kind has one chart for all actors. */
  definitionId?: string | null;
  version: number;
  seq: number;
  status: 'active' | 'done' | 'needs_attention';
  value: Persisted['value'];
  /** From its context, if its kind names the field (`Remembered`). */
  postId: string | null;
  accountId: string | null;
  platform: string | null;
  error: string | null;
  updatedAt: number;
  /** When its first message or timer is due; null when it has none, or all of them are parked. */
  nextAt: number | null;
  /** Messages and timers, parked ones included. */
  mail: number;
  effects: number;
  /** When it requested the oldest of its effects that have a time limit. */
  oldestEffectAt: number | null;
  /** Its stored context, where it may be of several accounts and the caller is held to some. */
  spanning?: object | null;
}

/** Which fields of an actor's context hold what lists show. An absent field: no field of the context holds it. */
export interface RememberedFields {
  postId?: string;
  accountId?: string;
  /** Of a kind whose actors are of several accounts: a list of objects with `accountId`. */
  accounts?: string;
  platform?: string;
  error?: string;
}

/** By the name of the kind. `openEnded`: its effects without a time limit. */
export type Remembered = { readonly [kind: string]: RememberedFields & { openEnded: readonly string[] } };

const ms = (db: Db, name: string) => db`(extract(epoch from ${db.unsafe(name)}) * 1000)::float8`;

const overview = (db: Db, heldTo: HeldTo) => db`
  a.id, a.parent_id as "parentId", a.kind, a.definition_id as "definitionId", a.version, a.seq, a.status,
  a.snapshot -> 'value' as value,
  a.snapshot -> 'context' ->> (r.fields ->> 'postId') as "postId",
  a.snapshot -> 'context' ->> (r.fields ->> 'accountId') as "accountId",
  a.snapshot -> 'context' ->> (r.fields ->> 'platform') as platform,
  a.snapshot -> 'context' ->> (r.fields ->> 'error') as error,
  ${ms(db, 'a.updated_at')} as "updatedAt", m."nextAt", m.mail, e.effects, e."oldestEffectAt"
  ${heldTo === null ? db`` : db`, case when r.fields ->> 'accounts' is not null then a.snapshot -> 'context' end as spanning`}`;

/** What a statement about actors must know to find those that the caller reaches. */
export interface Reach {
  remembered: Remembered;
  heldTo: HeldTo;
}

/**
 * The condition that an actor is of an account that the caller reaches. An actor that is of no account is for people who reach all.
 * @param a the name of the actor's row in the statement
 */
const isOfReached = (db: Db, { remembered, heldTo }: Reach, a: string): Fragment => {
  if (heldTo === null) return db`true`;
  const context = db`${db.unsafe(a)}.snapshot -> 'context'`;
  const fields = db`${JSON.stringify(remembered)}::text::json -> ${db.unsafe(a)}.kind`;
  const ids = db`${heldTo as string[]}::text[]`;
  return db`(
    ${context} ->> (${fields} ->> 'accountId') = any(${ids})
    or exists (select from json_array_elements(${context} -> (${fields} ->> 'accounts')) t where t ->> 'accountId' = any(${ids})))`;
};

/** The fields of `found` that their kinds remember, and what is pending for these actors. */
const pending = (db: Db, remembered: Remembered) => db`
  left join json_each(${JSON.stringify(remembered)}::text::json) r(kind, fields) on r.kind = a.kind
  cross join lateral (
    select ${ms(db, "min(due_at) filter (where due_at < 'infinity')")} as "nextAt", count(*)::int as mail
    from (
      select due_at from messages where actor_id = a.id
      union all
      select case when a.parked_at is null then to_timestamp((t ->> 'dueAt')::float8 / 1000) else 'infinity'::timestamptz end
      from json_array_elements(a.timers) t
    ) pending
  ) m
  cross join lateral (
    select count(*)::int as effects, min((e ->> 'at')::float8)
      filter (where not coalesce((r.fields -> 'openEnded')::jsonb ? (e ->> 'type'), false)) as "oldestEffectAt"
    from json_array_elements(a.effects) e
  ) e`;

/** How many actors of the kind a search by state reads, newest first. */
export const MAX_SEARCHED = 20_000;

interface ActorSearch extends Reach {
  workspaceId: string;
  kind: string;
  /** A top state, or a state below one: `verifying`, `verifying.waiting`. null means any state. */
  state: string | null;
  /** Only actors with a smaller id. null starts with the newest. */
  before: string | null;
  limit: number;
}

/** Actors of one kind, newest first. With a state, or for somebody who is held to some accounts, it searches the newest 20,000 only. */
export async function listActors(
  db: Db,
  { remembered, heldTo, workspaceId, kind, state, before, limit }: ActorSearch,
) {
  const [top = null, below = null] = state?.split('.') ?? [];
  return db<ActorOverview[]>`
    with newest as materialized (
      select * from actors
      where workspace_id = ${workspaceId} and kind = ${kind} and (${before}::text is null or id < ${before}::text)
      order by id desc limit ${top === null && heldTo === null ? limit : MAX_SEARCHED}
    ), found as materialized (
      select * from newest where ${isOfReached(db, { remembered, heldTo }, 'newest')} and (${top}::text is null
        or (json_typeof(snapshot -> 'value') = 'string' and ${below}::text is null and snapshot ->> 'value' = ${top}::text)
        or (json_typeof(snapshot -> 'value') = 'object' and snapshot -> 'value' -> ${top}::text is not null
            and (${below}::text is null or snapshot -> 'value' ->> ${top}::text = ${below}::text)))
      order by id desc limit ${limit}
    )
    select ${overview(db, heldTo)} from found a ${pending(db, remembered)} order by a.id desc`;
}

/** Which actors of the installation a reader may see beside those of a workspace: their ids. Absent means none. */
interface WithShared {
  shared?: readonly string[];
}

const isVisible = (db: Db, { workspaceId, shared = [] }: { workspaceId: string } & WithShared) => db`
  (workspace_id = ${workspaceId} or id = any(${shared as string[]}::text[]))`;

/** Actors by id; those of other workspaces are left out. */
export async function readActors(db: Db, read: Reach & { workspaceId: string; ids: string[] } & WithShared) {
  return db<ActorOverview[]>`
    with found as materialized (
      select * from actors where id = any(${read.ids}::text[]) and ${isVisible(db, read)}
        and ${isOfReached(db, read, 'actors')}
    )
    select ${overview(db, read.heldTo)} from found a ${pending(db, read.remembered)} order by a.id desc`;
}

/** The named actors, the actors they started, and the actors that started them. */
export async function readFamilies(
  db: Db,
  read: Reach & { workspaceId: string; ids: string[]; limit: number } & WithShared,
) {
  return db<ActorOverview[]>`
    with found as materialized (
      select * from actors
      where ${isVisible(db, read)} and (id = any(${read.ids}::text[]) or parent_id = any(${read.ids}::text[]))
        and ${isOfReached(db, read, 'actors')}
      order by id desc limit ${read.limit}
    )
    select ${overview(db, read.heldTo)} from found a ${pending(db, read.remembered)} order by a.id desc`;
}

/** How many actors of these kinds a workspace has, as far as the caller reaches it. Counting stops at `most`. */
export async function countActors(
  db: Db,
  count: Reach & { workspaceId: string; kinds: string[]; most: number } & WithShared,
): Promise<number> {
  const { shared = [] } = count;
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from (
      (select 1 from actors where workspace_id = ${count.workspaceId} and kind = any(${count.kinds}::text[])
         and ${isOfReached(db, count, 'actors')} limit ${count.most})
      union all
      (select 1 from actors where id = any(${shared as string[]}::text[]))
    ) counted`;
  return row!.count;
}

/**
 * Ids of the posts whose text contains this one, in upper or lower case, newest first, among the newest 20,000 of the accounts that the
 * caller reaches.
 * @param find.upTo the id of the newest post to search; null starts with the newest
 */
export async function findPostsByText(
  db: Db,
  find: Within & { text: string; upTo: string | null; limit: number },
): Promise<string[]> {
  const pattern = `%${find.text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const rows = await db<{ id: string }[]>`
    with newest as materialized (
      select id, content from posts
      where workspace_id = ${find.workspaceId} ${ofSomeReached(db, 'account_ids', find.heldTo)}
        and (${find.upTo}::text is null or id <= ${find.upTo}::text)
      order by id desc limit ${MAX_SEARCHED}
    )
    select id from newest where content ilike ${pattern} order by id desc limit ${find.limit}`;
  return rows.map((row) => row.id);
}

/**
 * Ids of actors that make no progress: they are parked, have a message that is long overdue, or an effect that takes too
 * long.
 * @param find.overdueBefore, find.slowBefore epoch ms; openEnded: the types of effects without a time limit
 */
export async function findStuck(
  db: Db,
  find: Reach & {
    workspaceId: string;
    overdueBefore: number;
    slowBefore: number;
    openEnded: readonly string[];
    limit: number;
  } & WithShared,
): Promise<string[]> {
  const { shared = [] } = find;
  const reached = isOfReached(db, find, 'a');
  const isReached =
    find.heldTo === null ? db`` : db`and exists (select from actors a where a.id = actor_id and ${reached})`;
  const isSlow = db`
    (e ->> 'at')::float8 <= ${find.slowBefore}::float8 and e ->> 'type' <> all(${find.openEnded as string[]}::text[])`;
  const rows = await db<{ id: string }[]>`
    (select a.id from actors a where workspace_id = ${find.workspaceId} and parked_at is not null and ${reached}
     order by id desc limit ${find.limit})
    union
    (select actor_id from due
     where workspace_id = ${find.workspaceId} and due_at <= to_timestamp(${find.overdueBefore}::float8 / 1000) ${isReached}
     order by due_at limit ${find.limit})
    union
    (select actor_id from messages
     where workspace_id = ${find.workspaceId} and due_at <= to_timestamp(${find.overdueBefore}::float8 / 1000) ${isReached}
     order by due_at, id limit ${find.limit})
    union
    (select a.id from claims c cross join unnest(c.actors) claimed(id) join actors a on a.id = claimed.id
     where a.workspace_id = ${find.workspaceId} and c.at <= to_timestamp(${find.slowBefore}::float8 / 1000)
       and exists (select from json_array_elements(a.effects) e where ${isSlow}) and ${reached}
     order by c.at limit ${find.limit})
    union
    (select a.id from actors a where a.id = any(${shared as string[]}::text[]) and (a.parked_at is not null
       or exists (select from due d where d.actor_id = a.id and d.due_at <= to_timestamp(${find.overdueBefore}::float8 / 1000))
       or exists (select from messages m where m.actor_id = a.id and m.due_at <= to_timestamp(${find.overdueBefore}::float8 / 1000))
       or exists (select from json_array_elements(a.effects) e where ${isSlow})))`;
  return rows.map((row) => row.id);
}

/** The snapshot of an actor as it is stored (src/engine/stored-snapshot.ts); undefined when there is no such actor. */
export async function readSnapshot(db: Db, id: string) {
  const [row] = await db<{ kind: string; version: number; snapshot: Persisted }[]>`
    select kind, version, snapshot from actors where id = ${id}`;
  return row;
}

export async function hasActor(db: Db, id: string): Promise<boolean> {
  const rows = await db`select from actors where id = ${id}`;
  return rows.length > 0;
}

export interface PendingMail {
  /** For a timer, its name. */
  id: string;
  timer: string | null;
  event: { type: string; [field: string]: unknown };
  /** Epoch ms; null means parked until a person lets the actor continue. */
  dueAt: number | null;
}

/** The timers and messages of an actor, by their time. */
export async function readMail(db: Db, actorId: string, limit: number): Promise<PendingMail[]> {
  const [[actor], messages] = await Promise.all([
    db<{ timers: StoredTimer[] | null; parked: boolean }[]>`
      select timers, parked_at is not null as parked from actors where id = ${actorId}`,
    db<PendingMail[]>`
      select id, null as timer, event, case when due_at < 'infinity' then ${ms(db, 'due_at')} end as "dueAt"
      from messages where actor_id = ${actorId} order by due_at, id limit ${limit}`,
  ]);
  const timers = (actor?.timers ?? []).map(({ id, dueAt, event }): PendingMail => ({
    id,
    timer: id,
    event: event ?? { type: id },
    dueAt: actor!.parked ? null : dueAt,
  }));
  const time = ({ dueAt }: PendingMail) => dueAt ?? Infinity;
  return [...timers, ...messages]
    .sort((a, b) => (time(a) === time(b) ? 0 : time(a) - time(b)))
    .slice(0, limit);
}

export interface PendingEffect {
  id: string;
  type: string;
  params: { [name: string]: unknown };
  /** How many nodes have started it so far. */
  tries: number;
  /** When a call was sent that must not be repeated without a lookup; epoch ms. */
  startedAt: number | null;
  createdAt: number;
  /** null means no node runs it yet. */
  nodeId: string | null;
  /** Until when its node counts as alive, epoch ms of real time; null means that node no longer exists. */
  aliveUntil: number | null;
}

/** The effects that an actor requested and still waits for, in the order in which it requested them. */
export async function readEffects(db: Db, actorId: string, limit: number): Promise<PendingEffect[]> {
  const [actor] = await db<
    { effects: StoredEffect[] | null }[]
  >`select effects from actors where id = ${actorId}`;
  const effects = (actor?.effects ?? []).slice(0, limit);
  const nodes = await db<{ id: string; aliveUntil: number }[]>`
    select id, ${ms(db, 'alive_until')} as "aliveUntil" from nodes
    where id = any(${[...new Set(effects.map(({ node }) => node))]}::text[])`;
  const aliveUntil = new Map(nodes.map((node) => [node.id, node.aliveUntil]));
  return effects.map(({ id, type, params, tries, node, at, startedAt }) => ({
    id,
    type,
    params,
    tries,
    startedAt: startedAt ?? null,
    createdAt: at,
    nodeId: node === '' ? null : node,
    aliveUntil: aliveUntil.get(node) ?? null,
  }));
}

/** One step of the journal. */
export interface JournalRow {
  actorId: string;
  seq: number;
  version: number;
  /** The definition that its actor's chart is compiled from; null or absent means its kind has one chart for all actors. */
  definition?: string | null;
  /** Epoch ms. */
  at: number;
  event: { type: string; [field: string]: unknown };
  value: Persisted['value'];
  /** State and context before the step, of kinds of which the journal leaves out some steps; null or absent means of others. */
  before?: Pick<Persisted, 'value' | 'context'> | null;
  taken: string[] | null;
  effects: string[] | null;
  timers: { id: string; dueAt: number }[] | null;
  cancels: string[] | null;
  fault: string | null;
  hand: Hand | null;
}

/** The journal of a family of actors, or of one of them, oldest first. @param read.actorId null means of all of them */
export async function readJournal(db: Db, read: { family: string; actorId: string | null; limit: number }) {
  const rows = await db<JournalRow[]>`
    select coalesce(s.actor, p.family) as "actorId", s.seq, coalesce(s.version, 1) as version, s.definition,
           ${ms(db, 'p.at')} as at, s.event, s.value, s.before, s.taken, s.effects, s.timers, s.cancels, s.fault, s.hand
    from journal_pages p
    cross join lateral rows from (json_to_recordset(p.steps::json) as (
      actor text, seq integer, version integer, definition text, event json, value json, before json, taken json, effects json,
      timers json, cancels json, fault text, hand json
    )) with ordinality
      s(actor, seq, version, definition, event, value, before, taken, effects, timers, cancels, fault, hand, place)
    where p.family = ${read.family}
      and (${read.actorId}::text is null or coalesce(s.actor, p.family) = ${read.actorId}::text)
    order by p.id, s.place limit ${read.limit}`;
  return inOrderOfSteps([...rows]);
}

/**
 * Puts the steps of each actor into their order. The ids of pages follow from the server's clock, which may be set back:
 * then the pages of an actor are not in the order in which they were written.
 */
function inOrderOfSteps<Row extends { actorId: string; seq: number }>(rows: Row[]): Row[] {
  const steps = Map.groupBy(rows, (row) => row.actorId);
  for (const own of steps.values()) own.sort((a, b) => b.seq - a.seq);
  return rows.map((row) => steps.get(row.actorId)!.pop()!);
}

/**
 * How many actors of a kind are in each state, among the newest 20,000 of them.
 * @param read.ids these actors of the installation, and not those of the workspace
 * @param read.definitionId only actors of this definition; null means those of the kind's own chart
 */
export async function countStates(
  db: Db,
  read: Reach & { workspaceId: string; kind: string; definitionId: string | null; ids?: readonly string[] },
) {
  const { ids = null } = read;
  const rows = await db<{ value: string; status: string; count: number }[]>`
    select value, status, count(*)::int as count from (
      select (snapshot -> 'value')::text as value, status, ${read.heldTo === null ? db`` : db`snapshot, `} kind from actors
      where ${ids === null ? db`workspace_id = ${read.workspaceId}` : db`id = any(${ids as string[]}::text[])`}
        and kind = ${read.kind} and definition_id is not distinct from ${read.definitionId}
      order by id desc limit ${MAX_SEARCHED}
    ) newest where ${isOfReached(db, read, 'newest')} group by value, status`;
  return rows.map((row) => ({ ...row, value: JSON.parse(row.value) as Persisted['value'] }));
}

/**
 * How often each edge of a chart was taken since an instant, most frequent first.
 * @param read.machine the machine's id, with which the ids of its edges begin
 * @param read.definitionId the definition that the chart is compiled from; null means the kind's own chart; ids: of these actors of the
 *   installation, and not of those of the workspace
 */
export async function countMoves(
  db: Db,
  read: Reach & {
    workspaceId: string;
    machine: string;
    definitionId: string | null;
    since: number;
    ids?: readonly string[];
  },
) {
  const { ids = null, heldTo } = read;
  // a step that is about an account names it in its event
  const isReached =
    heldTo === null
      ? db``
      : db`and coalesce(s -> 'event' ->> 'accountId' = any(${heldTo as string[]}::text[]), true)
        and exists (select from actors a where a.id = coalesce(s ->> 'actor', p.family) and ${isOfReached(db, read, 'a')})`;
  return db<{ edge: string; count: number }[]>`
    select t.edge, count(*)::int as count
    from journal_pages p
    cross join json_array_elements(p.steps::json) s
    cross join json_array_elements_text(s -> 'taken') t(edge)
    where ${ids === null ? db`p.workspace_id = ${read.workspaceId}` : db`p.family = any(${ids as string[]}::text[])`}
      and p.at >= to_timestamp(${read.since}::float8 / 1000)
      and s ->> 'definition' is not distinct from ${read.definitionId} ${isReached}
      and (starts_with(t.edge, ${`${read.machine}.`}) or starts_with(t.edge, ${`${read.machine}|`}))
    group by t.edge order by count desc, t.edge limit 1000`;
}

/** Makes the messages of an actor due again that were parked with it. @param now epoch ms */
export async function unparkMessages(db: Db, actorId: string, now: number) {
  return db`
    update messages set due_at = to_timestamp(${now}::float8 / 1000)
    where actor_id = ${actorId} and due_at = 'infinity'`;
}

/** The events that webhook sends are about, by the sends' ids. */
export async function readSendEvents(db: Db, ids: string[]) {
  if (ids.length === 0) return [];
  return db<
    { id: string; event: string }[]
  >`select id, event from webhook_sends where id = any(${ids}::text[])`;
}

/** Whether a caller reaches an actor, among the newest 20,000 of the kind, whose chart is compiled from a definition. */
export async function isDefinitionReached(
  db: Db,
  read: Reach & { workspaceId: string; kind: string; definitionId: string },
): Promise<boolean> {
  if (read.heldTo === null) return true;
  const rows = await db`
    select from (
      select snapshot, kind, definition_id from actors
      where workspace_id = ${read.workspaceId} and kind = ${read.kind} order by id desc limit ${MAX_SEARCHED}
    ) newest where definition_id = ${read.definitionId} and ${isOfReached(db, read, 'newest')} limit 1`;
  return rows.length > 0;
}
