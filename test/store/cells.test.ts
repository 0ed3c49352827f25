/** A statement reads the directory or a cell, never both: from the catalog and from the text of the program. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { projectRoot } from '../../src/install/pinned.js';
import { connect, type Sql } from '../../store/connect.ts';
import { migrationsFolder, readMigrations } from '../../store/migrate.ts';
import { schemasOf } from '../../store/schemas.ts';
import { statementsOf } from '../../store/statements.ts';
import { testDatabase } from '../support/database.ts';

const { directory, cell } = schemasOf('');

/** Tables of the directory that name workspaces, because they say who reaches them, or may. */
const NAMES_WORKSPACES = ['members', 'invitations', 'audit_entries', 'former_slugs'];

/**
 * Tables that both schemas have. The migrations of each; what the directory tells callers of their workspaces, of which the
 * cell has a copy; the keys of requests that name no workspace, and of those that do; the audit entries of what is changed there.
 */
const IN_BOTH = ['audit_entries', 'idempotency_keys', 'schema_migrations', 'workspaces'];

/** Files with statements about tables of both schemas, and why. No statement of theirs reads both. */
const ABOUT_BOTH: { [file: string]: string } = {
  'move-into-cell.ts': 'an upgrade, before there are two schemas',
};

/** What Postgres itself has, and names of parts of statements. */
const NOT_TABLES = /^(pg_|information_schema|unnest|json|jsonb|generate_series|turn_\d+|lateral|select|only)/;

