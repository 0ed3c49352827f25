/** Browsers that get pushes. In the directory, with their people. */
import type { Db, Tx } from './connect.ts';

interface SubscriptionRow {
  id: string;
  userId: string;
  /** Sealed for the id: address and keys. */
  content: Uint8Array;
}

/**
 * Adds a browser of a person, or puts new keys in place of those that are stored.
 * @param save.id made from the address: the person who subscribed last has the browser; limit: how many browsers a person may have
 * @returns false if the person has as many others already
 */
export async function saveSubscription(
  tx: Tx,
  save: SubscriptionRow & { sessionId: string; limit: number },
  now: number,
): Promise<boolean> {
  await tx`select from users where id = ${save.userId} for no key update`;
  const result = await tx`
    insert into push_subscriptions (id, user_id, session_id, content, created_at)
    select ${save.id}, ${save.userId}, ${save.sessionId}, ${save.content}, to_timestamp(${now}::float8 / 1000)
    where (select count(*) from push_subscriptions where user_id = ${save.userId} and id <> ${save.id}) < ${save.limit}
    on conflict (id) do update
      set user_id = excluded.user_id, session_id = excluded.session_id, content = excluded.content`;
  return result.count === 1;
}

/** The browsers of a person, the newest first. `device`: what the person signed in with. */
export async function listSubscriptions(
  db: Db,
  userId: string,
): Promise<{ id: string; sessionId: string; device: string | null; createdAt: Date }[]> {
  return db`
    select p.id, p.session_id as "sessionId", s.device, p.created_at as "createdAt"
    from push_subscriptions p join sessions s on s.id = p.session_id
    where p.user_id = ${userId} order by p.created_at desc, p.id desc`;
}

/** The browsers of the members of a workspace who want pushes about it, by the ids of these people. */
export async function listPushReceivers(
  db: Db,
  { workspaceId, now }: { workspaceId: string; now: number },
): Promise<Map<string, string[]>> {
  const rows = await db<{ userId: string; id: string }[]>`
    select p.user_id as "userId", p.id
    from members m join push_subscriptions p on p.user_id = m.user_id join sessions s on s.id = p.session_id
    where m.workspace_id = ${workspaceId} and m.notification_pushes
      and s.expires_at > to_timestamp(${now}::float8 / 1000)
    order by p.id`;
  const byUser = Map.groupBy(rows, ({ userId }) => userId);
  return new Map([...byUser].map(([userId, list]) => [userId, list.map(({ id }) => id)]));
}

/** @returns undefined if the person has no such browser, or its session has ended */
export async function findSubscription(
  db: Db,
  find: { id: string; userId: string; now: number },
): Promise<{ content: Uint8Array } | undefined> {
  const [row] = await db<{ content: Uint8Array }[]>`
    select p.content from push_subscriptions p join sessions s on s.id = p.session_id
    where p.id = ${find.id} and p.user_id = ${find.userId}
      and s.expires_at > to_timestamp(${find.now}::float8 / 1000)`;
  return row;
}

/** @param of.content only if these keys are stored; absent means whatever is stored. @returns false if the person has no such browser */
export async function deleteSubscription(
  db: Db,
  of: { id: string; userId: string; content?: Uint8Array },
): Promise<boolean> {
  const same = of.content === undefined ? db`` : db`and content = ${of.content}`;
  const result = await db`
    delete from push_subscriptions where id = ${of.id} and user_id = ${of.userId} ${same}`;
  return result.count === 1;
}

/** Whether a person has this browser. */
export async function hasSubscription(
  db: Db,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  const rows = await db`select from push_subscriptions where id = ${id} and user_id = ${userId}`;
  return rows.length > 0;
}
