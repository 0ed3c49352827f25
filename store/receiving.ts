/** Whether accounts receive what people write to them. */
import type { Db } from './connect.ts';

/** Times are epoch ms. */
export interface Receiving {
  /** What is older is history. */
  since: number;
  via: 'webhook' | 'stream' | 'polling';
  everySeconds: number | null;
  checkedAt: number;
  /** What is missing, in words for a person; null: nothing. */
  problem: string | null;
  /** It is checked again soon: the account has a new access. Absent: it is not. */
  isDue?: boolean;
  /** When the newest conversations were read, to find messages of which no event came. Absent: never. */
  polledAt?: number;
  /** Of the newest message that a poll has read, where reading is paid. Absent: none was read. */
  newestMessageId?: string;
  /** Until when comments were read, where reading is paid. Absent: since it receives. */
  commentsReadAt?: number;
  /** The day's budget for paid reads is used up; null or absent: it is not. */
  paused?: { until: number; reason: string } | null;
}

/**
 * Accounts that were never subscribed, not looked at since `before` (epoch ms), or connected again; those with a problem since
 * `problemBefore`.
 */
export async function dueForSubscription(
  db: Db,
  find: { platforms: string[]; before: number; problemBefore: number; limit: number },
) {
  return db<{ id: string; platform: string; receiving: Receiving | null }[]>`
    select id, platform, receiving from accounts
    where platform = any(${find.platforms}::text[])
      and (coalesce((receiving ->> 'checkedAt')::float8, 0)
             < case when receiving ->> 'problem' is null then ${find.before}::float8 else ${find.problemBefore}::float8 end
           or (receiving ->> 'isDue')::boolean)
    order by id limit ${find.limit}`;
}

/** Changes some of it. */
export async function saveReceiving(db: Db, id: string, receiving: Partial<Receiving>) {
  return db`
    update accounts set receiving = (coalesce(receiving::jsonb, '{}') || ${JSON.stringify(receiving)}::text::jsonb)::json
    where id = ${id}`;
}

/** Says of an account that receives why it is not read for some time. */
export async function pauseReading(db: Db, id: string, paused: NonNullable<Receiving['paused']>) {
  return db`
    update accounts
    set receiving = (receiving::jsonb || jsonb_build_object('paused', ${JSON.stringify(paused)}::text::jsonb))::json
    where id = ${id} and receiving is not null
      and receiving -> 'paused' ->> 'until' is distinct from ${String(paused.until)}`;
}

export interface DueForPoll {
  id: string;
  platform: string;
  remoteId: string;
  receiving: Receiving;
}

/**
 * Accounts that receive and were not read since `before` (epoch ms): those that the network calls for, and the others. Also
 * those whose pause is over.
 */
export async function dueForPoll(
  db: Db,
  find: { platforms: string[]; before: { called: number; polled: number }; now: number; limit: number },
) {
  if (find.platforms.length === 0) return [];
  const { called, polled } = find.before;
  return db<DueForPoll[]>`
    select id, platform, remote_id as "remoteId", receiving from accounts
    where platform = any(${find.platforms}::text[]) and receiving is not null
      and (coalesce((receiving ->> 'polledAt')::float8, 0)
             < case when receiving ->> 'via' = 'polling' then ${polled}::float8 else ${called}::float8 end
           or (receiving -> 'paused' ->> 'until')::float8 <= ${find.now}::float8)
    order by id limit ${find.limit}`;
}

/** Has the accounts that receive by the stream of a network read soon: it was closed for longer than it repeats. */
export async function readAfterStream(db: Db, platform: string) {
  return db`
    update accounts set receiving = (receiving::jsonb - 'polledAt')::json
    where platform = ${platform} and receiving ->> 'via' = 'stream'`;
}

/** Has the accounts of a network subscribed again soon: what was wrong with its stream has changed. */
export async function subscribeAgain(db: Db, platform: string) {
  return db`
    update accounts set receiving = (receiving::jsonb || '{"isDue": true}')::json
    where platform = ${platform} and receiving is not null`;
}

/** Whether an account of the network receives what people write. */
export async function isReceiving(db: Db, platform: string): Promise<boolean> {
  const rows = await db`select from accounts where platform = ${platform} and receiving is not null limit 1`;
  return rows.length > 0;
}
