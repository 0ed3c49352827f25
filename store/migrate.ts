/**
 * Brings a database to the schemas that this program needs: the directory and a cell (schemas.ts).
 *
 * Migrations are files `NNNN_name.sql`, numbered without gaps. They only go forward and are never edited after a release.
 * A file is for cells, unless its first line is `-- schema: directory`. It names its tables without their schema. Each
 * schema has its own table `schema_migrations`, so a new cell gets all files for cells while the directory stays as it is.
 *
 * Each file runs in its own transaction together with its row in `schema_migrations`, so a crash leaves either all of it
 * or nothing. A file that fails leaves those before it, as a crash does: one transaction over all files would hold the locks of
 * all of them on every table until the end. The error says what was applied, and the next start continues there. Statements that cannot run in a transaction (`create index concurrently`) cannot be used.
 *
 * Any number of services may start at once. Every transaction takes the same advisory lock and then reads again which
 * migrations are applied, so each migration runs once. The lock belongs to the transaction, not to the session: no
 * connection has to be reserved, and a killed service holds no lock.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sql, Tx } from './connect.ts';
import { hasMigrations, isOlder, moveIntoCell, refuseOlderStarts } from './move-into-cell.ts';
import { type Schemas, schemasOf } from './schemas.ts';
import { type Statement, statementsOf } from './statements.ts';

/** Folder of this program's migrations. */
export const migrationsFolder: string = fileURLToPath(new URL('migrations', import.meta.url));

/**
 * Key of the advisory lock: "trpe" in ASCII. Locks are separate for each database, so other programs rarely use the same
 * key.
 */
const lockKey = 0x74727065;

/** A database that cannot be migrated or must not be. The message is for the operator. */
export class MigrationError extends Error {
  override name = 'MigrationError';
  readonly code: 'bad_folder' | 'edited' | 'newer' | 'failed' | 'two';

  constructor(code: MigrationError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** One migration file. */
interface Migration {
  number: number;
  /** File name, such as `0001_core.sql`. */
  file: string;
  /** `core`. */
  name: string;
  text: string;
  schema: 'directory' | 'cell';
  /** SHA-256 hash of the text with plain line feeds, so that a checkout on Windows does not count as an edit. */
  sha256: string;
}

/**
 * Applies the migrations that a directory and a cell lack. A schema that does not exist is created. An installation of a
 * version that had one schema for everything is moved first.
 *
 * @param sql pool with at least one connection
 * @param options schemas: by default those of an address that names none; folder: where the files are, by default this
 *   program's; log: called with a message for each applied file
 * @returns the files this call applied, in order; empty when the database was current or another service applied them
 * @throws MigrationError `newer`: a newer program migrated this database, so this one must not use it; `edited`: a
 *   migration was changed after it ran; `failed`: with Postgres' message, the line, and the files that were applied before it and stay; `two`: tables of a version without
 *   cells cannot be moved, because there are newer ones; `bad_folder`: wrong names or numbers
 */
export async function migrate(
  sql: Sql,
  options: { schemas?: Schemas; folder?: string; log?: (message: string) => void } = {},
): Promise<string[]> {
  const migrations = await readMigrations(options.folder ?? migrationsFolder);
  const schemas = options.schemas ?? schemasOf('');
  const applied: string[] = [];
  for (;;) {
    const file = await sql
      .begin((tx) => applyNext(tx, schemas, migrations))
      .catch((cause: unknown) => {
        throw withApplied(cause, applied);
      });
    if (file === null) return applied;
    applied.push(file);
    options.log?.(`Applied migration ${file}.`);
  }
}

/** Adds to the error of a migration what this call applied before it, because that stays. */
function withApplied(cause: unknown, applied: readonly string[]): unknown {
  if (!(cause instanceof MigrationError) || cause.code !== 'failed') return cause;
  const before =
    applied.length === 0
      ? 'No other migration was applied before it: the database is as it was.'
      : `Applied before it, and kept: ${applied.join(', ')}. The next start continues with the one that failed.`;
  return new MigrationError('failed', `${cause.message}. ${before}`, { cause: cause.cause });
}

/**
 * Reads and checks a folder of migrations.
 *
 * @returns the files by number
 * @throws MigrationError `bad_folder`
 */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (file, index) => {
      const [, digits, name] = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(file) ?? [];
      if (digits === undefined || name === undefined)
        throw new MigrationError(
          'bad_folder',
          `${file} is no name for a migration: use 0001_what_it_does.sql.`,
        );
      const number = Number(digits);
      if (number !== index + 1)
        throw new MigrationError(
          'bad_folder',
          `Migrations are numbered without gaps or doubles: expected number ${index + 1}, found ${file}.`,
        );
      const text = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n');
      return {
        number,
        file,
        name,
        text,
        schema: schemaOf(file, text),
        sha256: createHash('sha256').update(text).digest('hex'),
      };
    }),
  );
}

