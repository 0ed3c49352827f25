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
  /** When an event of the network arrived last, to a minute. Absent: none has. */
  lastEventAt?: number;
  /** How long it usually is from one event to the next, ms: those that are longer ago count less. */
  eventGapMs?: number;
  /** A silence until then is unusual: the network is asked whether it still reports. */
  quietAt?: number;
  /** When the network reported nothing, since it had ended the subscription; for a day. null or absent: never of late. */
  lapse?: { since: number; until: number } | null;
  /** When the last poll began that read everything down to the one before. Absent: none did. */
  polledAt?: number;
  /** Somebody asked for a poll at this time. It is read soon if no poll has started since. */
  readSoonAt?: number;
  /** It is not polled before: a node is at it, or the last try failed. Absent: at any time. */
  readAgainAt?: number;
  /** How far polls have come with messages and with comments. Absent: none has started. */
  messagesRead?: ReadPlace;
  commentsRead?: ReadPlace;
  /** Of the newest message that a poll has read, where reading is paid. Absent: none was read. */
  newestMessageId?: string;
  /** Somebody asked for the comments at this time, where webhooks report them. */
  commentsSoonAt?: number;
  /** Until when comments were read by a version that kept no place. */
  commentsReadAt?: number;
  /** What has not been read yet, and why; null or absent: nothing. */
  unread?: { since: number; code: UnreadCode; reason: string; nextAt: number } | null;
  /** The day's budget for paid reads is used up; null or absent: it is not. */
  paused?: { until: number; reason: string } | null;
}

/**
 * Why polls have not read everything: they are at it, the network does not respond, the budget is used up, or a person has to
 * connect the account again.
 */
export type UnreadCode = 'reading' | 'network' | 'budget' | 'access';

/** How far the polls of one list have come. Times are epoch ms. */
export interface ReadPlace {
  /** When the last read that came to its end began; null: none did. */
  wholeAt: number | null;
  /** How far back that one went; null: none did. */
  wholeSince: number | null;
  /** The read under way; null: none is. */
  open: OpenRead | null;
  /** What reads of the last day went on without. Absent: nothing. */
  leftOut?: LeftOut[];
}

/** A conversation, or a post, that could not be read. */
export interface LeftOut {
  id: string;
  /** Of the person; null: the network did not say, or it is a post. */
  name: string | null;
  /** When that read began, epoch ms. */
  at: number;
}

export interface OpenRead {
  begunAt: number;
  /** It goes back to here. */
  since: number;
  /** Of the page to read next; null: the first. */
  cursor: string | null;
  /** Ids of what that page lists and is read already: conversations, or posts. */
  done: string[];
  /** What of that page could not be read, and how often it was tried. */
  failed: { id: string; tries: number } | null;
  /** What this read goes on without. Absent: nothing. */
  leftOut?: LeftOut[];
  /** Parts that the network refused to this account. */
  without: string[];
}

/**
 * Accounts that were never subscribed, not looked at since `before` (epoch ms), connected again, or silent for an unusual time;
 * those with a problem since `problemBefore`.
 */
export async function dueForSubscription(
  db: Db,
  find: { platforms: string[]; before: number; problemBefore: number; now: number; limit: number },
) {
  return db<{ id: string; platform: string; receiving: Receiving | null }[]>`
    select id, platform, receiving from accounts
    where platform = any(${find.platforms}::text[])
      and (coalesce((receiving ->> 'checkedAt')::float8, 0)
             < case when receiving ->> 'problem' is null then ${find.before}::float8 else ${find.problemBefore}::float8 end
           or (receiving ->> 'isDue')::boolean
           or ((receiving ->> 'quietAt')::float8 <= ${find.now}::float8
               and (receiving ->> 'checkedAt')::float8 < (receiving ->> 'quietAt')::float8))
    order by id limit ${find.limit}`;
}

/** @returns null for an account that is gone, or does not receive */
export async function findReceiving(db: Db, id: string): Promise<Receiving | null> {
  const [row] = await db<{ receiving: Receiving | null }[]>`select receiving from accounts where id = ${id}`;
  return row?.receiving ?? null;
}

/** Changes some of it. */
export async function saveReceiving(db: Db, id: string, receiving: Partial<Receiving>) {
  return db`
    update accounts set receiving = (coalesce(receiving::jsonb, '{}') || ${JSON.stringify(receiving)}::text::jsonb)::json
    where id = ${id}`;
}

