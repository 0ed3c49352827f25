/** Whether accounts receive what people write to them. */
import type { Db } from './connect.ts';

/** Times are epoch ms. */
export interface Receiving {
  /** What is older is history. */
  since: number;
  via: 'webhook' | 'stream' | 'polling';
  everySeconds: number | null;
  checkedAt: number;
  /** What is missing, in words for a person; null means nothing. */
  problem: string | null;
  /** Of programs before the actor of what an account receives: it is checked again soon. Absent means it is not. */
  isDue?: boolean;
  /** When an event of the network arrived last, to a minute. Absent means none has. */
  lastEventAt?: number;
  /** How long it usually is from one event to the next, ms: those that are longer ago count less. */
  eventGapMs?: number;
  /** A silence until then is unusual: the network is asked whether it still reports. */
  quietAt?: number;
  /** When the network reported nothing, since it had ended the subscription; for a day. null or absent means never of late. */
  lapse?: { since: number; until: number } | null;
  /** When the last poll began that read everything down to the one before. Absent means none did. */
  polledAt?: number;
  /** Of programs before that actor: somebody asked for a read at this time. */
  readSoonAt?: number;
  /** Of the same: it is not read before. */
  readAgainAt?: number;
  /** How far polls have come with messages and with comments. Absent means none has started. */
  messagesRead?: ReadPlace;
  commentsRead?: ReadPlace;
  /** Of the newest message that a poll has read, where reading is paid. Absent means none was read. */
  newestMessageId?: string;
  /** Somebody asked for the comments at this time, where webhooks report them. */
  commentsSoonAt?: number;
  /** Until when comments were read by a version that kept no place. */
  commentsReadAt?: number;
  /** What has not been read yet, and why; null or absent means nothing. */
  unread?: { since: number; code: UnreadCode; reason: string; nextAt: number } | null;
  /** The day's budget for paid reads is used up; null or absent means it is not. */
  paused?: { until: number; reason: string } | null;
}

/**
 * Why polls have not read everything: they are at it, the network does not respond, the budget is used up, or a person has to
 * connect the account again.
 */
type UnreadCode = 'reading' | 'network' | 'budget' | 'access';

/** How far the polls of one list have come. Times are epoch ms. */
export interface ReadPlace {
  /** When the last read that came to its end began; null means none did. */
  wholeAt: number | null;
  /** How far back that one went; null means none did. */
  wholeSince: number | null;
  /** The read under way; null means none is. */
  open: OpenRead | null;
  /** What reads of the last day went on without. Absent means nothing. */
  leftOut?: LeftOut[];
}

/** A conversation, or a post, that could not be read. */
export interface LeftOut {
  id: string;
  /** Of the person; null means the network did not say, or it is a post. */
  name: string | null;
  /** When that read began, epoch ms. */
  at: number;
}

