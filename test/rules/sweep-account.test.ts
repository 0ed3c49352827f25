/** One effect of the sweeps of an account: what is due, when the next one is, and what a cut leaves. */
import t, { type Test } from 'tap';
import { networks } from '../../adapters/networks.ts';
import type { CommentsPort } from '../../adapters/port/comments.ts';
import type { Run } from '../../src/engine/effect-run.ts';
import { sweepHandlers } from '../../src/features/rules/index.ts';
import type { Turn } from '../../src/engine/turn.ts';
import type { Tx } from '../../store/connect.ts';
import { NOW } from '../comments/scene.ts';
import { silent } from '../support/stage.ts';
import { ruleScene } from './scene.ts';

const MINUTE = 60_000;

/** Sweeps of `acc_1`; the network answers as `port` says. */
async function sweeps(t: Test, port: Partial<CommentsPort> = {}) {
  const world = await ruleScene(t);
  const { sql, inTurn } = world;
  let now = NOW;
  const calls: string[] = [];
  const page = { kind: 'page' as const, items: [], cursor: null };
  const comments: CommentsPort = {
    ...networks.instagram.comments!,
    posts: async () => {
      calls.push('posts');
      return page;
    },
    list: async ({ networkPostId }) => {
      calls.push(networkPostId!);
      return page;
    },
    ...port,
  };
  const command = async (work: (tx: Tx, turn: Turn) => Promise<{ result: unknown }>) => {
    await inTurn(now, async (tx, turn) => void (await work(tx, turn)));
  };
  const { sweepAccount } = sweepHandlers({
    sql,
    node: { command } as never,
    sealer: { seal: () => Buffer.of(1), open: () => ({}), isCurrent: () => true },
    adapters: { ...networks, instagram: { ...networks.instagram, comments } },
    guard: { fetch: () => Promise.reject(new Error('no network in this test')) } as never,
    refresher: { refresh: () => Promise.reject(new Error('not in this test')) },
    budgets: { reserve: async () => 0, blocked: async () => null },
    linkBase: () => 'https://go.example',
    clock: () => now,
    log: silent,
  });
  const sweep = (signal = new AbortController().signal) =>
    sweepAccount({ accountId: 'acc_1' }, { signal } as Run);
  /** A post is due. */
  const due = (id: string, accountId = 'acc_1') => sql`
    insert into swept_posts (account_id, network_post_id, workspace_id, due_at)
    values (${accountId}, ${id}, 'ws_1', ${new Date(now)})`;
  const rows = () =>
    sql`select network_post_id as id, whole_at as whole, due_at as "dueAt" from swept_posts order by 1`;
  const later = (ms: number) => {
    now += ms;
  };
  return { ...world, calls, sweep, due, rows, later };
}

void t.test('without an active rule nothing is swept, and what was is forgotten', async (t) => {
  const { sql, sweep, calls } = await sweeps(t);
  await sql`insert into swept_accounts (account_id, workspace_id, due_at) values
    ('acc_1', 'ws_1', ${new Date(NOW)}), ('acc_2', 'ws_1', ${new Date(NOW)})`;
  t.match(await sweep(), { type: 'sweep.done', nextAt: null, problem: null });
  t.strictSame(calls, []);
  const left = await sql`select account_id as id from swept_accounts`;
  t.strictSame([...left], [{ id: 'acc_2' }], 'that of another account stays');
});

void t.test('an account with a rule is listed after a minute, then what is due is swept', async (t) => {
  const { sql, rule, sweep, calls, later, due, rows } = await sweeps(t);
  await sql`insert into swept_accounts (account_id, workspace_id, due_at) values ('acc_2', 'ws_1', ${new Date(NOW)})`;
  await rule('rule_1', ['link'], { mediaId: 'media_1' });
  t.match(await sweep(), { nextAt: NOW + MINUTE, problem: null });
  t.strictSame(calls, [], 'not before');
  await due('other', 'acc_2');
  later(MINUTE);
  t.match(await sweep(), { nextAt: NOW + 2 * MINUTE });
  t.strictSame(calls, ['posts'], 'and the posts of another account are not its own');
  later(MINUTE);
  t.match(await sweep(), { nextAt: NOW + 6 * MINUTE }, 'the account is listed again');
  t.strictSame(calls, ['posts', 'media_1']);
  const [own, other] = await rows();
  t.match(own, { id: 'media_1', whole: Date });
  t.strictSame({ ...other }, { id: 'other', whole: null, dueAt: new Date(NOW) });
});

void t.test('a rule of another account has nothing swept', async (t) => {
  const { sql, sweep, rule } = await sweeps(t);
  await rule('rule_1', ['link']);
  await sql`update comment_rules set account_id = 'acc_2'`;
  t.match(await sweep(), { nextAt: null });
  t.equal((await sql`select from swept_accounts`).length, 0, 'nor is that account added here');
});

void t.test('while events of the account wait, posts do, and nothing is asked all the time', async (t) => {
  const { sql, rule, sweep, calls, due } = await sweeps(t);
  await rule('rule_1', ['link'], { mediaId: 'media_1' });
  await sweep();
  await due('media_1');
  await sql`insert into inbound (account_id, key, workspace_id, arrived_at, event)
    values ('acc_1', 'new', 'ws_1', ${new Date(NOW)}, '{}')`;
  t.match(await sweep(), { nextAt: NOW + 1_000 });
  t.strictSame(calls, []);
  await sql`update inbound set done_at = now()`;
  t.match(await sweep(), { nextAt: NOW + MINUTE });
  t.strictSame(calls, ['media_1']);
});

void t.test('a sweep that is cut off leaves the post due, and one that is refused says why', async (t) => {
  const cut = new AbortController();
  let isCut = true;
  const { rule, sweep, due, rows } = await sweeps(t, {
    list: async () => {
      if (isCut) cut.abort();
      return { kind: 'retry', reason: 'the network is down' };
    },
  });
  await rule('rule_1', ['link'], { mediaId: 'media_1' });
  await sweep();
  await due('media_1');
  await t.rejects(sweep(cut.signal));
  t.strictSame([...(await rows())], [{ id: 'media_1', whole: null, dueAt: new Date(NOW) }]);
  isCut = false;
  t.match(await sweep(), { problem: 'the network is down', nextAt: NOW + MINUTE });
  t.match(await rows(), [{ dueAt: new Date(NOW + 5 * MINUTE) }], 'it is asked again later');
});

void t.test('a fault with one post does not hold up the others', async (t) => {
  const swept: string[] = [];
  const { rule, sweep, due, rows } = await sweeps(t, {
    list: async ({ networkPostId }) => {
      if (networkPostId === 'broken') throw new Error('a fault of ours');
      swept.push(networkPostId!);
      return { kind: 'page', items: [], cursor: null };
    },
  });
  await rule('rule_1', ['link'], { mediaId: 'media_1' });
  await sweep();
  await due('broken');
  await due('media_1');
  await sweep();
  t.strictSame(swept, ['media_1']);
  const [broken, whole] = await rows();
  t.ok(broken!['dueAt'] > new Date(NOW), 'it is swept again later');
  t.equal(broken!['whole'], null);
  t.strictSame(whole!['whole'], new Date(NOW));
});
