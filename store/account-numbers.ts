/** Numbers of accounts: now, by day, and how fresh they are. Times are epoch ms. */
import { column } from './batch.ts';
import type { Db } from './connect.ts';
import { ofReached, type Within } from './held.ts';

export interface AccountNumbersRow {
  accountId: string;
  followers: number | null;
  views: number | null;
  reach: number | null;
  engagement: number | null;
  profileViews: number | null;
  fetchedAt: number;
}

const ms = (db: Db, name: string) => db`(extract(epoch from ${db.unsafe(name)}) * 1000)::float8`;

/** Writes what a network says of an account now. */
export async function saveAccountNumbers(
  db: Db,
  row: AccountNumbersRow & { workspaceId: string },
): Promise<void> {
  await db`
    insert into account_numbers (account_id, workspace_id, followers, views, reach, engagement, profile_views, fetched_at)
    values (${row.accountId}, ${row.workspaceId}, ${row.followers}, ${row.views}, ${row.reach}, ${row.engagement},
      ${row.profileViews}, to_timestamp(${row.fetchedAt}::float8 / 1000))
    on conflict (account_id) do update set followers = excluded.followers, views = excluded.views, reach = excluded.reach,
      engagement = excluded.engagement, profile_views = excluded.profile_views, fetched_at = excluded.fetched_at`;
}

export async function readAccountNumbers(
  db: Db,
  accountIds: readonly string[],
): Promise<AccountNumbersRow[]> {
  return db<AccountNumbersRow[]>`
    select account_id as "accountId", followers::float8 as followers, views::float8 as views, reach::float8 as reach,
      engagement::float8 as engagement, profile_views::float8 as "profileViews", ${ms(db, 'fetched_at')} as "fetchedAt"
    from account_numbers where account_id = any(${accountIds as string[]}::text[])`;
}

/** A number of one of the network's own days. */
export interface AccountDay {
  metric: string;
  /** ISO day. */
  day: string;
  zone: string | null;
  value: number;
  isFinal: boolean;
}

/** Writes days; a later value replaces the one before. */
export async function saveAccountDays(
  db: Db,
  { workspaceId, accountId }: { workspaceId: string; accountId: string },
  days: readonly AccountDay[],
): Promise<void> {
  if (days.length === 0) return;
  await db`
    insert into account_days (workspace_id, account_id, metric, day, zone, value, final)
    select distinct on (metric, day) ${workspaceId}, ${accountId}, metric, day, zone, value, final = 1
    from unnest(
      ${column(days, 'metric')}::text[], ${column(days, 'day')}::date[], ${column(days, 'zone')}::text[],
      ${column(days, 'value')}::bigint[], ${days.map(({ isFinal }) => Number(isFinal))}::int[]
    ) with ordinality d(metric, day, zone, value, final, place)
    order by metric, day, place desc
    on conflict (workspace_id, account_id, metric, day) do update set
      value = excluded.value, zone = excluded.zone, final = excluded.final
      where (account_days.value, account_days.zone, account_days.final)
        is distinct from (excluded.value, excluded.zone, excluded.final)`;
}

/** @param find.from, find.to ISO days; both are included */
export async function listAccountDays(
  db: Db,
  find: { workspaceId: string; accountIds: readonly string[]; from: string; to: string },
): Promise<{ accountId: string; metric: string; day: string; value: number }[]> {
  return db<{ accountId: string; metric: string; day: string; value: number }[]>`
    select account_id as "accountId", metric, to_char(day, 'YYYY-MM-DD') as day, value::float8 as value
    from account_days
    where workspace_id = ${find.workspaceId} and account_id = any(${find.accountIds as string[]}::text[])
      and day >= ${find.from}::date and day <= ${find.to}::date
    order by account_id, metric, day`;
}