export interface OpenRead {
  begunAt: number;
  /** It goes back to here. */
  since: number;
  /** Of the page to read next; null means the first. */
  cursor: string | null;
  /** Ids of what that page lists and is read already: conversations, or posts. */
  done: string[];
  /** What of that page could not be read, and how often it was tried. */
  failed: { id: string; tries: number } | null;
  /** What this read goes on without. Absent means nothing. */
  leftOut?: LeftOut[];
  /** Parts that the network refused to this account. */
  without: string[];
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

/** Whether no account was read for a while: the service did not run, and networks may have ended subscriptions meanwhile. */
export async function isUnreadSince(db: Db, since: number): Promise<boolean> {
  const read = await db`
    select from accounts where (receiving ->> 'polledAt')::float8 > ${since}::float8 limit 1`;
  return read.length === 0;
}

/** How much longer than usual a silence is unusual, and between which bounds, ms. */
const QUIET = { times: 20, least: 3_600_000, most: 24 * 3_600_000 };
/** Arrivals within this time are noted once, ms. */
const NOTED_APART_MS = 60_000;

/**
 * Notes that the network reported something.
 * @param now epoch ms
 * @returns until when a silence is not unusual, epoch ms; null means that was noted within the last minute, or the account does not receive
 */
export async function noteEvent(db: Db, id: string, now: number): Promise<number | null> {
  const last = db`(receiving ->> 'lastEventAt')::float8`;
  const gap = db`least(${now}::float8 - ${last}, ${QUIET.most}::float8)`;
  const usual = db`coalesce(coalesce((receiving ->> 'eventGapMs')::float8, ${gap}) * 0.8 + ${gap} * 0.2, ${QUIET.most}::float8)`;
  const [row] = await db<{ quietAt: number }[]>`
    update accounts set receiving = (receiving::jsonb || jsonb_build_object('lastEventAt', ${now}::float8, 'eventGapMs', ${usual},
      'quietAt', ${now}::float8 + round(least(greatest(${usual} * ${QUIET.times}, ${QUIET.least}), ${QUIET.most}))))::json
    where id = ${id} and receiving ->> 'since' is not null
      and coalesce(${last}, 0) < ${now - NOTED_APART_MS}::float8
    returning (receiving ->> 'quietAt')::float8 as "quietAt"`;
  return row?.quietAt ?? null;
}

/**
 * Says of an account that receives why it is not read for some time, and has it read after that: a message to its actor.
 * @param message.receiverId the actor of what the account receives
 */
export async function pauseReading(
  db: Db,
  id: string,
  paused: NonNullable<Receiving['paused']>,
  message: { id: string; receiverId: string; event: object },
) {
  return db`
    with paused as (
      update accounts
      set receiving = (receiving::jsonb || jsonb_build_object('paused', ${JSON.stringify(paused)}::text::jsonb))::json
      where id = ${id} and receiving is not null
        and receiving -> 'paused' ->> 'until' is distinct from ${String(paused.until)}
      returning workspace_id
    )
    insert into messages (id, workspace_id, actor_id, due_at, event)
    select ${message.id}, p.workspace_id, a.id, to_timestamp(${paused.until}::float8 / 1000), ${JSON.stringify(message.event)}::text::json
    from paused p join actors a on a.id = ${message.receiverId} and a.status = 'active'`;
}

/** The actor of what an account receives. @returns null where there is none, or it has ended */
export async function findReceiver(
  db: Db,
  receiverId: string,
): Promise<{ id: string; workspaceId: string } | null> {
  const [row] = await db<{ id: string; workspaceId: string }[]>`
    select id, workspace_id as "workspaceId" from actors where id = ${receiverId} and status = 'active'`;
  return row ?? null;
}

/** Lets one node start missing actors, until the transaction ends. @returns false while another node does */
export async function lockReceivers(db: Db): Promise<boolean> {
  const [row] = await db<{ locked: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(current_schema() || ' receivers', 0)) as locked`;
  return row?.locked ?? false;
}

/** Accounts of some networks that have no actor of what they receive, in order of id. */
export async function listWithoutReceiver(
  db: Db,
  list: { platforms: readonly string[]; after: string; limit: number },
) {
  return db<{ id: string; workspaceId: string; platform: string; receiving: Receiving | null }[]>`
    select a.id, a.workspace_id as "workspaceId", a.platform, a.receiving from accounts a
    where a.platform = any(${list.platforms as string[]}::text[]) and a.id > ${list.after}
      and not exists (select from actors r where r.id = replace(a.id, 'acc_', 'receiver_'))
    order by a.id limit ${list.limit}`;
}

/** Accounts that receive, in order of id. @param list.platform null means of every network */
export async function listReceiving(
  db: Db,
  list: { platform: string | null; via: Receiving['via'][]; after: string; limit: number },
) {
  return db<{ id: string; workspaceId: string }[]>`
    select id, workspace_id as "workspaceId" from accounts
    where (${list.platform}::text is null or platform = ${list.platform})
      and receiving ->> 'via' = any(${list.via}::text[]) and id > ${list.after}
    order by id limit ${list.limit}`;
}

/** Whether an account of the network receives what people write. */
export async function isReceiving(db: Db, platform: string): Promise<boolean> {
  const rows = await db`select from accounts where platform = ${platform} and receiving is not null limit 1`;
  return rows.length > 0;
}
