/** Comments that webhook endpoints are told of: those on accounts with comment-to-DM rules. */
import type { Db } from './connect.ts';

/** Those of these comments of an account that other people wrote, where the account has a rule, active or paused. */
export async function findReceived(
  db: Db,
  find: { accountId: string; ids: readonly string[] },
): Promise<{ id: string; workspaceId: string }[]> {
  return db<{ id: string; workspaceId: string }[]>`
    select c.id, c.workspace_id as "workspaceId" from comments c
    where c.account_id = ${find.accountId} and c.id = any(${find.ids as string[]}::text[]) and not c.is_own
      and c.deleted_at is null
      and exists (select from comment_rules r where r.account_id = c.account_id)
    order by c.seq`;
}

/** Since when an account receives comments, or else was connected, epoch ms: what is older is history. */
export async function findReceivingSince(db: Db, accountId: string): Promise<number> {
  const [row] = await db<{ since: number }[]>`
    select coalesce((receiving ->> 'since')::float8, extract(epoch from connected_at) * 1000)::float8 as since
    from accounts where id = ${accountId}`;
  return row?.since ?? 0;
}

/** What webhook events about a comment say. Times are ISO strings in UTC. */
interface ReceivedComment {
  workspace: string;
  accountId: string;
  platform: string;
  displayName: string;
  id: string;
  text: string;
  attachments: { type: string; url: string | null }[];
  mediaId: string | null;
  parentId: string | null;
  fromId: string | null;
  fromUsername: string | null;
  createdAt: string;
}

export async function readReceived(
  db: Db,
  find: readonly { accountId: string; id: string }[],
): Promise<ReceivedComment[]> {
  return db<ReceivedComment[]>`
    select w.slug as workspace, a.id as "accountId", a.platform, a.display_name as "displayName", c.id, c.text, c.attachments,
      c.network_post_id as "mediaId", c.parent_id as "parentId", c.from_id as "fromId", c.from_username as "fromUsername",
      to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
    from unnest(${find.map(({ accountId }) => accountId)}::text[], ${find.map(({ id }) => id)}::text[]) d(account_id, id)
    join comments c on c.account_id = d.account_id and c.id = d.id
    join accounts a on a.id = c.account_id
    join workspaces w on w.id = c.workspace_id`;
}
