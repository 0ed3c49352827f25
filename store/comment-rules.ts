/** Comment-to-DM rules: the rows that lists and the comparison of comments read. Each rule's actor decides. */
import type { RuleTerms } from '../machines/comment-rule.ts';
import { deleteCounters } from './counters.ts';
import type { Db } from './connect.ts';
import { ofReached, type Within } from './held.ts';
import { releaseLinks } from './links.ts';

/** A rule. Times are ISO strings in UTC. */
export interface RuleRow extends RuleTerms {
  id: string;
  workspaceId: string;
  accountId: string;
  platform: string;
  active: boolean;
  createdAt: string;
  /** Changes with every edit, pause and resume. */
  rev: string;
  /** Indexes of the public replies that were used since each had its turn. */
  usedReplies: number[];
  /** Since when it is active, epoch ms; null means paused. */
  activeSince: number | null;
  /** It was asked to answer comments made since this too, epoch ms; null if it was not. */
  answersSince: number | null;
  /** When it was active before it was paused last, epoch ms; null if it was not, or nobody noted it. */
  lastActive: { since: number; until: number } | null;
  /** The network's id of `postId` at the account; null if it is not live there, or there is no `postId`. */
  liveMediaId: string | null;
}

/** From when on comments are compared with a rule, epoch ms; null if it is paused. */
export const judgesSince = ({ activeSince, answersSince }: Pick<RuleRow, 'activeSince' | 'answersSince'>) =>
  activeSince === null ? null : Math.min(activeSince, answersSince ?? activeSince);

/** The network's id of a rule's post, once the delivery to the rule's account (`deliveryId` in src/kinds/delivery.ts) has it. */
const liveMediaId = (db: Db) => db`
  (select v.snapshot #>> '{context,networkPostId}' from actors v
   where v.id = 'dlv_' || split_part(r.post_id, '_', 2) || split_part(r.account_id, '_', 2))`;

/** The network's id of a post of this service at an account; null if it is not live there. */
export async function findLiveMediaId(
  db: Db,
  find: { postId: string; accountId: string },
): Promise<string | null> {
  const [row] = await db<{ liveMediaId: string | null }[]>`
    select ${liveMediaId(db)} as "liveMediaId"
    from (select ${find.postId}::text as post_id, ${find.accountId}::text as account_id) r`;
  return row?.liveMediaId ?? null;
}

const columns = (db: Db) => db`
  r.id, r.workspace_id as "workspaceId", r.account_id as "accountId", a.platform, r.media_id as "mediaId",
  r.post_id as "postId", r.keywords, r.match, r.dm_text as "dmText", r.public_replies as "publicReplies",
  r.public_reply_late_minutes as "publicReplyLateMinutes", r.track_links as "trackLinks",
  (select json_build_object('automationId', d.id) from dm_automations d where d.id = r.then_automation_id) as "then",
  r.used_replies as "usedReplies", s.shown = 'active' as active, s.rev::text as rev,
  (s.snapshot #>> '{context,nextPostSince}')::float8 as "nextPostSince",
  case when s.shown = 'active' then coalesce((s.snapshot #>> '{context,activeSince}')::float8,
    (extract(epoch from r.created_at) * 1000)::float8) end as "activeSince",
  (s.snapshot #>> '{context,answersSince}')::float8 as "answersSince",
  s.snapshot #> '{context,lastActive}' as "lastActive", ${liveMediaId(db)} as "liveMediaId",
  to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"`;

const selectRules = (db: Db) => db`
  select ${columns(db)} from comment_rules r
  join actors s on s.id = r.id
  join accounts a on a.id = r.account_id`;

/** Rules of a workspace, newest first. */
export async function listRules(
  db: Db,
  list: Within & { accountId: string | null; mediaId: string | null; limit: number },
): Promise<RuleRow[]> {
  const { workspaceId, heldTo, accountId, mediaId, limit } = list;
  return db<RuleRow[]>`
    ${selectRules(db)}
    where r.workspace_id = ${workspaceId}
      ${accountId === null ? db`` : db`and r.account_id = ${accountId}`}
      ${ofReached(db, 'r.account_id', heldTo)}
      ${mediaId === null ? db`` : db`and coalesce(r.media_id, ${liveMediaId(db)}) = ${mediaId}`}
    order by r.id desc limit ${limit}`;
}

/** A title for each of these rules: its keywords. */
export async function describeRules(db: Db, ids: readonly string[]) {
  return db<{ id: string; title: string }[]>`
    select id, coalesce((select string_agg(word, ', ') from json_array_elements_text(keywords) word), 'every comment') as title
    from comment_rules where id = any(${ids as string[]}::text[])`;
}

export async function findRule(db: Db, find: Within & { id: string }): Promise<RuleRow | undefined> {
  const [row] = await db<RuleRow[]>`
    ${selectRules(db)}
    where r.id = ${find.id} and r.workspace_id = ${find.workspaceId} ${ofReached(db, 'r.account_id', find.heldTo)}`;
  return row;
}

