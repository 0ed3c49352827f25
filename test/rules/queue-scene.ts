/** Queues of private replies over real nodes and Postgres, with a network that a test controls. The clock stands still until it is advanced. */
import type { Test } from 'tap';
import { createBudgets } from '../../src/features/accounts/budgets/budgets.ts';
import type { Sealer } from '../../src/base/seal.ts';
import { Node } from '../../src/engine/node.ts';
import type { Turn } from '../../src/engine/turn.ts';
import { kinds } from '../../src/kinds/index.ts';
import { answerComments, privateReplyHandlers } from '../../src/features/rules/index.ts';
import type { ActWork, CommentActEvent } from '../../machines/comment-act.ts';
import type { CommentRuleInput } from '../../machines/comment-rule.ts';
import { insertAccount } from '../../store/accounts.ts';
import { insertRule } from '../../store/comment-rules.ts';
import { connect, type Tx } from '../../store/connect.ts';
import { queueIdOf } from '../../store/reply-queue.ts';
import { commentEvent, HOUR, NOW } from '../comments/scene.ts';
import { eventually } from '../support/eventually.ts';
import { silent, testClock } from '../support/stage.ts';
import { ruleScene } from './scene.ts';

const sealer: Sealer = { seal: () => Buffer.of(1), open: () => ({}), isCurrent: () => true };
/** The network account of the scene, which both workspaces have connected. */
export const NETWORK = { platform: 'instagram', remoteId: 'acc_1' };
export const QUEUE = queueIdOf(NETWORK);

export type Sent = (work: ActWork) => Extract<CommentActEvent, { type: `acted.${string}` }>;

/** `acc_1` of `ws_1` with the rule `rule_1`, and `acc_b` of `ws_2`, which is the same account of the network, with `rule_b`. */
export async function queueScene(t: Test) {
  const world = await ruleScene(t);
  const { sql, url, rule, takeFor, inTurn } = world;
  const clock = testClock(NOW);
  await rule('rule_1', ['link']);
  await sql`insert into workspaces (id, slug, name, timezone, plan, slots, created_at)
    values ('ws_2', 'w2', 'w2', 'UTC', 'developer', '[]', now())`;
  await sql`insert into feed_heads (workspace_id, seq) values ('ws_2', 0)`;
  const facts = {
    displayName: 'Luna',
    username: 'cafe.luna',
    avatarUrl: null,
    url: null,
    endpoints: {},
    limits: {},
  };
  const account = { id: 'acc_b', workspaceId: 'ws_2', ...NETWORK, ...facts };
  await insertAccount(sql, { ...account, credentials: Buffer.of(1), expiresAt: null }, NOW - HOUR);
  await inTurn(NOW - HOUR, async (tx, turn) => {
    const terms = {
      keywords: ['link'],
      match: 'contains' as const,
      dmText: 'From the other',
      publicReplies: [],
      mediaId: null,
      postId: null,
      nextPostSince: null,
      publicReplyLateMinutes: null,
      trackLinks: false,
      then: null,
    };
    const input: CommentRuleInput = { ruleId: 'rule_b', accountId: 'acc_b', active: true, ...terms };
    await insertRule(tx, { id: 'rule_b', workspaceId: 'ws_2', accountId: 'acc_b', ...terms }, NOW - HOUR);
    turn.start({ kind: 'comment_rule', id: 'rule_b', workspaceId: 'ws_2', input });
  });

  /** The messages that left, in the order in which their calls were made. */
  const sent: { replyId: string; accountId: string; at: number }[] = [];
  const network = { answer: ((work) => ({ type: 'acted.done', id: `n-${work.actId}` })) as Sent };

  /** A node of its own on the database. `fails`: throws before a commit of its effects. */
  const newNode = async (nodeId: string, { fails = () => false }: { fails?: () => boolean } = {}) => {
    const own = connect(url, { applicationName: nodeId, maxConnections: 12 });
    const directory = connect(url, { applicationName: `${nodeId} directory`, maxConnections: 6 });
    const reads = connect(url, { applicationName: `${nodeId} reads`, maxConnections: 12 });
    const command: Node['command'] = async (work) => {
      if (fails()) throw new Error('the node died before its commit');
      return node.command(work);
    };
    const handlers = privateReplyHandlers({
      sql: reads,
      directory,
      node: () => ({ command }),
      sealer,
      clock,
      budgets: createBudgets({ limits: {} }),
      random: () => 0,
    });
    const node: Node = new Node({
      sql: own,
      nodeId,
      clock,
      kinds,
      log: silent,
      onFeed: () => undefined,
      aliveMs: 2_000,
      handlers: {
        ...handlers,
        actOnComment: async (work: ActWork) => {
          sent.push({ replyId: work.reportTo!, accountId: work.accountId, at: clock() });
          return network.answer(work);
        },
        storeAct: async () => ({ type: 'act.stored' }),
        lookForBroadcast: async () => ({ type: 'look.listed' }),
      },
    });
    await node.start();
    t.teardown(async () => {
      await node.stop();
      await Promise.all([own, directory, reads].map((pool) => pool.end({ timeout: 5 })));
    });
    return { node, handlers };
  };

  let commented = 0;
  /** So many people comment below a post of an account, and a node compares the comments in one commit. @returns ids of the replies, in order */
  const comments = async (
    node: Node,
    count: number,
    { accountId = 'acc_1', at = clock(), live = false } = {},
  ) => {
    const postKind = live ? ('live' as const) : ('post' as const);
    const events = Array.from({ length: count }, () => {
      commented += 1;
      const id = `c${String(commented).padStart(5, '0')}`;
      return commentEvent(
        { id, text: 'link', from: { id: `p-${id}`, username: `p-${id}`, name: null }, postKind },
        at,
      );
    });
    await takeFor(accountId, ...events);
    return matched(
      node,
      accountId,
      events.map(({ comment }) => comment.id),
    );
  };
  /** A node compares comments that are stored. */
  const matched = async (node: Node, accountId: string, ids: readonly string[]) => {
    await node.command(async (tx: Tx, turn: Turn) => {
      await answerComments(tx, turn, { accountId, ids }, { linkBase: 'https://go.example' });
      return { result: null };
    });
    const rows = await sql<{ id: string }[]>`
      select id from private_replies where account_id = ${accountId} and comment_id = any(${ids as string[]}::text[]) order by id`;
    return rows.map(({ id }) => id);
  };

  /** Until everything that can happen at this time has happened. */
  const rest = async () => {
    const look = async () => {
      const [row] = await sql<{ busy: number }[]>`
        select ((select count(*) from effects) + (select count(*) from mailbox where due_at <= to_timestamp(${clock()}::float8 / 1000)))::int
          as busy`;
      return row!.busy === 0;
    };
    await eventually(async () => (await look()) && (await look()));
  };
  const queue = async () => {
    const [row] = await sql<{ snapshot: { value: string; context: { [field: string]: unknown } } }[]>`
      select snapshot from actors where id = ${QUEUE}`;
    return row!.snapshot;
  };
  const states = async (ids: readonly string[]) => {
    const rows = await sql<{ id: string; state: string; reason: string | null }[]>`
      select id, snapshot ->> 'value' as state, reason from actors where id = any(${ids as string[]}::text[])`;
    return new Map(rows.map(({ id, ...one }) => [id, one]));
  };
  return { ...world, clock, newNode, comments, matched, rest, queue, states, sent, network };
}
