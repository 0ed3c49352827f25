/** Which comments have been answered privately, over all workspaces: networks take one such answer to a comment. */
import type { Db, Sql } from './connect.ts';
import type { Prune } from './retention.ts';

export interface AnsweredComment {
  platform: string;
  /** The network's own id of the account. */
  remoteId: string;
  commentId: string;
}

/**
 * Claims the private answer to a comment.
 * @param holder who answers: the same holder may claim it again
 * @returns false when another one has it
 */
export async function claimAnswer(
  directory: Db,
  { platform, remoteId, commentId }: AnsweredComment,
  holder: string,
): Promise<boolean> {
  const [row] = await directory<{ holder: string }[]>`
    insert into answered_comments (platform, remote_id, comment_id, holder)
    values (${platform}, ${remoteId}, ${commentId}, ${holder})
    on conflict (platform, remote_id, comment_id) do update set claimed_at = answered_comments.claimed_at
    returning holder`;
  return row!.holder === holder;
}

/** What became of a claim. `freeAt`: when places of the account become free, earliest first, epoch ms. */
export type PlaceClaim = { kind: 'claimed' } | { kind: 'other' } | { kind: 'full'; freeAt: number[] };

/**
 * Claims the private answer to a comment for a rule, where fewer than `limit.max` were claimed by rules for the network account
 * within the window, in all workspaces.
 * @param claim.holder who answers, the id of an actor; now: epoch ms
 */
export async function claimPlace(
  directory: Sql,
  claim: AnsweredComment & { holder: string; limit: { max: number; windowMs: number }; now: number },
): Promise<PlaceClaim> {
  const { platform, remoteId, commentId, holder, limit, now } = claim;
  return directory.begin(async (tx): Promise<PlaceClaim> => {
    // one after the other, so that two do not take the last place
    await tx`select pg_advisory_xact_lock(hashtextextended('answers ' || ${platform} || ' ' || ${remoteId}, 0))`;
    const sent = await tx<{ at: number }[]>`
      select (extract(epoch from claimed_at) * 1000)::float8 as at from answered_comments
      where platform = ${platform} and remote_id = ${remoteId} and starts_with(holder, 'preply_')
        and comment_id <> ${commentId} and claimed_at > to_timestamp((${now}::float8 - ${limit.windowMs}) / 1000)
      order by claimed_at`;
    if (sent.length >= limit.max) {
      const freeAt = sent.slice(Math.max(0, sent.length - limit.max)).map(({ at }) => at + limit.windowMs);
      return { kind: 'full', freeAt };
    }
    const result = await tx`
      insert into answered_comments (platform, remote_id, comment_id, holder, claimed_at)
      values (${platform}, ${remoteId}, ${commentId}, ${holder}, to_timestamp(${now}::float8 / 1000))
      on conflict (platform, remote_id, comment_id) do update set claimed_at = excluded.claimed_at
      where answered_comments.holder = excluded.holder`;
    return { kind: result.count > 0 ? 'claimed' : 'other' };
  });
}

/** When rules claimed comments of a network account, over all workspaces, earliest first, epoch ms. @param since epoch ms */
export async function listClaimed(
  directory: Db,
  { platform, remoteId, since }: Omit<AnsweredComment, 'commentId'> & { since: number },
): Promise<number[]> {
  const rows = await directory<{ at: number }[]>`
    select (extract(epoch from claimed_at) * 1000)::float8 as at from answered_comments
    where platform = ${platform} and remote_id = ${remoteId} and starts_with(holder, 'preply_')
      and claimed_at > to_timestamp(${since}::float8 / 1000)
    order by claimed_at`;
  return rows.map(({ at }) => at);
}

/** Who has the private answer to a comment; null: nobody. */
export async function findAnswerer(
  directory: Db,
  { platform, remoteId, commentId }: AnsweredComment,
): Promise<string | null> {
  const [row] = await directory<{ holder: string }[]>`
    select holder from answered_comments
    where platform = ${platform} and remote_id = ${remoteId} and comment_id = ${commentId}`;
  return row?.holder ?? null;
}

/** Gives the private answer to a comment to another holder. @returns false when it was not `from` who had it */
export async function takeOverAnswer(
  directory: Db,
  { platform, remoteId, commentId }: AnsweredComment,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const result = await directory`
    update answered_comments set holder = ${to}
    where platform = ${platform} and remote_id = ${remoteId} and comment_id = ${commentId} and holder = ${from}`;
  return result.count === 1;
}

/** Deletes claims of comments that are too old to be answered. */
export async function pruneAnsweredComments(directory: Db, { before, limit }: Prune): Promise<number> {
  const result = await directory`
    delete from answered_comments where ctid = any(array(
      select ctid from answered_comments where claimed_at < to_timestamp(${before}::float8 / 1000) limit ${limit}))`;
  return result.count;
}
