import { setTimeout as pause } from 'node:timers/promises';
import t from 'tap';
import { type KeeperOptions, MAX_RESTARTS, PostgresKeeper } from '../../../src/install/embedded/keeper.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../src/install/embedded/postgres.ts';
import { connect } from '../../../store/connect.ts';
import { migrate } from '../../../store/migrate.ts';
import { startService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const server = (pid: number, url = 'postgres://here'): EmbeddedPostgres => ({
  url,
  pid,
  adopted: false,
  stop: async () => undefined,
});

/** Fake servers: time passes only in the keeper's waits. */
function world(starts: (EmbeddedPostgres | Error)[]) {
  const alive = new Set<number>();
  const waits: number[] = [];
  let now = 0;
  const options: KeeperOptions = {
    start: async () => {
      const next = starts.shift();
      if (next === undefined || next instanceof Error) throw next ?? new Error('nothing left to start');
      alive.add(next.pid);
      return next;
    },
    log: () => {},
    birthOf: (pid) => (alive.has(pid) ? `birth of ${pid}` : null),
    wait: async (ms) => {
      now += ms;
      waits.push(ms);
      await new Promise((resolve) => setImmediate(resolve));
    },
    now: () => now,
  };
  return { alive, waits, options };
}

/** Waits until the keeper is in a state. */
async function state(keeper: PostgresKeeper, wanted: string): Promise<void> {
  while (keeper.status.state !== wanted) await pause(1);
}

void t.test('a server that ends is restarted, and its status says so meanwhile', async (t) => {
  const { alive, options } = world([server(1), server(2)]);
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  const start = options.start;
  let starts = 0;
  const keeper = await PostgresKeeper.start({
    ...options,
    start: async () => {
      starts += 1;
      if (starts > 1) await gate;
      return start();
    },
  });
  t.equal(keeper.status.state, 'up');
  alive.delete(1);
  await state(keeper, 'restarting');
  t.match(keeper.status.detail, /is being restarted/);
  release();
  await state(keeper, 'up');
  t.equal(keeper.pid, 2);
  await keeper.stop();
});

void t.test('pauses double, and after the limit of restarts it gives up', async (t) => {
  const broken = Array.from({ length: 20 }, () => new Error('the disk is full'));
  const { alive, waits, options } = world([server(1), ...broken]);
  const keeper = await PostgresKeeper.start(options);
  alive.delete(1);
  await state(keeper, 'failed');
  t.match(keeper.status.detail, /ended 5 times within ten minutes: restart Troupe/);
  t.same(waits.slice(-MAX_RESTARTS + 1), [1000, 2000, 4000, 8000]);
  await keeper.stop();
});

void t.test('restarts with long times between them do not add up', async (t) => {
  const many = Array.from({ length: 3 * MAX_RESTARTS }, (_, index) => server(index + 1));
  const { alive, options } = world(many);
  let now = 0;
  const keeper = await PostgresKeeper.start({ ...options, now: () => now });
  for (let pid = 1; pid < 2 * MAX_RESTARTS; pid += 1) {
    alive.delete(pid);
    while (keeper.pid === pid) await pause(1);
    await state(keeper, 'up');
    now += 10 * 60_000;
  }
  t.equal(keeper.status.state, 'up');
  await keeper.stop();
});

void t.test('a server at another address is refused, because the pools cannot find it', async (t) => {
  const { alive, options } = world([server(1), server(2, 'postgres://elsewhere')]);
  const keeper = await PostgresKeeper.start(options);
  alive.delete(1);
  await state(keeper, 'failed');
  t.match(keeper.status.detail, /taken the port/);
  await keeper.stop();
});

void t.test(
  'while Postgres is down the API responds 503 with Retry-After, and afterwards work resumes',
  async (t) => {
    const dataDir = await temporaryFolder(t);
    const start = () => startEmbeddedPostgres({ dataDir, log: () => {}, settings: { fsync: 'off' } });
    let mayStart = Promise.resolve();
    const keeper = await PostgresKeeper.start({
      start: async () => {
        await mayStart;
        return start();
      },
      log: () => {},
    });
    t.teardown(() => keeper.stop());
    const sql = connect(keeper.url, { applicationName: 'test', maxConnections: 1 });
    await migrate(sql);
    await sql.end();
    const { call, accounts, until, sandbox } = await startService(t, {
      databaseUrl: keeper.url,
      embeddedPostgres: () => keeper.status,
    });
    const publish = async (content: string) => {
      const accountIds = [accounts['telegram']];
      const { body } = await call('POST', '/v1/posts', { content, accountIds, publishNow: true });
      await until(body.post.id, ({ status }) => status === 'published');
    };
    await publish('Before');
    t.match(await call('GET', '/healthz'), {
      body: { ok: true, checks: { embeddedPostgres: { ok: true } } },
    });

    let release = (): void => {};
    mayStart = new Promise((resolve) => (release = resolve));
    process.kill(keeper.pid, 'SIGKILL');
    await state(keeper, 'restarting');
    const refused = await call('GET', '/v1/posts');
    t.match(refused, { status: 503, body: { code: 'unavailable', error: /database cannot be reached/ } });
    t.equal(refused.headers.get('retry-after'), '5');
    t.match(await call('GET', '/readyz'), {
      status: 503,
      body: { checks: { embeddedPostgres: { ok: false, detail: /restarted/ } } },
    });
    t.equal((await call('GET', '/healthz')).status, 200, 'restarting the process would not help');
    release();
    await state(keeper, 'up');
    while ((await call('GET', '/v1/posts')).status !== 200) await pause(50);
    while ((await call('GET', '/readyz')).status !== 200) await pause(50);
    await publish('After');
    t.strictSame(
      sandbox.sandbox.ledger.entries({ network: 'telegram' }).map(({ text }) => text),
      ['Before', 'After'],
      'each is sent once',
    );
  },
);
