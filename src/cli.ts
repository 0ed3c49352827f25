/**
 * `troupe`: what an operator does from a shell. Exit codes: 0 done, 1 it could not be done, 2 the command is wrong.
 *
 * What was asked for goes to stdout and everything said about it to stderr, so that a script can catch a new key with
 * `KEY=$(troupe keys create --name ci)`.
 */
import './install/node-version.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connect, type Sql } from '../store/connect.ts';
import { findUser, type KeyRow } from '../store/keys.ts';
import { migrate } from '../store/migrate.ts';
import { insertUser } from '../store/workspaces.ts';
import { createKey, listKeys, revokeKey } from './auth/keys.ts';
import { resetPassword } from './auth/reset-password.ts';
import { readConfig } from './config.ts';
import type { Replayed } from './introspection/run-file.ts';
import { rotateSecrets } from './rotate-secrets.ts';
import { createSealer } from './seal.ts';
import { newId } from './ids.ts';

const OVERVIEW = `troupe: the command line of a Troupe installation

  troupe keys create --name NAME [--user EMAIL]   make an API key
  troupe keys list [--user EMAIL]                 list API keys
  troupe keys revoke ID                           end an API key, on every node
  troupe password reset --user EMAIL              a new password for the dashboard
  troupe secrets rotate                           seal all secrets under the newest key
  troupe migrate                                  bring the database to this version
  troupe replay FILE                              step a downloaded run through the machines
  troupe help                                     this page

Each takes --help and --json. The database is that of DATABASE_URL, or else the embedded one of a service that runs.
`;

/** The command line is wrong: exit code 2. */
class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** It could not be done, for a reason that needs no stack: exit code 1. */
class CommandError extends Error {
  override readonly name = 'CommandError';
}

interface Arguments {
  values: { name?: string; user?: string; json: boolean; help: boolean };
  rest: string[];
}

interface Command {
  help: string;
  /** Options it takes besides --json and --help. */
  options: readonly ('name' | 'user')[];
  /** Reads the arguments, then does the work: a wrong command is told without a database. */
  prepare(args: Arguments): (sql: Sql) => Promise<void>;
  /** It needs no database: its work is given none. */
  alone?: boolean;
}

