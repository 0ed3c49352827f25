/** Copies of the files in messages: which are to be made, which there are, and which are to be deleted. */
import { batch } from './batch.ts';
import type { Db, Tx } from './connect.ts';

/** Asks for copies of attachments, where the workspace wants them. @param now epoch ms */
export async function insertCopies(
  tx: Tx,
  copies: { workspaceId: string; files: readonly { messageId: string; place: number }[]; now: number },
) {
  const { workspaceId, files, now } = copies;
  if (files.length === 0) return;
  await tx`
    insert into message_copies (message_id, place, next_at)
    select d."messageId", d.place, to_timestamp(${now}::float8 / 1000)
    from json_to_recordset(${batch(files)}::text::json) d("messageId" text, place smallint)
    where (select copies_files from workspaces where id = ${workspaceId})
    on conflict do nothing`;
}

/** Copies of these messages are deleted soon. @param now epoch ms */
export async function markCopiesGone(db: Db, messageIds: readonly string[], now: number) {
  if (messageIds.length === 0) return;
  await db`
    update message_copies set gone = true, tries = 0, next_at = to_timestamp(${now}::float8 / 1000)
    where message_id = any(${messageIds as string[]}::text[]) and not gone`;
}

export interface DueCopy {
  messageId: string;
  place: number;
  name: string | null;
  gone: boolean;
  /** With this one. */
  tries: number;
  /** Where the network has the file; null means the message was deleted, or the network names no address. */
  url: string | null;
}

/**
 * Takes copies that something is to be done about. Another node does not take them before `until`, epoch ms: then this one
 * has failed.
 */
export async function claimCopies(
  db: Db,
  claim: { now: number; until: number; limit: number },
): Promise<DueCopy[]> {
  return db<DueCopy[]>`
    with due as (
      select message_id, place from message_copies
      where next_at <= to_timestamp(${claim.now}::float8 / 1000)
      order by next_at limit ${claim.limit} for update skip locked
    )
    update message_copies c set tries = c.tries + 1, next_at = to_timestamp(${claim.until}::float8 / 1000)
    from due where due.message_id = c.message_id and due.place = c.place
    returning c.message_id as "messageId", c.place, c.name, c.gone, c.tries,
      (select m.attachments -> c.place ->> 'url' from direct_messages m where m.id = c.message_id and not m.deleted) as url`;
}

type Place = { messageId: string; place: number };

/** Stores under which name the file is written. @returns false when the message was deleted meanwhile */
export async function nameCopy(db: Db, { messageId, place }: Place, name: string): Promise<boolean> {
  const result = await db`
    update message_copies set name = ${name} where message_id = ${messageId} and place = ${place} and not gone`;
  return result.count === 1;
}

/** The file is complete. Does nothing when the message was deleted meanwhile. @param now epoch ms */
export async function finishCopy(db: Db, { messageId, place }: Place, now: number) {
  return db`
    update message_copies set kept_at = to_timestamp(${now}::float8 / 1000), next_at = null
    where message_id = ${messageId} and place = ${place} and not gone`;
}

/** @param at epoch ms: the next try; null if there is none */
export async function postponeCopy(db: Db, { messageId, place }: Place, at: number | null) {
  return db`
    update message_copies set next_at = to_timestamp(${at}::float8 / 1000)
    where message_id = ${messageId} and place = ${place} and not gone`;
}

export async function deleteCopy(db: Db, { messageId, place }: Place) {
  return db`delete from message_copies where message_id = ${messageId} and place = ${place}`;
}

/**
 * Finds copies whose messages are gone without a word, with their account or workspace.
 * @returns how many
 */
export async function findOrphanedCopies(
  db: Db,
  { now, limit }: { now: number; limit: number },
): Promise<number> {
  const result = await db`
    update message_copies set gone = true, tries = 0, next_at = to_timestamp(${now}::float8 / 1000)
    where (message_id, place) in (
      select c.message_id, c.place from message_copies c left join direct_messages m on m.id = c.message_id
      where not c.gone and (m.id is null or m.deleted) limit ${limit})`;
  return result.count;
}
