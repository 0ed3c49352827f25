/**
 * Which accounts and posts are read for comments that no event reported, when, and how far the reading has come. The account's
 * actor (machines/receiver.ts) waits for the earliest of these times.
 *
 * Transactions lock in this order, so that none waits for another in a circle: actors, the workspace's comments (`lockComments`),
 * the row of the account, rows of posts.
 */
import type { Db } from './connect.ts';

/** Due for a call. */
interface Due {
  accountId: string;
  workspaceId: string;
  /** The call is paid in the budget. */
  hasPlace: boolean;
}

export interface SweptPost extends Due {
  networkPostId: string;
  /** When the last sweep that came to its end began, epoch ms; null if none did. */
  wholeAt: number | null;
  /** When the one under way began, and how far it goes back, epoch ms; null if none is under way. */
  begunAt: number | null;
  since: number | null;
  cursor: string | null;
  without: string[];
  /** Comments that are known are judged too, for rules that reach back. */
  judgesAll: boolean;
  /** Another number: it was started again. */
  round: number;
}

const at = (db: Db, ms: number) => db`to_timestamp(${ms}::float8 / 1000)`;
const ms = (db: Db, name: string) => db`(extract(epoch from ${db.unsafe(name)}) * 1000)::float8`;

const hasActiveRule = (db: Db, account: string) => db`exists (
  select from comment_rules r join actors s on s.id = r.id
  where r.account_id = ${db.unsafe(account)} and s.shown = 'active')`;

/** Adds an account that has an active rule. @param add.dueAt of a new one, epoch ms */
export async function addSweptAccount(db: Db, add: { accountId: string; dueAt: number }): Promise<void> {
  await db`
    insert into swept_accounts (account_id, workspace_id, due_at)
    select r.account_id, r.workspace_id, ${at(db, add.dueAt)}
    from comment_rules r join actors s on s.id = r.id
    where r.account_id = ${add.accountId} and s.shown = 'active' limit 1
    on conflict do nothing`;
}

/** Removes an account that has no active rule any more, with its posts. */
export async function dropSweptAccount(db: Db, accountId: string): Promise<void> {
  await db`
    delete from swept_accounts k where k.account_id = ${accountId} and not ${hasActiveRule(db, 'k.account_id')}`;
}

/** Lists an account's posts at this time at the latest. @param dueAt epoch ms */
export async function listPostsBy(
  db: Db,
  account: { id: string; workspaceId: string },
  dueAt: number,
): Promise<void> {
  await db`
    insert into swept_accounts (account_id, workspace_id, due_at)
    values (${account.id}, ${account.workspaceId}, ${at(db, dueAt)})
    on conflict (account_id) do update set due_at = least(swept_accounts.due_at, excluded.due_at)`;
}

/** @returns null for an account that is not swept. `dueAt`: when its posts are listed, epoch ms */
export async function readSweptAccount(db: Db, accountId: string): Promise<(Due & { dueAt: number }) | null> {
  const [row] = await db<(Due & { dueAt: number })[]>`
    select account_id as "accountId", workspace_id as "workspaceId", has_place as "hasPlace", ${ms(db, 'due_at')} as "dueAt"
    from swept_accounts where account_id = ${accountId}`;
  return row ?? null;
}

/** When posts of an account are listed or swept next, epoch ms; null means never. */
export async function nextSweepAt(db: Db, accountId: string): Promise<number | null> {
  const [row] = await db<{ nextAt: number | null }[]>`
    select ${ms(db, 'min(due_at)')} as "nextAt" from (
      select due_at from swept_accounts where account_id = ${accountId}
      union all select due_at from swept_posts where account_id = ${accountId}) all_of_it`;
  return row?.nextAt ?? null;
}

/** @param save.listedAt when the posts were listed; null if they were not. Epoch ms */
export async function saveSweptAccount(
  db: Db,
  save: { accountId: string; dueAt: number; hasPlace: boolean; listedAt: number | null },
): Promise<void> {
  await db`
    update swept_accounts set due_at = ${at(db, save.dueAt)}, has_place = ${save.hasPlace},
      listed_at = coalesce(${save.listedAt === null ? null : at(db, save.listedAt)}, listed_at)
    where account_id = ${save.accountId}`;
}

/**
 * Decides which posts of an account are swept. What is swept already keeps its place.
 * @param plan.dueAt of new ones, epoch ms; keepsOthers: what is swept and not named here stays
 */
