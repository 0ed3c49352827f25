/**
 * Posts that are created in one batch: one that cannot be created does not affect the others, and none is created
 * twice.
 */
import t from 'tap';
import { postCreator, type CreateRequest } from '../../src/features/posts/create.ts';
import { Turn } from '../../src/engine/turn.ts';
import { invalid } from '../../src/api/problem.ts';
import type { Sql, Tx } from '../../store/connect.ts';
import { kinds } from '../../src/kinds/index.ts';

const NOW = Date.parse('2026-05-04T08:00:00Z');
const tx = (() => Promise.resolve([])) as unknown as Tx;

/** A node whose commits fail on request; it records how many posts each transaction created, and their ids. */
function nodeThat(fails: (ids: string[]) => object | null) {
  const committed: string[] = [];
  let transactions = 0;
  /** One transaction or statement of posts. */
  const commit = <T>(turn: Turn, result: T): T => {
    const ids = [...turn.actors.keys()];
    const fault = fails(ids);
    if (fault) throw Object.assign(new Error('commit failed'), fault);
    committed.push(...ids);
    return result;
  };
  const command = async (work: (tx: Tx, turn: Turn) => Promise<{ result: unknown }>) => {
    transactions += 1;
    const turn = new Turn(NOW, kinds);
    const { result } = await work(tx, turn);
    return commit(turn, result);
  };
  const commandAtOnce = async (fill: (turn: Turn, db: Tx) => { result: unknown }) => {
    transactions += 1;
    const turn = new Turn(NOW, kinds);
    const { result } = fill(turn, tx);
    return commit(turn, { result });
  };
  const node = { command, commandAtOnce } as unknown as Parameters<typeof postCreator>[1];
  const create = postCreator(tx as unknown as Sql, node);
  return { create, committed, transactions: () => transactions };
}

function asked(id: string): CreateRequest & { post: { id: string } } {
  const workspace = {
    id: 'ws_1',
    slug: 'demo',
    name: 'Demo',
    timezone: 'UTC',
    plan: 'developer',
    trialEndsAt: null,
    role: 'owner' as const,
    heldTo: null,
  };
  const content = { content: id, accountIds: [], media: [], options: {}, extras: {}, labels: [] };
  return {
    call: {
      idempotency: null,
      principal: { userId: 'usr_1', keyId: 'key_1', workspaces: [workspace] },
      now: NOW,
    },
    post: { id, workspace, content, targets: [], warnings: [], dueAt: null, draft: true },
  };
}

void t.test('posts of one moment are one transaction', async (t) => {
  const node = nodeThat(() => null);
  const answers = await Promise.all(['post_1', 'post_2', 'post_3'].map((id) => node.create(asked(id))));
  t.strictSame(
    answers.map(({ body }) => body.post.id),
    ['post_1', 'post_2', 'post_3'],
  );
  t.equal(node.transactions(), 1);
});

void t.test('the reported times are the stored ones, however long a request waited', async (t) => {
  const { post, call } = asked('post_1');
  const { body } = await nodeThat(() => null).create({ post, call: { ...call, now: NOW - 40 } });
  t.equal(body.post.createdAt, new Date(NOW).toISOString());
  t.equal(body.post.updatedAt, new Date(NOW).toISOString());
});

void t.test('a refusal before the transaction is returned to its caller only', async (t) => {
  const node = nodeThat(() => null);
  const refused: CreateRequest = { ...asked('post_2'), post: invalid('/content', 'content is empty') };
  const [first, second] = await Promise.allSettled([node.create(asked('post_1')), node.create(refused)]);
  t.match(first, { status: 'fulfilled' });
  t.match(second, { status: 'rejected', reason: { kind: 'invalid', param: '/content' } });
  t.strictSame(node.committed, ['post_1']);
});

void t.test('when Postgres refuses one post, the others are created one by one', async (t) => {
  const node = nodeThat((ids) => (ids.includes('post_2') ? { code: '22P05' } : null));
  const answers = await Promise.allSettled(
    ['post_1', 'post_2', 'post_3'].map((id) => node.create(asked(id))),
  );
  t.strictSame(
    answers.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  t.strictSame(node.committed, ['post_1', 'post_3']);
});

void t.test(
  'a connection that is lost at the commit may have committed, so nothing is tried again',
  async (t) => {
    for (const code of ['CONNECTION_CLOSED', '57P01', '08006']) {
      const node = nodeThat(() => ({ code }));
      const answers = await Promise.allSettled(['post_1', 'post_2'].map((id) => node.create(asked(id))));
      t.ok(answers.every(({ status }) => status === 'rejected'));
      t.equal(node.transactions(), 1, code);
    }
  },
);
