/**
 * Copies of the files in messages: which there are, and which are to be deleted. Actors of the kind `media_copy` make and delete
 * them; `tries` and `next_at` belong to programs that had no such actors.
 */
import { batch } from './batch.ts';
import type { Db, Tx } from './connect.ts';

const at = (db: Db, ms: number) => db`to_timestamp(${ms}::float8 / 1000)`;

/** A file of a message, by its place among the attachments. */
export type CopyPlace = { messageId: string; place: number };

/** The actor that copies a file. `markCopiesDeleted` makes the same id in SQL. */
export const copyIdOf = ({ messageId, place }: CopyPlace): string =>
  `copy_${messageId.slice(messageId.indexOf('_') + 1)}_${place}`;

/** Remembers that attachments are copied, where the workspace wants it. @returns those for which an actor is to be started */
export async function insertCopies(
  tx: Tx,
  { workspaceId, files }: { workspaceId: string; files: readonly CopyPlace[] },
): Promise<CopyPlace[]> {
  if (files.length === 0) return [];
  return tx<CopyPlace[]>`
    insert into message_copies (message_id, place)
    select d."messageId", d.place
    from json_to_recordset(${batch(files)}::text::json) d("messageId" text, place smallint)
    where (select copies_files from workspaces where id = ${workspaceId})
    on conflict do nothing
    returning message_id as "messageId", place`;
}

/**
 * The copies of these messages are to be deleted. The actors that wait to copy them are deleted with their journals; one that is copying ends itself.
 * @returns the messages that had copies
 */
export async function markCopiesDeleted(db: Db, messageIds: readonly string[]): Promise<string[]> {
  if (messageIds.length === 0) return [];
  const rows = await db<{ id: string; actorId: string }[]>`
    update message_copies set gone = true, next_at = null
    where message_id = any(${messageIds as string[]}::text[]) and not gone
    returning message_id as id, 'copy_' || substr(message_id, strpos(message_id, '_') + 1) || '_' || place as "actorId"`;
  if (rows.length === 0) return [];
  const actorIds = rows.map(({ actorId }) => actorId);
  await db`
    with ended as (
      delete from actors
      where id = any(${actorIds}::text[]) and kind = 'media_copy' and coalesce(shown, '') <> 'copying'
      returning id
    ), unheard as (
      delete from due d using ended where d.actor_id = ended.id
    )
    delete from journal_pages p using ended where p.family = ended.id`;
  return [...new Set(rows.map(({ id }) => id))];
}

interface CopyRow {
  /** Of the file in the store; null if there is none yet. */
  name: string | null;
  gone: boolean;
  isKept: boolean;
  /** Where the network has the file; null if the message was deleted, or the network names no address. */
  url: string | null;
}

/** @returns undefined when nothing is to be copied any more */
export async function findCopy(db: Db, { messageId, place }: CopyPlace): Promise<CopyRow | undefined> {
  const [row] = await db<CopyRow[]>`
    select c.name, c.gone, c.kept_at is not null as "isKept",
      (select m.attachments -> c.place ->> 'url' from direct_messages m where m.id = c.message_id and not m.deleted) as url
    from message_copies c where c.message_id = ${messageId} and c.place = ${place}`;
  return row;
}

/** Stores under which name the file is written. @returns false when the message was deleted meanwhile */
export async function nameCopy(db: Db, { messageId, place }: CopyPlace, name: string): Promise<boolean> {
  const result = await db`
    update message_copies set name = ${name} where message_id = ${messageId} and place = ${place} and not gone`;
  return result.count === 1;
}

/** The file is complete. @param now epoch ms. @returns false when the message was deleted meanwhile */
export async function finishCopy(db: Db, { messageId, place }: CopyPlace, now: number): Promise<boolean> {
  const result = await db`
    update message_copies set kept_at = ${at(db, now)}, next_at = null
    where message_id = ${messageId} and place = ${place} and not gone`;
  return result.count === 1;
}

export async function deleteCopy(db: Db, { messageId, place }: CopyPlace) {
  return db`delete from message_copies where message_id = ${messageId} and place = ${place}`;
}

/** A copy that is to be deleted. */
export interface DeletedCopy extends CopyPlace {
  name: string | null;
  /** Its actor is copying it now, and may store it after this. */
  isBeingCopied: boolean;
}

/**
 * Copies that are to be deleted, in order of their messages.
 * @param list.messageIds null means of all messages
 * @param list.after only those behind this one; null means all
 */
export async function listDeletedCopies(
  db: Db,
  list: { messageIds: readonly string[] | null; after: CopyPlace | null; limit: number },
): Promise<DeletedCopy[]> {
  return db<DeletedCopy[]>`
    select c.message_id as "messageId", c.place, c.name, a.id is not null as "isBeingCopied"
    from message_copies c
    left join actors a
      on a.id = 'copy_' || substr(c.message_id, strpos(c.message_id, '_') + 1) || '_' || c.place
        and a.kind = 'media_copy' and a.shown = 'copying' and a.status = 'active'
    where c.gone and (c.message_id, c.place) > (${list.after?.messageId ?? ''}, ${list.after?.place ?? 0})
      and (${list.messageIds === null} or c.message_id = any(${(list.messageIds ?? []) as string[]}::text[]))
    order by c.message_id, c.place limit ${list.limit}`;
}

/** Marks copies whose messages were deleted with their account or workspace. @returns how many */
export async function findOrphanedCopies(db: Db, limit: number): Promise<number> {
  const result = await db`
    update message_copies set gone = true, next_at = null
    where (message_id, place) in (
      select c.message_id, c.place from message_copies c left join direct_messages m on m.id = c.message_id
      where not c.gone and (m.id is null or m.deleted) limit ${limit})`;
  return result.count;
}

/** A copy that a program without such actors was to make. `nextAt`: epoch ms. */
interface UnmovedCopy extends CopyPlace {
  workspaceId: string;
  accountId: string;
  tries: number;
  nextAt: number;
}

/**
 * Takes copies over from programs that had no such actors, to start an actor for each in the same transaction. Such a program that
 * runs at the same time does not find them any more; one that copies a file now has until `nextAt`.
 */
export async function takeUnmovedCopies(db: Db, limit: number): Promise<UnmovedCopy[]> {
  return db<UnmovedCopy[]>`
    with unmoved as (
      select c.message_id, c.place, c.tries, c.next_at, m.workspace_id, m.account_id
      from message_copies c
      join direct_messages m on m.id = c.message_id
      where c.next_at is not null and not c.gone
      order by c.message_id, c.place limit ${limit} for update of c skip locked
    )
    update message_copies c set next_at = null from unmoved u
    where u.message_id = c.message_id and u.place = c.place
    returning c.message_id as "messageId", c.place, u.tries, u.workspace_id as "workspaceId", u.account_id as "accountId",
      (extract(epoch from u.next_at) * 1000)::float8 as "nextAt"`;
}
