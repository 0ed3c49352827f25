/**
 * What store/driver.ts fixes, each fault as it appeared. It has a Postgres of its own, because killing one backend with
 * SIGKILL makes Postgres restart all of them.
 */
import { rm } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { startEmbeddedPostgres } from '../../src/install/embedded/postgres.ts';
import { connect, within, type Db, type Sql } from '../../store/connect.ts';
import { makeTestFolder } from '../support/temporary-folder.ts';

const folder = await makeTestFolder();
const options = { dataDir: folder, log: () => {}, settings: { fsync: 'off' } };
let server = await startEmbeddedPostgres(options);
t.teardown(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

function pool(t: Test, maxConnections: number): Sql {
  const sql = connect(server.url, { applicationName: 'lane', maxConnections });
  t.teardown(() => sql.end({ timeout: 1 }));
  return sql;
}

async function backendOf(db: Db): Promise<number> {
  const [row] = await db<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return row?.pid ?? 0;
}

/** Resolves when a query works again, and fails after ten seconds: a pool that never recovers. */
async function recovered(sql: Sql): Promise<void> {
  const attempts = async (): Promise<void> => {
    for (;;) {
      try {
        await sql`select 1`;
        return;
      } catch {
        await pause(10); // Postgres is restarting: what counts is that it ends
      }
    }
  };
  await within(attempts(), { ms: 10_000, what: 'recovering' });
}

void t.test(
  'a transaction whose connection was lost between two statements rejects, and runs nothing later',
  async (t) => {
    const lane = pool(t, 1);
    const admin = pool(t, 1);
    await admin`create table half (id int)`;
    const turn = lane.begin(async (tx) => {
      await admin`select pg_terminate_backend(${await backendOf(tx)})`;
      await pause(50); // let the driver notice: the case in which it would buffer for the next connection
      await tx`insert into half values (1)`;
    });
    await t.rejects(turn, { code: 'CONNECTION_CLOSED' });
    await recovered(lane);
    t.same(await admin`select count(*)::int as rows from half`, [{ rows: 0 }]);
  },
);

void t.test(
  'a function that continues after the loss cannot write into the next transaction on that connection',
  async (t) => {
    const lane = pool(t, 1);
    const admin = pool(t, 1);
    await admin`create table strangers (id int)`;
    let goOn = (): void => {};
    const nextBegan = new Promise<void>((resolve) => (goOn = resolve));
    let late: Promise<unknown> = Promise.resolve();
    const lost = lane.begin(async (tx) => {
      await admin`select pg_terminate_backend(${await backendOf(tx)})`;
      await nextBegan;
      late = tx`insert into strangers values (1)`.then(
        () => 'it ran',
        (error: { code: string }) => error.code,
      );
      await late;
    });
    await t.rejects(lost, { code: 'CONNECTION_CLOSED' });
    await recovered(lane);
    await lane.begin(async (tx) => {
      await tx`select 1`;
      goOn();
      await pause(50); // time for the stray statement to get in
      await tx`insert into strangers values (2)`;
    });
    t.equal(await late, 'CONNECTION_CLOSED');
    t.same(await admin`select id from strangers`, [{ id: 2 }]);
  },
);

void t.test('a backend killed while its transaction waits rejects it, and the pool continues', async (t) => {
  const lane = pool(t, 1);
  let pid = 0;
  const turn = lane.begin(async (tx) => {
    pid = await backendOf(tx);
    setTimeout(() => process.kill(pid, 'SIGKILL'), 20);
    await tx`select pg_sleep(60)`;
  });
  await t.rejects(turn, { code: 'CONNECTION_CLOSED' });
  await recovered(lane);
  t.not(await backendOf(lane), pid);
});

void t.test(
  'a connection that is lost during its setup rejects the query that waits for it, and no more',
  async (t) => {
    // A proxy that cuts the connection while the password is being checked.
    const { hostname, port } = new URL(server.url);
    let cuts = 2;
    const between = createServer((near) => {
      const far = createConnection(Number(port), hostname);
      near.on('error', () => far.destroy()).on('close', () => far.destroy());
      far.on('error', () => near.destroy()).on('close', () => near.destroy());
      far.pipe(near);
      near.on('data', (bytes) => {
        if (cuts > 0 && bytes.includes('SCRAM')) {
          cuts -= 1;
          near.destroy();
        } else far.write(bytes);
      });
    });
    await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
    const url = new URL(server.url);
    url.port = String((between.address() as { port: number }).port);
    const sql = connect(url.href, { applicationName: 'cut', maxConnections: 1 });
    t.teardown(async () => {
      await sql.end({ timeout: 1 });
      between.close();
    });
    for (let cut = 0; cut < 2; cut += 1) await t.rejects(sql`select 1`, { code: 'CONNECTION_CLOSED' });
    t.same(await sql`select ${['a', 'b']}::text[] as list`, [{ list: ['a', 'b'] }]);
  },
);

void t.test(
  'after kill -9 of Postgres under load every query gets a result or an error, and the pool works in full',
  async (t) => {
    const sql = pool(t, 8);
    const backends = new Set<number>();
    const load = { stop: false };
    let lost = 0;
    // More workers than connections, each retrying at once: the moment of the loss is the dangerous one.
    const lanes = Array.from({ length: 24 }, async (_, n) => {
      while (!load.stop) {
        try {
          await (n % 2 === 0 ? sql`select ${n}::int as n` : sql.begin((tx) => tx`select ${n}::int as n`));
        } catch {
          lost += 1;
        }
      }
    });
    await recovered(sql);
    process.kill(server.pid, 'SIGKILL');
    server = await startEmbeddedPostgres(options);
    await recovered(sql);
    load.stop = true;
    await within(Promise.all(lanes), { ms: 15_000, what: 'the lanes' });
    t.ok(lost > 0, 'it did hit them');
    const asleep = Array.from({ length: 8 }, async () => {
      const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid, pg_sleep(0.3)`;
      backends.add(row?.pid ?? 0);
    });
    await within(Promise.all(asleep), { ms: 15_000, what: 'one query per connection' });
    t.equal(backends.size, 8);
  },
);

void t.test('a transaction that begins on a connection with a full pipeline has it for itself', async (t) => {
  const size = 2;
  const sql = pool(t, size);
  const other = pool(t, 1);
  await other`create table crowded (id int)`;
  await Promise.all(Array.from({ length: size }, () => sql`select 1`)); // both are connected
  // the driver sends up to 100 more queries to a connection that is busy: the next one of each finds no room
  const before = Array.from({ length: size * 100 }, (_, index) =>
    (index < size ? sql`select pg_sleep(0.1)` : sql`select 1`).execute(),
  );
  const turn = sql.begin(async (tx) => {
    await tx`insert into crowded values (1)`;
    return 'committed';
  });
  t.equal(await turn, 'committed');
  await Promise.all(before);
  await Promise.all(Array.from({ length: 10 }, () => sql`insert into crowded values (2)`));
  t.same(await other`select count(*)::int as rows from crowded`, [{ rows: 11 }], 'nothing is left open');
});

void t.test('arrays are known from the first query of a connection on', async (t) => {
  const sql = pool(t, 1);
  const texts = ['a', 'b,c', 'd "e" \\', ''];
  const [row] = await sql`
    select ${texts}::text[] as texts, ${[1, 2]}::int[] as ints, ${['9007199254740993']}::bigint[] as bigints,
      ${[1.5, -2]}::float8[] as floats, ${['2026-05-04']}::date[]::text[] as days,
      ${['01890a5d-ac96-774b-bcce-b302099a8057']}::uuid[] as uuids, ${[]}::text[] as none,
      array['{"a":1}'::json] as jsons, array['{"a":1}'::jsonb] as jsonbs`;
  t.strictSame(
    { ...row },
    {
      texts,
      ints: [1, 2],
      bigints: ['9007199254740993'],
      floats: [1.5, -2],
      days: ['2026-05-04'],
      uuids: ['01890a5d-ac96-774b-bcce-b302099a8057'],
      none: [],
      jsons: [{ a: 1 }],
      jsonbs: [{ a: 1 }],
    },
  );
});

void t.test('a connection can be reserved as the first thing that a pool does', async (t) => {
  const sql = pool(t, 1);
  const reserved = await within(sql.reserve(), { ms: 10_000, what: 'reserving' });
  t.match(await reserved`select 1 as one`, [{ one: 1 }]);
  reserved.release();
  t.match(await sql`select 2 as two`, [{ two: 2 }]);
});