async function tablesIn(sql: Sql, schema: string): Promise<Map<string, string[]>> {
  const rows = await sql<{ name: string; columns: string[] }[]>`
    select c.relname as name, array_agg(a.attname::text) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = ${schema}::regnamespace and c.relkind in ('r', 'v') group by c.relname`;
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** The names after from, join, into, update and using in a text of SQL, without those of its CTEs. */
function namesIn(text: string): string[] {
  const own = new Set(
    [...text.matchAll(/\b(\w+)(?:\([^()]*\))? as (?:not )?(?:materialized )?\(/g)].map((one) => one[1]),
  );
  const found = text.matchAll(
    /\b(?:from|join|into|update|using|truncate|lock table)\s+(?:only\s+)?([a-z_]\w*)\b(?!\s*\()/g,
  );
  return [...found].map((one) => one[1]!).filter((name) => !own.has(name) && !NOT_TABLES.test(name));
}

/** Each text in backticks, with the texts inside its expressions. */
const templatesIn = (source: string) =>
  source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').match(/`[^`]*`/g) ?? [];

void t.test('what belongs to a workspace is in the cell, and in no other place', async (t) => {
  const { sql } = await testDatabase(t);
  const [inDirectory, inCell] = [await tablesIn(sql, directory), await tablesIn(sql, cell)];
  for (const [name, columns] of inDirectory)
    if (columns.includes('workspace_id'))
      t.ok(NAMES_WORKSPACES.includes(name), `${name} of the directory has a workspace_id`);
  for (const name of inCell.keys())
    if (inDirectory.has(name)) t.ok(IN_BOTH.includes(name), `${name} is in both schemas`);
  const elsewhere = await sql`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id'
    where c.relkind in ('r', 'v') and n.nspname not in (${directory}, ${cell})`;
  t.same(elsewhere, []);
});

void t.test('no foreign key, view or default reaches from one schema into another', async (t) => {
  const { sql } = await testDatabase(t);
  t.same(
    await sql`
      select k.conname from pg_constraint k
      join pg_class own on own.oid = k.conrelid join pg_class other on other.oid = k.confrelid
      where own.relnamespace <> other.relnamespace`,
    [],
  );
  t.same(
    await sql`
      select view_name, table_schema, table_name from information_schema.view_table_usage
      where view_schema in (${directory}, ${cell}) and table_schema <> view_schema`,
    [],
  );
});

void t.test('each file of the store is about tables of one schema', async (t) => {
  const { sql } = await testDatabase(t);
  const [inDirectory, inCell] = [await tablesIn(sql, directory), await tablesIn(sql, cell)];
  const folder = join(projectRoot, 'store');
  let seen = 0;
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts'))) {
    if (ABOUT_BOTH[file] !== undefined) continue;
    const names = templatesIn(readFileSync(join(folder, file), 'utf8')).flatMap(namesIn);
    const tables = [...new Set(names)].filter((name) => inDirectory.has(name) || inCell.has(name));
    seen += tables.length;
    const ofDirectory = tables.filter((name) => !inCell.has(name));
    const ofCell = tables.filter((name) => !inDirectory.has(name));
    t.ok(
      ofDirectory.length === 0 || ofCell.length === 0,
      `${file}: ${ofDirectory.join(', ')} of the directory, ${ofCell.join(', ')} of the cell`,
    );
  }
  t.ok(seen > 40, `${seen} tables were found in the texts`);
});

void t.test('statements are in the store', async (t) => {
  const files = readdirSync(join(projectRoot, 'src'), { recursive: true, encoding: 'utf8' });
  // the embedded server is looked after before it has any schema
  for (const file of files.filter((name) => name.endsWith('.ts') && !name.startsWith('install/')))
    for (const [text] of readFileSync(join(projectRoot, 'src', file), 'utf8').matchAll(
      /\b(?:sql|tx|db)(?:<[^`]*>)?`[^`]*`/g,
    ))
      t.ok(/^\w+(<[^`]*>)?`select 1`$/.test(text), `${file}: ${text}`);
});

void t.test('the functions of a cell find their tables with only the cell in sight', async (t) => {
  const { sql, url } = await testDatabase(t);
  const [own, others] = [await tablesIn(sql, cell), await tablesIn(sql, directory)];
  const functions = await sql<{ name: string; body: string; schema: string }[]>`
    select proname as name, prosrc as body, pronamespace::regnamespace::text as schema from pg_proc
    where pronamespace in (${directory}::regnamespace, ${cell}::regnamespace)`;
  t.ok(functions.some(({ name }) => name.startsWith('turn_')));
  for (const { name, body, schema } of functions) {
    t.equal(schema, cell, name);
    for (const table of namesIn(body)) t.ok(own.has(table) || !others.has(table), `${name} reads ${table}`);
  }
  const only = connect(url, { schemas: [cell], applicationName: 'cell', maxConnections: 1 });
  t.teardown(() => only.end({ timeout: 5 }));
  await t.rejects(only`select from users`, { code: '42P01' });
  const outside = connect(url, { schemas: [directory], applicationName: 'directory', maxConnections: 1 });
  t.teardown(() => outside.end({ timeout: 5 }));
  await t.rejects(outside`select from posts`, { code: '42P01' });
});

void t.test('nothing is numbered or ordered by what differs from server to server', async (t) => {
  const { sql } = await testDatabase(t);
  t.same(
    await sql`
      select relname from pg_class where relkind = 'S' and relnamespace in (${directory}::regnamespace, ${cell}::regnamespace)`,
    [],
    'no sequence, and no identity column',
  );
  const texts = readdirSync(join(projectRoot, 'store'))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => [name, readFileSync(join(projectRoot, 'store', name), 'utf8')] as const);
  const [functions] = await sql<{ text: string }[]>`
    select string_agg(prosrc, ' ') as text from pg_proc where pronamespace = ${cell}::regnamespace`;
  for (const [name, text] of [...texts, ['functions', functions!.text] as const])
    t.notMatch(
      text,
      /pg_current_xact|pg_snapshot|pg_current_snapshot|txid_|\bxmin\b|\bxmax\b|nextval|currval|last_value|order by ctid/,
      name,
    );
});

void t.test('plans are not forced outside of functions', async (t) => {
  for (const folder of ['store', 'src']) {
    const files = readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => name.endsWith('.ts')))
      t.notMatch(readFileSync(join(projectRoot, folder, file), 'utf8'), /plan_cache_mode/, file);
  }
});

void t.test('migrations name no schema, so that each cell gets its own tables', async (t) => {
  for (const { file, text, schema } of await readMigrations(migrationsFolder))
    for (const { text: statement } of statementsOf(text)) {
      t.notMatch(statement, /\bpublic\.|troupe_/, file);
      if (file >= '0018' && schema === 'cell')
        t.notMatch(statement, /references (users|members|api_keys|sessions)\b/, file);
    }
});
