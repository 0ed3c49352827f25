/** `troupe keys …`: create, list and revoke API keys. */
import type { Sql, Tx } from '../../store/connect.ts';
import { findHolder, findUser, type KeyRow } from '../../store/keys.ts';
import { findPlan, insertUser } from '../../store/directory.ts';
import { storeCommandEntries } from '../features/audit/index.ts';
import { createKey, listKeys, revokeKey } from '../features/auth/keys.ts';
import { findWorkspace, type Scope, SCOPES } from '../api/principal.ts';
import { newId } from '../base/ids.ts';
import { CommandError, type Command, print, takesNo, UsageError } from './command.ts';
import { requireUser } from './users.ts';

export const keyCommands: { [name: string]: Command } = {
  'keys create': {
    options: ['name', 'user', 'scopes', 'workspaces'],
    help: `troupe keys create --name NAME [--user EMAIL] [--scopes LIST] [--workspaces LIST] [--json]

Makes an API key and prints it once: only its SHA-256 is stored.

  --name NAME         to recognize the key by
  --user EMAIL        whose key it is. Without it: the first user. An empty installation gets its first user by this.
  --scopes LIST       what it may do, separated by commas: ${SCOPES.join(', ')}. Without it: everything.
  --workspaces LIST   slugs of the only workspaces it reaches, separated by commas. Without it: all of the user's.
  --json              {"id", "key", "name", "hint", "user", "scopes", "workspaces"}
`,
    prepare({ values, rest }) {
      takesNo(rest);
      const name = values.name?.trim();
      if (!name) throw new UsageError('--name is required: people recognize the key by it');
      const scopes = scopesIn(values.scopes);
      const workspaces = partsOf('workspaces', values.workspaces);
      return async ({ sql }) => {
        const workspaceIds =
          workspaces && (await Promise.all(workspaces.map((slug) => workspaceIdOf(sql, slug))));
        const user = await userFor(sql, values.user);
        const made = { userId: user.id, name, scopes, workspaceIds, now: Date.now() };
        const { id, key, hint } = await sql.begin(async (tx) => {
          const created = await createKey(tx, made);
          const find = { keyId: created.id, cell: null, now: made.now };
          const reached = (await findHolder(tx, find))!.workspaces;
          const foreign = workspaces?.find((slug) => !findWorkspace({ workspaces: reached }, slug));
          if (foreign !== undefined)
            throw new CommandError(`${user.email ?? user.name} is no member of the workspace ${foreign}`);
          await storeKeyEntries(tx, reached, { operation: 'createKey', id: created.id });
          return created;
        });
        const owner = user.email ?? user.name;
        if (values.json) return print({ id, key, name, hint, user: owner, scopes, workspaces });
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
  --json         {"keys": [{"id", "name", "hint", "user", "scopes", "workspaces", "createdAt", "lastUsedAt"}]}
`,
    prepare({ values, rest }) {
      takesNo(rest);
      return async ({ sql }) => {
        const user = values.user === undefined ? null : await requireUser(sql, values.user);
        const keys = await listKeys(sql, { userId: user?.id ?? null });
        if (values.json) return print({ keys: keys.map(keyView) });
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
        const isRevoked = await sql.begin(async (tx) => {
          const holder = await findHolder(tx, { keyId: id, cell: null, now: Date.now() });
          if (!(await revokeKey(tx, { id, userId: null }))) return false;
          await storeKeyEntries(tx, holder?.workspaces ?? [], { operation: 'revokeKey', id });
          return true;
        });
        if (!isRevoked) throw new CommandError(`there is no key ${id}; troupe keys list shows the ids`);
        if (values.json) return print({ id, revoked: true });
        process.stderr.write(`Key ${id} is revoked.\n`);
      };
    },
  },
};

/** The entries about a key in the workspaces that it reaches. */
const storeKeyEntries = (
  tx: Tx,
  workspaces: readonly { id: string }[],
  { operation, id }: { operation: string; id: string },
) =>
  storeCommandEntries(
    tx,
    workspaces.map((one) => ({
      workspaceId: one.id,
      operation,
      objectKind: 'api_key',
      objectId: id,
      at: Date.now(),
    })),
  );

/** The parts of a list with commas; null if it was not given. */
function partsOf(option: string, list: string | undefined): string[] | null {
  if (list === undefined) return null;
  const parts = [...new Set(list.split(',').map((part) => part.trim()))].filter((part) => part !== '');
  if (parts.length === 0) throw new UsageError(`--${option} is empty: leave it out, or name at least one`);
  return parts;
}

function scopesIn(list: string | undefined): Scope[] | null {
  const parts = partsOf('scopes', list);
  const unknown = parts?.find((part) => !(SCOPES as readonly string[]).includes(part));
  if (unknown !== undefined)
    throw new UsageError(`there is no scope "${unknown}"; choose from ${SCOPES.join(', ')}`);
  return parts && SCOPES.filter((scope) => parts.includes(scope));
}

async function workspaceIdOf(sql: Sql, slug: string): Promise<string> {
  const found = await findPlan(sql, slug);
  if (found === undefined) throw new CommandError(`there is no workspace ${slug}`);
  return found.id;
}

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
  return email === undefined ? first : requireUser(sql, email);
}

function keyView(key: KeyRow) {
  return {
    id: key.id,
    name: key.name,
    hint: key.hint,
    user: ownerOf(key),
    scopes: key.scopes,
    workspaces: key.workspaces,
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
