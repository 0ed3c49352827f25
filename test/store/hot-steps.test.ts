/** Which columns of an actor's row have indexes, and one run at a time of a person (migration 0053). */
import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { migrate, migrationsFolder } from '../../store/migrate.ts';
import { writeRows } from '../../store/write-turn.ts';
import { testDatabase } from '../support/database.ts';
import { nothing } from '../support/rows.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const NOW = 1_777_000_000_000;

void t.test('no index of actors names a column that most steps change', async (t) => {
  const { sql } = await testDatabase(t);
  const rows = await sql<{ name: string }[]>`
    select distinct a.attname as name
    from pg_index i
    join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = i.indexrelid
      and d.refclassid = 'pg_class'::regclass and d.refobjid = i.indrelid and d.refobjsubid > 0
    join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
    where i.indrelid = 'actors'::regclass
    union select a.attname from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.conrelid = 'actors'::regclass and c.contype = 'p'
    order by 1`;
  // with `status` among them, each end of an actor would write every index of the table; `reason` changes where something failed, `reached_at` where
  // a post went out, which changes its shelf
  t.strictSame(
    rows.map(({ name }) => name),
    [
      'id',
      'kind',
      'parent_id',
      'parked_at',
      'planned_at',
      'reached_at',
      'reason',
      'run_of',
      'shelf',
      'workspace_id',
    ],
  );
});

const run = (id: string, parentId: string) => ({
  id,
  workspaceId: 'ws_1',
  parentId,
  kind: 'dm_run',
  definitionId: null,
  version: 1,
  seq: 1,
  status: 'active',
  snapshot: '{}',
  timers: null,
  effects: null,
  columns: null,
});

void t.test('a conversation has one run that has not ended, whatever else it has', async (t) => {
  const { sql } = await testDatabase(t);
  const start = (id: string, kind = 'dm_run') =>
    writeRows(sql, { ...nothing(NOW), born: [{ ...run(id, 'conv_1'), kind }] });
  const set = (id: string, rev: number, status: string) =>
    writeRows(sql, { ...nothing(NOW), stepped: [{ ...run(id, 'conv_1'), rev, status }] });
  await start('run_1');
  await start('send_1', 'message_send');
  await start('send_2', 'message_send');
  await t.rejects(start('run_2'), { code: '23505' });
  await set('run_1', 0, 'needs_attention');
  await t.rejects(start('run_2'), { code: '23505' }, 'one that needs a person has not ended');
  await set('run_1', 1, 'done');
  await start('run_2');
  await t.rejects(start('run_3'), { code: '23505' });
});

void t.test('runs of the version before count too', async (t) => {
  const { sql } = await testDatabase(t, { migrated: false });
  const folder = await temporaryFolder(t);
  const before = (await readdir(migrationsFolder)).filter((file) => file < '0053');
  for (const file of before) await copyFile(join(migrationsFolder, file), join(folder, file));
  await migrate(sql, { folder });
  await writeRows(sql, {
    ...nothing(NOW),
    born: [run('run_1', 'conv_1'), { ...run('run_0', 'conv_1'), status: 'done' }],
  });
  await migrate(sql);
  const [row] = await sql`select run_of from actors where id = 'run_1'`;
  t.equal(row!['run_of'], 'conv_1');
  await t.rejects(writeRows(sql, { ...nothing(NOW), born: [run('run_2', 'conv_1')] }), { code: '23505' });
});
