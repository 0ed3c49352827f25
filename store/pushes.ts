/** Pushes to browsers, as they are sent. Their actors decide when (machines/push.ts). */
import type { NotificationContext } from '../machines/notification.ts';
import type { Db } from './connect.ts';
import type { Prune } from './retention.ts';

interface PushRow {
  id: string;
  workspaceId: string;
  subscriptionId: string;
  userId: string;
  /** null means a test that the person asked for. */
  notificationId: string | null;
}

/** @param now epoch ms. @returns false if there is such a push already */
export async function insertPush(db: Db, push: PushRow, now: number): Promise<boolean> {
  const result = await db`
    insert into pushes (id, workspace_id, subscription_id, user_id, notification_id, created_at)
    values (${push.id}, ${push.workspaceId}, ${push.subscriptionId}, ${push.userId}, ${push.notificationId},
      to_timestamp(${now}::float8 / 1000))
    on conflict do nothing`;
  return result.count === 1;
}

/** A push with its notification, null if that is not open any more. @returns undefined if the push was deleted */
export async function readPush(
  db: Db,
  id: string,
): Promise<(PushRow & { notification: NotificationContext | null }) | undefined> {
  const [row] = await db<(PushRow & { notification: NotificationContext | null })[]>`
    select p.id, p.workspace_id as "workspaceId", p.subscription_id as "subscriptionId", p.user_id as "userId",
      p.notification_id as "notificationId", n.snapshot -> 'context' as notification
    from pushes p
    left join actors n on n.id = p.notification_id and n.workspace_id = p.workspace_id and n.shelf = 'open'
    where p.id = ${id}`;
  return row;
}

/**
 * Notes that a try is about to be sent.
 * @returns false if that was noted before: the service stopped during the try, and the push service may have the push
 */
export async function startPushTry(
  db: Db,
  { id, attempt }: { id: string; attempt: number },
): Promise<boolean> {
  const result = await db`update pushes set started = ${attempt} where id = ${id} and started < ${attempt}`;
  return result.count === 1;
}

/** Deletes pushes that have ended, with their actors. */
export async function prunePushes(db: Db, { before, limit }: Prune): Promise<number> {
  const result = await db`
    with old as (
      delete from pushes where id in (
        select p.id from pushes p left join actors a on a.id = p.id
        where p.created_at < to_timestamp(${before}::float8 / 1000) and (a.id is null or a.status = 'done')
        limit ${limit})
      returning id
    )
    delete from actors a using old where a.id = old.id`;
  return result.count;
}
