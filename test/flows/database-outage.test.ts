/** A database that cannot do its work: requests are refused with 503, `/readyz` says so, and all goes on by itself. */
import { createHmac } from 'node:crypto';
import t, { type Test } from 'tap';
import { rowsToPlay } from '../support/long.ts';
import { WebSocket } from 'ws';
import { connect, type Sql } from '../../store/connect.ts';
import type { Log } from '../../src/base/log.ts';
import { databaseState, knowsClass } from '../../store/database-state.ts';
import { eventually } from '../support/eventually.ts';
import { testDatabase } from '../support/database.ts';
import { databaseOutage } from '../support/database-outage.ts';
import { startService } from '../support/service.ts';
import { silent } from '../support/stage.ts';

/**
 * Every class of SQLSTATE that is an error (PostgreSQL documentation, Appendix A), by a code of it, and the answer to a request that
 * meets it. Codes with an answer of their own follow their class.
 */
const ANSWERS: [code: string, status: number, problem: string][] = [
  ['03000', 500, 'internal'],
  ['08000', 503, 'unavailable'],
  ['08003', 503, 'unavailable'],
  ['08006', 503, 'unavailable'],
  ['08P01', 503, 'unavailable'],
  ['09000', 500, 'internal'],
  ['0A000', 500, 'internal'],
  ['0B000', 500, 'internal'],
  ['0F000', 500, 'internal'],
  ['0L000', 500, 'internal'],
  ['0P000', 500, 'internal'],
  ['0Z000', 500, 'internal'],
  ['10608', 500, 'internal'],
  ['20000', 500, 'internal'],
  ['21000', 500, 'internal'],
  ['22000', 500, 'internal'],
  ['23514', 500, 'internal'],
  ['24000', 500, 'internal'],
  ['25000', 500, 'internal'],
  ['25006', 503, 'unavailable'],
  ['25P03', 503, 'unavailable'],
  ['25P04', 503, 'unavailable'],
  ['26000', 500, 'internal'],
  ['27000', 500, 'internal'],
  ['28000', 503, 'unavailable'],
  ['28P01', 503, 'unavailable'],
  ['2B000', 500, 'internal'],
  ['2D000', 500, 'internal'],
  ['2F000', 500, 'internal'],
  ['34000', 500, 'internal'],
  ['38000', 500, 'internal'],
  ['39000', 500, 'internal'],
  ['3B000', 500, 'internal'],
  ['3D000', 503, 'unavailable'],
  ['3F000', 500, 'internal'],
  ['40001', 503, 'busy'],
  ['40002', 500, 'internal'],
  ['40003', 503, 'unavailable'],
  ['40P01', 503, 'busy'],
  ['42501', 500, 'internal'],
  ['42P01', 500, 'internal'],
  ['44000', 500, 'internal'],
  ['53000', 503, 'unavailable'],
  ['53100', 503, 'unavailable'],
  ['53200', 503, 'unavailable'],
  ['53300', 503, 'unavailable'],
  ['53400', 503, 'unavailable'],
  ['54000', 500, 'internal'],
  ['55000', 500, 'internal'],
  ['55006', 503, 'busy'],
  ['55P03', 503, 'busy'],
  ['57014', 503, 'unavailable'],
  ['57P01', 503, 'unavailable'],
  ['57P02', 503, 'unavailable'],
  ['57P03', 503, 'unavailable'],
  ['57P04', 503, 'unavailable'],
  ['57P05', 503, 'unavailable'],
  ['58000', 503, 'unavailable'],
  ['58030', 503, 'unavailable'],
  ['72000', 503, 'busy'],
  ['F0000', 500, 'internal'],
  ['HV000', 500, 'internal'],
  ['P0001', 500, 'internal'],
  ['XX000', 500, 'internal'],
  ['XX001', 500, 'internal'],
];
/** All of Appendix A but 00, 01 and 02, which are no errors. */
const CLASSES =
  '03 08 09 0A 0B 0F 0L 0P 0Z 10 20 21 22 23 24 25 26 27 28 2B 2D 2F 34 38 39 3B 3D 3F 40 42 44 53 54 55 57 58 72 F0 HV P0 XX';

