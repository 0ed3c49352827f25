/** When the recent comments of accounts were last read at their networks, and what came of it. */
import { batch } from './batch.ts';
import type { Db } from './connect.ts';

export interface CommentRead {
  accountId: string;
  /** Epoch ms. */
  begunAt: number;
  /** The network's words; null if it answered. */
  error: string | null;
  /** Parts that the network refused to this account. */
  without: string[];
}

export async function findCommentReads(db: Db, accountIds: string[]): Promise<CommentRead[]> {
  return db<CommentRead[]>`
    select account_id as "accountId", (extract(epoch from begun_at) * 1000)::float8 as "begunAt", error, without
    from comment_reads where account_id = any(${accountIds}::text[])`;
}

/**
 * Begins to read accounts, unless another request has started since their `staleBefore`.
 * @param claim.now, claim.accounts.staleBefore epoch ms
 * @returns ids of the accounts that the caller has to read
 */
export async function claimCommentReads(
  db: Db,
  claim: { accounts: readonly { id: string; staleBefore: number }[]; now: number },
): Promise<string[]> {
  if (claim.accounts.length === 0) return [];
  const rows = await db<{ id: string }[]>`
    with claimed as (
      select a.id, a.workspace_id, to_timestamp(c."staleBefore" / 1000) as stale_before
      from json_to_recordset(${batch(claim.accounts)}::text::json) c(id text, "staleBefore" float8)
      join accounts a on a.id = c.id
    )
    insert into comment_reads (account_id, workspace_id, begun_at)
    select id, workspace_id, to_timestamp(${claim.now}::float8 / 1000) from claimed order by id
    on conflict (account_id) do update set begun_at = excluded.begun_at
      where comment_reads.begun_at <= (select stale_before from claimed where id = excluded.account_id)
    returning account_id as id`;
  return rows.map(({ id }) => id);
}

/** Stores what came of reading an account. */
export async function endCommentRead(
  db: Db,
  ended: { accountId: string; error: string | null; without: string[] },
): Promise<void> {
  await db`
    update comment_reads set error = ${ended.error}, without = ${ended.without}::text[]
    where account_id = ${ended.accountId}`;
}
