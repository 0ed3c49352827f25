/**
 * The queues of private replies (machines/reply-queue.ts): who waits in them. Each private reply that waits is an entry: its kind
 * puts it onto the shelf of its queue.
 */
import type { ReplyQueueContext } from '../machines/reply-queue.ts';
import type { Db } from './connect.ts';
import { hashOf } from './hashed-id.ts';
import { hasOptedOut } from './opt-outs.ts';
import type { Prune } from './retention.ts';

/** An account as its network knows it. */
export interface NetworkAccount {
  platform: string;
  /** The network's own id of it. */
  remoteId: string;
}

const SEAT_LENGTH = 10;
/** What stands in place of a workspace in the rows of queues (src/engine/installation.ts). */
const INSTALLATION_ROWS = 'installation';

/** The actor of the queue of a network account. */
export const queueIdOf = ({ platform, remoteId }: NetworkAccount): string =>
  `rqueue_${hashOf(`${platform} ${remoteId}`)}`;

/** How a workspace is named in the queue of a network account that it may share with others. */
export const seatOf = (queueId: string, workspaceId: string): string =>
  hashOf(`${queueId} ${workspaceId}`, SEAT_LENGTH);

/** The shelf of those that wait in a queue. @param isLive those of live broadcasts, which come first, have one of their own */
export const shelfOf = (queueId: string, isLive: boolean): string => (isLive ? `${queueId}:live` : queueId);

/** How many messages of a workspace wait in a queue. */
export interface Waiting {
  workspaceId: string;
  live: number;
  /** Others than those of live broadcasts. */
  queued: number;
}

const waitingIn = (db: Db, queueId: string) => db`
  kind = 'private_reply' and shelf in (${shelfOf(queueId, false)}, ${shelfOf(queueId, true)})`;

/** How many messages wait, by workspace, in the order of the ids of workspaces. */
export async function countWaiting(db: Db, queueId: string): Promise<Waiting[]> {
  return db<Waiting[]>`
    select workspace_id as "workspaceId", count(*) filter (where shelf = ${shelfOf(queueId, true)})::int as live,
      count(*) filter (where shelf = ${shelfOf(queueId, false)})::int as queued
    from actors where ${waitingIn(db, queueId)}
    group by workspace_id order by workspace_id`;
}

/** Somebody who waits. */
export interface Entry {
  id: string;
  workspaceId: string;
  isLive: boolean;
}

/** The first `limit` of each workspace and shelf, in their order. */
export async function listFirst(
  db: Db,
  { queueId, workspaceIds, limit }: { queueId: string; workspaceIds: readonly string[]; limit: number },
): Promise<Entry[]> {
  return db<Entry[]>`
    select first.id, w.id as "workspaceId", s.shelf = ${shelfOf(queueId, true)} as "isLive"
    from unnest(${workspaceIds as string[]}::text[]) w(id)
    cross join (values (${shelfOf(queueId, true)}), (${shelfOf(queueId, false)})) s(shelf)
    cross join lateral (
      select a.id from actors a
      where a.kind = 'private_reply' and a.shelf = s.shelf and a.workspace_id = w.id
      order by a.id limit ${limit}
    ) first
    order by first.id`;
}

/** Those of these replies that wait in a queue. */
export async function findStillWaiting(
  db: Db,
  queueId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db<{ id: string }[]>`
    select id from actors where id = any(${ids as string[]}::text[]) and ${waitingIn(db, queueId)}`;
  return new Set(rows.map(({ id }) => id));
}

/** An account of a workspace that uses a queue. */
export interface QueueAccount {
  accountId: string;
  workspaceId: string;
  evenPace: boolean;
  /** A person has to connect it again. */
  needsPerson: boolean;
  /** Why, in the network's words. */
  reason: string | null;
  /** Until when a program of the version before holds it, epoch ms; null if it does not. */
  heldUntil: number | null;
}

/** The accounts of all workspaces that are this account of the network. */
export async function listQueueAccounts(
  db: Db,
  { platform, remoteId }: NetworkAccount,
): Promise<QueueAccount[]> {
  return db<QueueAccount[]>`
    select a.id as "accountId", a.workspace_id as "workspaceId", coalesce(g.even_pace, false) as "evenPace",
      coalesce(s.shown = 'needs_reconnect', false) as "needsPerson", s.reason,
      (extract(epoch from g.held_until) * 1000)::float8 as "heldUntil"
    from accounts a left join actors s on s.id = a.id left join answering_settings g on g.account_id = a.id
    where a.platform = ${platform} and a.remote_id = ${remoteId} order by a.workspace_id`;
}

/** What decides whether a reply that has its turn is sent. */
export interface PlaceState {
  id: string;
  commentId: string;
  /** By the network's clock, epoch ms. */
  commentedAt: number;
  /** Whether its account is still connected and its rule active. */
  isActive: boolean;
  /** null if its workspace is being deleted. */
  plan: string | null;
  trialEndsAt: number | null;
  /** The person asked for no more messages. */
  hasOptedOut: boolean;
}

