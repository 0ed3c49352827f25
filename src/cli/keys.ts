/** `troupe keys …`: create, list and revoke API keys. */
import type { Sql } from '../../store/connect.ts';
import { findUser, type KeyRow } from '../../store/keys.ts';
import { insertUser } from '../../store/directory.ts';
import { createKey, listKeys, revokeKey } from '../auth/keys.ts';
import { newId } from '../ids.ts';
import { CommandError, type Command, print, takesNo, UsageError } from './command.ts';
import { knownUser } from './users.ts';

export const keyCommands: { [name: string]: Command } = {
  'keys create': {
    options: ['name', 'user'],
    help: `troupe keys create --name NAME [--user EMAIL] [--json]

Makes an API key and prints it: this once, since only its SHA-256 is kept.

  --name NAME    to recognize the key by
  --user EMAIL   whose key it is. Without it: the first user. An empty installation gets its first user by this.
  --json         {"id", "key", "name", "hint", "user"}
`,
    prepare({ values, rest }) {
      takesNo(rest);
      const name = values.name?.trim();
      if (!name) throw new UsageError('--name is required: people recognize the key by it');
      return async ({ sql }) => {
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
      return async ({ sql }) => {
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
      return async ({ sql }) => {
        if (!(await revokeKey(sql, { id, userId: null })))
          throw new CommandError(`there is no key ${id}; troupe keys list shows the ids`);
        if (values.json) return print({ id, revoked: true });
        process.stderr.write(`Key ${id} is revoked.\n`);
      };
    },
  },
};

/** The user who gets the key. An installation without users gets its first user. */
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
