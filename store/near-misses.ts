/** Words of comments that are close to a keyword of a rule, and do not match it (`rule_near_misses`). */
import { batch } from './batch.ts';
import type { Db } from './connect.ts';
import type { Prune } from './retention.ts';

/** A comment that a rule nearly matched. */
export interface NearMissRow {
  ruleId: string;
  commentId: string;
  /** The keyword as the owner wrote it. */
  keyword: string;
  /** What the person wrote, folded. */
  word: string;
  /** Who wrote it: the network's id, or else the handle, or else the comment. */
  person: string;
}

/**
 * Replaces the near misses of these comments: a comment that is compared again counts once, with its text of now.
 * @param judged.commentIds those that were compared, also those without a near miss
 * @param now epoch ms
 */
export async function replaceNearMisses(
  db: Db,
  judged: {
    workspaceId: string;
    accountId: string;
    commentIds: readonly string[];
    rows: readonly NearMissRow[];
  },
  now: number,
): Promise<void> {
  const { workspaceId, accountId, commentIds, rows } = judged;
  await db`
    with new as (
      select * from json_to_recordset(${batch(rows)}::text::json) d(
        "ruleId" text, "commentId" text, keyword text, word text, person text)
    ), gone as (
      delete from rule_near_misses o
      where o.account_id = ${accountId} and o.comment_id = any(${commentIds as string[]}::text[])
        and not exists (select from new n where n."commentId" = o.comment_id and n."ruleId" = o.rule_id)
    )
    insert into rule_near_misses as o (rule_id, account_id, comment_id, workspace_id, keyword, word, person, at)
    select n."ruleId", ${accountId}, n."commentId", ${workspaceId}, n.keyword, n.word, n.person,
           to_timestamp(${now}::float8 / 1000)
    from new n order by n."commentId", n."ruleId"
    on conflict (account_id, comment_id, rule_id) do update
    set keyword = excluded.keyword, word = excluded.word, person = excluded.person
    where (o.keyword, o.word, o.person) is distinct from (excluded.keyword, excluded.word, excluded.person)`;
}

/** A word that people wrote. */
export interface NearWord {
  word: string;
  /** The keyword that it was close to most recently. */
  keyword: string;
  people: number;
  comments: number;
  /** When the newest of the comments was compared, ISO in UTC. */
  lastAt: string;
}

/** The words that most people wrote, in that order. */
export async function listNearWords(
  db: Db,
  list: { ruleId: string; workspaceId: string; limit: number },
): Promise<NearWord[]> {
  return db<NearWord[]>`
    select m.word, (array_agg(m.keyword order by m.at desc, m.comment_id desc))[1] as keyword,
      count(distinct m.person)::int as people, count(*)::int as comments,
      to_char(max(m.at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastAt"
    from rule_near_misses m
    where m.rule_id = ${list.ruleId} and m.workspace_id = ${list.workspaceId}
    group by m.word order by people desc, max(m.at) desc, m.word limit ${list.limit}`;
}

/** Deletes the near misses of comments that are gone. */
export async function deleteNearMisses(
  db: Db,
  { accountId, commentIds }: { accountId: string; commentIds: readonly string[] },
): Promise<void> {
  await db`
    delete from rule_near_misses
    where account_id = ${accountId} and comment_id = any(${commentIds as string[]}::text[])`;
}

/** Deletes near misses of comments that were compared before `before`. */
export async function pruneNearMisses(db: Db, { before, limit }: Prune): Promise<number> {
  const result = await db`
    delete from rule_near_misses where ctid = any(array(
      select ctid from rule_near_misses where at < to_timestamp(${before}::float8 / 1000) limit ${limit}))`;
  return result.count;
}
