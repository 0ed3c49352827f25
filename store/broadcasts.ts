/**
 * Live broadcasts whose comments rules answer. Each is an actor (machines/broadcast.ts); whether and when it has ended is read from
 * the columns of its row. The table `broadcasts` is read only to move what programs without that actor left there.
 */
import type { Db } from './connect.ts';
import type { Prune } from './retention.ts';

const at = (db: Db, ms: number) => db`to_timestamp(${ms}::float8 / 1000)`;
const ms = (db: Db, name: string) => db`(extract(epoch from ${db.unsafe(name)}) * 1000)::float8`;

/** The actor of a broadcast: an account watches it once. `hasBroadcastEnded` makes the same id in SQL. */
export const broadcastIdOf = (accountId: string, networkPostId: string): string =>
  `bcast_${accountId.replace(/^acc_/, '')}_${networkPostId}`;

/** What is known of a broadcast that has an actor. */
export interface BroadcastState {
  isOver: boolean;
  /** When it was last taken to have ended, epoch ms; null if never. */
  overAt: number | null;
}

/** What is known of broadcasts of an account, by the network's id; those without an actor are absent. */
export async function findBroadcasts(
  db: Db,
  { accountId, networkPostIds }: { accountId: string; networkPostIds: readonly string[] },
): Promise<Map<string, BroadcastState>> {
  if (networkPostIds.length === 0) return new Map();
  const byId = new Map(networkPostIds.map((one) => [broadcastIdOf(accountId, one), one]));
  const rows = await db<(BroadcastState & { id: string })[]>`
    select id, shown = 'over' as "isOver", ${ms(db, 'reached_at')} as "overAt" from actors
    where id = any(${[...byId.keys()]}::text[]) and kind = 'broadcast'`;
  return new Map(rows.map(({ id, ...state }) => [byId.get(id)!, state]));
}

/** Ids of the actors that watch broadcasts of an account, in ascending order. */
export async function listWatched(
  db: Db,
  { workspaceId, accountId }: { workspaceId: string; accountId: string },
): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from actors
    where workspace_id = ${workspaceId} and kind = 'broadcast' and starts_with(id, ${broadcastIdOf(accountId, '')})
      and status = 'active' and shown = 'watching'
    order by id collate "C"`;
  return rows.map(({ id }) => id);
}

/** Whether the broadcast below which an answer's comment stands has ended since that matched. */
export async function hasBroadcastEnded(db: Db, replyId: string): Promise<boolean> {
  const rows = await db`
    select from private_replies p
    join actors b on b.id = 'bcast_' || replace(p.account_id, 'acc_', '') || '_' || p.media_id and b.kind = 'broadcast'
    where p.id = ${replyId} and b.reached_at >= p.created_at`;
  return rows.length > 0;
}

/** Ids of answers to comments on a broadcast that have not ended, oldest first. @param list.after only greater ids; empty: all */
export async function listOfBroadcast(
  db: Db,
  list: { accountId: string; networkPostId: string; after: string; limit: number },
): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select p.id from private_replies p join actors s on s.id = p.id
    where p.account_id = ${list.accountId} and p.media_id = ${list.networkPostId} and p.id > ${list.after}
      and s.status = 'active' and s.shown = 'queued'
    order by p.id limit ${list.limit}`;
  return rows.map(({ id }) => id);
}

/** A row of a program that had no actors of broadcasts. Times are epoch ms. */
interface UnmovedBroadcast {
  networkPostId: string;
  missingSince: number | null;
  overAt: number | null;
  isOver: boolean;
}

/** Accounts with rows of programs that had no actors of broadcasts. */
export async function findUnmoved(db: Db): Promise<string[]> {
  const rows = await db<{ id: string }[]>`select distinct account_id as id from broadcasts order by 1`;
  return rows.map(({ id }) => id);
}

/**
 * Takes the rows of an account out of the table, to start an actor for each in the same transaction, under the lock of
 * `lockComments`. A program without such actors that runs at the same time does not find them any more, and watches only what is
 * commented on after that.
 */
export async function takeUnmoved(db: Db, accountId: string): Promise<UnmovedBroadcast[]> {
  return db<UnmovedBroadcast[]>`
    delete from broadcasts where account_id = ${accountId}
    returning network_post_id as "networkPostId", ${ms(db, 'missing_since')} as "missingSince",
      ${ms(db, 'over_at')} as "overAt",
      over_at is not null and (due_at is null or over_at >= missing_since) is true as "isOver"`;
}

/** Deletes the actors of broadcasts that ended before `before`, and of accounts that were disconnected before. */
export async function pruneBroadcasts(db: Db, { before, limit }: Prune): Promise<number> {
  const result = await db`
    delete from actors where id in (
      select id from actors where kind = 'broadcast' and (
        (status = 'active' and shown = 'over' and reached_at < ${at(db, before)})
        or (status = 'done' and updated_at < ${at(db, before)}))
      limit ${limit})`;
  return result.count;
}