const commands: { [name: string]: Command } = {
  'keys create': {
    options: ['name', 'user'],
    help: `troupe keys create --name NAME [--user EMAIL] [--json]

Makes an API key and prints it: this once, since only its SHA-256 is kept.

  --name NAME    to tell the key from others
  --user EMAIL   whose key it is. Without it: the first user. An empty installation gets its first user by this.
  --json         {"id", "key", "name", "hint", "user"}
`,
    prepare({ values, rest }) {
      takesNo(rest);
      const name = values.name?.trim();
      if (!name) throw new UsageError('--name is required: it tells the key from others');
      return async (sql) => {
        const user = await userFor(sql, values.user);
        const { id, key, hint } = await createKey(sql, { userId: user.id, name, now: Date.now() });
        const owner = user.email ?? user.name;
        if (values.json) return print({ id, key, name, hint, user: owner });
        process.stderr.write(`Key ${id} of ${owner}. It is shown this once:\n`);
        process.stdout.write(`${key}\n`);
      };
    },
  },

  'keys list': {
    options: ['user'],
    help: `troupe keys list [--user EMAIL] [--json]

Lists API keys, newest first: id, last four characters, owner, when made, when last used, name.

  --user EMAIL   only this user's
  --json         {"keys": [{"id", "name", "hint", "user", "createdAt", "lastUsedAt"}]}
`,
    prepare({ values, rest }) {
      takesNo(rest);
      return async (sql) => {
        const user = values.user === undefined ? null : await knownUser(sql, values.user);
        const keys = await listKeys(sql, { userId: user?.id ?? null });
        if (values.json) return print({ keys: keys.map(shown) });
        if (keys.length === 0)
          process.stderr.write('There are no API keys. Make one with: troupe keys create --name NAME\n');
        for (const line of table(keys)) process.stdout.write(`${line}\n`);
      };
    },
  },

  'keys revoke': {
    options: [],
    help: `troupe keys revoke ID [--json]

Ends an API key. Every node refuses it within a second.

  ID       as \`troupe keys list\` shows it: key_…
  --json   {"id", "revoked": true}
`,
    prepare({ values, rest }) {
      const [id, ...more] = rest;
      if (id === undefined)
        throw new UsageError('say which key: troupe keys revoke ID (troupe keys list shows the ids)');
      takesNo(more);
      return async (sql) => {
        if (!(await revokeKey(sql, { id, userId: null })))
          throw new CommandError(`there is no key ${id}; troupe keys list shows the ids`);
        if (values.json) return print({ id, revoked: true });
        process.stderr.write(`Key ${id} is revoked.\n`);
      };
    },
  },

  'password reset': {
    options: ['user'],
    help: `troupe password reset --user EMAIL [--json]

Gives a user a new random password for the dashboard and prints it, this once. Their sessions end. The person changes it
under Settings, You.

  --user EMAIL   whose
  --json         {"user", "password"}
`,
    prepare({ values, rest }) {
      takesNo(rest);
      const { user: email } = values;
      if (email === undefined) throw new UsageError('--user is required: whose password it is');
      return async (sql) => {
        const user = await knownUser(sql, email);
        const password = await resetPassword(sql, user.id);
        if (values.json) return print({ user: email, password });
        process.stderr.write(`The new password of ${email}. It is shown this once:\n`);
        process.stdout.write(`${password}\n`);
      };
    },
  },

  'secrets rotate': {
    options: [],
    help: `troupe secrets rotate [--json]

Seals every secret of the database (tokens, signing secrets, apps) anew under the first key of TROUPE_SECRET_KEYS, or
of secret.key in the data folder. Afterwards no other key is needed. Safe while the service runs; stopped in the middle
it goes on when it is run again. How to change keys without a gap: docs/operating.md, "Secret keys".

  --json   {"rotated", "current", "locked": ["accounts acc_…", …]}

Exit code 1 when something is sealed under a key that is not at hand: keep the old keys, and add the missing one.
`,
    prepare({ values, rest }) {
      takesNo(rest);
      return async (sql) => {
        const { rotated, current, locked } = await rotateSecrets(sql, createSealer(await secretKeys()));
        if (values.json) print({ rotated, current, locked });
        else process.stderr.write(`Sealed anew: ${rotated}. Already under the newest key: ${current}.\n`);
        if (locked.length > 0)
          throw new CommandError(
            `${locked.length} are sealed under a key that is not at hand: ${locked.slice(0, 10).join(', ')}`,
          );
      };
    },
  },

  replay: {
    options: [],
    alone: true,
    help: `troupe replay FILE [--json]

Steps every actor of a run through the machines of this checkout, event by event, and says where they go elsewhere than
they did. Needs no database. A run is downloaded in the debugger, or with GET /v1/actors/{id}/run.

  --json   {"actors": [{"id", "kind", "steps", "replayed", "differences": ["…"], "stopped": {"seq", "code", "reason"} | null}]}

Exit code 1 when something differs, or could not be replayed to its end.
`,
    prepare({ values, rest }) {
      const [file, ...more] = rest;
      if (file === undefined) throw new UsageError('say which file: troupe replay FILE');
      takesNo(more);
      return async () => {
        const actors = await replayFile(file);
        if (values.json) print({ actors });
        else for (const actor of actors) process.stdout.write(`${told(actor)}\n`);
        const unlike = actors.filter(
          ({ differences, stopped }) => differences.length > 0 || stopped !== null,
        );
        if (unlike.length > 0)
          throw new CommandError(
            `${unlike.length} of ${actors.length} actors did not replay to where they are`,
          );
      };
    },
  },

  migrate: {
    options: [],
    help: `troupe migrate [--json]

Applies the migrations that the database lacks. A service does it by itself when it starts.

  --json   {"applied": ["0001_core.sql", …]}
`,
    prepare({ values, rest }) {
      takesNo(rest);
      return async (sql) => {
        const applied = await migrate(sql, { log: (message) => process.stderr.write(`${message}\n`) });
        if (values.json) return print({ applied });
        if (applied.length === 0) process.stderr.write('The database is current.\n');
      };
    },
  },
};

/** @returns the exit code */
async function run(argv: string[]): Promise<number> {
  let name = '';
  try {
    const args = parse(argv);
    const [first = '', second = ''] = args.rest;
    if (first === '' || first === 'help') {
      process.stdout.write(commands[args.rest.slice(1).join(' ')]?.help ?? OVERVIEW);
      return first === 'help' || args.values.help ? 0 : 2;
    }
    name = commands[`${first} ${second}`] === undefined ? first : `${first} ${second}`;
    const command = commands[name];
    if (args.values.help) {
      process.stdout.write(command?.help ?? OVERVIEW);
      return 0;
    }
    if (command === undefined) throw new UsageError(`there is no command "${args.rest.join(' ')}"`);
    for (const option of ['name', 'user'] as const)
      if (args.values[option] !== undefined && !command.options.includes(option))
        throw new UsageError(`troupe ${name} takes no --${option}`);
    const work = command.prepare({ ...args, rest: args.rest.slice(name.split(' ').length) });
    await (command.alone === true ? work(undefined as never) : withDatabase(work));
    return 0;
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof UsageError) {
      process.stderr.write(
        `troupe: ${message}\nSee: troupe help${commands[name] === undefined ? '' : ` ${name}`}\n`,
      );
      return 2;
    }
    process.stderr.write(`troupe: ${message || String(error)}\n`);
    return 1;
  }
}

