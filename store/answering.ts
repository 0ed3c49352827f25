/** How the rules of an account answer, and what holds them (`answering_settings`). */
import type { Db } from './connect.ts';

interface AnsweringSettings {
  /** Messages leave one after the other over the hour, not as fast as the network takes them. */
  evenPace: boolean;
  /** Seconds between two public replies, at least. */
  publicReplySeconds: number;
  /** Handles of people who may have the message of a rule again and again. */
  testers: string[];
}

/** What stops answers of an account now, and its queue. Times are epoch ms; null if nothing does. */
interface Holds {
  heldUntil: number | null;
  heldReason: string | null;
  publicRepliesOffUntil: number | null;
  publicRepliesOffReason: string | null;
}

export type Answering = AnsweringSettings & Holds;

const ANSWERING_DEFAULTS: AnsweringSettings = { evenPace: false, publicReplySeconds: 30, testers: [] };
const NO_HOLDS: Holds = {
  heldUntil: null,
  heldReason: null,
  publicRepliesOffUntil: null,
  publicRepliesOffReason: null,
};

const ms = (db: Db, name: string) => db`(extract(epoch from ${db.unsafe(name)}) * 1000)::float8`;

export async function readAnswering(db: Db, accountId: string): Promise<Answering> {
  const [row] = await db<Answering[]>`
    select even_pace as "evenPace", public_reply_seconds as "publicReplySeconds", testers,
      ${ms(db, 'held_until')} as "heldUntil", held_reason as "heldReason",
      ${ms(db, 'public_replies_off_until')} as "publicRepliesOffUntil", public_replies_off_reason as "publicRepliesOffReason"
    from answering_settings where account_id = ${accountId}`;
  return row ?? { ...ANSWERING_DEFAULTS, ...NO_HOLDS };
}

interface OfAccount {
  accountId: string;
}

/** A row with the defaults, of an account that is still there. */
async function insertDefaults(db: Db, accountId: string): Promise<void> {
  await db`
    insert into answering_settings (account_id, workspace_id)
    select id, workspace_id from accounts where id = ${accountId} on conflict (account_id) do nothing`;
}

export async function saveAnswering(
  db: Db,
  { accountId, evenPace, publicReplySeconds, testers }: OfAccount & AnsweringSettings,
): Promise<void> {
  await insertDefaults(db, accountId);
  await db`
    update answering_settings set even_pace = ${evenPace}, public_reply_seconds = ${publicReplySeconds},
      testers = ${JSON.stringify(testers)}::text::json
    where account_id = ${accountId}`;
}

/** Keeps why the messages of an account wait: its queue holds them. @param hold.until epoch ms, for programs without queues */
export async function holdMessages(
  db: Db,
  { accountId, reason, until }: OfAccount & { reason: string; until: number },
): Promise<void> {
  await insertDefaults(db, accountId);
  await db`
    update answering_settings set held_until = to_timestamp(${until}::float8 / 1000), held_reason = ${reason}
    where account_id = ${accountId}`;
}

/** A message of the account was sent: nothing holds the others. @returns whether something did */
export async function releaseMessages(db: Db, accountId: string): Promise<boolean> {
  const result = await db`
    update answering_settings set held_until = null, held_reason = null
    where account_id = ${accountId} and held_until is not null`;
  return result.count > 0;
}

/** Stops the public replies of an account. @param stop.until epoch ms; null if they go on */
export async function stopPublicReplies(
  db: Db,
  { accountId, reason, until }: OfAccount & { reason: string | null; until: number | null },
): Promise<void> {
  await insertDefaults(db, accountId);
  await db`
    update answering_settings set public_replies_off_until = to_timestamp(${until}::float8 / 1000),
      public_replies_off_reason = ${reason}
    where account_id = ${accountId}`;
}

/**
 * Takes the turn of a public reply, where the last one of the account is long enough ago.
 * @param turn.gapMs the least time between two; now: epoch ms
 * @returns after how many ms to ask again; 0: it has the turn
 */
export async function takePublicTurn(
  db: Db,
  { accountId, gapMs, now }: OfAccount & { gapMs: number; now: number },
): Promise<number> {
  await insertDefaults(db, accountId);
  const updated = await db`
    update answering_settings set last_public_reply_at = to_timestamp(${now}::float8 / 1000)
    where account_id = ${accountId}
      and (last_public_reply_at is null or last_public_reply_at <= to_timestamp((${now}::float8 - ${gapMs}) / 1000))`;
  if (updated.count > 0) return 0;
  const [row] = await db<{ at: number }[]>`
    select ${ms(db, 'last_public_reply_at')} as at from answering_settings where account_id = ${accountId}`;
  // the account is gone: nothing holds what cannot be sent
  return row === undefined ? 0 : Math.max(1, row.at + gapMs - now);
}
