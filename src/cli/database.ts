/** The database that a command works on, and the command that migrates it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from '../../store/connect.ts';
import { migrate } from '../../store/migrate.ts';
import { schemasOf } from '../../store/schemas.ts';
import { readDatabaseSettings } from '../base/settings.ts';
import { CommandError, type Command, type CommandDatabase, print, takesNo } from './command.ts';

export const databaseCommands: { [name: string]: Command } = {
  migrate: {
    options: [],
    help: `troupe migrate [--json]

Applies the migrations that the directory and the cell of TROUPE_CELL lack, and makes the cell if there is none of this
name. A service does it by itself when it starts.

  --json   {"applied": ["0001_core.sql", …]}
`,
    prepare({ values, rest }) {
      takesNo(rest);
      return async ({ sql, schemas }) => {
        const applied = await migrate(sql, {
          schemas,
          log: (message) => process.stderr.write(`${message}\n`),
        });
        if (values.json) return print({ applied });
        if (applied.length === 0) process.stderr.write('The database is current.\n');
      };
    },
  },
};

/** @throws CommandError when the database cannot be reached, or has no tables yet */
export async function withDatabase(work: (database: CommandDatabase) => Promise<void>): Promise<void> {
  const url = await databaseUrl();
  const schemas = schemasOf(url, readDatabaseSettings().cell);
  const open = (own: readonly string[]) =>
    connect(url, {
      schemas: own,
      applicationName: 'troupe command',
      maxConnections: 1,
      statementTimeoutMs: 0,
    });
  const sql = open([schemas.directory]);
  try {
    await work({ sql, schemas, openCell: (name) => open([name]) });
  } catch (cause) {
    const { code } = cause as { code?: string };
    if (code === 'ECONNREFUSED')
      throw new CommandError(
        'the database does not respond; is it running? (The embedded one runs with the service.)',
        {
          cause,
        },
      );
    if (code === '42P01')
      throw new CommandError('the database lacks its tables: run troupe migrate, or start the service once', {
        cause,
      });
    throw cause;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** DATABASE_URL, or the address that the service saved when it started its embedded database. */
async function databaseUrl(): Promise<string> {
  const config = readDatabaseSettings();
  if (config.databaseUrl !== null) return config.databaseUrl;
  const file = join(config.dataDir, 'postgres.json');
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new CommandError(
      `no database: set DATABASE_URL, or start the service once in this folder (there is no ${file})`,
      { cause },
    );
  }
  return (JSON.parse(text) as { url: string }).url;
}