function parse(argv: string[]): Arguments {
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        user: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    return { values, rest: positionals };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

async function withDatabase(work: (sql: Sql) => Promise<void>): Promise<void> {
  const sql = connect(await databaseUrl(), {
    applicationName: 'troupe command',
    maxConnections: 1,
    statementTimeoutMs: 0,
  });
  try {
    await work(sql);
  } catch (cause) {
    const { code } = cause as { code?: string };
    if (code === 'ECONNREFUSED')
      throw new CommandError(
        'the database does not answer; is it running? (The embedded one runs with the service.)',
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

/** DATABASE_URL, or what the service wrote down when it started its embedded database. */
async function databaseUrl(): Promise<string> {
  const config = readConfig();
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

/** TROUPE_SECRET_KEYS, or the key that the service made for itself. */
async function secretKeys(): Promise<Buffer[]> {
  const config = readConfig();
  if (config.secretKeys !== null) return config.secretKeys;
  const file = join(config.dataDir, 'secret.key');
  try {
    return [Buffer.from((await readFile(file, 'utf8')).trim(), 'base64')];
  } catch (cause) {
    throw new CommandError(`no keys: set TROUPE_SECRET_KEYS (there is no ${file})`, { cause });
  }
}

/** Whose key is to be made. An installation without users gets its first one. */
async function userFor(sql: Sql, email: string | undefined) {
  const first = await findUser(sql, null);
  if (first === undefined) {
    const user = { id: newId('usr', Date.now()), name: email ?? 'Owner', email: email ?? null };
    await insertUser(sql, user, Date.now());
    process.stderr.write(
      `The first user, ${user.name}, is made. Make a workspace with POST /v1/workspaces.\n`,
    );
    return user;
  }
  return email === undefined ? first : knownUser(sql, email);
}

async function knownUser(sql: Sql, email: string) {
  const user = await findUser(sql, email);
  if (user === undefined) throw new CommandError(`there is no user with the address ${email}`);
  return user;
}

function takesNo(rest: string[]): void {
  if (rest.length > 0) throw new UsageError(`"${rest.join(' ')}" is too much`);
}

/** The machines are loaded for this command alone: every other one starts without them. @throws CommandError */
async function replayFile(file: string): Promise<Replayed[]> {
  const { NotARun, readRun, replayRun } = await import('./introspection/run-file.ts');
  const { kinds } = await import('./kinds/index.ts');
  try {
    return replayRun(readRun(await readFile(file, 'utf8')), kinds);
  } catch (cause) {
    if (cause instanceof NotARun) throw new CommandError(`${file}: ${cause.message}`, { cause });
    throw cause;
  }
}

function told({ id, kind, steps, replayed, differences, stopped }: Replayed): string {
  const same = differences.length === 0 && stopped === null;
  const head = `${same ? 'same' : 'DIFFERS'}  ${kind} ${id}: ${replayed} of ${steps} steps replayed`;
  const reasons = stopped && !differences.some((one) => stopped.reason.includes(one)) ? [stopped.reason] : [];
  return [head, ...[...reasons, ...differences].map((line) => `         ${line}`)].join('\n');
}

function shown(key: KeyRow) {
  return {
    id: key.id,
    name: key.name,
    hint: key.hint,
    user: ownerOf(key),
    createdAt: key.createdAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  };
}

const ownerOf = (key: KeyRow) => key.userEmail ?? key.userName;
const day = (date: Date | null) => date?.toISOString().slice(0, 16).replace('T', ' ') ?? 'never';

function table(keys: KeyRow[]): string[] {
  if (keys.length === 0) return [];
  const rows = [
    ['ID', 'ENDS IN', 'USER', 'MADE', 'LAST USED', 'NAME'],
    ...keys.map((key) => [key.id, key.hint, ownerOf(key), day(key.createdAt), day(key.lastUsedAt), key.name]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}

function print(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

process.exitCode = await run(process.argv.slice(2));