/**
 * Ids of all rules of an account that is about to be deleted. It locks the account, so that no rule is added meanwhile.
 */
export async function listRulesToEnd(tx: Db, accountId: string): Promise<string[]> {
  await tx`select from accounts where id = ${accountId} for update`;
  const rows = await tx<{ id: string }[]>`
    select id from comment_rules where account_id = ${accountId} order by id`;
  return rows.map(({ id }) => id);
}

/** The rules of an account that are active, oldest first. */
export async function listActiveRules(db: Db, accountId: string): Promise<RuleRow[]> {
  return db<RuleRow[]>`
    ${selectRules(db)} where r.account_id = ${accountId} and s.shown = 'active' order by r.id`;
}

/** The rules of an account that are active, and those that were paused after `since`, epoch ms. */
export async function listRulesSince(db: Db, accountId: string, since: number): Promise<RuleRow[]> {
  return db<RuleRow[]>`
    ${selectRules(db)} where r.account_id = ${accountId}
      and (s.shown = 'active'
           or (s.shown = 'paused' and (s.snapshot #>> '{context,lastActive,until}')::float8 > ${since}::float8))
    order by r.id`;
}

/** Whether a rule is active, and the plan of its workspace; undefined: it was deleted. */
export async function findRuleState(
  db: Db,
  id: string,
): Promise<{ isActive: boolean; plan: string; trialEndsAt: number | null } | undefined> {
  const [row] = await db<{ isActive: boolean; plan: string; trialEndsAt: number | null }[]>`
    select s.shown = 'active' as "isActive", w.plan,
      (extract(epoch from w.trial_ends_at) * 1000)::float8 as "trialEndsAt"
    from comment_rules r join actors s on s.id = r.id join workspaces w on w.id = r.workspace_id
    where r.id = ${id}`;
  return row;
}

/** The rules of a workspace that start an automation, oldest first. */
export async function listRulesWithThen(
  db: Db,
  find: { workspaceId: string; automationId: string },
): Promise<{ id: string; keywords: string[] }[]> {
  return db<{ id: string; keywords: string[] }[]>`
    select id, keywords from comment_rules
    where workspace_id = ${find.workspaceId} and then_automation_id = ${find.automationId} order by id`;
}

/** Keeps other transactions from adding rules to a workspace, so that two of them do not pass the limit. */
export async function lockRuleCount(db: Db, workspaceId: string): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' rules ' || ${workspaceId}, 0))`;
}

/** How many rules a workspace has. */
export async function countRules(db: Db, workspaceId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from comment_rules where workspace_id = ${workspaceId}`;
  return row!.count;
}

/** That it waits for a post is kept by its actor. */
type RuleTexts = Omit<RuleTerms, 'nextPostSince'> & { id: string };

/** @param now epoch ms */
export async function insertRule(
  db: Db,
  rule: RuleTexts & { workspaceId: string; accountId: string },
  now: number,
): Promise<void> {
  await db`
    insert into comment_rules (id, workspace_id, account_id, media_id, post_id, keywords, match, dm_text, public_replies,
                               public_reply_late_minutes, track_links, then_automation_id,
                               created_at)
    values (${rule.id}, ${rule.workspaceId}, ${rule.accountId}, ${rule.mediaId}, ${rule.postId},
            ${JSON.stringify(rule.keywords)}::text::json, ${rule.match}, ${rule.dmText},
            ${JSON.stringify(rule.publicReplies)}::text::json, ${rule.publicReplyLateMinutes}, ${rule.trackLinks},
            ${rule.then?.automationId ?? null}, to_timestamp(${now}::float8 / 1000))`;
}

/** Copies what a rule's actor says. Public replies that changed have all their turn to come. */
export async function updateRule(db: Db, rule: RuleTexts): Promise<void> {
  const replies = JSON.stringify(rule.publicReplies);
  await db`
    update comment_rules set media_id = ${rule.mediaId}, post_id = ${rule.postId},
      keywords = ${JSON.stringify(rule.keywords)}::text::json, match = ${rule.match}, dm_text = ${rule.dmText},
      used_replies = case when public_replies::text = ${replies} then used_replies else '[]'::json end,
      public_replies = ${replies}::text::json, public_reply_late_minutes = ${rule.publicReplyLateMinutes},
      track_links = ${rule.trackLinks}, then_automation_id = ${rule.then?.automationId ?? null}
    where id = ${rule.id}`;
}

/** Deletes a rule with its activity and its counters. Links of messages that were sent lead on. */
export async function deleteRule(db: Db, id: string): Promise<void> {
  await db`delete from comment_rules where id = ${id}`;
  await releaseLinks(db, id);
  await deleteCounters(db, id);
}

export async function saveUsedReplies(db: Db, id: string, used: readonly number[]): Promise<void> {
  await db`update comment_rules set used_replies = ${JSON.stringify(used)}::text::json where id = ${id}`;
}
