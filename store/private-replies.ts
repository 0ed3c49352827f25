/** What comment-to-DM rules did with comments (`private_replies`), and who has had whose message (`rule_people`). */
import { batch } from './batch.ts';
import type { Db } from './connect.ts';
import { hasOptedOut } from './opt-outs.ts';
import type { Prune } from './retention.ts';

/** A comment that a rule matched. */
export interface NewPrivateReply {
  id: string;
  ruleId: string;
  commentId: string;
  /** The keyword that matched; null means the rule matches every comment. */
  keyword: string | null;
  text: string;
  mediaId: string | null;
  fromId: string | null;
  fromUsername: string | null;
  dmText: string;
  publicText: string | null;
  /** Written by a tester of the account. */
  isTest: boolean;
}

/** Ids of those of these comments that a rule of the account has matched before. */
export async function findMatched(
  db: Db,
  accountId: string,
  commentIds: readonly string[],
): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select comment_id as id from private_replies
    where account_id = ${accountId} and comment_id = any(${commentIds as string[]}::text[])`;
  return rows.map(({ id }) => id);
}

/** @param now epoch ms */
export async function insertPrivateReplies(
  db: Db,
  { workspaceId, accountId }: { workspaceId: string; accountId: string },
  rows: readonly NewPrivateReply[],
  now: number,
): Promise<void> {
  if (rows.length === 0) return;
  await db`
    insert into private_replies (id, workspace_id, rule_id, account_id, comment_id, keyword, text, media_id, from_id,
                                 from_username, dm_text, public_text, is_test, created_at)
    select d.id, ${workspaceId}, d."ruleId", ${accountId}, d."commentId", d.keyword, d.text, d."mediaId", d."fromId",
           d."fromUsername", d."dmText", d."publicText", d."isTest", to_timestamp(${now}::float8 / 1000)
    from json_to_recordset(${batch(rows)}::text::json) d(
      id text, "ruleId" text, "commentId" text, keyword text, text text, "mediaId" text, "fromId" text,
      "fromUsername" text, "dmText" text, "publicText" text, "isTest" boolean)`;
}

/** Whether a comment gets the message of its rule: `reserved` for it; the person `had` it or may have; or `waits` for it. */
export type Reservation = 'reserved' | 'had' | 'waits';

interface PersonOfRule {
  ruleId: string;
  person: string;
  workspaceId: string;
  replyId: string;
}

/**
 * Reserves the one message of a rule for a person. A person whose last answer failed or was skipped may have it again,
 * unless it may have arrived.
 * @param started ids of answers that this transaction starts, whose actors are not stored yet
 */
export async function reservePerson(
  db: Db,
  { ruleId, person, workspaceId, replyId }: PersonOfRule,
  started: readonly string[] = [],
): Promise<Reservation> {
  const result = await db`
    insert into rule_people (rule_id, person, workspace_id, reply_id)
    values (${ruleId}, ${person}, ${workspaceId}, ${replyId})
    on conflict (rule_id, person) do update set reply_id = excluded.reply_id
    where rule_people.reply_id = excluded.reply_id
      or exists (select from actors a where a.id = rule_people.reply_id and a.shown in ('failed', 'skipped')
        and a.snapshot #>> '{context,doubt}' is null)`;
  if (result.count > 0) return 'reserved';
  const [held] = await db<{ waits: boolean }[]>`
    select r.reply_id = any(${started as string[]}::text[]) or coalesce(a.shown = 'queued', false) as waits
    from rule_people r left join actors a on a.id = r.reply_id
    where r.rule_id = ${ruleId} and r.person = ${person}`;
  return held?.waits ? 'waits' : 'had';
}

type AnsweredComment = Pick<NewPrivateReply, 'ruleId' | 'commentId' | 'fromId' | 'fromUsername'> & {
  workspaceId: string;
};

/** The comment that an answer is for, and whose it is. @returns undefined: the rule was deleted, and the answer with it */
export async function findAnsweredComment(db: Db, replyId: string): Promise<AnsweredComment | undefined> {
  const [row] = await db<AnsweredComment[]>`
    select rule_id as "ruleId", comment_id as "commentId", from_id as "fromId", from_username as "fromUsername",
      workspace_id as "workspaceId"
    from private_replies where id = ${replyId}`;
  return row;
}

/**
 * Lets a person have the message of a rule again. One that waits, or is on its way, stays the one that they get.
 * @param forget.person the network's id, or the handle
 * @returns whether the rule knew the person
 */
export async function freePerson(
  db: Db,
  { ruleId, person }: { ruleId: string; person: string },
): Promise<boolean> {
  const result = await db`
    delete from rule_people r
    where r.rule_id = ${ruleId}
      and (r.person = ${person} or r.reply_id in (
        select p.id from private_replies p where p.rule_id = ${ruleId} and lower(p.from_username) = lower(${person})))
      and not exists (select from actors a where a.id = r.reply_id and a.shown = 'queued')`;
  return result.count > 0;
}

