/**
 * Live broadcasts whose comments rules answer, and whether they have ended. A row is claimed by moving its time ahead, so that
 * another node goes on with what a dead one had begun.
 */
import type { Db } from './connect.ts';
import type { Prune } from './retention.ts';

const at = (db: Db, ms: number) => db`to_timestamp(${ms}::float8 / 1000)`;
const ms = (db: Db, name: string) => db`(extract(epoch from ${db.unsafe(name)}) * 1000)::float8`;

export interface Broadcast {
  accountId: string;
  networkPostId: string;
  /** The call that is due is paid in the budget. */
  hasPlace: boolean;
  /** Since when the network does not list it, epoch ms; null: it did when it was looked for last. */
  missingSince: number | null;
  /** When that was taken for its end, epoch ms; null: it goes on, as far as is known. */
  overAt: number | null;
}

/**
 * Looks for broadcasts from now on. One that was taken for over is looked for again: somebody has commented on it since.
 * @param watch.dueAt epoch ms: when they are looked for first
 */
export async function watchBroadcasts(
  db: Db,
  watch: { accountId: string; workspaceId: string; networkPostIds: readonly string[]; dueAt: number },
): Promise<void> {
  if (watch.networkPostIds.length === 0) return;
  await db`
    insert into broadcasts (account_id, network_post_id, workspace_id, due_at)
    select ${watch.accountId}, id, ${watch.workspaceId}, ${at(db, watch.dueAt)}
    from unnest(${watch.networkPostIds as string[]}::text[]) id order by id
    on conflict (account_id, network_post_id) do update set
      due_at = excluded.due_at, missing_since = null
    where broadcasts.due_at is null`;
}

/** When broadcasts of an account were taken for over, epoch ms, by the network's id; those that go on are absent. */
export async function findOver(
  db: Db,
  find: { accountId: string; networkPostIds: readonly string[] },
): Promise<Map<string, number>> {
  if (find.networkPostIds.length === 0) return new Map();
  const rows = await db<{ id: string; overAt: number }[]>`
    select network_post_id as id, ${ms(db, 'over_at')} as "overAt" from broadcasts
    where account_id = ${find.accountId} and network_post_id = any(${find.networkPostIds as string[]}::text[])
      and over_at is not null`;
  return new Map(rows.map(({ id, overAt }) => [id, overAt]));
}

/** Whether the broadcast below which an answer's comment stands has ended since that matched. */
export async function hasBroadcastEnded(db: Db, replyId: string): Promise<boolean> {
  const rows = await db`
    select from private_replies p
    join broadcasts b on b.account_id = p.account_id and b.network_post_id = p.media_id
    where p.id = ${replyId} and b.over_at >= p.created_at`;
  return rows.length > 0;
}

/** Claims broadcasts to look for. Another node gets them at `until`, if this one does not come back. Epoch ms. */
export async function claimBroadcasts(
  db: Db,
  { now, until, limit }: { now: number; until: number; limit: number },
): Promise<Broadcast[]> {
  return db<Broadcast[]>`
    update broadcasts set due_at = ${at(db, until)}
    where (account_id, network_post_id) in (
      select account_id, network_post_id from broadcasts where due_at <= ${at(db, now)}
      order by due_at limit ${limit} for update skip locked)
    returning account_id as "accountId", network_post_id as "networkPostId", has_place as "hasPlace",
      ${ms(db, 'missing_since')} as "missingSince", ${ms(db, 'over_at')} as "overAt"`;
}

/** Stores what was found. @param save.dueAt epoch ms; null: nothing more is to be done */
export async function saveBroadcast(db: Db, save: Broadcast & { dueAt: number | null }): Promise<void> {
  const time = (value: number | null) => (value === null ? null : at(db, value));
  await db`
    update broadcasts set due_at = ${time(save.dueAt)}, has_place = ${save.hasPlace},
      missing_since = ${time(save.missingSince)}, over_at = ${time(save.overAt)}
    where account_id = ${save.accountId} and network_post_id = ${save.networkPostId}`;
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

/** Deletes broadcasts that ended before `before`. */
export async function pruneBroadcasts(db: Db, { before, limit }: Prune): Promise<number> {
  const result = await db`
    delete from broadcasts where ctid = any(array(
      select ctid from broadcasts where due_at is null and over_at < ${at(db, before)} limit ${limit}))`;
  return result.count;
}
