/** A database that an older program left behind, in the middle of its work, is taken over by this one. */
import { deepStrictEqual } from 'node:assert/strict';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import type { AnyStateMachine } from 'xstate';
import { type Persisted, start, step } from '../../machines/durable.ts';
import { lockInto } from '../../src/engine/take.ts';
import { withDefaults } from '../../src/engine/stored-snapshot.ts';
import { upgrade } from '../../src/engine/upgrade.ts';
import { type KindName, kinds } from '../../src/kinds/index.ts';
import { migrate, migrationsFolder, readMigrations } from '../../store/migrate.ts';
import { testDatabase } from '../support/database.ts';
import { stage } from '../support/stage.ts';

const MINUTE = 60_000;

/** A database of an older schema with what a program of that time left in it, brought to today's. */
async function inherited(t: Test, number: number) {
  const database = await testDatabase(t, { migrated: false });
  const folder = await mkdtemp(join(tmpdir(), 'troupe-migrations-'));
  t.teardown(() => rm(folder, { recursive: true }));
  for (const { file } of (await readMigrations(migrationsFolder)).slice(0, number))
    await copyFile(join(migrationsFolder, file), join(folder, file));
  await migrate(database.sql, { folder });
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
