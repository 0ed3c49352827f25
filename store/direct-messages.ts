/** The messages of conversations. */
import type { Db, Tx } from './connect.ts';
import type { Within } from './held.ts';

export type MessageBy = 'contact' | 'team' | 'automation' | 'other_tool';

/** What a message holds beside text and attachments. An absent field: nothing of the kind. */
export interface MessageDetails {
  tap?: { payload: string | null; label: string };
  story?: { kind: 'reply' | 'mention'; url: string | null };
  /** The network's id of the message it answers. */
  replyTo?: string;
  /** The code of the link that brought the person here. */
  ref?: string;
  /** The ad or link that brought the person here. */
  referral?: StoredReferral;
  /** It is no message: the person opened that ad or link. */
  opened?: true;
  reaction?: string;
  /** When the person reacted last, or took that back, epoch ms. */
  reactedAt?: number;
  /** The network shows its content only in its own app. */
  unsupported?: true;
  edited?: true;
  /** Which edit its text is, counted from 1. */
  edits?: number;
  /** Another app answers in this conversation first. */
  standby?: true;
  /** What a message of an automation offers below its text. */
  button?: { title: string; url: string };
  choices?: { label: string; payload: string }[];
  /** The step of an automation that sent it. */
  step?: { runId: string; stepId: string };
  /** When it was first known that the person has seen a message of an automation, epoch ms. */
  seenAt?: number;
  /** What automations did with a person's message. Absent means none was active. */
  automation?: AutomationOutcome;
}

/** What a network says of an ad or link that a person opened. null if it does not say. */
interface StoredReferral {
  /** The network's own word: ADS, SHORTLINK, CUSTOMER_CHAT_PLUGIN … */
  source: string | null;
  ref: string | null;
  adId: string | null;
  title: string | null;
  mediaUrl: string | null;
}

/** Why a person's message started no automation. */
export const NOT_STARTED = [
  'stop_word',
  'start_word',
  'other_app',
  'flagged',
  'paused',
  'opted_out',
  'too_old',
  'answered',
  'unmatched',
  'rule_answer',
  'plan',
  'loop',
  'once',
  'cooldown',
] as const;
export type NotStarted = (typeof NOT_STARTED)[number];

/** `heard`: it was an event of the person's run. */
export type AutomationOutcome =
  | { did: 'started' | 'heard'; runId: string }
  | {
      did: 'nothing';
      why: NotStarted;
      /** The one that matched. */
      automationId?: string;
      /** When the reason ends, epoch ms. */
      until?: number;
    };

interface StoredAttachment {
  type: string;
  url: string | null;
  title: string | null;
}

export interface NewMessage {
  id: string;
  workspaceId: string;
  conversationId: string;
  accountId: string;
  networkId: string | null;
  direction: 'in' | 'out';
  by: MessageBy;
  text: string;
  attachments: StoredAttachment[];
  details: MessageDetails | null;
  /** Epoch ms, by the network's clock. */
  at: number;
  seq: string;
}

