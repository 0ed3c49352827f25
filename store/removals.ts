/** What people ask for at the network: the app is removed, or their data are to be deleted. */
import type { Db, Tx } from './connect.ts';
import { deleteConversations } from './forget-person.ts';
import { isSimulated } from './simulated.ts';

/**
 * Accounts that a person connected by a sign-in.
 * @param find.loginId the person's id at the app; simulated: whether the app is the sandbox's; sandboxOrigin: what addresses of simulated
 * networks begin with; null if there is no sandbox
 */
export async function findAccountsOfLogin(
  db: Db,
  find: { platforms: string[]; loginId: string; simulated: boolean; sandboxOrigin: string | null },
) {
  return db<{ id: string; workspaceId: string; credentialsVersion: number }[]>`
    select id, workspace_id as "workspaceId", credentials_version as "credentialsVersion" from accounts
    where platform = any(${find.platforms}::text[]) and login_id = ${find.loginId}
      and ${find.simulated} = ${isSimulated(db, 'endpoints', find.sandboxOrigin)}
    order by id`;
}

/**
 * Deletes the conversations of an account.
 * @returns how many conversations there were, and the messages whose copies are to be deleted
 */
export async function deleteConversationsOf(
  tx: Tx,
  accountId: string,
): Promise<{ conversations: number; copies: string[] }> {
  const rows = await tx<
    { id: string }[]
  >`select id from conversations where account_id = ${accountId} order by id for update`;
  const ids = rows.map(({ id }) => id);
  const { copies } = await deleteConversations(tx, ids);
  return { conversations: ids.length, copies };
}

/** @returns how many comments of an account are stored */
export async function countCommentsOf(tx: Tx, accountId: string): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from comments where account_id = ${accountId}`;
  return row!.count;
}

/** Times are ISO strings in UTC. */
interface DataDeletion {
  code: string;
  platform: string;
  askedAt: string;
  doneAt: string | null;
  accounts: number;
  conversations: number;
  comments: number;
}

/** @param deletion.now epoch ms */
export async function insertDeletion(
  tx: Tx,
  deletion: {
    code: string;
    platform: string;
    now: number;
    accounts: number;
    conversations: number;
    comments: number;
  },
) {
  const { code, platform, now, accounts, conversations, comments } = deletion;
  return tx`
    insert into data_deletions (code, platform, asked_at, done_at, accounts, conversations, comments)
    values (${code}, ${platform}, to_timestamp(${now}::float8 / 1000), to_timestamp(${now}::float8 / 1000),
            ${accounts}, ${conversations}, ${comments})`;
}

export async function findDeletion(db: Db, code: string): Promise<DataDeletion | undefined> {
  const [row] = await db<DataDeletion[]>`
    select code, platform, to_char(asked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "askedAt",
           to_char(done_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "doneAt", accounts, conversations, comments
    from data_deletions where code = ${code}`;
  return row;
}