/**
 * Which of these network ids are messages that cannot be the answer of `holders`: those that a rule sent for another comment of
 * the person, and those that this service sent in the conversation itself.
 */
export async function findOtherAnswers(
  db: Db,
  find: { accountId: string; personId: string; ids: readonly string[]; holders: readonly string[] },
): Promise<Set<string>> {
  const { accountId, personId, ids, holders } = find;
  const rows = await db<{ id: string }[]>`
    select s.snapshot #>> '{context,messageId}' as id
    from private_replies p join actors s on s.id = p.id
    where p.account_id = ${accountId} and p.from_id = ${personId} and p.id <> all(${holders as string[]}::text[])
      and s.snapshot #>> '{context,messageId}' = any(${ids as string[]}::text[])
    union
    select m.network_id from direct_messages m join actors a on a.id = m.id
    where m.account_id = ${accountId} and m.network_id = any(${ids as string[]}::text[])`;
  return new Set(rows.map(({ id }) => id));
}

/** What decides whether an answer may be sent now. */
interface ReplyState {
  /** Whether its rule is active. */
  isActive: boolean;
  plan: string;
  trialEndsAt: number | null;
  /** The person asked for no more messages. */
  hasOptedOut: boolean;
  workspaceId: string;
}

/** @returns undefined: its rule was deleted */
export async function findReplyState(db: Db, id: string): Promise<ReplyState | undefined> {
  const [row] = await db<ReplyState[]>`
    select s.shown = 'active' as "isActive", w.plan, p.workspace_id as "workspaceId",
      (extract(epoch from w.trial_ends_at) * 1000)::float8 as "trialEndsAt",
      ${hasOptedOut(db, { accountId: 'p.account_id', personId: 'p.from_id', username: 'p.from_username' })} as "hasOptedOut"
    from private_replies p join actors s on s.id = p.rule_id join workspaces w on w.id = p.workspace_id
    where p.id = ${id}`;
  return row;
}

/** An entry of a rule's activity. Times are ISO strings in UTC. */
export interface ActivityRow extends NewPrivateReply {
  status: 'queued' | 'sent' | 'failed' | 'skipped';
  reason: string | null;
  /** When its place was expected as it asked, or the network's wait ends; null if it does not wait. */
  nextAt: string | null;
  /** It waits in the queue of its network account. */
  isInQueue: boolean;
  messageId: string | null;
  publicReplyId: string | null;
  publicReplyError: string | null;
  /** The network's code of its refusal of the message; null means no response of it refused the message. */
  networkCode: string | null;
  /** The same of the public reply. */
  publicReplyCode: string | null;
  publicReplyHeld: 'paced' | 'breaker' | null;
  publicReplySkipped: 'late' | 'paused' | null;
  /** No event of the network has reported the comment: a sweep found it. */
  foundBySweep: boolean;
  /** With the person who got the message; null means there is none yet. */
  conversationId: string | null;
  /** When it was first known that the person has seen the message; null if it is not. */
  seenAt: string | null;
  /** When the person first wrote after it; null if they have not. */
  answeredAt: string | null;
  createdAt: string;
}

