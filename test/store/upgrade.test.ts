/** A database that an older program left behind, in the middle of its work, is taken over by this one. */
import { deepStrictEqual } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import t, { type Test } from 'tap';
import type { AnyStateMachine } from 'xstate';
import { type Persisted, start, step } from '../../machines/durable.ts';
import { lockInto } from '../../src/engine/take.ts';
import { withDefaults } from '../../src/engine/stored-snapshot.ts';
import { upgrade } from '../../src/engine/upgrade.ts';
import { type KindName, kinds } from '../support/own-charts.ts';
import { dumpInstallation } from '../../store/dump-schema.ts';
import { connect, type Sql } from '../../store/connect.ts';
import { migrate, migrationsFolder, readMigrations } from '../../store/migrate.ts';
import { schemasOf } from '../../store/schemas.ts';
import { statementsOf } from '../../store/statements.ts';
import { testDatabase } from '../support/database.ts';
import { stage } from '../support/stage.ts';

const MINUTE = 60_000;

/** Applies the first migrations as the program of their time did: all tables are in the schema of the address. */
async function migrateBefore(sql: Sql, number: number, schema = 'public'): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select set_config('search_path', ${schema}, true)`;
    await tx`create table schema_migrations (
      number int primary key, name text not null, sha256 text not null, applied_at timestamptz not null default now())`;
    for (const one of (await readMigrations(migrationsFolder)).slice(0, number)) {
      for (const { text } of statementsOf(one.text)) await tx.unsafe(text);
      await tx`insert into schema_migrations ${tx({ number: one.number, name: one.name, sha256: one.sha256 })}`;
    }
  });
}

/** A database of an older schema with what a program of that time left in it, brought to today's. */
async function inherited(t: Test, number: number) {
  const database = await testDatabase(t, { migrated: false });
  await migrateBefore(database.sql, number);
  const name = `fixtures/database-${String(number).padStart(4, '0')}.sql`;
  const dump = await readFile(new URL(name, import.meta.url), 'utf8');
  await database.sql.unsafe(dump);
  await migrate(database.sql);
  const facts = JSON.parse(/^-- (\{.*\})$/m.exec(dump)![1]!) as {
    now: number;
    ids: { [name: string]: string };
  };
  return { database, ...facts };
}

void t.test('posts of the schema 0013 go on where they were, and none is sent twice', async (t) => {
  const { database, now, ids } = await inherited(t, 13);
  const { sql, clock, node, network, tell, until, read } = await stage(
    t,
    { aliveMs: 400 },
    { database, now },
  );
  network.repeatable = false;
  network.findings = [() => ({ kind: 'live', networkPostId: 'found', url: null })];
  const sent = (id: string) => network.published.filter((one) => one.deliveryId.includes(id.slice(5))).length;
  const has = (status: string) => (post: { status: string }) => post.status === status;

  t.strictSame(
    Object.fromEntries(
      await Promise.all(
        Object.keys(ids)
          .slice(2)
          .map(async (name) => [name, (await read(ids[name]!)).status]),
      ),
    ),
    {
      draft: 'draft',
      published: 'published',
      scheduled: 'scheduled',
      retrying: 'publishing',
      failed: 'failed',
      underWay: 'publishing',
      waiting: 'publishing',
      parked: 'scheduled',
      mailed: 'draft',
    },
  );
  clock.advance(1);
  await node.start();
  await until(ids['mailed']!, has('published'));
  const found = await until(ids['underWay']!, has('published'));
  t.match(
    found.deliveries,
    [{ networkPostId: 'found' }],
    'its call had left: it was looked up, not repeated',
  );
  t.equal(sent(ids['underWay']!), 0);

  clock.advance(10 * MINUTE);
  node.wake();
  for (const name of ['scheduled', 'retrying']) {
    await until(ids[name]!, has('published'));
    t.equal(sent(ids[name]!), 1, name);
  }
  t.equal((await read(ids['waiting']!)).status, 'publishing');
  const access = { credentialsVersion: 2, obtainedAt: clock(), expiresAt: null };
  await tell(ids['waiter']!, { type: 'connected', renewable: false, ...access });
  await until(ids['waiting']!, has('published'));

  clock.advance(20 * MINUTE);
  t.match(await sql`select id from actors where status = 'needs_attention'`, [{ id: ids['parked'] }]);
  t.match(await sql`select actor_id from mailbox where due_at = 'infinity'`, [{ actor_id: ids['parked'] }]);
  await node.command(async (tx, turn) => {
    turn.resume((await lockInto(tx, turn, ids['parked']!))!, { userId: 'usr_1', reason: 'fixed' });
    return { result: null };
  });
  node.wake();
  await until(ids['parked']!, has('published'));
  t.equal((await sql`select from effects`).length, 0);
  t.equal((await sql`select from claims where node_id not in (select id from nodes)`).length, 0);
  await node.stop();
  t.ok((await replayAll(sql)) > 30);
});

/** Replays every actor from its first step. @returns how many steps there were */
async function replayAll(sql: Awaited<ReturnType<typeof testDatabase>>['sql']): Promise<number> {
  let steps = 0;
  for (const { id, kind, version, snapshot } of await sql<
    { id: string; kind: KindName; version: number; snapshot: Persisted }[]
  >`select id, kind, version, snapshot from actors`) {
    const machine: AnyStateMachine = kinds[kind].machine;
    let replayed: Persisted | null = null;
    const entries = await sql<
      {
        event: { type: string; input?: unknown };
        at: number;
        value: unknown;
        fault: string | null;
        version: number;
      }[]
    >`
      select event, (extract(epoch from at) * 1000)::float8 as at, value, fault, version from journal
      where actor_id = ${id} order by seq`;
    for (const [index, { event, at, value, fault, version: after }] of entries.entries()) {
      steps += 1;
      if (fault !== null || event.type === 'resumed') continue;
      const taken: { snapshot: Persisted } = !replayed
        ? start(machine, event.input, at)
        : event.type === 'xstate.upgrade'
          ? upgrade({ ...kinds[kind], machine }, entries[index - 1]!.version, replayed, at).settled
          : step(machine, replayed, event, at);
      replayed = JSON.parse(JSON.stringify(taken.snapshot)) as Persisted;
      deepStrictEqual([replayed.value, after > 0], [value, true]);
    }
    deepStrictEqual(replayed, withDefaults(kinds, { kind, version }, snapshot), id);
  }
  return steps;
}

void t.test('a node of an older version that still runs is told to stop', async (t) => {
  const { sql } = await testDatabase(t);
  const told = /belongs to a newer version of Troupe: stop this node and start the new version/;
  await t.rejects(
    sql`insert into effects (workspace_id, actor_id, type, params, node_id, created_at)
        values ('ws_1', 'dlv_1', 'publish', '{}', 'node_1', now())`,
    told,
  );
  await t.rejects(
    sql`insert into post_states (post_id, workspace_id, status, updated_at) values ('post_1', 'ws_1', 'draft', now())`,
    told,
  );
});

/** What nodes of the version before cells ask of their database, in the words of that version. */
const asOlderNodes = (sql: Sql) => [
  sql`insert into nodes (id, started_at, alive_until, roles) values ('node_1', now(), now(), 'both')
      on conflict (id) do update set alive_until = excluded.alive_until`,
  sql`select a.id, a.snapshot from due d join actors a on a.id = d.actor_id where d.due_at <= now()
      order by d.due_at, d.actor_id limit 10 for update of a, d skip locked`,
  sql`update actors set rev = rev + 1 where id = 'post_1'`,
  sql`select k.id from api_keys k where k.hash = ${Buffer.alloc(32)}`,
  sql`insert into posts (id, workspace_id, content) values ('post_1', 'ws_1', 'Hello')`,
  sql`select workspace_id, last_seq from turn_1(${0}::float8, ${sql`${Array.from({ length: 52 }, (_, n) =>
    n === 0 ? sql`${''}` : sql`, ${''}`,
  )}`})`,
];

void t.test('a node of the version before cells that still runs is told to stop', async (t) => {
  const { sql, url } = await testDatabase(t, { migrated: false });
  await migrateBefore(sql, 16);
  await migrate(sql);
  const older = connect(url, { schemas: ['public'], applicationName: 'older', maxConnections: 1 });
  t.teardown(() => older.end({ timeout: 5 }));
  for (const statement of asOlderNodes(older))
    await t.rejects(
      statement,
      /belongs to a newer version of Troupe: stop this node and start the new version/,
    );
  for (const statement of asOlderNodes(sql).slice(0, 1)) await t.resolves(statement, 'those of today work');
});

void t.test('a program of the version before cells refuses to start on old and new databases', async (t) => {
  for (const number of [0, 16]) {
    const { sql } = await testDatabase(t, { migrated: false });
    if (number > 0) await migrateBefore(sql, number);
    await migrate(sql);
    // it refuses a database with a number that it does not know
    const [last] = await sql`select max(number) as number from public.schema_migrations`;
    t.ok((last!['number'] as number) > 16);
  }
});

void t.test('an installation in a schema of its own is moved beside another one', async (t) => {
  const { sql, url } = await testDatabase(t);
  await sql`create schema second`;
  await migrateBefore(sql, 16, 'second');
  await sql`insert into second.users (id, name, created_at) values ('usr_1', 'Ada', now())`;
  const schemas = schemasOf(`${url}?search_path=second`);
  t.equal((await migrate(sql, { schemas }))[0], '0017_cells.sql');
  t.same(await sql`select id from second_directory.users`, [{ id: 'usr_1' }]);
  t.same(await sql`select id from troupe_directory.users`, []);
  const own = connect(`${url}?search_path=second`, { applicationName: 'second', maxConnections: 1 });
  t.teardown(() => own.end({ timeout: 5 }));
  t.same(await own`select name from users`, [{ name: 'Ada' }]);
});

void t.test(
  'what was stored before is in the directory and in the cell, with all that belongs to it',
  async (t) => {
    const { sql } = await testDatabase(t, { migrated: false });
    await migrateBefore(sql, 16);
    await sql.unsafe(`
    set search_path = public;
    insert into users (id, name, created_at) values ('usr_1', 'Ada', now());
    insert into workspaces (id, slug, name, timezone, plan, created_at) values ('ws_1', 'a', 'A', 'UTC', 'pro', now());
    insert into members (workspace_id, user_id, created_at) values ('ws_1', 'usr_1', now());
    insert into idempotency_keys (user_id, key, request_hash, response, created_at) values
      ('usr_1', 'made a workspace', '', '{"workspace": {"slug": "a", "name": "A", "timezone": "UTC"}}', now()),
      ('usr_1', 'made a post', '', '{"post": {"workspace": "a"}}', now());
    reset search_path`);
    const files = () => sql`
    select relname as name, pg_relation_filenode(oid)::text as file from pg_class
    where relkind in ('r', 'i') and relname = any(
      '{users,members,api_keys,actors,posts,journal_pages,journal_pages_recent,feed,exchanges,webhook_sends}'::text[])`;
    const before = await files();
    await migrate(sql);
    const after = await files();
    for (const { name, file } of before)
      t.ok(
        after.some((one) => one['name'] === name && one['file'] === file),
        `${name} is moved, not written again`,
      );
    t.same(await sql`select id, slug, plan, cell from troupe_directory.workspaces`, [
      { id: 'ws_1', slug: 'a', plan: 'pro', cell: 'troupe_cell_1' },
    ]);
    t.same(await sql`select key from troupe_directory.idempotency_keys`, [{ key: 'made a workspace' }]);
    t.same(await sql`select workspace_id from troupe_directory.members`, [{ workspace_id: 'ws_1' }]);
    t.same(await sql`select id from troupe_cell_1.workspaces`, [{ id: 'ws_1' }]);
    const fresh = await testDatabase(t);
    t.equal(
      await dumpInstallation(sql, schemasOf('')),
      await dumpInstallation(fresh.sql, schemasOf('')),
      'an upgraded database has the schema of a new one',
    );
  },
);

void t.test(
  'what an older version left is neither mixed with newer tables nor taken for another cell',
  async (t) => {
    const old = await testDatabase(t, { migrated: false });
    await migrateBefore(old.sql, 16);
    await old.sql`insert into public.users (id, name, created_at) values ('usr_1', 'Ada', now())`;
    await t.rejects(migrate(old.sql, { schemas: schemasOf('', 'cell_2') }), {
      code: 'two',
      message: /become troupe_cell_1: start a node of that cell first/,
    });
    t.same(await old.sql`select id from public.users`, [{ id: 'usr_1' }], 'nothing was moved');
    await migrate(old.sql);
    await migrate(old.sql, { schemas: schemasOf('', 'cell_2') });
    t.same(await old.sql`select id from troupe_directory.users`, [{ id: 'usr_1' }]);

    const restored = await testDatabase(t);
    await restored.sql`drop table public.schema_migrations`;
    await migrateBefore(restored.sql, 16);
    await t.rejects(migrate(restored.sql), {
      code: 'two',
      message: /public has the tables of a version without cells, and troupe_cell_1 has newer ones/,
    });
  },
);
