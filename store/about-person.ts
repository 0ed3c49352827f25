/** What is known of the person of a conversation beside its messages: comments, runs of automations, and what rules answered. */
import type { EndReason } from '../machines/flow/setup.ts';
import type { Db } from './connect.ts';
import { isTheirs, type PersonOfAccount } from './forget-person.ts';

/** A comment below a post of the account. Times are ISO strings in UTC. */
interface CommentOfPerson {
  /** The network's own id. */
  id: string;
  networkPostId: string | null;
  /** The post of this service; null if it was made elsewhere, or removed here. */
  postId: string | null;
  text: string;
  rating: number | null;
  done: boolean;
  createdAt: string | null;
}

/** The person in an automation. */
interface RunOfPerson {
  id: string;
  automationId: string;
  automationName: string;
  /** How it ended; null if it has not. */
  reason: EndReason | null;
  startedAt: string;
}

/** What a rule did with a comment of the person. */
interface RuleAnswerOfPerson {
  id: string;
  ruleId: string;
  status: 'queued' | 'sent' | 'failed' | 'skipped';
  reason: string | null;
  /** The keyword that matched; null means the rule matches every comment. */
  keyword: string | null;
  commentId: string;
  commentText: string;
  dmText: string;
  seenAt: string | null;
  answeredAt: string | null;
  createdAt: string;
}

/** A list's newest rows, and how many there are in all. */
interface Newest<Row> {
  rows: Row[];
  count: number;
}

type Counted<Row> = Row & { count: number };

/** Each row of the statement has the count of all. */
const newest = <Row>(rows: readonly Counted<Row>[]): Newest<Omit<Counted<Row>, 'count'>> => ({
  rows: rows.map((one) => {
    const { count: _, ...row } = one;
    return row;
  }),
  count: rows[0]?.count ?? 0,
});

const iso = (db: Db, name: string) =>
  db`to_char(${db.unsafe(name)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The newest comments of a person below posts of the account. What was deleted is left out. */
export async function listNewestComments(db: Db, person: PersonOfAccount, limit: number) {
  return newest(
    await db<Counted<CommentOfPerson>[]>`
      select c.id, c.network_post_id as "networkPostId", p.id as "postId", c.text, c.rating, c.done,
        ${iso(db, 'c.created_at')} as "createdAt", c.count
      from (
        select *, (count(*) over ())::int as count from comments
        where ${isTheirs(db, person)} and seq is not null and deleted_at is null
        order by seq desc limit ${limit}
      ) c
      join accounts a on a.id = c.account_id
      left join commented_posts k on k.account_id = c.account_id and k.network_post_id = c.network_post_id
      left join network_posts n on n.platform = a.platform and n.remote_id = a.remote_id
        and n.network_post_id = coalesce(k.original_post_id, c.network_post_id)
      left join actors v on v.id = n.delivery_id and v.workspace_id = c.workspace_id
      left join actors p on p.id = v.parent_id and p.shown <> 'removed'
      order by c.seq desc`,
  );
}

/** The person's newest runs of automations. */
export async function listNewestRuns(
  db: Db,
  { conversationId, workspaceId }: Pick<PersonOfAccount, 'conversationId' | 'workspaceId'>,
  limit: number,
) {
  return newest(
    await db<Counted<RunOfPerson>[]>`
      select r.id, r.automation_id as "automationId", d.name as "automationName",
        case when s.status = 'done' then s.shown end as reason, ${iso(db, 'r.started_at')} as "startedAt",
        (count(*) over ())::int as count
      from dm_runs r join actors s on s.id = r.id join dm_automations d on d.id = r.automation_id
      where r.conversation_id = ${conversationId} and r.workspace_id = ${workspaceId}
      order by r.id desc limit ${limit}`,
  );
}

/** What rules did with the person's newest comments that they matched. */
export async function listNewestRuleAnswers(db: Db, person: PersonOfAccount, limit: number) {
  const { accountId, workspaceId } = person;
  return newest(
    await db<Counted<RuleAnswerOfPerson>[]>`
      select p.id, p.rule_id as "ruleId", s.shown as status, s.reason, p.keyword, p.comment_id as "commentId",
        p.text as "commentText", p.dm_text as "dmText", ${iso(db, 'p.seen_at')} as "seenAt",
        ${iso(db, 'p.answered_at')} as "answeredAt", ${iso(db, 'p.created_at')} as "createdAt",
        (count(*) over ())::int as count
      from (select id from comments where ${isTheirs(db, person)}) c
      join private_replies p on p.account_id = ${accountId} and p.comment_id = c.id
      join actors s on s.id = p.id
      where p.workspace_id = ${workspaceId}
      order by p.id desc limit ${limit}`,
  );
}