export async function planSweptPosts(
  db: Db,
  plan: {
    accountId: string;
    workspaceId: string;
    networkPostIds: readonly string[];
    dueAt: number;
    keepsOthers: boolean;
  },
): Promise<void> {
  const ids = plan.networkPostIds as string[];
  const locked = await db`
    select from swept_accounts where account_id = ${plan.accountId} for update`;
  if (locked.length === 0) return; // its last active rule is gone
  if (!plan.keepsOthers)
    await db`
    delete from swept_posts where account_id = ${plan.accountId} and network_post_id <> all(${ids}::text[])`;
  await db`
    insert into swept_posts (account_id, network_post_id, workspace_id, due_at)
    select ${plan.accountId}, id, ${plan.workspaceId}, ${at(db, plan.dueAt)}
    from unnest(${ids}::text[]) id order by id
    on conflict do nothing`;
}

/**
 * Posts of an account that are due to be swept. None are while the account has events that are not processed yet.
 * @param find.eventsFirstMs for so long after they were due; then they are swept all the same
 */
export async function findDuePosts(
  db: Db,
  find: { accountId: string; now: number; limit: number; eventsFirstMs: number },
): Promise<SweptPost[]> {
  const { accountId, now, limit, eventsFirstMs } = find;
  return db<SweptPost[]>`
    select account_id as "accountId", network_post_id as "networkPostId", workspace_id as "workspaceId",
      has_place as "hasPlace", ${ms(db, 'whole_at')} as "wholeAt", ${ms(db, 'begun_at')} as "begunAt",
      ${ms(db, 'since')} as since, cursor, without, judges_all as "judgesAll", round
    from swept_posts p where account_id = ${accountId} and due_at <= ${at(db, now)}
      and (due_at <= ${at(db, now - eventsFirstMs)} or not exists (
        select from inbound i where i.account_id = p.account_id and i.done_at is null
          and (i.retry_at is null or i.retry_at <= ${at(db, now)})))
    order by due_at, network_post_id limit ${limit}`;
}

/** Stores how far a sweep has come. A sweep that was started again meanwhile (`sweepAgain`) is not changed. Epoch ms. */
export async function saveSweptPost(db: Db, post: SweptPost & { dueAt: number }): Promise<void> {
  const time = (value: number | null) => (value === null ? null : at(db, value));
  await db`
    update swept_posts set due_at = ${at(db, post.dueAt)}, has_place = ${post.hasPlace}, whole_at = ${time(post.wholeAt)},
      begun_at = ${time(post.begunAt)}, since = ${time(post.since)}, cursor = ${post.cursor}, without = ${post.without}::text[],
      judges_all = ${post.judgesAll}
    where account_id = ${post.accountId} and network_post_id = ${post.networkPostId}
      and round = ${post.round}`;
}

/** Says when a post is swept next, and nothing else. Epoch ms. */
export async function postponeSweptPost(
  db: Db,
  post: Pick<SweptPost, 'accountId' | 'networkPostId' | 'hasPlace'> & { dueAt: number },
): Promise<void> {
  await db`
    update swept_posts set due_at = ${at(db, post.dueAt)}, has_place = ${post.hasPlace}
    where account_id = ${post.accountId} and network_post_id = ${post.networkPostId}`;
}

/** Starts the sweeps of posts again, for a rule that reaches back. @param again.networkPostIds null means every post of the account */
export async function sweepAgain(
  db: Db,
  again: { accountId: string; networkPostIds: readonly string[] | null; now: number },
): Promise<void> {
  const ids = again.networkPostIds as string[] | null;
  await db`
    update swept_posts set due_at = ${at(db, again.now)}, whole_at = null, begun_at = null, since = null, cursor = null,
      judges_all = true, round = round + 1
    where account_id = ${again.accountId} ${ids === null ? db`` : db`and network_post_id = any(${ids}::text[])`}`;
}

/** Posts of an account that people commented on since `since` (epoch ms). A comment on an item of a carousel counts for the carousel. */
export async function findCommentedPosts(
  db: Db,
  find: { accountId: string; since: number; limit: number },
): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select coalesce(case when k.is_ad then null else k.original_post_id end, c.network_post_id) as id
    from comments c
    left join commented_posts k on k.account_id = c.account_id and k.network_post_id = c.network_post_id
    where c.account_id = ${find.accountId} and c.seq is not null and c.deleted_at is null and not c.is_own
      and c.network_post_id is not null and c.created_at >= ${at(db, find.since)}
    group by 1 order by max(c.seq) desc limit ${find.limit}`;
  return rows.map(({ id }) => id);
}

/** Ids of comments that other people wrote since `since` (epoch ms), newest first. @param find.networkPostIds null means any post */
export async function findCommentsSince(
  db: Db,
  find: { accountId: string; networkPostIds: readonly string[] | null; since: number; limit: number },
): Promise<string[]> {
  const ids = find.networkPostIds as string[] | null;
  const rows = await db<{ id: string }[]>`
    select c.id from comments c
    left join commented_posts k on k.account_id = c.account_id and k.network_post_id = c.network_post_id
    where c.account_id = ${find.accountId} and c.seq is not null and c.deleted_at is null and not c.is_own
      and c.created_at >= ${at(db, find.since)}
      ${ids === null ? db`` : db`and (c.network_post_id = any(${ids}::text[]) or k.original_post_id = any(${ids}::text[]))`}
    order by c.created_at desc, c.id limit ${find.limit}`;
  return rows.map(({ id }) => id);
}

/** The ads that show some posts of an account, as far as they are known. */
export async function findAdsOf(
  db: Db,
  find: { accountId: string; networkPostIds: readonly string[] },
): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select network_post_id as id from commented_posts
    where account_id = ${find.accountId} and is_ad and original_post_id = any(${find.networkPostIds as string[]}::text[])
    order by 1`;
  return rows.map(({ id }) => id);
}

