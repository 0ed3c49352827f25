/** Notifications as people see them, and whether their causes are still there. Their actors decide when they open and close. */
import type { NotificationCause, NotificationContext } from '../machines/notification.ts';
import type { Db, Fragment } from './connect.ts';
import { ofReached, type Within } from './held.ts';

/** How many of the newest failed posts are looked through for deliveries whose outcome is unknown. */
const MAX_FAILURES = 100;

export interface NotificationRow {
  id: string;
  status: 'open' | 'closed';
  context: NotificationContext;
  platform: string | null;
  accountName: string | null;
}

/** What of an actor `x` a person may see: what is of the accounts that they reach, of these causes. */
const ofPerson = (
  db: Db,
  { workspaceId, heldTo }: Within,
  causes: readonly NotificationCause[],
): Fragment => db`
  x.workspace_id = ${workspaceId} and x.kind = 'notification'
  and x.snapshot #>> '{context,cause}' = any(${causes as string[]}::text[])
  ${heldTo === null ? db`` : db`and x.snapshot #>> '{context,accountId}' = any(${heldTo as string[]}::text[])`}`;

/** Notifications, those that are open first, the latest first. A workspace has at most a few for each account. */
export async function listNotifications(
  db: Db,
  { causes, limit, ...within }: Within & { causes: readonly NotificationCause[]; limit: number },
): Promise<NotificationRow[]> {
  return db<NotificationRow[]>`
    select x.id, x.shelf as status, x.snapshot -> 'context' as context, a.platform,
      coalesce(nullif(a.display_name, ''), a.username) as "accountName"
    from actors x left join accounts a on a.id = x.snapshot #>> '{context,accountId}'
    where ${ofPerson(db, within, causes)}
    order by x.shelf = 'open' desc, (x.snapshot #>> '{context,lastAt}')::float8 desc, x.id limit ${limit}`;
}

