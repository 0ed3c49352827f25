/** How much was read today, at networks that charge for it. */
import type { Db } from './connect.ts';

/** An account as its network counts it, and the UTC day as `2026-11-22`. */
interface ReadDay {
  platform: string;
  remoteId: string;
  day: string;
}

/**
 * Takes from the day's budget of an account: as much as is wanted, or what is left. The clock of the caller names the day,
 * so a budget that is used up is whole again on the next one.
 * @param take.most the budget of a day; `least`: with fewer left nothing is taken
 * @returns how much was taken; 0: the budget is used up
 */
export async function takeReads(
  db: Db,
  take: ReadDay & { wanted: number; most: number; least: number },
): Promise<number> {
  const { platform, remoteId, day, wanted, most, least } = take;
  await db`
    insert into paid_reads (platform, remote_id, day, used) values (${platform}, ${remoteId}, ${day}::date, 0)
    on conflict (platform, remote_id) do update set day = excluded.day, used = 0 where paid_reads.day < excluded.day`;
  const [row] = await db<{ taken: number }[]>`
    update paid_reads p set used = p.used + o.taken
    from (
      select platform, remote_id,
        case when ${most}::int - used >= greatest(1, ${least}::int)
          then least(${wanted}::int, ${most}::int - used) else 0 end as taken
      from paid_reads
      where platform = ${platform} and remote_id = ${remoteId} and day = ${day}::date
      for update
    ) o
    where p.platform = o.platform and p.remote_id = o.remote_id
    returning o.taken`;
  return row?.taken ?? 0;
}

/** Deletes the days before this one (epoch ms), which no budget needs any more. */
export async function prunePaidReads(
  db: Db,
  { before, limit }: { before: number; limit: number },
): Promise<number> {
  const result = await db`
    delete from paid_reads where ctid = any(array(
      select ctid from paid_reads
      where day < (to_timestamp(${before}::float8 / 1000) at time zone 'UTC')::date limit ${limit}))`;
  return result.count;
}

/** Gives back what was taken and not read. */
export async function giveBackReads(db: Db, give: ReadDay & { reads: number }): Promise<void> {
  await db`
    update paid_reads set used = greatest(0, used - ${give.reads}::int)
    where platform = ${give.platform} and remote_id = ${give.remoteId} and day = ${give.day}::date`;
}