/** The posts that rules name, by the network's ids, as far as they are published. */
const namedPosts = (db: Db, ruleIds: readonly string[]) => db`
  select r.id as rule_id, r.account_id, r.media_id as id from comment_rules r
  where r.id = any(${ruleIds as string[]}::text[]) and r.media_id is not null
  union
  select r.id, r.account_id, n.network_post_id from comment_rules r
  join accounts a on a.id = r.account_id
  join actors v on v.parent_id = r.post_id
  join network_posts n on n.delivery_id = v.id and n.platform = a.platform and n.remote_id = a.remote_id
  where r.id = any(${ruleIds as string[]}::text[])`;

/** Which posts rules name, by the network's ids, as far as they are published. Rules over every post name none. */
export async function findWatchedPosts(
  db: Db,
  ruleIds: readonly string[],
): Promise<{ ruleId: string; networkPostId: string }[]> {
  return db<{ ruleId: string; networkPostId: string }[]>`
    select rule_id as "ruleId", id as "networkPostId" from (${namedPosts(db, ruleIds)}) named order by 1, 2`;
}

/** What is known of the comments below the posts that a rule watches. Times are ISO strings in UTC. */
export interface Watch {
  /** When the newest comment was written, by the network's clock; null if none has come. */
  lastCommentAt: string | null;
  /** When the last sweep of all of these posts began; null if none has come to its end. */
  sweptAt: string | null;
  /** Comments made since the rule exists that no event of the network has reported. */
  foundBySweep: number;
}

const iso = (db: Db, time: string) =>
  db`to_char(${db.unsafe(time)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const isComment = (db: Db) => db`c.seq is not null and c.deleted_at is null and not c.is_own`;

/** Networks count whole seconds. @returns by rule */
export async function readWatches(db: Db, ruleIds: readonly string[]): Promise<Map<string, Watch>> {
  if (ruleIds.length === 0) return new Map();
  const rows = await db<(Watch & { ruleId: string })[]>`
    with named as (${namedPosts(db, ruleIds)}), below as (
      select rule_id, account_id, id from named
      union
      select n.rule_id, n.account_id, k.network_post_id from named n
      join commented_posts k on k.account_id = n.account_id and k.original_post_id = n.id
    ), found as (
      select b.rule_id, l.created_at as last_at, p.whole_at, s.count, b.id in (select id from named) as is_post
      from below b
      join comment_rules r on r.id = b.rule_id
      left join swept_posts p on p.account_id = b.account_id and p.network_post_id = b.id
      left join lateral (
        select c.created_at from comments c
        where c.account_id = b.account_id and c.network_post_id = b.id and ${isComment(db)}
        order by c.seq desc limit 1
      ) l on true
      left join lateral (
        select count(*) as count from comments c
        where c.account_id = b.account_id and c.network_post_id = b.id and c.swept and ${isComment(db)}
          and c.created_at >= date_trunc('second', r.created_at)
      ) s on true
      union all
      select r.id, (
        select c.created_at from comments c where c.account_id = r.account_id and ${isComment(db)} order by c.seq desc limit 1
      ), (
        select case when bool_and(p.whole_at is not null) then min(p.whole_at) end from swept_posts p
        where p.account_id = r.account_id
      ), (
        select count(*) from comments c
        where c.account_id = r.account_id and c.swept and ${isComment(db)} and c.created_at >= date_trunc('second', r.created_at)
      ), true
      from comment_rules r
      join actors s on s.id = r.id and s.snapshot #>> '{context,nextPostSince}' is null
      where r.id = any(${ruleIds as string[]}::text[]) and r.media_id is null and r.post_id is null
    )
    select rule_id as "ruleId", ${iso(db, 'max(last_at)')} as "lastCommentAt", sum(count)::int as "foundBySweep",
      ${iso(db, 'case when bool_and(whole_at is not null) filter (where is_post) then min(whole_at) end')} as "sweptAt"
    from found group by 1`;
  return new Map(rows.map(({ ruleId, ...watch }) => [ruleId, watch]));
}