async function withOutage(t: Test) {
  const { url } = await testDatabase(t);
  const failed: string[] = [];
  const log = Object.assign(Object.create(silent) as Log, {
    error: (_: object, message: string) => failed.push(message),
  });
  const running = await startService(t, { databaseUrl: url, platforms: ['instagram', 'telegram'], log });
  const outage = await databaseOutage(url);
  t.teardown(() => outage.close());
  const ready = async () => {
    const response = await fetch(`${running.baseUrl}/readyz`);
    // oxlint-disable-next-line typescript/no-explicit-any -- of a test
    return { status: response.status, ...((await response.json()) as any) };
  };
  return { ...running, outage, ready, failed };
}

void t.test('every class of SQLSTATE has its answer', async (t) => {
  for (const sqlClass of CLASSES.split(' ')) {
    t.ok(knowsClass(sqlClass), `${sqlClass} has a state`);
    t.ok(
      ANSWERS.some(([code]) => code.startsWith(sqlClass)),
      `${sqlClass} is tried below`,
    );
  }
  const { call, outage, accounts } = await withOutage(t);
  const body = { content: 'Bread', accountIds: [accounts['telegram']], draft: true };
  for (const [code, status, problem] of ANSWERS) {
    await outage.set(code);
    const answer = await call('POST', '/v1/posts', body);
    t.match({ status: answer.status, code: answer.body.code }, { status, code: problem }, code);
    t.equal(answer.headers.has('retry-after'), status === 503, `${code}: Retry-After`);
    t.notMatch(answer.body.error, /refused by the test/, `${code}: nothing of Postgres' own words`);
  }
  await outage.set(null);
  t.equal((await call('POST', '/v1/posts', body)).status, 200);
});

void t.test(
  'errors of the driver and of the system are of the same table, and other errors are not',
  async (t) => {
    const withCode = (code: unknown) => Object.assign(new Error('x'), { code });
    for (const code of [
      'CONNECTION_CLOSED',
      'CONNECT_TIMEOUT',
      'ECONNREFUSED',
      'EPIPE',
      'ETIMEDOUT',
      'ENOTFOUND',
    ])
      t.equal(databaseState(withCode(code)), 'unreachable', code);
    for (const error of [
      new Error('x'),
      withCode(5),
      withCode('ENOENT'),
      withCode('UNSAFE_TRANSACTION'),
      null,
      '53100',
    ])
      t.equal(databaseState(error), null);
  },
);

const OUTAGES = [
  ['25006', /takes no writes/],
  ['53100', /disk is full/],
  ['53200', /limit is used up/],
] as const;

for (const [code, detail] of rowsToPlay(OUTAGES, ([code]) => code === '53100'))
  void t.test(`an outage ${code}: not ready, 503, and afterwards everything goes on by itself`, async (t) => {
    const {
      call,
      outage,
      ready,
      accounts,
      until,
      advance,
      baseUrl,
      key,
      sandbox,
      service,
      workspaceId,
      failed,
    } = await withOutage(t);
    const accountIds = [accounts['telegram']];
    const scheduled = await call('POST', '/v1/posts', {
      content: 'At noon',
      accountIds,
      scheduledAt: new Date(Date.now() + 3_600_000).toISOString(),
    });
    t.equal(scheduled.status, 200);
    const live = new WebSocket(`${baseUrl.replace('http', 'ws')}/v1/live?workspace=home`, {
      headers: { authorization: `Bearer ${key}` },
    });
    t.teardown(() => live.terminate());
    const heard: string[] = [];
    live.on('message', (data: Buffer) => heard.push(data.toString()));
    await eventually(() => heard.some((one) => one.includes('subscribed')));
    t.equal((await ready()).status, 200);

    await outage.set(code);
    const refused = await call('POST', '/v1/posts', { content: 'Now', accountIds, publishNow: true });
    t.match(refused, { status: 503, body: { code: 'unavailable' } });
    t.match(await ready(), { status: 503, ok: false, checks: { database: { ok: false, detail } } });
    t.equal((await call('GET', '/v1/posts')).status, 200, 'what reads is still answered');
    const inbound = await signedMessage(service, sandbox, accounts['instagram']!);
    const send = async () => (await fetch(`${baseUrl}/inbound/instagram`, inbound)).status;
    t.equal(await send(), 503, 'the network repeats what it is refused with 503');
    advance(2 * 3_600_000); // the post is due
    const before = failed.length;
    await eventually(() => failed.slice(before).includes('heartbeat failed'));
    t.equal((await ready()).status, 503, 'as long as it lasts');

    await outage.set(null);
    await eventually(async () => (await ready()).status === 200);
    await until(scheduled.body.post.id, ({ status }) => status === 'published');
    t.equal(await send(), 200);
    await eventually(async () => (await call('GET', '/v1/inbox')).body.conversations?.length === 1);
    await eventually(() =>
      heard.some((one) => one.includes(scheduled.body.post.id) && one.includes('published')),
    );
    const again = await call('POST', '/v1/posts', { content: 'Now', accountIds, publishNow: true });
    t.equal(again.status, 200);
    await until(again.body.post.id, ({ status }) => status === 'published');
    const parked = await service.sql`
      select from actors where workspace_id = ${workspaceId} and status = 'needs_attention'`;
    t.equal(parked.length, 0, 'no actor was parked');
  });