export async function readPlaceStates(db: Db, ids: readonly string[]): Promise<Map<string, PlaceState>> {
  if (ids.length === 0) return new Map();
  const rows = await db<PlaceState[]>`
    select p.id, p.comment_id as "commentId", (s.snapshot #>> '{context,commentedAt}')::float8 as "commentedAt",
      coalesce(r.shown = 'active', false) and a.id is not null as "isActive", w.plan,
      (extract(epoch from w.trial_ends_at) * 1000)::float8 as "trialEndsAt",
      ${hasOptedOut(db, { accountId: 'p.account_id', personId: 'p.from_id', username: 'p.from_username' })} as "hasOptedOut"
    from private_replies p join actors s on s.id = p.id left join actors r on r.id = p.rule_id
    left join accounts a on a.id = p.account_id left join workspaces w on w.id = p.workspace_id
    where p.id = any(${ids as string[]}::text[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** Where messages of one workspace are among those of their workspace in the queue, from 1, by id. */
export async function findRanks(
  db: Db,
  { queueId, workspaceId, ids }: { queueId: string; workspaceId: string; ids: readonly string[] },
): Promise<Map<string, { rank: number; isLive: boolean }>> {
  if (ids.length === 0) return new Map();
  const rows = await db<{ id: string; rank: number; isLive: boolean }[]>`
    select id, rank, "isLive" from (
      select id, shelf = ${shelfOf(queueId, true)} as "isLive", row_number() over (partition by shelf order by id)::int as rank
      from actors where ${waitingIn(db, queueId)} and workspace_id = ${workspaceId}
    ) queue where id = any(${ids as string[]}::text[])`;
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}

/** Ids of private replies of a version before the queues that may wait, oldest first. @param list.after only greater ids */
export async function listOfOlderVersion(
  db: Db,
  { version, after, limit }: { version: number; after: string; limit: number },
): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select a.id from workspaces w
    cross join lateral (
      select id from actors
      where workspace_id = w.id and kind = 'private_reply' and id > ${after} and status = 'active' and version < ${version}
      order by id limit ${limit}
    ) a order by a.id limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** Whether a queue has an actor. It is not pruned before the transaction has ended. */
export async function hasQueue(db: Db, queueId: string): Promise<boolean> {
  await db`select pg_advisory_xact_lock_shared(hashtextextended(current_schema() || ' queue ' || ${queueId}, 0))`;
  const [row] = await db<{ found: boolean }[]>`
    select exists (select from actors where id = ${queueId}) as found`;
  return row!.found;
}

/** Lets one transaction at a time start the actor of a queue. */
export async function lockQueueStart(db: Db, queueId: string): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' new queue ' || ${queueId}, 0))`;
}

/** Ids of the queues of a workspace's accounts. */
export async function listQueuesOf(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db<NetworkAccount[]>`
    select platform, remote_id as "remoteId" from accounts where workspace_id = ${workspaceId}`;
  return rows.map(queueIdOf);
}

/** A title for each of these queues: the handle of their account. */
export async function describeQueues(db: Db, ids: readonly string[]) {
  return db<{ id: string; title: string }[]>`
    select q.id, 'Private replies of ' || coalesce((
      select '@' || a.username from accounts a where a.platform = q.snapshot #>> '{context,platform}'
        and a.remote_id = q.snapshot #>> '{context,remoteId}' order by a.id limit 1), 'an account') as title
    from actors q where q.id = any(${ids as string[]}::text[])`;
}

/** Queues of the cell in which somebody waits, the next place first. `title`: the handle of the account; null if it is connected nowhere */
export async function listBusyQueues(db: Db, limit: number) {
  return db<{ id: string; state: string; context: ReplyQueueContext; title: string | null }[]>`
    select q.id, q.shown as state, q.snapshot -> 'context' as context, (
      select '@' || a.username from accounts a where a.platform = q.snapshot #>> '{context,platform}'
        and a.remote_id = q.snapshot #>> '{context,remoteId}' order by a.id limit 1) as title
    from actors q
    where q.workspace_id = ${INSTALLATION_ROWS} and q.kind = 'reply_queue' and q.shown <> 'idle'
    order by q.planned_at, q.id limit ${limit}`;
}

/** A workspace whose messages wait in a queue, and why its account cannot send. */
export interface QueueWorkspace extends Waiting {
  queueId: string;
  slug: string;
  name: string;
}

/** Who waits in these queues, by workspace. */
export async function listWaitingWorkspaces(db: Db, queueIds: readonly string[]): Promise<QueueWorkspace[]> {
  const shelves = queueIds.flatMap((id) => [shelfOf(id, false), shelfOf(id, true)]);
  return db<QueueWorkspace[]>`
    select w.id as "workspaceId", w.slug, w.name, c."queueId", c.live, c.queued
    from (
      select workspace_id, replace(shelf, ':live', '') as "queueId", count(*) filter (where shelf like '%:live')::int as live,
        count(*) filter (where shelf not like '%:live')::int as queued
      from actors where kind = 'private_reply' and shelf = any(${shelves}::text[])
      group by workspace_id, 2
    ) c join workspaces w on w.id = c.workspace_id
    order by w.name, w.id`;
}

/** Deletes queues in which nobody has waited for long, and whose account is connected nowhere. */
export async function pruneQueues(db: Db, { before, limit }: Prune): Promise<number> {
  const result = await db`
    delete from actors where id in (
      select q.id from actors q
      where q.kind = 'reply_queue' and q.shown = 'idle' and q.updated_at < to_timestamp(${before}::float8 / 1000)
        and not exists (select from messages m where m.actor_id = q.id)
        and not exists (select from accounts a where a.platform = q.snapshot #>> '{context,platform}'
          and a.remote_id = q.snapshot #>> '{context,remoteId}')
      limit ${limit})
      and pg_try_advisory_xact_lock(hashtextextended(current_schema() || ' queue ' || id, 0))`;
  return result.count;
}
