/**
 * What the page Home shows of a workspace: what needs a person, what goes out next, what works by itself, and how it went since yesterday.
 * However many posts and accounts there are, each statement reads about as many rows as it returns, or stops counting.
 */
import type { Db, Fragment } from './connect.ts';
import { ofReached, ofSomeReached, type Within } from './held.ts';
import type { Slot } from './workspaces.ts';
import { isSimulated } from './simulated.ts';

/** Counting stops here. */
export const MAX_COUNTED = 100;
/** How many of each kind of item are listed. */
const MAX_LISTED = 20;
/** How many of the newest failed posts are looked through for deliveries whose outcome is unknown. */
const MAX_FAILURES = 100;
/** How many deliveries are looked at that wait for their accounts. */
const MAX_WAITING = 1_000;
/** How many of the next posts are read. */
const MAX_PLANNED = 100;
/** Among so many of the next posts those are looked for that a person who is held to some accounts reaches. */
const MAX_LOOKED_THROUGH = 1_000;
/** As much of a text as a line shows, characters. */
const MAX_TEXT = 120;

const start = (db: Db, column: string): Fragment => db`left(${db.unsafe(column)}, ${MAX_TEXT})`;

/** How many there are of each; `MAX_COUNTED`: so many or more. */
export interface HomeCounts {
  /** Conversations with unread messages. */
  unread: number;
  /** Conversations that an automation handed over to a person. */
  flagged: number;
  /** Comments that are not done. */
  openComments: number;
  /** Posts that wait for an approval, of accounts that the caller reaches, all of them. */
  awaited: number;
  /** Calls of agents that wait for a person. */
  confirmations: number;
  /** Posts that went out since `since`, at least partly. */
  published: number;
  /** Posts that failed since then, on all of their accounts or on some. */
  failed: number;
  slots: Slot[] | null;
}

/** @param count.since and now: epoch ms */
export async function countForHome(
  db: Db,
  { workspaceId, heldTo, since, now }: Within & { since: number; now: number },
): Promise<HomeCounts> {
  const upTo = (rows: Fragment) => db`(select count(*)::int from (${rows} limit ${MAX_COUNTED}) counted)`;
  const posts = (condition: Fragment) => db`
    select from actors s where s.workspace_id = ${workspaceId} and s.kind = 'post' and ${condition}
    ${heldTo === null ? db`` : db`and ${isOfSomeReached(db, heldTo)}`}`;
  const conversations = (condition: Fragment) => db`
    select from conversations where workspace_id = ${workspaceId} and ${condition} ${ofReached(db, 'account_id', heldTo)}`;
  const instant = (at: number) => db`to_timestamp(${at}::float8 / 1000)`;
  const [row] = await db<HomeCounts[]>`
    select ${upTo(conversations(db`unread > 0`))} as unread,
      ${upTo(conversations(db`flagged is not null`))} as flagged,
      ${upTo(db`select from comments where workspace_id = ${workspaceId} and seq is not null and deleted_at is null
        and not is_own and not done ${ofReached(db, 'account_id', heldTo)}`)} as "openComments",
      ${upTo(db`select from actors s where s.workspace_id = ${workspaceId} and s.kind = 'post' and s.shelf = 'awaiting_approval'
        ${ofAllReached(db, heldTo)}`)} as awaited,
      ${upTo(db`select from confirmations where workspace_id = ${workspaceId} and confirm = 'person' and state = 'waiting'
        and expires_at > ${instant(now)}`)} as confirmations,
      ${upTo(posts(db`s.shelf = 'published' and s.reached_at >= ${instant(since)}`))} as published,
      (select count(*)::int from (
        select s.updated_at, s.id from actors s
        where s.workspace_id = ${workspaceId} and s.kind = 'post'
          and (s.shelf = 'failed' or s.shelf = 'published' and s.reason is not null)
        order by s.id desc limit ${MAX_FAILURES}) s
        where s.updated_at >= ${instant(since)}
          ${heldTo === null ? db`` : db`and ${isOfSomeReached(db, heldTo)}`}) as failed,
      (select slots from workspaces where id = ${workspaceId}) as slots`;
  return row!;
}

/**
 * The condition that the caller reaches one of the accounts of the post of actor `s`. Each row is looked up by its id: as a join, all posts
 * of the installation would be read.
 */
