/**
 * A database of its own for each test: a copy of a template that has the migrations in it.
 *
 * `npm test` starts one Postgres for all files and hands its address over in TROUPE_TEST_POSTGRES (the one
 * variable that is read outside src/service/config.ts). A file run alone (`npx --no-install tap test/x.test.ts`)
 * finds none and starts a Postgres for itself; that takes about a second.
 */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import tap, { type Test } from 'tap';
import { connect, type Sql } from '../../store/connect.ts';
import { migrate, migrationsFolder, readMigrations } from '../../store/migrate.ts';
import { startTestPostgres } from './postgres.ts';

export interface TestDatabase {
  /** Pool on the database; closed at the end of the test. */
  sql: Sql;
  /** Address of the database, for what opens connections itself. */
  url: string;
}

/**
 * Makes a migrated, otherwise empty database. At the end of the test it is dropped, and the test fails when
 * it left connections open.
 *
 * @param t the test that owns it
 * @param options migrated: false for a database without the schema. Default true
 */
export async function testDatabase(t: Test, options: { migrated?: boolean } = {}): Promise<TestDatabase> {
  const server = await serverUrl();
  const template = options.migrated === false ? 'template0' : await migratedTemplate(server);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = connect(server, { applicationName: 'troupe test', maxConnections: 1 });
  // Copied as files: by the default, through the log, a copy is written three times and takes Postgres twice as long.
  await admin`create database ${admin(name)} template ${admin(template)} strategy file_copy`;
  const url = withDatabase(server, name);
  const sql = connect(url, { applicationName: 'troupe test', maxConnections: 10 });
  t.teardown(async () => {
    await sql.end({ timeout: 5 });
    const left = await connectionsLeft(admin, name);
    await admin`drop database ${admin(name)} with (force)`;
    await admin.end({ timeout: 5 });
    if (left.length > 0)
      throw new Error(`The test left connections to its database open: ${left.join(', ')}`);
  });
  return { sql, url };
}

/**
 * Address of the Postgres that tests run on.
 *
 * @returns address of its maintenance database
 */
export function serverUrl(): Promise<string> {
  server ??= sharedServer();
  return server;
}

let server: Promise<string> | undefined;

async function sharedServer(): Promise<string> {
  const shared = process.env['TROUPE_TEST_POSTGRES'];
  if (shared !== undefined && shared !== '') return shared;
  const own = await startTestPostgres();
  tap.teardown(() => own.stop());
  return own.url;
}

/** Who is still connected when everything should be closed. Sessions take a moment to end, so it looks again. */
async function connectionsLeft(admin: Sql, name: string): Promise<string[]> {
  for (let look = 0; ; look += 1) {
    const rows = await admin<{ who: string }[]>`
      select application_name || ' (' || coalesce(state, 'unknown') || ': ' || left(query, 80) || ')' as who
      from pg_stat_activity where datname = ${name} and backend_type = 'client backend'`;
    if (rows.length === 0 || look === 100) return rows.map((row) => row.who);
    await pause(20);
  }
}

/** Name of the template with this checkout's migrations; made by whichever test asks first. */
async function migratedTemplate(server: string): Promise<string> {
  const migrations = await readMigrations(migrationsFolder);
  const content = migrations.map((migration) => `${migration.file} ${migration.sha256}\n`).join('');
  const name = `template_${createHash('sha256').update(content).digest('hex').slice(0, 16)}`;
  const admin = connect(server, { applicationName: 'troupe test template', maxConnections: 1 });
  try {
    // A session's lock, as databases cannot be made in a transaction. With one connection it is one session,
    // and it ends with it.
    await admin`select pg_advisory_lock(1)`;
    const [present] = await admin`select 1 from pg_database where datname = ${name}`;
    if (present) return name;
    const draft = `making_${name}`;
    await admin`drop database if exists ${admin(draft)} with (force)`;
    await admin`create database ${admin(draft)} template template0`;
    const sql = connect(withDatabase(server, draft), {
      applicationName: 'troupe test template',
      maxConnections: 1,
    });
    try {
      await migrate(sql);
      await sql`analyze`;
    } finally {
      await sql.end({ timeout: 5 });
    }
    await admin`alter database ${admin(draft)} rename to ${admin(name)}`;
    return name;
  } finally {
    await admin.end({ timeout: 5 });
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