/** @throws MigrationError `bad_folder` when the first line names a schema that does not exist */
function schemaOf(file: string, text: string): Migration['schema'] {
  const name = /^-- schema: *(.*)$/m.exec(text.split('\n', 1)[0]!)?.[1] ?? 'cell';
  if (name === 'cell' || name === 'directory') return name;
  throw new MigrationError(
    'bad_folder',
    `${file} is for the schema "${name}": say directory, or nothing for cells.`,
  );
}

/** Applies the first missing migration. @returns its file; null when none is missing */
async function applyNext(tx: Tx, schemas: Schemas, migrations: Migration[]): Promise<string | null> {
  // Waiting for another service's migration, or filling a new column of a large table, may take long.
  await tx`set local statement_timeout = 0`;
  await tx`select pg_advisory_xact_lock(${lockKey})`;
  await tx`select set_config('troupe.directory', ${schemas.directory}, true)`;
  await prepareSchemas(tx, schemas);
  const missing: Migration[] = [];
  for (const schema of ['directory', 'cell'] as const) {
    const applied = await readApplied(tx, schemas[schema], migrations);
    missing.push(...migrations.filter((one) => one.schema === schema && !applied.has(one.number)));
  }
  const next = missing.toSorted((a, b) => a.number - b.number)[0];
  if (next === undefined) return null;
  await enter(tx, schemas[next.schema]);
  for (const statement of statementsOf(next.text)) {
    try {
      await tx.unsafe(statement.text);
    } catch (cause) {
      throw new MigrationError('failed', `Migration ${next.file} failed${describe(cause, statement)}`, {
        cause,
      });
    }
  }
  await tx`insert into schema_migrations (number, name, sha256) values (${next.number}, ${next.name}, ${next.sha256})`;
  return next.file;
}

/** From here on, statements of the transaction find and create tables in this schema. */
const enter = (tx: Tx, schema: string) => tx`select set_config('search_path', quote_ident(${schema}), true)`;

/** Creates the schemas that are missing, with their tables of migrations. */
async function prepareSchemas(tx: Tx, schemas: Schemas): Promise<void> {
  const names = [schemas.directory, schemas.cell];
  const found = await tx<
    { name: string }[]
  >`select nspname as name from pg_namespace where nspname = any(${names}::text[])`;
  for (const name of names) if (!found.some((row) => row.name === name)) await tx`create schema ${tx(name)}`;
  if (await isOlder(tx, schemas)) {
    await insistOnMove(tx, schemas);
    await moveIntoCell(tx, schemas);
  }
  await refuseOlderStarts(tx, schemas);
  for (const name of names)
    await tx`
      create table if not exists ${tx(name)}.schema_migrations (
        number int primary key,
        name text not null,
        sha256 text not null,
        applied_at timestamptz not null default now()
      )`;
}

/** What an older version left becomes the first cell, and the directory is made of it: neither may be there already. */
async function insistOnMove(tx: Tx, schemas: Schemas): Promise<void> {
  const { base, cell, firstCell, directory } = schemas;
  if (cell !== firstCell)
    throw new MigrationError(
      'two',
      `The schema ${base} has the tables of a version without cells, which become ${firstCell}: start a node of that cell first.`,
    );
  for (const name of [cell, directory])
    if (await hasMigrations(tx, name))
      throw new MigrationError(
        'two',
        `The schema ${base} has the tables of a version without cells, and ${name} has newer ones: drop those that are not used.`,
      );
}

/**
 * The numbers of the migrations that a schema has.
 * @throws MigrationError `newer` or `edited`
 */
async function readApplied(tx: Tx, schema: string, migrations: Migration[]): Promise<Set<number>> {
  const rows = await tx<{ number: number; name: string; sha256: string }[]>`
    select number, name, sha256 from ${tx(schema)}.schema_migrations order by number`;
  for (const row of rows) {
    const file = `${String(row.number).padStart(4, '0')}_${row.name}.sql`;
    const migration = migrations[row.number - 1];
    if (migration === undefined)
      throw new MigrationError(
        'newer',
        `This database is newer than this program (it has migration ${file}, the program ends at ${migrations.length}): start the newer program, or restore a backup from before the update.`,
      );
    if (migration.sha256 !== row.sha256)
      throw new MigrationError(
        'edited',
        `Migration ${migration.file} is not the one this database was made with (${file}): put the old text back and write the change as a new migration.`,
      );
  }
  return new Set(rows.map((row) => row.number));
}

/** Formats the message of a database error with the line of the file: that of the error, or of its statement. */
function describe(cause: unknown, statement: Statement): string {
  const { message, position } = cause as { message: string; position?: string };
  const inside =
    position === undefined ? 0 : statement.text.slice(0, Number(position)).split('\n').length - 1;
  return ` at line ${statement.line + inside}: ${message}`;
}