void t.test('a session that became read-only is replaced, so that the pool writes again', async (t) => {
  const { sql, url } = await testDatabase(t);
  const pool = connect(url, { applicationName: 'lives short', maxConnections: 2, maxLifetimeMs: 300 });
  t.teardown(() => pool.end({ timeout: 5 }));
  await sql`create table public.pages (id int)`;
  const name = new URL(url).pathname.slice(1);
  await sql.unsafe(`alter database ${name} set default_transaction_read_only = on`);
  await t.rejects(pool`insert into public.pages values (1)`, { code: '25006' });
  await sql.begin(async (tx) => {
    await tx`set local default_transaction_read_only = off`;
    await tx.unsafe(`alter database ${name} set default_transaction_read_only = off`);
  });
  await eventually(async () =>
    pool`insert into public.pages values (2)`.then(
      () => true,
      () => false,
    ),
  );
});

void t.test('connections that are replaced under load lose no statement', async (t) => {
  const { sql, url } = await testDatabase(t);
  const pool = connect(url, { applicationName: 'lives short', maxConnections: 4, maxLifetimeMs: 50 });
  t.teardown(() => pool.end({ timeout: 5 }));
  await sql`create table public.written (n int)`;
  let written = 0;
  const until = Date.now() + 3_000;
  const write = async (index: number): Promise<void> => {
    while (Date.now() < until) {
      written += 1;
      const n = written;
      if (index % 2 === 0) await pool`insert into public.written values (${n})`;
      else
        await pool.begin(async (tx) => {
          await tx`select pg_sleep(0.002)`;
          await tx`insert into public.written values (${n})`;
        });
    }
  };
  await Promise.all(Array.from({ length: 24 }, (_, index) => write(index)));
  t.same(await sql`select count(distinct n)::int as n from public.written`, [{ n: written }]);
});

async function signedMessage(
  { sql }: { sql: Sql },
  { sandbox }: Awaited<ReturnType<typeof startService>>['sandbox'],
  accountId: string,
) {
  const app = sandbox.networks().find(({ platform }) => platform === 'instagram')!.app!;
  const [{ id }] = (await sql`select remote_id as id from accounts where id = ${accountId}`) as [
    { id: string },
  ];
  const at = Date.now();
  const item = {
    sender: { id: '991' },
    recipient: { id },
    timestamp: at,
    message: { mid: 'm1', text: 'hello' },
  };
  const body = JSON.stringify({ object: 'instagram', entry: [{ id, time: at, messaging: [item] }] });
  const signature = createHmac('sha256', app.clientSecret).update(body).digest('hex');
  return { method: 'POST', body, headers: { 'x-hub-signature-256': `sha256=${signature}` } };
}
