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

/** A private answer that a rule claimed. */
export interface Claimed {
  /** The private reply that answers. */
  holder: string;
  /** Epoch ms. */
  at: number;
}

/** The answers that rules claimed for a network account, over all workspaces, earliest first. @param since epoch ms */
export async function listClaimed(
  directory: Db,
  { platform, remoteId, since }: Omit<AnsweredComment, 'commentId'> & { since: number },
): Promise<Claimed[]> {
  return directory<Claimed[]>`
    select holder, (extract(epoch from claimed_at) * 1000)::float8 as at from answered_comments
    where platform = ${platform} and remote_id = ${remoteId} and starts_with(holder, 'preply_')
      and claimed_at > to_timestamp(${since}::float8 / 1000)
    order by claimed_at`;
}

/**
 * Claims the private answers to comments for rules. Nobody else claims any of the network account meanwhile, so that what was
 * claimed before still holds when these are.
 * @param claim.since epoch ms: since when claims are listed; now: the time of these claims
 * @param choose gets what was claimed before, and says what to claim
 * @returns the holders that have the answer to their comment; of two that want the same one, the first
 */
export async function claimAnswers(
  directory: Sql,
  { platform, remoteId, since, now }: Omit<AnsweredComment, 'commentId'> & { since: number; now: number },
  choose: (claimed: readonly Claimed[]) => Promise<readonly { commentId: string; holder: string }[]>,
): Promise<Set<string>> {
  return directory.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended('answers ' || ${platform} || ' ' || ${remoteId}, 0))`;
    const chosen = await choose(await listClaimed(tx, { platform, remoteId, since }));
    const first = new Map<string, string>();
    for (const { commentId, holder } of chosen) if (!first.has(commentId)) first.set(commentId, holder);
    const rows = await tx<{ holder: string }[]>`
      insert into answered_comments (platform, remote_id, comment_id, holder, claimed_at)
      select ${platform}, ${remoteId}, d.comment_id, d.holder, to_timestamp(${now}::float8 / 1000)
      from unnest(${[...first.keys()]}::text[], ${[...first.values()]}::text[]) d(comment_id, holder)
      on conflict (platform, remote_id, comment_id) do update set claimed_at = excluded.claimed_at
      where answered_comments.holder = excluded.holder
      returning holder`;
    return new Set(rows.map(({ holder }) => holder));
  });
}

/** Who has the private answer to a comment; null if nobody. */
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