const isOfSomeReached = (db: Db, heldTo: readonly string[]): Fragment =>
  db`(select p.account_ids && ${heldTo as string[]}::text[] from posts p where p.id = s.id)`;

/** The condition that the caller reaches every account of the post of actor `s`: who reaches some of them may not decide on it. */
const ofAllReached = (db: Db, heldTo: Within['heldTo']): Fragment =>
  heldTo === null
    ? db``
    : db`and (select p.account_ids <@ ${heldTo as string[]}::text[] from posts p where p.id = s.id)`;

interface AccountToConnect {
  id: string;
  platform: string;
  name: string;
  status: 'needs_reconnect' | 'needs_app' | 'expiring';
  /** When its access ends, epoch ms; null if that is not known. */
  endsAt: number | null;
  /** How many deliveries wait until it works again; `MAX_WAITING`: of so many that wait in the workspace. */
  waitingPosts: number;
}

/** Accounts whose access does not work, or ends soon. */
export async function listAccountsToConnect(
  db: Db,
  { workspaceId, heldTo }: Within,
): Promise<AccountToConnect[]> {
  return db<AccountToConnect[]>`
    with waiting as (
      select x.snapshot -> 'context' ->> 'accountId' as account_id, count(*)::int as posts
      from (select actor_id from due where workspace_id = ${workspaceId}
              and timer in ('xstate.after.patience.delivery.waiting_account',
                'xstate.after.patience.delivery.verifying.waiting_account')
            order by actor_id limit ${MAX_WAITING}) m
      join actors x on x.id = m.actor_id
      group by 1
    )
    select a.id, a.platform, coalesce(nullif(a.display_name, ''), a.username) as name, s.shelf as status,
      (extract(epoch from s.planned_at) * 1000)::float8 as "endsAt", coalesce(w.posts, 0) as "waitingPosts"
    from actors s join accounts a on a.id = s.id left join waiting w on w.account_id = s.id
    where s.workspace_id = ${workspaceId} and s.kind = 'account' and s.shelf in ('needs_reconnect', 'needs_app', 'expiring')
      ${ofReached(db, 's.id', heldTo)}
    order by w.posts desc nulls last, s.id limit ${MAX_COUNTED}`;
}

interface WaitingDelivery {
  id: string;
  postId: string;
  text: string;
  accountId: string;
  platform: string;
  accountName: string;
  state: 'in_doubt' | 'retrying' | 'limited' | 'verifying' | 'unresolved';
  /** An earlier attempt may be live, and no lookup shows whether it is. */
  mayBeLive: boolean;
  /** When it goes on by itself, epoch ms; null if it does not. */
  at: number | null;
}

/** Deliveries that wait for a time: that of their next attempt, their turn or the next lookup. */
export async function listWaitingDeliveries(
  db: Db,
  { workspaceId, heldTo }: Within,
): Promise<WaitingDelivery[]> {
  const timers = [
    ['in_doubt', 'xstate.after.backoff.delivery.in_doubt'],
    ['retrying', 'xstate.after.backoff.delivery.retrying'],
    ['limited', 'xstate.after.turn.delivery.limited'],
    ['verifying', 'xstate.after.nextLook.delivery.verifying.waiting'],
  ] as const;
  // each timer by itself, so that the first ones are read from the index
  const each = timers
    .map(
      ([state, timer]) =>
        `(select actor_id, due_at, '${state}' as state from due
          where workspace_id = $1 and timer = '${timer}'
            and timer in (${timers.map(([, one]) => `'${one}'`).join(', ')})
          order by due_at limit ${MAX_COUNTED})`,
    )
    .join(' union all ');
  const held = heldTo === null ? '' : 'and a.id = any($2::text[])';
  const rows = await db.unsafe<WaitingDelivery[]>(
    `select x.id, p.id as "postId", left(p.content, ${MAX_TEXT}) as text, a.id as "accountId", a.platform,
       coalesce(nullif(a.display_name, ''), a.username) as "accountName", m.state,
       x.snapshot -> 'context' ->> 'doubt' is not null as "mayBeLive", (extract(epoch from m.due_at) * 1000)::float8 as at
     from (${each}) m
     join actors x on x.id = m.actor_id
     join posts p on p.id = x.snapshot -> 'context' ->> 'postId'
     join accounts a on a.id = x.snapshot -> 'context' ->> 'accountId' ${held}
     order by m.due_at, x.id`,
    heldTo === null ? [workspaceId] : [workspaceId, heldTo as string[]],
    { prepare: true },
  );
  return rows;
}

