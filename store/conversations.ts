/** Conversations and their messages. */
import type { Db, Tx } from './connect.ts';
import { ofReached, type Within } from './held.ts';
import { conversationsWithWords } from './inbox-search.ts';

/** A conversation as lists show it. Times are ISO strings in UTC. */
export interface ConversationRow {
  id: string;
  accountId: string;
  platform: string;
  personId: string;
  username: string | null;
  name: string | null;
  avatarUrl: string | null;
  lastSeq: string;
  lastMessage: { id: string; direction: 'in' | 'out'; text: string; createdAt: string } | null;
  /** Of the actor that sends the last message, and why it failed; null means this service does not send it. */
  lastState: string | null;
  lastError: string | null;
  updatedAt: string;
  unread: number;
  done: boolean;
  flagged: { note: string | null; automationId: string | null; runId: string | null; at: number } | null;
  pausedUntil: string | null;
  windowEndsAt: string | null;
  humanUntil: string | null;
  optedOutAt: string | null;
  /** Who answers it; null if nobody does. */
  assigneeId: string | null;
  /** When the first message was written that nobody has answered; null if none waits. */
  waitingSince: string | null;
  /** Until when it is put aside; null if it is not. */
  snoozedUntil: string | null;
  labels: string[];
}

const iso = (db: Db, name: string) =>
  db`to_char(${db.unsafe(name)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const columns = (db: Db) => db`
  c.id, c.account_id as "accountId", a.platform, c.person_id as "personId", c.username, c.name,
  c.avatar_url as "avatarUrl", c.last_seq::text as "lastSeq", c.last_message as "lastMessage", s.shown as "lastState",
  s.reason as "lastError",
  ${iso(db, 'c.updated_at')} as "updatedAt", c.unread, c.done, c.flagged, ${iso(db, 'c.paused_until')} as "pausedUntil",
  ${iso(db, 'c.window_ends_at')} as "windowEndsAt", ${iso(db, 'c.human_until')} as "humanUntil",
  ${iso(db, 'c.opted_out_at')} as "optedOutAt", c.assignee_id as "assigneeId",
  ${iso(db, 'c.waiting_since')} as "waitingSince", ${iso(db, 'c.snoozed_until')} as "snoozedUntil", c.labels`;

/** Reads conversations from a table, view or subquery called `c`. */
const selectFrom = (db: Db, from: ReturnType<typeof columns>) => db`
  select ${columns(db)} from ${from} join accounts a on a.id = c.account_id
  left join actors s on s.id = c.last_message ->> 'id' and c.last_message ->> 'direction' = 'out'`;

export interface ConversationFilter extends Within {
  platform?: string | undefined;
  accountId?: string | undefined;
  unread?: boolean | undefined;
  flagged?: boolean | undefined;
  done?: boolean | undefined;
  snoozed?: boolean | undefined;
  label?: string | undefined;
  /** null means nobody. */
  assigneeId?: string | null | undefined;
  /** Words of a name or of a message. */
  words?: string | undefined;
  /** Only conversations after this one in the list. */
  after?: { lastSeq: string; id: string } | undefined;
  limit: number;
}

/** Conversations of a workspace, those with the newest message first. */
export async function listConversations(db: Db, filter: ConversationFilter): Promise<ConversationRow[]> {
  const { workspaceId, heldTo, platform, accountId, unread, flagged, done, assigneeId, words, after, limit } =
    filter;
  const { snoozed, label } = filter;
  const page = db`(
    select c.* from conversations c
    where c.workspace_id = ${workspaceId}
      ${
        platform === undefined
          ? db``
          : db`and c.account_id in (select id from accounts where workspace_id = ${workspaceId} and platform = ${platform})`
      }
      ${accountId === undefined ? db`` : db`and c.account_id = ${accountId}`}
      ${ofReached(db, 'c.account_id', heldTo)}
      ${unread === undefined ? db`` : unread ? db`and c.unread > 0` : db`and c.unread = 0`}
      ${flagged === undefined ? db`` : flagged ? db`and c.flagged is not null` : db`and c.flagged is null`}
      ${done === undefined ? db`` : done ? db`and c.done` : db`and not c.done`}
      ${snoozed === undefined ? db`` : snoozed ? db`and c.snoozed_until is not null` : db`and c.snoozed_until is null`}
      ${label === undefined ? db`` : db`and c.labels <> '{}' and ${label} = any(c.labels)`}
      ${assigneeId === undefined ? db`` : db`and c.assignee_id is not distinct from ${assigneeId}`}
      ${words === undefined ? db`` : db`and c.id in (${conversationsWithWords(db, { workspaceId, words })})`}
      ${
        after === undefined
          ? db``
          : db`and c.last_seq <= ${after.lastSeq}::bigint and (c.last_seq < ${after.lastSeq}::bigint or c.id < ${after.id})`
      }
    order by c.last_seq desc, c.id desc limit ${limit}
  ) c`;
  // as one value: reading 25 rows column by column costs the client twice as much
  const [read] = await db<{ rows: ConversationRow[] | null }[]>`
    select json_agg(r) as rows from (${selectFrom(db, page)} order by c.last_seq desc, c.id desc) r`;
  return read!.rows ?? [];
}

/** Conversations of a workspace by their ids, from the one after `after` on: the order stays when a message arrives. */
export async function listConversationsById(
  db: Db,
  { workspaceId, after, limit }: { workspaceId: string; after: string; limit: number },
): Promise<ConversationRow[]> {
  return db<ConversationRow[]>`
    ${selectFrom(db, db`conversations c`)}
    where c.workspace_id = ${workspaceId} and c.id > ${after} order by c.id limit ${limit}`;
}

export async function findConversation(
  db: Db,
  find: Within & { id: string },
): Promise<ConversationRow | undefined> {
  const [row] = await db<ConversationRow[]>`
    ${selectFrom(db, db`conversations c`)}
    where c.id = ${find.id} and c.workspace_id = ${find.workspaceId} ${ofReached(db, 'c.account_id', find.heldTo)}`;
  return row;
}

/** The conversations of an account with these people. */
export async function findConversationsWith(db: Db, accountId: string, personIds: readonly string[]) {
  return db<{ id: string; personId: string }[]>`
    select id, person_id as "personId" from conversations
    where account_id = ${accountId} and person_id = any(${personIds as string[]}::text[])`;
}

interface NewConversation {
  id: string;
  workspaceId: string;
  accountId: string;
  personId: string;
}

export async function insertConversations(tx: Tx, rows: readonly NewConversation[], now: number) {
  if (rows.length === 0) return;
  await tx`
    insert into conversations (id, workspace_id, account_id, person_id, last_seq, updated_at)
    select d.id, d."workspaceId", d."accountId", d."personId", 0, to_timestamp(${now}::float8 / 1000)
    from json_to_recordset(${JSON.stringify(rows)}::text::json)
      d(id text, "workspaceId" text, "accountId" text, "personId" text)`;
}

/** What its actor decided about a conversation. Times are epoch ms. */
export interface ConversationState {
  id: string;
  unread: number;
  done: boolean;
  flagged: object | null;
  pausedUntil: number | null;
  windowEndsAt: number | null;
  humanUntil: number | null;
  optedOutAt: number | null;
  waitingSince: number | null;
  snoozedUntil: number | null;
}

/** Copies what actors decided into the rows that lists read, in the transaction of their turn. */
export async function saveConversations(tx: Tx, states: readonly ConversationState[]) {
  if (states.length === 0) return;
  await tx`
    update conversations c
    set unread = d.unread, done = d.done, flagged = d.flagged, paused_until = to_timestamp(d."pausedUntil" / 1000),
        window_ends_at = to_timestamp(d."windowEndsAt" / 1000), human_until = to_timestamp(d."humanUntil" / 1000),
        opted_out_at = to_timestamp(d."optedOutAt" / 1000), waiting_since = to_timestamp(d."waitingSince" / 1000),
        snoozed_until = to_timestamp(d."snoozedUntil" / 1000)
    from json_to_recordset(${JSON.stringify(states)}::text::json) d(
      id text, unread int, done boolean, flagged json, "pausedUntil" float8, "windowEndsAt" float8, "humanUntil" float8,
      "optedOutAt" float8, "waitingSince" float8, "snoozedUntil" float8)
    where c.id = d.id
      and (c.unread, c.done, c.flagged::text, c.paused_until, c.window_ends_at, c.human_until, c.opted_out_at, c.waiting_since,
          c.snoozed_until)
        is distinct from (d.unread, d.done, d.flagged::text, to_timestamp(d."pausedUntil" / 1000),
          to_timestamp(d."windowEndsAt" / 1000), to_timestamp(d."humanUntil" / 1000), to_timestamp(d."optedOutAt" / 1000),
          to_timestamp(d."waitingSince" / 1000), to_timestamp(d."snoozedUntil" / 1000))`;
}

/** Records the newest message of conversations. One that arrives late does not replace a newer one in lists. */
export async function touchConversations(
  tx: Tx,
  rows: readonly { id: string; seq: string; at: number; lastMessage: object }[],
) {
  if (rows.length === 0) return;
  await tx`
    update conversations c
    set last_seq = d.seq::bigint,
        updated_at = case when c.last_seq = 0 then to_timestamp(d.at / 1000) else greatest(c.updated_at, to_timestamp(d.at / 1000)) end,
        last_message = case when c.last_seq = 0 or to_timestamp(d.at / 1000) >= c.updated_at then d."lastMessage"
                            else c.last_message end
    from json_to_recordset(${JSON.stringify(rows)}::text::json)
      d(id text, seq text, at float8, "lastMessage" json)
    where c.id = d.id`;
}

/** What the network says about the person of a conversation. null if nothing. */
export interface NamedPerson {
  conversationId: string;
  username: string | null;
  name: string | null;
  avatarUrl: string | null;
}

/** Stores what the network says about the person. null changes nothing. */
export async function savePerson(db: Db, person: NamedPerson): Promise<void> {
  await db`
    update conversations
    set username = coalesce(${person.username}, username), name = coalesce(${person.name}, name),
        avatar_url = coalesce(${person.avatarUrl}, avatar_url)
    where id = ${person.conversationId}`;
}

/**
 * The same for the people of different conversations. Rows that another transaction has locked are left out, so that it waits
 * for none while it holds others.
 * @returns the conversations that were written; the others are left to `savePerson`
 */
export async function savePeople(db: Db, people: readonly NamedPerson[]): Promise<Set<string>> {
  const rows = await db<{ id: string }[]>`
    with free as (
      select c.id, d.username, d.name, d."avatarUrl" from conversations c
      join json_to_recordset(${JSON.stringify(people)}::text::json)
        d("conversationId" text, username text, name text, "avatarUrl" text) on d."conversationId" = c.id
      order by c.id for no key update of c skip locked
    )
    update conversations c
    set username = coalesce(f.username, c.username), name = coalesce(f.name, c.name),
        avatar_url = coalesce(f."avatarUrl", c.avatar_url)
    from free f where c.id = f.id returning c.id`;
  return new Set(rows.map(({ id }) => id));
}

/** What is known of the people of conversations, by conversation. */
export async function readPeople(
  db: Db,
  conversationIds: readonly string[],
): Promise<Map<string, { username: string | null; name: string | null }>> {
  const rows = await db<{ id: string; username: string | null; name: string | null }[]>`
    select id, username, name from conversations where id = any(${conversationIds as string[]}::text[])`;
  return new Map(rows.map(({ id, username, name }) => [id, { username, name }]));
}

/** A title for each of these conversations: the person's name, or what is known of it. */
export async function describeConversations(db: Db, ids: readonly string[]) {
  return db<{ id: string; title: string }[]>`
    select id, coalesce(name, '@' || username, 'a person without a name') as title from conversations
    where id = any(${ids as string[]}::text[])`;
}

/** Shows in lists that the newest message of a conversation was edited or taken back. */
export async function retouchConversation(
  tx: Tx,
  message: { conversationId: string; id: string; text: string },
) {
  return tx`
    update conversations
    set last_message = (last_message::jsonb || jsonb_build_object('text', left(${message.text}::text, 200)))::json
    where id = ${message.conversationId} and last_message ->> 'id' = ${message.id}`;
}

/** Replaces the labels of a conversation. */
export async function saveLabels(
  tx: Tx,
  save: { id: string; workspaceId: string; labels: readonly string[] },
): Promise<void> {
  await tx`
    update conversations set labels = ${save.labels as string[]}::text[]
    where id = ${save.id} and workspace_id = ${save.workspaceId}`;
}

/** How many conversations have each label, the most used first. @param count.limit how many labels */
export async function countLabels(db: Db, { workspaceId, heldTo, limit }: Within & { limit: number }) {
  return db<{ label: string; conversations: number; open: number }[]>`
    select label, count(*)::int as conversations, (count(*) filter (where not c.done and c.snoozed_until is null))::int as open
    from conversations c cross join unnest(c.labels) label
    where c.workspace_id = ${workspaceId} and c.labels <> '{}' ${ofReached(db, 'c.account_id', heldTo)}
    group by label order by conversations desc, label limit ${limit}`;
}