const iso = (db: Db, name: string) =>
  db`to_char(${db.unsafe(name)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const selectActivity = (db: Db) => db`
    select p.id, p.rule_id as "ruleId", p.comment_id as "commentId", p.keyword, p.text, p.media_id as "mediaId",
      p.from_id as "fromId", p.from_username as "fromUsername", p.dm_text as "dmText", p.public_text as "publicText",
      ${iso(db, 'p.created_at')} as "createdAt", s.shown as status, s.reason, ${iso(db, 's.planned_at')} as "nextAt",
      s.snapshot #>> '{context,messageId}' as "messageId", s.snapshot #>> '{context,publicReplyId}' as "publicReplyId",
      s.snapshot #>> '{context,publicReplyError}' as "publicReplyError",
      s.snapshot #>> '{context,networkCode}' as "networkCode", s.snapshot #>> '{context,publicReplyCode}' as "publicReplyCode",
      s.snapshot #>> '{context,publicReplyHeld}' as "publicReplyHeld",
      s.snapshot #>> '{context,publicReplySkipped}' as "publicReplySkipped", p.is_test as "isTest", s.shelf is not null as "isInQueue", coalesce(c.swept, false) as "foundBySweep",
      ${iso(db, 'p.seen_at')} as "seenAt", ${iso(db, 'p.answered_at')} as "answeredAt", v.id as "conversationId"
    from private_replies p join actors s on s.id = p.id
    left join comments c on c.account_id = p.account_id and c.id = p.comment_id
    left join conversations v on v.account_id = p.account_id and v.person_id = c.recipient_id`;

/** What a rule did, newest first. @param list.queued with what it has still to send */
export async function listActivity(
  db: Db,
  list: { ruleId: string; workspaceId: string; queued: boolean; before: string | null; limit: number },
): Promise<ActivityRow[]> {
  const { ruleId, workspaceId, queued, before, limit } = list;
  return db<ActivityRow[]>`
    ${selectActivity(db)}
    where p.rule_id = ${ruleId} and p.workspace_id = ${workspaceId}
      ${queued ? db`` : db`and s.shown <> 'queued'`}
      ${before === null ? db`` : db`and p.id < ${before}`}
    order by p.id desc limit ${limit}`;
}

/** What the rules of an account did with one comment; undefined: none matched it. */
export async function findActivityOf(
  db: Db,
  { accountId, commentId }: { accountId: string; commentId: string },
): Promise<ActivityRow | undefined> {
  const [row] = await db<ActivityRow[]>`
    ${selectActivity(db)} where p.account_id = ${accountId} and p.comment_id = ${commentId}`;
  return row;
}

/** Those of these people who have had the message of a rule, or wait for it. */
export async function findReserved(db: Db, ruleId: string, people: readonly string[]): Promise<string[]> {
  const rows = await db<{ person: string }[]>`
    select r.person from rule_people r
    where r.rule_id = ${ruleId} and r.person = any(${people as string[]}::text[])
      and not exists (select from actors a where a.id = r.reply_id and a.shown in ('failed', 'skipped')
        and a.snapshot #>> '{context,doubt}' is null)`;
  return rows.map(({ person }) => person);
}

/** Ids of a rule's answers that have something to send yet, oldest first. @param list.after only greater ids; empty: all */
export async function listQueued(
  db: Db,
  { ruleId, after, limit }: { ruleId: string; after: string; limit: number },
): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select p.id from private_replies p join actors s on s.id = p.id
    where p.rule_id = ${ruleId} and p.id > ${after} and s.status = 'active'
    order by p.id limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** A title for each of these replies: the person and the comment that is answered. */
export async function describeReplies(db: Db, ids: readonly string[]) {
  return db<{ id: string; title: string }[]>`
    select id, coalesce('@' || from_username, 'a person without a name') || ': ' || left(text, 80) as title
    from private_replies where id = any(${ids as string[]}::text[])`;
}

/** What webhook events about answers say, by their ids. */
export async function readAnnouncedReplies(db: Db, ids: string[]) {
  return db<
    (NewPrivateReply & {
      workspace: string;
      accountId: string;
      platform: string;
      displayName: string;
      context: unknown;
    })[]
  >`
    select p.id, p.rule_id as "ruleId", p.comment_id as "commentId", p.keyword, p.text, p.media_id as "mediaId",
      p.from_id as "fromId", p.from_username as "fromUsername", p.dm_text as "dmText", p.public_text as "publicText", p.is_test as "isTest",
      w.slug as workspace, a.id as "accountId", a.platform, a.display_name as "displayName",
      s.snapshot -> 'context' as context
    from private_replies p
    join actors s on s.id = p.id
    join accounts a on a.id = p.account_id
    join workspaces w on w.id = p.workspace_id
    where p.id = any(${ids}::text[])`;
}

/**
 * Deletes activity that ended before `before`, with its actors; counters keep counting it. That a person has had a rule's
 * message stays; one whose answer failed or was skipped may have it. A message that was under way while its rule was
 * deleted has left counters behind: they go with it.
 */
export async function prunePrivateReplies(db: Db, { before, limit }: Prune): Promise<number> {
  const result = await db`
    with old as (
      select s.id, s.shown as status, s.snapshot #>> '{context,ruleId}' as rule_id,
        s.snapshot #>> '{context,doubt}' is null as is_certain
      from actors s
      where s.kind = 'private_reply' and s.status = 'done' and s.updated_at < to_timestamp(${before}::float8 / 1000)
      limit ${limit}
    ), gone as (
      delete from private_replies p using old where p.id = old.id
    ), freed as (
      delete from rule_people r using old where r.reply_id = old.id and old.status in ('failed', 'skipped') and old.is_certain
    ), left_behind as (
      delete from counters c using old
      where c.owner_id = old.rule_id and not exists (select from comment_rules r where r.id = old.rule_id)
    )
    delete from actors a using old where a.id = old.id`;
  return result.count;
}

/** When a rule of the account wrote to a person last, epoch ms; null if never, or it is not kept. */
export async function lastRuleMessageAt(
  db: Db,
  { accountId, personId }: { accountId: string; personId: string },
): Promise<number | null> {
  const [row] = await db<{ at: number | null }[]>`
    select max((s.snapshot #>> '{context,messagedAt}')::float8) as at
    from comments c
    join private_replies p on p.account_id = c.account_id and p.comment_id = c.id
    join actors s on s.id = p.id
    where c.account_id = ${accountId} and c.recipient_id = ${personId}`;
  return row?.at ?? null;
}

