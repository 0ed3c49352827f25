/** An actor that another transaction has locked holds up nobody else. */
import t, { type Test } from 'tap';
import type { Log } from '../../src/base/log.ts';
import { lockInto } from '../../src/engine/take.ts';
import { connect } from '../../store/connect.ts';
import { readLockedIds } from '../../store/turns.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { silent, stage } from '../support/stage.ts';

/** Posts whose network answers all at once, when `answer` is called, and a second connection that locks actors. */
async function scene(
  t: Test,
  { log = silent, lockTimeoutMs = 200 }: { log?: Log; lockTimeoutMs?: number } = {},
) {
  const database = await testDatabase(t);
  const open = (applicationName: string, lockTimeoutMs?: number) => {
    const pool = connect(database.url, {
      applicationName,
      maxConnections: 3,
      ...(lockTimeoutMs !== undefined && { lockTimeoutMs }),
    });
    t.teardown(() => pool.end({ timeout: 5 }));
    return pool;
  };
  const holder = open('holder of a lock');
  const settling = open('results', lockTimeoutMs);
  const world = await stage(t, { settling, log }, { database });
  const gate = Promise.withResolvers<void>();
  let calls = 0;
  world.network.answers = [
    async ({ deliveryId }) => {
      calls += 1;
      await gate.promise;
      return { kind: 'published', networkPostId: `at-${deliveryId}`, url: null };
    },
  ];
  await world.node.start();
  const posts = await Promise.all(Array.from({ length: 8 }, () => world.createPost()));
  await eventually(() => calls === posts.length);
  const lock = async (ids: readonly string[]) => {
    const release = Promise.withResolvers<void>();
    const isHeld = Promise.withResolvers<void>();
    const holding = holder.begin(async (tx) => {
      await tx`select from actors where id = any(${ids as string[]}::text[]) for update`;
      isHeld.resolve();
      await release.promise;
    });
    t.teardown(() => release.resolve());
    await isHeld.promise;
    return async () => {
      release.resolve();
      await holding;
    };
  };
  return { ...world, settling, posts, lock, answer: () => gate.resolve(), calls: () => calls };
}

void t.test(
  'results that arrive with those of locked actors are saved while the locks are held',
  async (t) => {
    const { sql, posts, lock, answer, until, read, network, calls } = await scene(t);
    const [lockedPost, ofLocked, ...free] = posts;
    const [delivery] = await sql<{ id: string }[]>`select id from actors where parent_id = ${ofLocked!}`;
    const locked = [lockedPost!, delivery!.id].toSorted();
    const release = await lock(locked);
    t.same((await readLockedIds(sql, [...locked, ...free, 'nobody'])).toSorted(), locked);
    answer();
    for (const id of free) await until(id, ({ status }) => status === 'published');
    for (const id of [lockedPost!, ofLocked!]) t.equal((await read(id)).status, 'publishing');
    await release();
    for (const id of posts) await until(id, ({ status }) => status === 'published');
    t.equal(calls(), posts.length, 'nothing was sent twice');
    t.equal(network.looked.length, 0);
  },
);

void t.test('a node that stops while an actor is locked ends all the same', async (t) => {
  const { posts, lock, answer, until, node } = await scene(t);
  const release = await lock(posts.slice(0, 1));
  answer();
  for (const id of posts.slice(1)) await until(id, ({ status }) => status === 'published');
  await node.stop(500);
  await release();
  t.pass('it has stopped');
});

void t.test('a stopped node leaves results that it cannot save to another node', async (t) => {
  const left = Promise.withResolvers<string>();
  const warn = (_: object, text: string) => /left to another node/.test(text) && left.resolve(text);
  const { posts, lock, answer, until, node, newNode, sql, settling } = await scene(t, {
    log: { ...silent, warn, info: () => {}, error: () => {} } as unknown as Log,
    lockTimeoutMs: 0,
  });
  const release = await lock(posts);
  answer();
  await eventually(async () => {
    const waiting = await sql`
      select from pg_stat_activity where application_name = 'results' and wait_event_type = 'Lock'`;
    return waiting.length > 0;
  });
  await node.stop(0);
  await settling.end({ timeout: 0 });
  t.match(await left.promise, /left to another node/);
  await release();
  const other = newNode({ nodeId: 'node_other', settling: sql });
  await other.start();
  await other.takeUp();
  for (const id of posts) await until(id, ({ status }) => status !== 'publishing');
});

void t.test(
  'requests for a locked actor do not hold up requests for others, and get their turn',
  async (t) => {
    const { sql, posts, lock, answer, until, node, read } = await scene(t);
    answer();
    for (const id of posts) await until(id, ({ status }) => status === 'published');
    const [locked, ...free] = posts;
    const release = await lock([locked!]);
    const order: string[] = [];
    const ask = async (id: string, name: string) => {
      await node.command(async (tx, turn) => {
        const actor = await lockInto(tx, turn, id);
        return { result: actor?.id };
      });
      order.push(name);
    };
    const waiting = Array.from({ length: 20 }, (_, index) => ask(locked!, `waits ${index}`));
    const waitsInPostgres = async () => {
      const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      return row!.count;
    };
    await eventually(async () => (await waitsInPostgres()) === 1);
    for (const id of free) await ask(id, 'free');
    t.strictSame(
      order,
      free.map(() => 'free'),
      'others were first',
    );
    t.ok((await waitsInPostgres()) <= 1, 'one connection waits for the lock');
    await release();
    await Promise.all(waiting);
    t.strictSame(
      order.slice(free.length).toSorted(),
      waiting.map((_, index) => `waits ${index}`).toSorted(),
      'each was taken once the lock was free',
    );
    t.equal((await read(locked!)).status, 'published');
  },
);
