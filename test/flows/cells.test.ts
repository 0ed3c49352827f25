/** Two cells of one installation, in one Postgres: each has its own node, and nothing of one is in the other. */
import t from 'tap';
import { dumpSchema } from '../../store/dump-schema.ts';
import { migrate } from '../../store/migrate.ts';
import { schemasOf } from '../../store/schemas.ts';
import { testDatabase } from '../support/database.ts';
import { type RunningService, startService } from '../support/service.ts';

const first = schemasOf('');
const second = schemasOf('', 'cell_2');

async function publish(running: RunningService, content: string): Promise<string> {
  const { call, accounts, until } = running;
  const accountIds = [accounts['telegram'], accounts['mastodon']];
  const { body } = await call('POST', '/v1/posts', { content, accountIds, publishNow: true });
  await until(body.post.id, ({ status }) => status === 'published');
  return body.post.id;
}

void t.test('a new cell gets the tables of the first, which does not change', async (t) => {
  const { sql } = await testDatabase(t);
  const state = async () => ({
    directory: await dumpSchema(sql, first.directory),
    cell: await dumpSchema(sql, first.cell),
    applied: await sql`select * from troupe_cell_1.schema_migrations order by number`,
    ofDirectory: await sql`select * from troupe_directory.schema_migrations order by number`,
  });
  const before = await state();
  const applied = await migrate(sql, { schemas: second });
  t.ok(applied.includes('0001_core.sql') && applied.includes('0017_cells.sql'));
  t.same(await state(), before);
  t.equal(await dumpSchema(sql, second.cell), before.cell);
  t.same(await sql`select name from troupe_directory.cells order by name`, [
    { name: 'troupe_cell_1' },
    { name: 'troupe_cell_2' },
  ]);
  t.same(await migrate(sql, { schemas: second }), []);
  t.same(await migrate(sql, { schemas: first }), []);
});

void t.test('two cells publish side by side, and nothing of one is in the other', async (t) => {
  const { sql, url } = await testDatabase(t);
  await migrate(sql, { schemas: second });
  const one = await startService(t, { databaseUrl: url, slug: 'home' });
  const two = await startService(t, { databaseUrl: url, slug: 'abroad', cell: 'cell_2' });
  await Promise.all([one, two].flatMap((running) => [publish(running, 'Hello'), publish(running, 'again')]));

  t.same(await sql`select slug, cell from troupe_directory.workspaces order by slug`, [
    { slug: 'abroad', cell: 'troupe_cell_2' },
    { slug: 'home', cell: 'troupe_cell_1' },
  ]);
  for (const [running, schema] of [
    [one, first.cell],
    [two, second.cell],
  ] as const) {
    const tables = await sql<{ name: string }[]>`
      select c.relname as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id'
      where c.relnamespace = ${schema}::regnamespace and c.relkind = 'r'`;
    let filled = 0;
    for (const { name } of tables) {
      const rows = await sql`select distinct workspace_id as id from ${sql(schema)}.${sql(name)}`;
      if (rows.length === 0) continue;
      filled += 1;
      t.same(rows, [{ id: running.workspaceId }], `${schema}.${name}`);
    }
    t.ok(filled >= 6, `${filled} tables of ${schema} have rows`);
    t.same(await sql`select count(*)::int as count from ${sql(schema)}.posts`, [{ count: 2 }]);
    t.same(await sql`select id from ${sql(schema)}.workspaces`, [{ id: running.workspaceId }]);
    t.equal((await sql`select from ${sql(schema)}.nodes`).length, 1, 'its node beats in its cell');
  }
});

void t.test('a caller reaches the workspaces of the node’s cell only', async (t) => {
  const { sql, url } = await testDatabase(t);
  await migrate(sql, { schemas: second });
  const one = await startService(t, { databaseUrl: url, slug: 'home', platforms: [] });
  const two = await startService(t, { databaseUrl: url, slug: 'abroad', cell: 'cell_2', platforms: [] });
  const { userId } = (await one.service.authenticate(one.key))!;
  await sql`
    insert into troupe_directory.members (workspace_id, user_id, created_at)
    values (${two.workspaceId}, ${userId}, now())`;
  one.service.context.forgetPrincipals();
  const slugs = async (running: RunningService) => {
    const response = await fetch(`${running.baseUrl}/v1/workspaces`, {
      headers: { authorization: `Bearer ${one.key}` },
    });
    const { workspaces } = (await response.json()) as { workspaces: { slug: string }[] };
    return workspaces.map(({ slug }) => slug);
  };
  t.same(await slugs(one), ['home']);
  t.same(await slugs(two), ['abroad']);
  const refused = await one.call('GET', '/v1/posts?workspace=abroad');
  t.match(refused, { status: 403, body: { code: 'not_a_member' } });

  const taken = await two.call('POST', '/v1/workspaces', { name: 'Home', slug: 'home' });
  t.match(taken, { status: 409, body: { code: 'slug_taken' } });
  const made = await two.call(
    'POST',
    '/v1/workspaces',
    { name: 'Harbour' },
    { 'idempotency-key': 'harbour' },
  );
  t.equal(made.status, 200);
  t.same(await sql`select slug from troupe_cell_2.workspaces order by slug`, [
    { slug: 'abroad' },
    { slug: 'harbour' },
  ]);
  t.same(await sql`select slug from troupe_cell_1.workspaces`, [{ slug: 'home' }]);
  t.same(await sql`select key from troupe_directory.idempotency_keys`, [{ key: 'harbour' }]);
});