/** A message of a rule that the person has not answered yet. */
export interface Unanswered {
  id: string;
  ruleId: string;
  /** The network's id of the person. */
  personId: string;
  /** When the message was sent, epoch ms. */
  messagedAt: number;
  /** Written by a tester of the account. */
  isTest: boolean;
  /** It is known that the person has seen it. */
  isSeen: boolean;
  /** The automation that the rule starts with the first answer; null if none. */
  automationId: string | null;
}

/** The messages of an account's rules that these people have not answered, oldest first. */
export async function findUnanswered(
  db: Db,
  { accountId, personIds }: { accountId: string; personIds: readonly string[] },
): Promise<Unanswered[]> {
  if (personIds.length === 0) return [];
  return db<Unanswered[]>`
    select p.id, p.rule_id as "ruleId", c.recipient_id as "personId", p.is_test as "isTest", p.seen_at is not null as "isSeen",
      (s.snapshot #>> '{context,messagedAt}')::float8 as "messagedAt", r.then_automation_id as "automationId"
    from comments c
    join private_replies p on p.account_id = c.account_id and p.comment_id = c.id
    join comment_rules r on r.id = p.rule_id
    join actors s on s.id = p.id
    where c.account_id = ${accountId} and c.recipient_id = any(${personIds as string[]}::text[])
      and p.answered_at is null and s.snapshot #>> '{context,messagedAt}' is not null
    order by p.id`;
}

/** Keeps that people answered these messages, and so have seen them. @param at epoch ms */
export async function markAnswered(db: Db, ids: readonly string[], at: number): Promise<void> {
  if (ids.length === 0) return;
  await db`
    update private_replies
    set answered_at = to_timestamp(${at}::float8 / 1000), seen_at = coalesce(seen_at, to_timestamp(${at}::float8 / 1000))
    where id = any(${ids as string[]}::text[])`;
}

/** What a person has seen: the message that the network names, and those sent up to a time. */
export interface MessageRead {
  /** The network's id of the person. */
  personId: string;
  /** null means the network names a time alone. */
  messageId: string | null;
  /** Epoch ms; null if it is not known. */
  upTo: number | null;
}

/** A message of a rule of which it was not known that the person has seen it. */
interface NewlyReadReply extends Pick<Unanswered, 'ruleId' | 'personId' | 'messagedAt' | 'isTest'> {
  /** The network's id of the message; null if it did not name it. */
  messageId: string | null;
}

/**
 * Keeps that people have seen the messages of an account's rules.
 * @param seen.apartMs by how much the network's clock may be behind ours; now: epoch ms
 * @returns those of which it was not known before
 */
export async function markRepliesRead(
  db: Db,
  {
    accountId,
    reads,
    apartMs,
    now,
  }: { accountId: string; reads: readonly MessageRead[]; apartMs: number; now: number },
): Promise<NewlyReadReply[]> {
  if (reads.length === 0) return [];
  return db<NewlyReadReply[]>`
    update private_replies p set seen_at = to_timestamp(${now}::float8 / 1000)
    from comments c, actors s
    where c.account_id = ${accountId} and p.account_id = c.account_id and p.comment_id = c.id and s.id = p.id
      and p.seen_at is null and s.snapshot #>> '{context,messagedAt}' is not null
      and exists (
        select from json_to_recordset(${batch(reads)}::text::json) d("personId" text, "messageId" text, "upTo" float8)
        where d."personId" = c.recipient_id and (s.snapshot #>> '{context,messageId}' = d."messageId"
          or (s.snapshot #>> '{context,messagedAt}')::float8 <= d."upTo" + ${apartMs}::float8))
      and c.recipient_id = any(${reads.map(({ personId }) => personId)}::text[])
    returning p.rule_id as "ruleId", p.is_test as "isTest", c.recipient_id as "personId",
      s.snapshot #>> '{context,messageId}' as "messageId", (s.snapshot #>> '{context,messagedAt}')::float8 as "messagedAt"`;
}

/**
 * Whether a rule of the account sends, or has sent, these words: the network reports the message before or after its response.
 * @param find.since epoch ms: only what was matched since then
 */
export async function isRuleMessage(
  db: Db,
  find: { accountId: string; text: string; since: number },
): Promise<boolean> {
  const rows = await db`
    select from private_replies p join actors s on s.id = p.id
    where p.account_id = ${find.accountId} and md5(p.dm_text) = md5(${find.text}) and p.dm_text = ${find.text}
      and p.created_at >= to_timestamp(${find.since}::float8 / 1000) and s.shown <> 'skipped'
    limit 1`;
  return rows.length > 0;
}
