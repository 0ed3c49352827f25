/** Events that networks sent, as they arrived (`inbound`). */
import { joined, plain, SEPARATOR } from './batch.ts';
import type { Db, Tx } from './connect.ts';
import { isSimulated } from './simulated.ts';

/** An event for an account, before it is stored. */
export interface InboundRow {
  platform: string;
  /** The network's own id of the account. */
  remoteId: string;
  /** The same for every repeat of the event. */
  key: string;
  event: unknown;
  /** Whether it is about simulated accounts: no real one with the same id gets it, and the other way round. */
  simulated: boolean;
}

/**
 * Stores events for every account that has the network's id, in one statement. Repeats are not stored again.
 * @param at.now epoch ms; sandboxOrigin: what addresses of simulated networks begin with; null if there is no sandbox, so that every
 * account is real
 * @returns how many rows were stored, and which ids belong to a connected account
 */
export async function insertInbound(
  db: Db,
  rows: readonly InboundRow[],
  { now, sandboxOrigin }: { now: number; sandboxOrigin: string | null },
): Promise<{ stored: number; accounts: { platform: string; remoteId: string }[] }> {
  if (rows.length === 0) return { stored: 0, accounts: [] };
  const [counted] = await db<{ stored: number; accounts: { platform: string; remoteId: string }[] | null }[]>`
    with sent as (
      select platform, remote_id, key, event, is_simulated, place
      from unnest(
        string_to_array(${joined(rows, (row) => row.platform)}, ${SEPARATOR}),
        string_to_array(${joined(rows, (row) => plain(row.remoteId))}, ${SEPARATOR}),
        string_to_array(${joined(rows, (row) => plain(row.key))}, ${SEPARATOR}),
        string_to_array(${joined(rows, (row) => JSON.stringify(row.event))}, ${SEPARATOR}),
        string_to_array(${joined(rows, (row) => String(row.simulated))}, ${SEPARATOR})::boolean[]
      ) with ordinality d(platform, remote_id, key, event, is_simulated, place)
    ), matched as (
      select s.*, a.id as account_id, a.workspace_id
      from sent s join accounts a on a.platform = s.platform and a.remote_id = s.remote_id
        and s.is_simulated = ${isSimulated(db, 'a.endpoints', sandboxOrigin)}
    ), stored as (
      insert into inbound (account_id, key, workspace_id, arrived_at, event)
      select account_id, key, workspace_id, to_timestamp(${now}::float8 / 1000 + place * 1e-6), event::json
      from matched order by account_id, key
      on conflict do nothing
      returning 1
    )
    select (select count(*)::int from stored) as stored,
           (select json_agg(distinct jsonb_build_object('platform', platform, 'remoteId', remote_id)) from matched) as accounts`;
  return { stored: counted!.stored, accounts: counted!.accounts ?? [] };
}

export interface StoredInbound<Event> {
  key: string;
  event: Event;
  /** Epoch ms. */
  arrivedAt: number;
}

/**
 * Locks one account that has events to process, and reads the oldest of them. Accounts that another node has locked are
 * skipped, so the events of an account are processed in the order in which they arrived.
 * @param claim.now epoch ms: events that wait for another one are left out until their time
 * @param claim.skip accounts that were served in this round already: a flood for one account does not delay the others
 */
export async function claimInbound<Event>(
  tx: Tx,
  claim: { limit: number; skip: readonly string[]; now: number },
) {
  const isDue = tx`done_at is null and (retry_at is null or retry_at <= to_timestamp(${claim.now}::float8 / 1000))`;
  const [account] = await tx<
    {
      id: string;
      workspaceId: string;
      platform: string;
      remoteId: string;
      username: string;
      receivingSince: number | null;
    }[]
  >`
    select a.id, a.workspace_id as "workspaceId", a.platform, a.remote_id as "remoteId", a.username,
           (a.receiving ->> 'since')::float8 as "receivingSince"
    from accounts a
    where a.id in (select distinct account_id from inbound where ${isDue})
      and a.id <> all(${claim.skip as string[]}::text[])
    order by a.id limit 1
    for no key update of a skip locked`;
  if (!account) return null;
  const events = await tx<StoredInbound<Event>[]>`
    select key, event, (extract(epoch from arrived_at) * 1000)::float8 as "arrivedAt" from inbound
    where account_id = ${account.id} and ${isDue} order by arrived_at limit ${claim.limit}`;
  return { account, events };
}

export type ClaimedAccount = NonNullable<Awaited<ReturnType<typeof claimInbound>>>['account'];

/**
 * Marks events as processed. Their keys are kept, so that repeats are recognised, and their words are not: those are in
 * messages and comments now.
 * @param fault why they could not be processed; null if they were
 */
export async function finishInbound(
  tx: Tx,
  done: { accountId: string; keys: readonly string[]; now: number; fault: string | null },
) {
  return tx`
    update inbound set done_at = to_timestamp(${done.now}::float8 / 1000), fault = ${done.fault},
      event = case when ${done.fault}::text is null and event ->> 'kind' <> 'unknown' then '{}' else event end
    where account_id = ${done.accountId} and key = any(${done.keys as string[]}::text[])`;
}

/** Lets events wait for what they are about, which may arrive later. @param later.until epoch ms */
export async function postponeInbound(
  tx: Tx,
  later: { accountId: string; keys: readonly string[]; until: number },
) {
  return tx`
    update inbound set retry_at = to_timestamp(${later.until}::float8 / 1000)
    where account_id = ${later.accountId} and key = any(${later.keys as string[]}::text[])`;
}

/** Deletes events that were processed before `before`, epoch ms. @returns how many */
export async function pruneInbound(
  db: Db,
  { before, limit }: { before: number; limit: number },
): Promise<number> {
  const rows = await db`
    delete from inbound where (account_id, key) in (
      select account_id, key from inbound where done_at < to_timestamp(${before}::float8 / 1000) limit ${limit}
    ) returning 1`;
  return rows.length;
}

/** Counts arrivals of a workspace. @returns the number of the first of them */
export async function countArrivals(tx: Tx, workspaceId: string, count: number): Promise<bigint> {
  const [row] = await tx<{ arrivals: string }[]>`
    update feed_heads set arrivals = arrivals + ${count} where workspace_id = ${workspaceId} returning arrivals::text`;
  return BigInt(row!.arrivals) - BigInt(count) + 1n;
}
