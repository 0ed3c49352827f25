import t from 'tap';
import type { Test } from 'tap';
import type { Outcome } from '../../machines/outcome.ts';
import { DEFER_MS } from '../../src/engine/deferred.ts';
import { eventually } from '../support/eventually.ts';
import { type Stage, stage } from '../support/stage.ts';

/** A post that is being published to three accounts, with calls that the test lets end one by one. */
async function threeCalls(t: Test) {
  const world = await stage(t);
  const { addAccount, createPost, node, network } = world;
  const accountIds = [await addAccount(), await addAccount(), await addAccount()];
  const calls = new Map<string, (outcome: Outcome) => void>();
  network.answers = [({ account }) => new Promise((resolve) => calls.set(account.id, resolve))];
  await node.start();
  const id = await createPost({ accountIds });
  await eventually(() => calls.size === 3);
  const end = async (index: number) => {
    calls.get(accountIds[index]!)!({ kind: 'published', networkPostId: `n${index}`, url: null });
    await eventually(async () => (await statusesOf(world, id))[index] === 'published');
  };
  const fail = async (index: number) => calls.get(accountIds[index]!)!({ kind: 'retry', reason: '503' });
  /** The network asks for further steps, one after the other. */
  const goOn = async (index: number, steps: number) => {
    for (let number = 1; number <= steps; number += 1) {
      const call = calls.get(accountIds[index]!)!;
      call({ kind: 'progress', checkpoint: { number }, afterMs: 0 });
      await eventually(() => calls.get(accountIds[index]!) !== call);
    }
  };
  return { ...world, id, accountIds, end, fail, goOn };
}

/** The statuses of a post's deliveries, in the order of its accounts. */
async function statusesOf({ read }: Pick<Stage, 'read'>, id: string) {
  return (await read(id)).deliveries.map(({ status }) => status);
}

const stored = async ({ sql }: Pick<Stage, 'sql'>, id: string) => {
  const [post] = await sql<{ seq: number; results: { [id: string]: { status: string } } }[]>`
    select seq, snapshot -> 'context' -> 'results' as results from actors where id = ${id}`;
  const waiting = await sql<{ dueAt: number }[]>`
    select (extract(epoch from due_at) * 1000)::float8 as "dueAt" from messages where actor_id = ${id} order by id`;
  const ends = await sql`select from journal where actor_id = ${id} and event ->> 'type' = 'delivery.ended'`;
  return {
    seq: post!.seq,
    results: post!.results,
    dueAt: waiting.map((one) => one.dueAt),
    ends: ends.length,
  };
};

void t.test(
  'a post takes the ends of its deliveries in one turn, when the last call has ended',
  async (t) => {
    const world = await threeCalls(t);
    const { id, end, clock, read, sql } = world;
    const before = await stored(world, id);
    await end(0);
    await end(1);
    t.strictSame(
      await statusesOf(world, id),
      ['published', 'published', 'sending'],
      'callers see each end at once',
    );
    const between = await stored(world, id);
    t.equal(between.seq, before.seq, 'the row of the post is not written');
    t.strictSame(between.dueAt, [clock() + DEFER_MS, clock() + DEFER_MS]);
    await end(2);
    await eventually(async () => (await read(id)).status === 'published');
    const after = await stored(world, id);
    t.strictSame([after.seq, after.ends, after.dueAt], [before.seq + 3, 3, []]);
    const pages = await sql`
    select page from journal where actor_id = ${id} and event ->> 'type' = 'delivery.ended' group by page`;
    t.equal(pages.length, 1, 'in one turn');
  },
);

void t.test(
  'the ends that wait are taken when the last call is over, also if its delivery has not ended',
  async (t) => {
    const world = await threeCalls(t);
    const { id, end, fail } = world;
    await end(0);
    await end(1);
    await fail(2);
    await eventually(async () => (await statusesOf(world, id))[2] === 'retrying');
    t.match(await stored(world, id), { ends: 2, dueAt: [] });
  },
);

void t.test('an end waits while another delivery goes on step by step', async (t) => {
  const world = await threeCalls(t);
  const { id, end, goOn, read } = world;
  await end(0);
  await goOn(1, 2);
  await end(2);
  t.equal((await stored(world, id)).ends, 0);
  await end(1);
  await eventually(async () => (await read(id)).status === 'published');
  t.match(await stored(world, id), { ends: 3, dueAt: [] });
});

void t.test('when a node dies, another one gives the post the ends that wait', async (t) => {
  const world = await threeCalls(t);
  const { id, end, clock, sql, newNode } = world;
  await end(0);
  await sql`update nodes set alive_until = now() - interval '1 minute'`;
  await sql`update claims set node_id = 'nobody'`;
  const second = newNode();
  await second.start();
  clock.advance(DEFER_MS);
  second.wake();
  await eventually(async () => (await stored(world, id)).dueAt.length === 0);
  t.equal((await stored(world, id)).ends, 1);
});

void t.test('an end that another turn has given to the post is not given again', async (t) => {
  const world = await threeCalls(t);
  const { id, end, clock, node, read } = world;
  await end(0);
  clock.advance(DEFER_MS); // the other calls take longer
  node.wake();
  await eventually(async () => (await stored(world, id)).dueAt.length === 0);
  await end(1);
  await end(2);
  await eventually(async () => (await read(id)).status === 'published');
  t.equal((await stored(world, id)).ends, 3);
});

void t.test('a turn with rows that are out of date reads the waiting ends again', async (t) => {
  const world = await threeCalls(t);
  const { id, accountIds, end, sql, read } = world;
  await end(0);
  await end(1);
  // as if another node had taken the second end: its message is gone and the row of the post was written
  const end1 = JSON.stringify({ status: 'published', error: null });
  await sql`
    update actors set rev = rev + 1, seq = seq + 1,
      snapshot = jsonb_set(snapshot::jsonb, ${`{context,results,${accountIds[1]!}}`}::text[], ${end1}::text::jsonb)::json
    where id = ${id}`;
  await sql`delete from messages where id = (select id from messages where actor_id = ${id} order by id desc limit 1)`;
  await end(2);
  await eventually(async () => (await read(id)).status === 'published');
  const after = await stored(world, id);
  t.equal(after.ends, 2, 'only the first and the last');
  t.strictSame(
    Object.values(after.results).map(({ status }) => status),
    ['published', 'published', 'published'],
  );
});

void t.test('moving a post back to drafts takes the ends that wait first', async (t) => {
  const world = await threeCalls(t);
  const { id, accountIds, end, tell, read } = world;
  await end(0);
  await tell(id, { type: 'shelve' });
  const { results, dueAt } = await stored(world, id);
  t.equal(results[accountIds[0]!]?.status, 'published');
  t.strictSame(dueAt, []);
  t.equal((await read(id)).status, 'draft');
});
