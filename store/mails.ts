/** Mails to people, as they are sent. Their actors decide when (machines/mail.ts). */
import type { Db } from './connect.ts';
import type { Prune } from './retention.ts';

interface MailRow {
  id: string;
  workspaceId: string;
  /** What the mail is about, such as `password_reset`. */
  about: string;
  /** Sealed for the mail's id. */
  content: Uint8Array;
  messageId: string;
}

/** @param now epoch ms. @returns false if there is such a mail already */
export async function insertMail(db: Db, mail: MailRow, now: number): Promise<boolean> {
  const result = await db`
    insert into mails (id, workspace_id, about, content, message_id, created_at)
    values (${mail.id}, ${mail.workspaceId}, ${mail.about}, ${mail.content}, ${mail.messageId},
      to_timestamp(${now}::float8 / 1000))
    on conflict do nothing`;
  return result.count === 1;
}

/** @returns undefined if the mail was deleted */
export async function readMail(
  db: Db,
  id: string,
): Promise<Pick<MailRow, 'content' | 'messageId'> | undefined> {
  const [row] = await db<Pick<MailRow, 'content' | 'messageId'>[]>`
    select content, message_id as "messageId" from mails where id = ${id}`;
  return row;
}

/**
 * Notes that a try is about to be handed over.
 * @returns false if that was noted before: the service stopped during the try, and the mail server may have the mail
 */
export async function startMailTry(
  db: Db,
  { id, attempt }: { id: string; attempt: number },
): Promise<boolean> {
  const result = await db`update mails set started = ${attempt} where id = ${id} and started < ${attempt}`;
  return result.count === 1;
}

/** What each mail is about, for titles. */
export async function describeMails(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; title: string }[]> {
  return db<{ id: string; title: string }[]>`
    select id, 'Mail: ' || replace(about, '_', ' ') as title from mails where id = any(${ids as string[]}::text[])`;
}

/** Deletes mails that have ended, with their actors. */
export async function pruneMails(db: Db, { before, limit }: Prune): Promise<number> {
  const result = await db`
    with old as (
      delete from mails where id in (
        select m.id from mails m left join actors a on a.id = m.id
        where m.created_at < to_timestamp(${before}::float8 / 1000) and (a.id is null or a.status = 'done')
        limit ${limit})
      returning id
    )
    delete from actors a using old where a.id = old.id`;
  return result.count;
}