/** Deliveries that ended, and nobody knows whether their post is live, of the newest posts that failed. */
export async function listUnresolvedDeliveries(
  db: Db,
  { workspaceId, heldTo }: Within,
): Promise<WaitingDelivery[]> {
  return db<WaitingDelivery[]>`
    select x.id, p.id as "postId", ${start(db, 'p.content')} as text, a.id as "accountId", a.platform,
      coalesce(nullif(a.display_name, ''), a.username) as "accountName", 'unresolved' as state, true as "mayBeLive", null as at
    from (
      select id from actors
      where workspace_id = ${workspaceId} and kind = 'post' and (shelf = 'failed' or shelf = 'published' and reason is not null)
      order by id desc limit ${MAX_FAILURES}
    ) f
    join posts p on p.id = f.id
    join actors x on x.parent_id = f.id and x.kind = 'delivery' and x.snapshot ->> 'value' = 'unresolved'
    join accounts a on a.id = x.snapshot -> 'context' ->> 'accountId' ${ofReached(db, 'a.id', heldTo)}
    order by p.id desc, x.id limit ${MAX_COUNTED}`;
}

interface AwaitedPost {
  id: string;
  text: string;
  accountIds: string[];
  /** When it goes out if it is approved, epoch ms; null if no time was asked for. */
  at: number | null;
}

/** Posts that wait for an approval, newest first. */
export async function listAwaitedPosts(db: Db, { workspaceId, heldTo }: Within): Promise<AwaitedPost[]> {
  return db<AwaitedPost[]>`
    select p.id, ${start(db, 'p.content')} as text, p.account_ids as "accountIds",
      (extract(epoch from s.planned_at) * 1000)::float8 as at
    from (
      select s.id, s.planned_at from actors s
      where s.workspace_id = ${workspaceId} and s.kind = 'post' and s.shelf = 'awaiting_approval' ${ofAllReached(db, heldTo)}
      order by s.id desc limit ${MAX_LISTED}
    ) s
    join posts p on p.id = s.id order by p.id desc`;
}

interface PausedSeries {
  id: string;
  text: string;
  reason: string;
  error: string;
}

/** Series that paused by themselves, the newest first, of which the caller reaches all accounts. */
export async function listPausedSeries(db: Db, { workspaceId, heldTo }: Within): Promise<PausedSeries[]> {
  return db<PausedSeries[]>`
    select r.id, ${start(db, "r.content ->> 'content'")} as text, s.snapshot #>> '{context,reason}' as reason, s.reason as error
    from actors s join series r on r.id = s.id
    where s.workspace_id = ${workspaceId} and s.kind = 'series' and s.shelf = 'paused' and s.reason is not null
      ${heldTo === null ? db`` : db`and r.account_ids <@ ${heldTo as string[]}::text[]`}
    order by s.id desc limit ${MAX_LISTED}`;
}

interface StuckFeed {
  id: string;
  /** What it calls itself, else its address. */
  title: string;
  /** The plan does not include its posts; else it cannot be read. */
  isUnplanned: boolean;
  error: string;
}

/** Feeds that could not be read for a day, and those that paused by themselves, the newest first. */
export async function listStuckFeeds(db: Db, { workspaceId, heldTo }: Within): Promise<StuckFeed[]> {
  return db<StuckFeed[]>`
    select r.id, left(coalesce(nullif(r.title, ''), r.url), 80) as title, s.shelf = 'paused' as "isUnplanned", s.reason as error
    from actors s join feeds r on r.id = s.id
    where s.workspace_id = ${workspaceId} and s.kind = 'feed' and s.shelf in ('failing', 'paused') and s.reason is not null
      ${heldTo === null ? db`` : db`and false`}
    order by s.id desc limit ${MAX_LISTED}`;
}