/** Stores messages; those that are stored already are left out. @returns the ids of those that are new */
export async function insertMessages(tx: Tx, rows: readonly NewMessage[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const stored = await tx<{ id: string }[]>`
    insert into direct_messages (id, workspace_id, conversation_id, account_id, network_id, direction, by, text, attachments,
                                 details, network_at, seq)
    select d.id, d."workspaceId", d."conversationId", d."accountId", d."networkId", d.direction, d.by, d.text, d.attachments,
           d.details, to_timestamp(d.at / 1000), d.seq::bigint
    from json_to_recordset(${JSON.stringify(rows)}::text::json) d(
      id text, "workspaceId" text, "conversationId" text, "accountId" text, "networkId" text, direction text, by text,
      text text, attachments json, details json, at float8, seq text)
    on conflict do nothing returning id`;
  return new Set(stored.map(({ id }) => id));
}

/** Which of these network ids an account has stored messages of. `at`: by the network's clock, epoch ms. */
export async function findMessages(db: Db, accountId: string, networkIds: readonly string[]) {
  return db<{ id: string; networkId: string; conversationId: string; direction: string; at: number }[]>`
    select id, network_id as "networkId", conversation_id as "conversationId", direction,
      (extract(epoch from network_at) * 1000)::float8 as at from direct_messages
    where account_id = ${accountId} and network_id = any(${networkIds as string[]}::text[])`;
}

/**
 * Outgoing messages of conversations that the network has not confirmed: those whose outcome is open, oldest first, then
 * those that failed.
 */
export async function findUnconfirmed(db: Db, conversationIds: readonly string[]) {
  return db<
    { id: string; conversationId: string; text: string; hasButton: boolean; hasFile: boolean; at: number }[]
  >`
    select m.id, m.conversation_id as "conversationId", m.text, m.details -> 'button' is not null as "hasButton",
      json_array_length(m.attachments) > 0 as "hasFile", (extract(epoch from m.network_at) * 1000)::float8 as at
    from direct_messages m join actors a on a.id = m.id
    where m.conversation_id = any(${conversationIds as string[]}::text[]) and m.direction = 'out' and m.network_id is null
      and a.shown <> 'sent'
    order by (a.shown = 'failed'), m.id`;
}

/** The same text sent by an account to other people within the last hour: how many conversations got it. */
export async function countSameText(
  db: Db,
  find: { accountId: string; text: string; since: number },
): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(distinct conversation_id)::int as count from direct_messages
    where account_id = ${find.accountId} and direction = 'out' and text = ${find.text} and by in ('team', 'other_tool')
      and network_at >= to_timestamp(${find.since}::float8 / 1000)`;
  return row!.count;
}

/** Whether it is stored that an ad or link was opened at this time, epoch ms by the network's clock. */
export async function isReferralStored(
  db: Db,
  find: { conversationId: string; at: number },
): Promise<boolean> {
  const rows = await db`
    select from direct_messages
    where conversation_id = ${find.conversationId} and network_at = to_timestamp(${find.at}::float8 / 1000)
      and details -> 'opened' is not null limit 1`;
  return rows.length === 1;
}

/** When the person wrote last, epoch ms; null if never. */
export async function lastInboundAt(db: Db, conversationId: string): Promise<number | null> {
  const [row] = await db<{ at: number | null }[]>`
    select (extract(epoch from max(network_at)) * 1000)::float8 as at from direct_messages
    where conversation_id = ${conversationId} and direction = 'in'`;
  return row?.at ?? null;
}

/** Whether the account wrote to the person later than at an instant, epoch ms, or is about to. */
export async function isAnsweredSince(db: Db, conversationId: string, at: number): Promise<boolean> {
  const rows = await db`
    select from direct_messages
    where conversation_id = ${conversationId} and direction = 'out' and network_at > to_timestamp(${at}::float8 / 1000) limit 1`;
  return rows.length > 0;
}

/**
 * Stores the network's id of an outgoing message.
 * @returns false when the message has an id, or another message has this one
 * @throws PostgresError 23505 when another transaction gives the id to another message at the same time
 */
export async function nameMessage(db: Db, id: string, networkId: string): Promise<boolean> {
  const { count } = await db`
    update direct_messages m set network_id = ${networkId}
    where id = ${id} and network_id is null and not exists (
      select from direct_messages o where o.account_id = m.account_id and o.network_id = ${networkId})`;
  return count > 0;
}

/**
 * Stores the network's ids of outgoing messages that have none, where no other message has them. Rows that another
 * transaction has locked are left out, so that it waits for none while it holds others.
 * @returns the messages that it looked at; the others are left to `nameMessage`
 * @throws PostgresError 23505 when an id is another message's at the same time: then nothing is stored
 */
export async function nameMessages(
  db: Db,
  names: readonly { id: string; networkId: string }[],
): Promise<Set<string>> {
  const free = await db<{ id: string }[]>`
    with free as (
      select m.id, m.account_id, d."networkId"
      from direct_messages m
      join json_to_recordset(${JSON.stringify(names)}::text::json) d(id text, "networkId" text) on d.id = m.id
      order by m.id for no key update of m skip locked
    ), named as (
      update direct_messages m set network_id = f."networkId" from free f
      where m.id = f.id and m.network_id is null and not exists (
        select from direct_messages o where o.account_id = f.account_id and o.network_id = f."networkId")
    )
    select id from free`;
  return new Set(free.map(({ id }) => id));
}

/** Changes the text of a message, unless a later edit was here before. @param edit.edits which edit it is, from 1 */
export async function editMessage(
  tx: Tx,
  edit: { accountId: string; networkId: string; text: string; edits: number },
) {
  const details = JSON.stringify({ edited: true, edits: edit.edits });
  return tx<{ id: string; conversationId: string }[]>`
    update direct_messages
    set text = ${edit.text}, details = (coalesce(details::jsonb, '{}') || ${details}::text::jsonb)::json
    where account_id = ${edit.accountId} and network_id = ${edit.networkId} and not deleted
      and coalesce((details ->> 'edits')::int, 0) < ${edit.edits}::int
    returning id, conversation_id as "conversationId"`;
}

/** Removes what a message holds. Its row stays, so that a later copy of it is recognised. */
export async function eraseMessage(tx: Tx, find: { accountId: string; networkId: string }) {
  return tx<{ id: string; conversationId: string }[]>`
    update direct_messages set text = '', attachments = '[]', details = null, deleted = true
    where account_id = ${find.accountId} and network_id = ${find.networkId} and not deleted
    returning id, conversation_id as "conversationId"`;
}

/**
 * Notes a reaction, unless a later one was here before.
 * @param reaction.emoji null if it was taken back; at: epoch ms
 */
export async function reactToMessage(
  tx: Tx,
  reaction: { accountId: string; networkId: string; emoji: string | null; at: number },
) {
  const { emoji, at: reactedAt } = reaction;
  const details = JSON.stringify({ reactedAt, ...(emoji !== null && { reaction: emoji }) });
  return tx<{ id: string; conversationId: string }[]>`
    update direct_messages
    set details = (coalesce(details::jsonb, '{}') - 'reaction' || ${details}::text::jsonb)::json
    where account_id = ${reaction.accountId} and network_id = ${reaction.networkId} and not deleted
      and coalesce((details ->> 'reactedAt')::float8, 0) < ${reactedAt}::float8
    returning id, conversation_id as "conversationId"`;
}

/** A message as a thread shows it. */
export interface MessageRow {
  id: string;
  direction: 'in' | 'out';
  by: MessageBy;
  text: string;
  attachments: StoredAttachment[];
  details: MessageDetails | null;
  /** Names of the stored files that are copies of attachments, by their places; null means there are none. */
  copies: { [place: string]: string } | null;
  /** ISO, UTC. */
  createdAt: string;
  /** Of an outgoing message that this service sends: the state of its actor; null means the network reported the message. */
  state: string | null;
  error: string | null;
  /** Why the send failed (machines/message-send.ts); null if it did not, or an older version did not keep it. */
  failure: string | null;
  /** The network's code of its refusal; null if no response of the network refused it. */
  networkCode: string | null;
  deleted: boolean;
}

/** The newest messages of a conversation, newest first. @param read.before only messages older than this one */
export async function listMessages(
  db: Db,
  read: { conversationId: string; limit: number; before?: string | undefined },
) {
  const { conversationId, limit, before } = read;
  return db<MessageRow[]>`
    select ${messageColumns(db)} from direct_messages m left join actors a on a.id = m.id
    where m.conversation_id = ${conversationId}
      ${
        before === undefined
          ? db``
          : db`and (m.network_at, m.id) < (
                 select network_at, id from direct_messages where id = ${before} and conversation_id = ${conversationId})`
      }
    order by m.network_at desc, m.id desc limit ${limit}`;
}

/** The first page of a conversation. */
export interface ThreadPage extends Within {
  conversationId: string;
  limit: number;
}

/**
 * The newest messages of several conversations, newest first.
 * @returns in the order of the pages; undefined where the workspace has no such conversation
 */
export async function readThreads(
  db: Db,
  pages: readonly ThreadPage[],
): Promise<(MessageRow[] | undefined)[]> {
  const queries = pages.map((page, place) => ({ ...page, place }));
  const rows = await db<(MessageRow & { place: number })[]>`
    select p.place, m.*
    from json_to_recordset(${JSON.stringify(queries)}::text::json)
      p(place int, "conversationId" text, "workspaceId" text, "heldTo" text[], "limit" int)
    join conversations c on c.id = p."conversationId" and c.workspace_id = p."workspaceId"
      and (p."heldTo" is null or c.account_id = any(p."heldTo"))
    left join lateral (
      select ${messageColumns(db)} from direct_messages m left join actors a on a.id = m.id
      where m.conversation_id = c.id order by m.network_at desc, m.id desc limit p."limit") m on true`;
  const threads: (MessageRow[] | undefined)[] = pages.map(() => undefined);
  for (const { place, ...row } of rows) {
    const thread = (threads[place] ??= []);
    if (row.id !== null) thread.push(row); // null means a conversation without messages
  }
  return threads;
}

/** Which of these messages are stored. */
export async function storedMessages(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db<{ id: string }[]>`
    select id from direct_messages where id = any(${ids as string[]}::text[])`;
  return new Set(rows.map(({ id }) => id));
}

export async function findMessage(
  db: Db,
  find: { id: string; workspaceId: string },
): Promise<MessageRow | undefined> {
  const [row] = await db<MessageRow[]>`
    select ${messageColumns(db)} from direct_messages m left join actors a on a.id = m.id
    where m.id = ${find.id} and m.workspace_id = ${find.workspaceId}`;
  return row;
}

const messageColumns = (db: Db) => db`
  m.id, m.direction, m.by, m.text, m.attachments, m.details, m.deleted, a.shown as state, a.reason as error,
  a.snapshot #>> '{context,failure}' as failure, a.snapshot #>> '{context,networkCode}' as "networkCode",
  (select json_object_agg(k.place, k.name) from message_copies k
   where k.message_id = m.id and k.kept_at is not null and not k.gone) as copies,
  to_char(m.network_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"`;

/** A person's message, with what automations did with it. */
interface ReceivedMessage {
  id: string;
  /** By the network's clock, epoch ms. */
  at: number;
  outcome: AutomationOutcome | null;
}

/**
 * A message that the person of a conversation wrote.
 * @param find.messageId null means the newest one
 */
export async function findReceived(
  db: Db,
  find: { conversationId: string; messageId: string | null },
): Promise<ReceivedMessage | undefined> {
  const [row] = await db<ReceivedMessage[]>`
    select id, (extract(epoch from network_at) * 1000)::float8 as at, details -> 'automation' as outcome
    from direct_messages
    where conversation_id = ${find.conversationId} and direction = 'in'
      ${find.messageId === null ? db`` : db`and id = ${find.messageId}`}
    order by network_at desc, seq desc limit 1`;
  return row;
}

/**
 * Stores the tap that a message was, where it is not known.
 * @returns the message, and whether a run took it; undefined if it is not stored, or its tap is
 */
export async function addTap(
  db: Db,
  { accountId, networkId, tap }: { accountId: string; networkId: string; tap: MessageDetails['tap'] },
): Promise<{ id: string; conversationId: string; isTaken: boolean } | undefined> {
  const [row] = await db<{ id: string; conversationId: string; isTaken: boolean }[]>`
    update direct_messages
    set details = (coalesce(details::jsonb, '{}') || ${JSON.stringify({ tap })}::text::jsonb)::json
    where account_id = ${accountId} and network_id = ${networkId} and direction = 'in' and not deleted
      and details -> 'tap' is null
    returning id, conversation_id as "conversationId",
      coalesce(details #>> '{automation,did}' in ('started', 'heard'), false) as "isTaken"`;
  return row;
}

/** A message of an automation that the network reported, while no step is known to have sent it. */
interface MessageMatch {
  id: string;
  conversationId: string;
  text: string;
}

/**
 * Such messages in conversations, oldest first, and those that this step was given before.
 * @param wanted.since by the network's clock, epoch ms
 */
export async function listMessageMatches(
  db: Db,
  wanted: readonly { conversationId: string; since: number; runId: string; stepId: string }[],
): Promise<MessageMatch[]> {
  return db<MessageMatch[]>`
    select m.id, m.conversation_id as "conversationId", m.text
    from json_to_recordset(${JSON.stringify(wanted)}::text::json) d("conversationId" text, since float8, "runId" text, "stepId" text)
    join direct_messages m on m.conversation_id = d."conversationId" and m.network_at >= to_timestamp(d.since / 1000)
    where m.direction = 'out' and m.by = 'automation' and not m.deleted
      and (m.details -> 'step' is null or m.details #>> '{step,runId}' = d."runId" and m.details #>> '{step,stepId}' = d."stepId")
      and not exists (select from actors a where a.id = m.id)
    order by m.network_at, m.id`;
}

/** Stores which steps have sent messages that the network reported. */
export async function saveSteps(
  db: Db,
  steps: readonly { id: string; details: Pick<MessageDetails, 'step'> }[],
): Promise<void> {
  await db`
    update direct_messages m set details = (coalesce(m.details::jsonb, '{}') || d.details::jsonb)::json
    from json_to_recordset(${JSON.stringify(steps)}::text::json) d(id text, details json)
    where m.id = d.id`;
}

/** Stores what automations did with a person's message. */
export async function saveOutcome(db: Db, id: string, automation: AutomationOutcome): Promise<void> {
  await db`
    update direct_messages
    set details = (coalesce(details::jsonb, '{}') || ${JSON.stringify({ automation })}::text::jsonb)::json
    where id = ${id}`;
}

/** An outgoing message as the call that sends it needs it. */
export interface OutgoingRow {
  text: string;
  attachments: { type: string; url: string | null }[];
  details: MessageDetails | null;
  /** How the run of an automation that sends it has ended; null if it goes on, or no run does. */
  runEnded: string | null;
}

/** Messages as they are sent, by id. One that is absent was deleted. */
export async function readOutgoing(db: Db, ids: readonly string[]): Promise<Map<string, OutgoingRow>> {
  const rows = await db<(OutgoingRow & { id: string })[]>`
    select m.id, m.text, m.attachments, m.details, r.shown as "runEnded"
    from direct_messages m left join actors r on r.id = m.details #>> '{step,runId}' and r.status = 'done'
    where m.id = any(${ids as string[]}::text[])`;
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

/**
 * Whether the account has answered after a message: from here, or in the network's own app. A send that failed is no answer.
 * @returns undefined when the conversation has no such message; `answerId` null if there is no answer
 */
export async function findAnswerAfter(
  db: Db,
  find: { conversationId: string; messageId: string },
): Promise<{ answerId: string | null } | undefined> {
  // the order of arrival counts, but what a poll finds late may be older than the message
  const [row] = await db<{ answerId: string | null }[]>`
    select (select m.id from direct_messages m left join actors a on a.id = m.id
            where m.conversation_id = seen.conversation_id and m.direction = 'out' and m.seq > seen.seq
              and m.network_at >= seen.network_at and a.shown is distinct from 'failed'
            order by m.seq desc limit 1) as "answerId"
    from direct_messages seen where seen.id = ${find.messageId} and seen.conversation_id = ${find.conversationId}`;
  return row;
}

/** A title for each of these messages: the person it is for and what it says. */
export async function describeMessages(db: Db, ids: readonly string[]) {
  return db<{ id: string; title: string }[]>`
    select m.id, 'to ' || coalesce(c.name, '@' || c.username, 'a person without a name') || ': ' || left(m.text, 80) as title
    from direct_messages m join conversations c on c.id = m.conversation_id
    where m.id = any(${ids as string[]}::text[])`;
}