/** Deletes days of networks whose terms do not let them be kept. @param prune.before epoch ms */
export async function deleteOldDays(
  db: Db,
  { platform, before, limit }: { platform: string; before: number; limit: number },
): Promise<number> {
  const result = await db`
    delete from account_days where (workspace_id, account_id, metric, day) in (
      select d.workspace_id, d.account_id, d.metric, d.day
      from accounts a join account_days d on d.account_id = a.id
      where a.platform = ${platform} and d.day < (to_timestamp(${before}::float8 / 1000) at time zone 'UTC')::date
      limit ${limit})`;
  return result.count;
}

/** How fresh the numbers of an account are: what its actor decided. */
export interface NumbersActor {
  accountId: string;
  actorId: string;
  isRefreshing: boolean;
  /** `ok`, or why they are old. */
  state: string;
  reason: string | null;
  fetchedAt: number | null;
  nextAt: number | null;
  /** Changes with whatever the actor does, so with everything that is read of its account. */
  rev: number;
}

/** While an actor reads, no next time is planned: so the snapshot need not be taken apart (machines/metrics.ts, `plan`). */
const numbersActor = (db: Db) => db`
  n.id as "actorId", n.status = 'active' and n.shown <> 'ended' and n.planned_at is null as "isRefreshing",
  n.shown as state, n.reason, ${ms(db, 'n.reached_at')} as "fetchedAt", ${ms(db, 'n.planned_at')} as "nextAt", n.rev`;

/** The actors of accounts' numbers, by their ids; accounts without one are left out. */
export async function readNumbersActors(db: Db, actorIds: readonly string[]): Promise<NumbersActor[]> {
  return db<NumbersActor[]>`
    select replace(n.id, 'metrics_', 'acc_') as "accountId", ${numbersActor(db)}
    from actors n where n.id = any(${actorIds as string[]}::text[]) and n.kind = 'metrics'`;
}

/** Names of metrics that the network refused to an account. */
export async function readRefusedNames(
  db: Db,
  actorId: string,
): Promise<{ metric: string; mediaKind: string | null }[]> {
  const [row] = await db<{ names: { metric: string; mediaKind: string | null }[] | null }[]>`
    select snapshot #> '{context,without}' as names from actors where id = ${actorId} and kind = 'metrics'`;
  return row?.names ?? [];
}

/** An account with what its actor of numbers decided. */
export interface NumberedAccount {
  id: string;
  workspaceId: string;
  platform: string;
  /** null if it has no such actor yet. */
  numbers: NumbersActor | null;
}

/** The accounts of a workspace in the order in which they were connected. */
export async function listNumberedAccounts(
  db: Db,
  { workspaceId, heldTo }: Within,
): Promise<NumberedAccount[]> {
  const rows = await db<({ platform: string } & (NumbersActor | (NumbersActor & { actorId: null })))[]>`
    select a.id as "accountId", a.platform, ${numbersActor(db)}
    from accounts a left join actors n on n.id = replace(a.id, 'acc_', 'metrics_') and n.kind = 'metrics'
    where a.workspace_id = ${workspaceId} ${ofReached(db, 'a.id', heldTo)} order by a.connected_at, a.id`;
  return rows.map(({ platform, ...numbers }) => ({
    id: numbers.accountId,
    workspaceId,
    platform,
    numbers: numbers.actorId === null ? null : numbers,
  }));
}

/** Accounts whose numbers have no actor, in the order of their ids. */
export async function listUnnumberedAccounts(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<{ id: string; workspaceId: string }[]> {
  return db<{ id: string; workspaceId: string }[]>`
    select a.id, a.workspace_id as "workspaceId" from accounts a
    where a.id > ${after} and not exists (select from actors n where n.id = replace(a.id, 'acc_', 'metrics_'))
    order by a.id limit ${limit}`;
}

/** Lets one node start actors of numbers for an account, until the transaction ends. */
export async function lockNumbersOf(db: Db, accountIds: readonly string[]): Promise<void> {
  await db`select id from accounts where id = any(${accountIds as string[]}::text[]) order by id for no key update`;
}