interface FlaggedConversation {
  id: string;
  accountId: string;
  platform: string;
  /** Of the person, or the handle; null if neither is known. */
  name: string | null;
  /** What the automation says to the team. */
  note: string | null;
  /** When it was handed over, epoch ms. */
  at: number;
}

/** Conversations that an automation handed over to a person, the newest message first. */
export async function listFlaggedConversations(
  db: Db,
  { workspaceId, heldTo }: Within,
): Promise<FlaggedConversation[]> {
  return db<FlaggedConversation[]>`
    select c.id, c.account_id as "accountId", a.platform, coalesce(c.name, c.username) as name, c.flagged ->> 'note' as note,
      (c.flagged ->> 'at')::float8 as at
    from conversations c join accounts a on a.id = c.account_id
    where c.workspace_id = ${workspaceId} and c.flagged is not null ${ofReached(db, 'c.account_id', heldTo)}
    order by c.last_seq desc limit ${MAX_LISTED}`;
}

interface PlannedPost {
  id: string;
  text: string;
  accountIds: string[];
  /** Those of its accounts that the caller reaches. */
  platforms: string[];
  media: string[];
  /** Epoch ms. */
  at: number;
}

/** The posts that go out next, the first ones first. @param list.now epoch ms */
export async function listNextPosts(
  db: Db,
  { workspaceId, heldTo, now }: Within & { now: number },
): Promise<PlannedPost[]> {
  return db<PlannedPost[]>`
    select p.id, ${start(db, 'p.content')} as text, p.account_ids as "accountIds", p.media,
      (extract(epoch from s.planned_at) * 1000)::float8 as at,
      array(select a.platform from accounts a where a.id = any(p.account_ids) ${ofReached(db, 'a.id', heldTo)} order by a.platform)
        as platforms
    from (
      select s.id, s.planned_at from (
        select id, planned_at from actors
        where workspace_id = ${workspaceId} and shelf = 'scheduled' and kind = 'post'
          and planned_at >= to_timestamp(${now}::float8 / 1000)
        order by planned_at, id limit ${heldTo === null ? MAX_PLANNED : MAX_LOOKED_THROUGH}
      ) s
      ${heldTo === null ? db`` : db`where ${isOfSomeReached(db, heldTo)}`}
      order by s.planned_at, s.id limit ${MAX_PLANNED}
    ) s
    join posts p on p.id = s.id order by s.planned_at, p.id`;
}

/** How far somebody has come who has just set up the installation. */
export interface FirstSteps {
  /** A post went out on two accounts or more. */
  hasPublished: boolean;
  /** Somebody of the team has answered a person. */
  hasAnswered: boolean;
  /** An account is connected that is not simulated. */
  hasRealAccount: boolean;
  /** Somebody whose message nobody has read yet, by name or handle; null if there is nobody. */
  writer: string | null;
}

/** Only the newest posts and conversations are looked through: the first steps are the first ones. @param read.sandboxUrl address of the sandbox */
export async function readFirstSteps(
  db: Db,
  { workspaceId, heldTo, sandboxUrl }: Within & { sandboxUrl: string },
): Promise<FirstSteps> {
  const [row] = await db<FirstSteps[]>`
    select exists (
      select from (
        select s.id from actors s where s.workspace_id = ${workspaceId} and s.kind = 'post' and s.shelf = 'published'
        order by s.id desc limit ${MAX_LISTED}) s
      join posts p on p.id = s.id and cardinality(p.account_ids) >= 2 ${ofSomeReached(db, 'p.account_ids', heldTo)}
    ) as "hasPublished",
    exists (
      select from (
        select id from conversations where workspace_id = ${workspaceId} ${ofReached(db, 'account_id', heldTo)}
        order by last_seq desc limit ${MAX_LISTED}) c
      join direct_messages m on m.conversation_id = c.id and m.by = 'team'
    ) as "hasAnswered",
    exists (
      select from accounts where workspace_id = ${workspaceId} ${ofReached(db, 'id', heldTo)}
        and not ${isSimulated(db, 'endpoints', sandboxUrl)}
    ) as "hasRealAccount",
    (select coalesce(name, username) from conversations
      where workspace_id = ${workspaceId} and unread > 0 ${ofReached(db, 'account_id', heldTo)}
      order by last_seq desc limit 1) as writer`;
  return row!;
}
