import t from 'tap';
import { stage } from '../support/stage.ts';

const MINUTE = 60_000;

void t.test('a due post is published, and its network post id stored', async (t) => {
  const { node, createPost, until, network } = await stage(t);
  await node.start();
  const id = await createPost();
  const post = await until(id, ({ status }) => status === 'published');
  t.equal(network.published.length, 1);
  t.equal(post.deliveries[0]?.status, 'published');
  t.match(post.deliveries[0]?.networkPostId, /^telegram-dlv_/);
  t.equal(post.error, null);
  t.ok(post.publishedAt);
});

void t.test('a scheduled post waits for its time and goes out when it comes', async (t) => {
  const { node, clock, createPost, until, read, network } = await stage(t);
  await node.start();
  const id = await createPost({ dueAt: clock() + 40 * 24 * 60 * MINUTE });
  t.equal((await read(id)).status, 'scheduled');
  clock.advance(40 * 24 * 60 * MINUTE - 1);
  node.wake();
  t.equal((await read(id)).status, 'scheduled', 'a timer of 40 days does not overflow');
  t.equal(network.published.length, 0);
  clock.advance(1);
  node.wake();
  await until(id, ({ status }) => status === 'published');
});

void t.test('temporary failures are retried three times, then the post fails', async (t) => {
  const { node, clock, createPost, until, network } = await stage(t);
  network.answers = [() => ({ kind: 'retry', reason: '429 too many requests' })];
  await node.start();
  const id = await createPost();
  for (const [tries, wait] of [5, 10, 15].entries()) {
    const waiting = await until(
      id,
      ({ deliveries }) => deliveries[0]?.status === 'retrying' && deliveries[0].attempt === tries + 1,
    );
    t.equal(waiting.status, 'publishing', 'the post stays publishing between retries');
    t.equal(Date.parse(waiting.deliveries[0]!.nextAttemptAt!) - clock(), wait * MINUTE);
    clock.advance(wait * MINUTE);
    node.wake();
  }
  const failed = await until(id, ({ status }) => status === 'failed');
  t.equal(network.published.length, 4);
  t.match(failed.error, /^acc_\w+: 429 too many requests$/);
});

void t.test('a post that fails on one account of two is published, and lists the failure', async (t) => {
  const { node, addAccount, createPost, until, network } = await stage(t);
  const [good, bad] = [await addAccount(), await addAccount()];
  network.answers = [
    (step) =>
      step.account.id === bad
        ? { kind: 'rejected', reason: 'too long' }
        : { kind: 'published', networkPostId: '1', url: null },
  ];
  await node.start();
  const id = await createPost({ accountIds: [good, bad] });
  const post = await until(id, ({ status }) => status === 'published');
  t.equal(post.error, `${bad}: too long`);
});

void t.test(
  'when a node dies during a call that must not be repeated, another node does a lookup first',
  async (t) => {
    const { node, newNode, sql, createPost, until, network } = await stage(t);
    network.repeatable = false;
    let left: () => void;
    const leaving = new Promise<void>((resolve) => {
      left = resolve;
    });
    network.answers = [
      () => {
        left();
        return new Promise(() => undefined); // no response: the process dies
      },
      () => ({ kind: 'published', networkPostId: 'second', url: null }),
    ];
    network.findings = [() => ({ kind: 'live', networkPostId: 'first', url: null })];
    await node.start();
    const id = await createPost();
    await leaving;
    await sql`update nodes set alive_until = now() - interval '1 minute'`;
    const second = newNode();
    await second.start();
    const post = await until(id, ({ status }) => status === 'published');
    t.equal(post.deliveries[0]?.networkPostId, 'first');
    t.equal(network.published.length, 1, 'nothing was sent twice');
    t.equal(network.looked.length, 1);
  },
);

void t.test('every change has a row in the journal, and no timer is left at the end', async (t) => {
  const { node, sql, createPost, until } = await stage(t);
  await node.start();
  const id = await createPost();
  await until(id, ({ status }) => status === 'published');
  const rows = await sql<{ actorId: string; seq: number; value: unknown }[]>`
    select actor_id as "actorId", seq, value from journal order by actor_id, seq`;
  t.strictSame(
    rows.filter((row) => row.actorId === id).map((row) => [row.seq, row.value]),
    [
      [1, 'publishing'],
      [2, 'published'],
    ],
  );
  t.equal((await sql`select from mailbox`).length, 0);
  t.equal((await sql`select from effects`).length, 0);
});

void t.test('moving a publishing post back to drafts cancels deliveries that were not sent', async (t) => {
  const { node, createPost, tell, until, network } = await stage(t);
  network.answers = [() => ({ kind: 'retry', reason: 'busy' })];
  await node.start();
  const id = await createPost();
  await until(id, ({ deliveries }) => deliveries[0]?.status === 'retrying');
  await tell(id, { type: 'shelve' });
  const post = await until(id, ({ deliveries }) => deliveries[0]?.status === 'cancelled');
  t.equal(post.status, 'draft');
  network.answers = [() => ({ kind: 'published', networkPostId: '7', url: null })];
  await tell(id, { type: 'publish' });
  const out = await until(id, ({ status }) => status === 'published');
  t.equal(out.deliveries.length, 1, 'the pair of post and account keeps its one delivery');
});
