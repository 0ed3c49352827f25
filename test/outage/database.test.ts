/** The outages of the database are those that Postgres has: each is recognised by what it answers. */
import t, { type Test } from 'tap';
import { connect } from '../../store/connect.ts';
import { eventually } from '../support/eventually.ts';
import { outageDatabase } from './database.ts';

async function open(t: Test) {
  const database = await outageDatabase(t);
  const sql = connect(database.url, { applicationName: 'service', maxConnections: 2 });
  t.teardown(() => sql.end({ timeout: 5 }));
  const code = (work: PromiseLike<unknown>) =>
    Promise.resolve(work).then(
      () => 'done',
      (error: { code?: string }) => error.code,
    );
  /** What writing answers once connections that were ended are replaced. */
  const settles = (wanted: string) =>
    eventually(async () => {
      const found = await code(sql.begin((tx) => tx`create temporary table w ()`));
      return found === wanted;
    });
  return { database, sql, code, settles };
}

void t.test('a database that is read-only refuses writes with 25006, and reads', async (t) => {
  const { database, sql, code, settles } = await open(t);
  await database.makeReadOnly();
  await eventually(async () => (await code(sql`delete from counters`)) === '25006');
  t.equal(await code(sql`select from counters`), 'done');
  await database.restore();
  await settles('done');
  t.equal(await code(sql`delete from counters`), 'done');
});

for (const [reason, wanted] of [
  ['full', '53100'],
  ['memory', '53200'],
] as const)
  void t.test(`writes fail with ${wanted}, and so do their transactions`, async (t) => {
    const { database, sql, code } = await open(t);
    await database.failWrites(reason, 1);
    t.equal(await code(sql`delete from counters`), wanted);
    t.equal(await code(sql.begin((tx) => [tx`select 1`, tx`delete from accounts`])), wanted);
    t.equal(await code(sql`select from counters`), 'done');
    await database.restore();
    t.equal(await code(sql`delete from counters`), 'done');
  });

void t.test('a database that is gone ends connections and refuses new ones', async (t) => {
  const { database, sql, code, settles } = await open(t);
  await sql`select 1`;
  for (const [manner, wanted] of [
    ['starting', '57P03'],
    ['refused', 'CONNECTION_CLOSED'],
  ] as const) {
    const waits = code(sql`select pg_sleep(30)`);
    await eventually(
      async () => (await database.sql`select from pg_stat_activity where query like '%pg_sleep(30)%'`).length,
    );
    await database.goAway(manner);
    t.match(await waits, /^(57P01|CONNECTION_CLOSED)$/);
    const answered = await Promise.race([
      code(sql`select 1`),
      new Promise((resolve) => setTimeout(() => resolve('waits'), 300)),
    ]);
    t.ok([wanted, 'waits', 'ECONNRESET'].includes(String(answered)), `${manner}: ${String(answered)}`);
    await database.restore();
    await settles('done');
  }
});

void t.test('a failover loses what was committed after the copy, and nothing else', async (t) => {
  const { database, sql, code } = await open(t);
  const add = (id: string) =>
    eventually(
      async () =>
        (await code(
          sql`insert into nodes (id, started_at, alive_until, roles) values (${id}, now(), now(), '')`,
        )) === 'done',
    );
  await add('node_1');
  await database.keepCopy();
  await add('node_2');
  await database.failOver();
  await database.restore();
  await add('node_3');
  t.same(
    (await sql<{ id: string }[]>`select id from nodes order by id`).map(({ id }) => id),
    ['node_1', 'node_3'],
  );
});