/** Ids of the open notifications that a person has not read. */
export async function listUnreadNotifications(
  db: Db,
  { causes, userId, ...within }: Within & { causes: readonly NotificationCause[]; userId: string },
): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select x.id from actors x
    where ${ofPerson(db, within, causes)} and x.shelf = 'open'
      and not coalesce((x.snapshot #> '{context,readBy}')::jsonb, '[]') ? ${userId}::text
    order by x.id`;
  return rows.map(({ id }) => id);
}

/** Keeps others from starting the same notifications or daily mails, until the transaction ends. @returns those that are there */
export async function lockNotifications(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const readIds = async () => {
    const rows = await db<{ id: string }[]>`select id from actors where id = any(${ids as string[]}::text[])`;
    return new Set(rows.map(({ id }) => id));
  };
  const found = await readIds();
  if (ids.every((id) => found.has(id))) return found;
  // in one order, so that two transactions cannot wait for each other
  await db`
    select pg_advisory_xact_lock(hashtextextended(id, 0)) from (
      select id from unnest(${ids as string[]}::text[]) id order by id) ordered`;
  return readIds();
}

/** Whether the cause of a notification is still there. @param about.now epoch ms */
export async function isCauseThere(
  db: Db,
  about: { workspaceId: string; cause: NotificationCause; accountId: string | null; now: number },
): Promise<boolean> {
  const { workspaceId, cause, accountId, now } = about;
  const conditions: { [cause in NotificationCause]: Fragment } = {
    account_needs_reconnect: db`exists (select from actors where id = ${accountId} and shelf = 'needs_reconnect')`,
    post_awaits_approval: db`exists (select from actors
      where workspace_id = ${workspaceId} and kind = 'post' and shelf = 'awaiting_approval')`,
    series_paused: db`exists (select from actors
      where workspace_id = ${workspaceId} and kind = 'series' and shelf = 'paused' and reason is not null)`,
    feed_failed: db`exists (select from actors
      where workspace_id = ${workspaceId} and kind = 'feed' and shelf in ('failing', 'paused') and reason is not null)`,
    post_may_be_live: db`exists (
      select from (
        select id from actors
        where workspace_id = ${workspaceId} and kind = 'post' and (shelf = 'failed' or shelf = 'published' and reason is not null)
        order by id desc limit ${MAX_FAILURES}) f
      join actors d on d.parent_id = f.id and d.kind = 'delivery' and d.snapshot ->> 'value' = 'unresolved'
        and d.snapshot #>> '{context,accountId}' = ${accountId})`,
    // what automations send after it is no answer of a person
    conversation_handed_over: db`exists (
      select from conversations c
      where c.workspace_id = ${workspaceId} and c.flagged is not null and c.account_id = ${accountId}
        and c.assignee_id is null and not exists (
          select from direct_messages m
          where m.conversation_id = c.id and m.direction = 'out' and m.by in ('team', 'other_tool')
            and m.network_at >= to_timestamp((c.flagged ->> 'at')::float8 / 1000)))`,
    call_awaits_confirmation: db`exists (select from confirmations
      where workspace_id = ${workspaceId} and confirm = 'person' and state = 'waiting'
        and expires_at > to_timestamp(${now}::float8 / 1000))`,
    // it closes by time
    post_failed: db`true`,
  };
  const [row] = await db<{ isThere: boolean }[]>`select ${conditions[cause]} as "isThere"`;
  return row!.isThere;
}

/** What deliveries that need attention are about. */
export async function readEndedDeliveries(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; accountId: string; state: string }[]> {
  return db<{ id: string; accountId: string; state: string }[]>`
    select id, snapshot #>> '{context,accountId}' as "accountId", snapshot ->> 'value' as state
    from actors where id = any(${ids as string[]}::text[])`;
}

/** The accounts of runs of automations. */
export async function readRunAccounts(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; accountId: string }[]> {
  return db<{ id: string; accountId: string }[]>`
    select id, account_id as "accountId" from dm_runs where id = any(${ids as string[]}::text[])`;
}

/** The name of an account, with its network; undefined when it was disconnected. */
export async function readNotifiedAccount(
  db: Db,
  {
    workspaceId,
    accountId,
    heldTo = null,
  }: { workspaceId: string; accountId: string; heldTo?: Within['heldTo'] },
): Promise<{ name: string; platform: string } | undefined> {
  const [row] = await db<{ name: string; platform: string }[]>`
    select coalesce(nullif(display_name, ''), username) as name, platform from accounts
    where id = ${accountId} and workspace_id = ${workspaceId} ${ofReached(db, 'id', heldTo)}`;
  return row;
}

/**
 * The text of the newest post that a notification is about; undefined if it is about none, or the post is gone. Posts share their text with
 * everybody who reaches one of their accounts.
 */
export async function readNotifiedText(
  db: Db,
  about: { workspaceId: string; cause: NotificationCause; accountId: string | null },
): Promise<string | undefined> {
  const { workspaceId, cause, accountId } = about;
  const ofAccount = (state: string) => db`
    select p.id from (
      select id from actors
      where workspace_id = ${workspaceId} and kind = 'post' and (shelf = 'failed' or shelf = 'published' and reason is not null)
      order by id desc limit ${MAX_FAILURES}) p
    join actors d on d.parent_id = p.id and d.kind = 'delivery' and d.snapshot ->> 'value' = ${state}
      and d.snapshot #>> '{context,accountId}' = ${accountId}
    order by p.id desc limit 1`;
  const posts: { [cause in NotificationCause]?: Fragment } = {
    post_failed: ofAccount('failed'),
    post_may_be_live: ofAccount('unresolved'),
    post_awaits_approval: db`
      select id from actors where workspace_id = ${workspaceId} and kind = 'post' and shelf = 'awaiting_approval'
      order by id desc limit 1`,
  };
  const newest = posts[cause];
  if (newest === undefined) return undefined;
  const [row] = await db<{ text: string }[]>`select content as text from posts where id = (${newest})`;
  return row?.text;
}
