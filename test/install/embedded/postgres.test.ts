import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { processBirth } from '../../../src/install/embedded/process-identity.ts';
import {
  startEmbeddedPostgres,
  stopEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from '../../../src/install/embedded/postgres.ts';
import { chooseRunAs } from '../../../src/install/embedded/run-as.ts';
import { connect, type Sql } from '../../../store/connect.ts';
import { makeTestFolder, temporaryFolder } from '../../support/temporary-folder.ts';
import { launch } from './launch.ts';

/** An empty folder whose Postgres is stopped at the end of the test, even if another process started it. */
async function emptyFolder(t: Test): Promise<string> {
  const folder = await temporaryFolder(t);
  t.teardown(() => stopEmbeddedPostgres(folder, () => {}));
  return folder;
}

/**
 * The same with a Postgres that was created and stopped: a copy of one that all tests of this file share, because
 * creating one each time takes most of a minute on a busy machine.
 */
async function dataFolder(t: Test): Promise<string> {
  const folder = await emptyFolder(t);
  await cp(await (created ??= createOnce()), folder, { recursive: true });
  return folder;
}

let created: Promise<string> | undefined;

async function createOnce(): Promise<string> {
  const folder = await makeTestFolder();
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  await (await start(folder)).stop();
  return folder;
}

/** Starts one that must survive killed processes but no power cut, so it need not flush to disk. */
const start = (dataDir: string, options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({ dataDir, log: () => {}, settings: { fsync: 'off' }, ...options });

/** Runs an action on a connection of its own. */
async function on<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = connect(url, { applicationName: 'test', maxConnections: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

const writeNote = (url: string): Promise<unknown> =>
  on(url, async (sql) => {
    await sql`create table notes (text text)`;
    await sql`insert into notes values ('kept')`;
  });
const notes = (url: string): Promise<unknown> =>
  on(url, async (sql) => [...(await sql`select text from notes`)]);
const kept = [{ text: 'kept' }];
const withoutPort = (url: string): string => url.replace(/:\d+\//, '/');

void t.test(
  'the first start creates a durable database that requires a password and listens on loopback only',
  async (t) => {
    const told: string[] = [];
    const folder = await emptyFolder(t);
    const server = await start(folder, { log: (message) => told.push(message), settings: {} });
    t.equal(server.adopted, false);
    const { hostname, port, pathname, username } = new URL(server.url);
    t.same([hostname, pathname, username], ['127.0.0.1', '/troupe', 'troupe']);
    t.not(port, '5432');
    const [settings] = await on(server.url, async (sql) => [
      ...(await sql`
      select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
        current_setting('data_checksums') as checksums, current_setting('listen_addresses') as listens,
        current_setting('server_encoding') as encoding, current_setting('server_version_num')::int / 10000 as version`),
    ]);
    t.same(settings, {
      fsync: 'on',
      commit: 'on',
      checksums: 'on',
      listens: '127.0.0.1',
      encoding: 'UTF8',
      version: 18,
    });
    await t.rejects(
      on(server.url.replace(/:[^:@]+@/, ':wrong@'), async (sql) => sql`select 1`),
      { code: '28P01' },
    );
    await server.stop();
    await server.stop();
    t.match(told, [
      /^Created an embedded Postgres in /,
      /^Started the embedded Postgres \(port \d+/,
      /^Stopped the embedded/,
    ]);
    t.equal(told.length, 3);
  },
);

void t.test('a restart keeps data and address', async (t) => {
  const folder = await dataFolder(t);
  const first = await start(folder);
  await writeNote(first.url);
  await first.stop();
  t.equal(processBirth(first.pid), null);
  const second = await start(folder);
  t.equal(second.url, first.url);
  t.equal(second.adopted, false);
  t.same(await notes(second.url), kept);
});

void t.test('a server whose service was killed is adopted, not started twice', async (t) => {
  const folder = await dataFolder(t);
  const service = launch(t, folder, 'postgres');
  const { url, pid } = await service.said();
  await writeNote(url);
  await service.kill();
  const server = await start(folder);
  t.equal(server.adopted, true);
  t.equal(server.pid, pid);
  t.equal(server.url, url);
  t.same(await notes(server.url), kept);
  await server.stop();
  t.equal(processBirth(pid), null, 'and the one that took it over can stop it');
});

void t.test('after kill -9 of the server everything committed is still there', async (t) => {
  const folder = await dataFolder(t);
  const first = await start(folder);
  await writeNote(first.url);
  process.kill(first.pid, 'SIGKILL');
  const second = await start(folder);
  t.equal(second.adopted, false);
  t.not(second.pid, first.pid);
  t.equal(withoutPort(second.url), withoutPort(first.url)); // anyone may have taken a port that was free for a moment
  t.same(await notes(second.url), kept);
});

void t.test(
  'after kill -9 of service, server and its children everything committed is still there',
  async (t) => {
    const folder = await dataFolder(t);
    const service = launch(t, folder, 'postgres');
    const { url, pid } = await service.said();
    await writeNote(url);
    const children = await on(url, (sql) => sql<{ pid: number }[]>`select pid from pg_stat_activity`);
    for (const victim of [service.child.pid ?? 0, pid, ...children.map((child) => child.pid)]) {
      if (processBirth(victim) !== null) process.kill(victim, 'SIGKILL');
    }
    const server = await start(folder);
    t.equal(server.adopted, false);
    t.same(await notes(server.url), kept);
  },
);

void t.test('a server that is just ending is waited for, then started again', async (t) => {
  const folder = await dataFolder(t);
  const first = await start(folder);
  await writeNote(first.url);
  process.kill(first.pid, 'SIGINT');
  const second = await start(folder);
  t.same(await notes(second.url), kept);
});

void t.test('a start while a server runs returns that server', async (t) => {
  const folder = await dataFolder(t);
  const first = await start(folder);
  const second = await start(folder);
  t.match(second, { adopted: true, pid: first.pid, url: first.url });
});

void t.test("a Ctrl-C in the service's terminal does not reach Postgres", async (t) => {
  const folder = await dataFolder(t);
  const service = launch(t, folder, 'postgres');
  const { url, pid } = await service.said();
  process.kill(-(service.child.pid ?? 0), 'SIGINT'); // to the whole group, as a terminal does
  t.equal((await service.said()).interrupted, true);
  await writeNote(url);
  t.same(await notes(url), kept);
  t.type(processBirth(pid), 'string');
});

void t.test('a port that was taken meanwhile is replaced by another one', async (t) => {
  const folder = await dataFolder(t);
  const first = await start(folder);
  await first.stop();
  const squatter = createServer();
  await new Promise<void>((resolve) =>
    squatter.listen(Number(new URL(first.url).port), '127.0.0.1', resolve),
  );
  t.teardown(() => squatter.close());
  const second = await start(folder);
  t.not(new URL(second.url).port, new URL(first.url).port);
  t.same(await on(second.url, async (sql) => [...(await sql`select 1 as one`)]), [{ one: 1 }]);
});

void t.test('a pid file with the id of another process does not keep Postgres from starting', async (t) => {
  const folder = await dataFolder(t);
  const first = await start(folder);
  await writeNote(first.url);
  process.kill(first.pid, 'SIGKILL');
  while (processBirth(first.pid) !== null) await new Promise((resolve) => setTimeout(resolve, 5));
  const stranger = launch(t, await temporaryFolder(t), 'lock');
  await stranger.said();
  const pidFile = join(folder, 'postgres/cluster/postmaster.pid');
  const left = await readFile(pidFile, 'utf8');
  await writeFile(pidFile, left.replace(String(first.pid), String(stranger.child.pid)));
  const second = await start(folder);
  t.same(await notes(second.url), kept);
  t.type(processBirth(stranger.child.pid ?? 0), 'string', 'and the stranger lives');
});

void t.test('half-made files of a killed first start are not used', async (t) => {
  const folder = await emptyFolder(t);
  await mkdir(join(folder, 'postgres/cluster.new/base'), { recursive: true });
  await writeFile(join(folder, 'postgres/cluster.new/PG_VERSION'), '18\n');
  const server = await start(folder);
  await writeNote(server.url);
  t.same(await notes(server.url), kept);
});

void t.test("a start that fails says why in Postgres' words", async (t) => {
  const folder = await dataFolder(t);
  await t.rejects(start(folder, { settings: { shared_buffers: 'plenty' } }), {
    code: 'embedded_postgres',
    message: /does not start: .*invalid value for parameter "shared_buffers": "plenty"/,
  });
  await t.rejects(start(folder, { binDir: folder }), { message: /There is no program .*TROUPE_PG_BIN/ });
  const server = await start(folder);
  t.equal(server.adopted, false, 'and once that is mended it starts');
});

void t.test('a lost password file is named, not silently replaced', async (t) => {
  const folder = await dataFolder(t);
  const server = await start(folder);
  await server.stop();
  const file = join(folder, 'postgres/connection.json');
  const connection = await readFile(file, 'utf8');
  await writeFile(file, JSON.stringify({ ...JSON.parse(connection), password: 'another' }));
  await t.rejects(start(folder), { message: /password in .*connection\.json is not the one/ });
  await writeFile(file, connection);
  t.type((await start(folder)).pid, 'number');
});

void t.test("Postgres' log names a broken constraint without quoting the row", async (t) => {
  const folder = await dataFolder(t);
  const server = await start(folder);
  await on(server.url, async (sql) => {
    await sql`create table people (email text unique)`;
    await sql`insert into people values (${'ada@example.org'})`;
    await t.rejects(sql`insert into people values (${'ada@example.org'})`, { code: '23505' });
  });
  await server.stop();
  const logs = join(folder, 'postgres/log');
  const text = (
    await Promise.all((await readdir(logs)).map((name) => readFile(join(logs, name), 'utf8')))
  ).join('');
  t.match(text, /duplicate key value violates unique constraint/);
  t.notMatch(text, /ada@example\.org/);
});

// An ordinary user has one way to run Postgres, root up to two; where a container forbids the first, one.
const { way } = await chooseRunAs();
for (const asRoot of way === 'namespace'
  ? (['namespace', 'nobody'] as const)
  : way === 'nobody'
    ? (['nobody'] as const)
    : []) {
  void t.test(`root can run it as "${asRoot}", on data of either way`, async (t) => {
    const folder = await dataFolder(t);
    const first = await start(folder);
    await writeNote(first.url);
    await first.stop();
    const second = await start(folder, { asRoot });
    t.same(await notes(second.url), kept);
    const [row] = await on(second.url, async (sql) => [
      ...(await sql<
        { uid: string }[]
      >`select substring(pg_read_file('/proc/self/status') from 'Uid:\\s+(\\d+)') as uid`),
    ]);
    t.equal(row?.uid, '65534', 'Postgres believes itself to be nobody');
    await second.stop();
    const third = await start(folder);
    t.same(await notes(third.url), kept);
  });
}
