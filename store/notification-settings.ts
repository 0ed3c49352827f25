/** How people are notified of what needs a person, for each of their workspaces. In the directory, with the members. */
import type { Db } from './connect.ts';

/** When a member gets mails: as each notification opens, once a day about all that are open, or never. */
type MailTiming = 'at_once' | 'daily' | 'off';

const timing = (db: Db) => db`
  case when not notification_mails then 'off' when notification_digest then 'daily' else 'at_once' end`;

/** When each member of a workspace gets mails, by their ids. */
export async function listMailTimings(db: Db, workspaceId: string): Promise<Map<string, MailTiming>> {
  const rows = await db<{ userId: string; mails: MailTiming }[]>`
    select user_id as "userId", ${timing(db)} as mails from members where workspace_id = ${workspaceId}`;
  return new Map(rows.map(({ userId, mails }) => [userId, mails]));
}

/** @returns undefined if the person is no member */
export async function readMailTiming(
  db: Db,
  of: { workspaceId: string; userId: string },
): Promise<MailTiming | undefined> {
  const [row] = await db<{ mails: MailTiming }[]>`
    select ${timing(db)} as mails from members where workspace_id = ${of.workspaceId} and user_id = ${of.userId}`;
  return row?.mails;
}

export async function saveMailTiming(
  db: Db,
  save: { workspaceId: string; userId: string; mails: MailTiming },
): Promise<void> {
  await db`
    update members set notification_mails = ${save.mails !== 'off'}, notification_digest = ${save.mails === 'daily'}
    where workspace_id = ${save.workspaceId} and user_id = ${save.userId}`;
}

/** What a member wants of pushes about a workspace. */
interface PushWishes {
  /** Whether there are any. */
  pushes: boolean;
  /** Whether those about posts have the beginning of a post's text. */
  texts: boolean;
}

/** @returns undefined if the person is no member */
export async function readPushWishes(
  db: Db,
  of: { workspaceId: string; userId: string },
): Promise<PushWishes | undefined> {
  const [row] = await db<PushWishes[]>`
    select notification_pushes as pushes, notification_push_texts as texts from members
    where workspace_id = ${of.workspaceId} and user_id = ${of.userId}`;
  return row && { ...row };
}

/** @param save what is absent stays as it is */
export async function savePushWishes(
  db: Db,
  { workspaceId, userId, pushes, texts }: { workspaceId: string; userId: string } & Partial<PushWishes>,
): Promise<void> {
  await db`
    update members set notification_pushes = coalesce(${pushes ?? null}::boolean, notification_pushes),
      notification_push_texts = coalesce(${texts ?? null}::boolean, notification_push_texts)
    where workspace_id = ${workspaceId} and user_id = ${userId}`;
}
