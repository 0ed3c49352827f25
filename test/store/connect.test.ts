import { createServer } from 'node:net';
import t from 'tap';
import { connect, within } from '../../store/connect.ts';
import { testDatabase } from '../support/database.ts';

void t.test('JSON text as a parameter is stored unchanged, and values are encoded once', async (t) => {
  const { sql } = await testDatabase(t, { migrated: false });
  await sql`create table documents (id int primary key, body jsonb, plain json)`;
  const body = { state: 'sent', tries: [1, 2] };
  const text = JSON.stringify(body);
  await sql`insert into documents values (1, ${text}, ${text}), (2, ${text}::jsonb, ${text}::json)`;
  await sql`insert into documents values (3, ${sql.json(body)}, ${sql.json(body)})`;
  await sql`insert into documents select id, b::jsonb, b::json from unnest(${[4, 5]}::int[], ${[text, text]}::text[]) d(id, b)`;
  const rows = await sql`select body, plain, jsonb_typeof(body) as type from documents order by id`;
  t.equal(rows.length, 5);
  for (const row of rows) t.same(row, { body, plain: body, type: 'object' });
});

void t.test('ids stay strings, times are Dates in UTC', async (t) => {
  const { sql } = await testDatabase(t, { migrated: false });
  const [row] = await sql`
    select 9007199254740993::bigint as id, '2026-01-02 03:04:05.678Z'::timestamptz as at,
      to_char('2026-01-02 03:04Z'::timestamptz, 'HH24:MI') as shown`;
  t.same(row, { id: '9007199254740993', at: new Date('2026-01-02T03:04:05.678Z'), shown: '03:04' });
});

void t.test(
  'a session has a name in Postgres, and Postgres itself cancels a statement that takes too long',
  async (t) => {
    const { url } = await testDatabase(t, { migrated: false });
    const sql = connect(url, {
      applicationName: 'troupe lane',
      maxConnections: 1,
      statementTimeoutMs: 50,
      idleInTransactionTimeoutMs: 5_000,
    });
    t.teardown(() => sql.end({ timeout: 5 }));
    const [session] = await sql`
    select current_setting('application_name') as name,
      current_setting('idle_in_transaction_session_timeout') as patience`;
    t.same(session, { name: 'troupe lane', patience: '5s' });
    await t.rejects(sql`select pg_sleep(10)`, { code: '57014' });
    t.same(await sql`select 1 as one`, [{ one: 1 }], 'and the connection is good for the next');
  },
);

void t.test('the watchdog gives up on a server that accepts a connection and stays silent', async (t) => {
  const silent = createServer((socket) => socket.on('error', () => socket.destroy()).resume());
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as { port: number };
  const sql = connect(`postgres://nobody:nothing@127.0.0.1:${port}/none`, {
    applicationName: 'watched',
    connectTimeoutMs: 500, // so that the driver's own patience does not outlast the test
  });
  t.teardown(async () => {
    await sql.end({ timeout: 0 });
    silent.close();
  });
  await t.rejects(within(sql`select 1`, { ms: 100, what: 'the claim' }), {
    code: 'query_timeout',
    message: 'Postgres did not answer within 100 ms: the claim',
  });
});

void t.test('the watchdog passes on a response and an error that come in time', async (t) => {
  const { sql } = await testDatabase(t, { migrated: false });
  t.same(await within(sql`select 1 as one`, { ms: 5_000, what: 'one' }), [{ one: 1 }]);
  await t.rejects(within(sql`select nothing`, { ms: 5_000, what: 'one' }), { code: '42703' });
});