/** What is older than this and no event has brought should have been reported, ms. */
export const REPORTED_WITHIN_MS = 5 * 60_000;

/** A check is asked for again after this time at the earliest, ms: some networks never report everything. */
const ASKED_APART_MS = 10 * 60_000;

/** Has an account checked soon: something was found that the network should have reported. @param now epoch ms */
export async function askSoon(db: Db, id: string, now: number) {
  return db`
    update accounts set receiving = (receiving::jsonb || '{"isDue": true}')::json
    where id = ${id} and receiving ->> 'via' <> 'polling'
      and (receiving ->> 'checkedAt')::float8 < ${now - ASKED_APART_MS}::float8`;
}

/**
 * Has all accounts checked soon if this is the first node after an outage: none has read an account for a while.
 * @param now epoch ms
 */
export async function askAfterOutage(db: Db, { now, silentMs }: { now: number; silentMs: number }) {
  return db`
    update accounts set receiving = (receiving::jsonb || '{"isDue": true}')::json
    where receiving ->> 'since' is not null and receiving ->> 'via' <> 'polling'
      and not exists (select from accounts a where (a.receiving ->> 'polledAt')::float8 > ${now - silentMs}::float8)`;
}

/** How much longer than usual a silence is unusual, and between which bounds, ms. */
const QUIET = { times: 20, least: 3_600_000, most: 24 * 3_600_000 };
/** Arrivals within this time are noted once, ms. */
const NOTED_APART_MS = 60_000;

/** Notes that the network reported something. @param now epoch ms */
export async function noteEvent(db: Db, id: string, now: number) {
  const last = db`(receiving ->> 'lastEventAt')::float8`;
  const gap = db`least(${now}::float8 - ${last}, ${QUIET.most}::float8)`;
  const usual = db`coalesce(coalesce((receiving ->> 'eventGapMs')::float8, ${gap}) * 0.8 + ${gap} * 0.2, ${QUIET.most}::float8)`;
  return db`
    update accounts set receiving = (receiving::jsonb || jsonb_build_object('lastEventAt', ${now}::float8, 'eventGapMs', ${usual},
      'quietAt', ${now}::float8 + least(greatest(${usual} * ${QUIET.times}, ${QUIET.least}), ${QUIET.most})))::json
    where id = ${id} and receiving ->> 'since' is not null
      and coalesce(${last}, 0) < ${now - NOTED_APART_MS}::float8`;
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
 * Claims accounts that are to be polled: those that were not read since `before` (epoch ms; those that the network calls for,
 * and the others), those for which somebody asked, and those whose pause has ended. A claimed account is due again at `until`,
 * if the node does not come back. The account that waited longest comes first.
 */
export async function claimForPoll(
  db: Db,
  find: {
    platforms: string[];
    before: { called: number; polled: number };
    now: number;
    until: number;
    limit: number;
  },
): Promise<DueForPoll[]> {
  if (find.platforms.length === 0) return [];
  const { called, polled } = find.before;
  const time = (name: string) => db`coalesce((receiving ->> ${name})::float8, 0)`;
  const claimed = JSON.stringify({ readAgainAt: find.until, paused: null });
  return db<DueForPoll[]>`
    update accounts set receiving = (receiving::jsonb || ${claimed}::text::jsonb)::json
    where id = any(array(
      select id from accounts
      where platform = any(${find.platforms}::text[]) and receiving ->> 'since' is not null
        and ${time('readAgainAt')} <= ${find.now}::float8
        and (${time('polledAt')}
               < case when receiving ->> 'via' = 'polling' then ${polled}::float8 else ${called}::float8 end
             or ${time('readSoonAt')} > ${time('polledAt')}
             or (receiving -> 'paused' ->> 'until')::float8 <= ${find.now}::float8)
      order by greatest(${time('readAgainAt')}, ${time('polledAt')}), id limit ${find.limit}
      for no key update skip locked))
    returning id, platform, remote_id as "remoteId", receiving`;
}

/** Has the accounts that receive by the stream of a network read soon: it was closed for longer than it repeats. */
export async function readAfterStream(db: Db, platform: string, now: number) {
  return db`
    update accounts
    set receiving = (receiving::jsonb - 'polledAt' || jsonb_build_object('readSoonAt', ${now}::float8))::json
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
