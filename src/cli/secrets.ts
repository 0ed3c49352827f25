/** `troupe password reset` and `troupe secrets rotate`. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readCells } from '../../store/directory.ts';
import { resetPassword } from '../features/auth/reset-password.ts';
import { readDatabaseSettings } from '../base/settings.ts';
import { type Rotated, rotateSecrets } from './rotate-secrets.ts';
import { createSealer, type Sealer } from '../base/seal.ts';
import { CommandError, type Command, type CommandDatabase, print, takesNo, UsageError } from './command.ts';
import { requireUser } from './users.ts';

export const secretCommands: { [name: string]: Command } = {
  'password reset': {
    options: ['user'],
    help: `troupe password reset --user EMAIL [--json]

Gives a user a new random password for the dashboard and prints it once. Their sessions end. The person changes it
under Settings, You.

  --user EMAIL   whose
  --json         {"user", "password"}
`,
    prepare({ values, rest }) {
      takesNo(rest);
      const { user: email } = values;
      if (email === undefined) throw new UsageError('--user is required: whose password it is');
      return async ({ sql }) => {
        const user = await requireUser(sql, email);
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

Encrypts every secret of the database (tokens, signing secrets, apps) again with the first key of TROUPE_SECRET_KEYS, or
of secret.key in the data folder. Afterwards no other key is needed. Safe while the service runs; stopped in the middle
it goes on when it is run again. How to change keys without a gap: docs/operating.md, "Secret keys".

  --json   {"rotated", "current", "locked": ["accounts acc_…", …]}

Exit code 1 when something is encrypted with a key that is missing: keep the old keys, and add the missing one.
`,
    prepare({ values, rest }) {
      takesNo(rest);
      return async (database) => {
        const { rotated, current, locked } = await rotateAll(database);
        if (values.json) print({ rotated, current, locked });
        else process.stderr.write(`Encrypted again: ${rotated}. Already under the newest key: ${current}.\n`);
        if (locked.length > 0)
          throw new CommandError(
            `${locked.length} are encrypted with a key that is missing: ${locked.slice(0, 10).join(', ')}`,
          );
      };
    },
  },
};

/** The secrets of the directory and of every cell. */
async function rotateAll({ sql, openCell }: CommandDatabase): Promise<Rotated> {
  const sealer = await openSealer();
  const cells = (await readCells(sql)).map((name) => openCell(name));
  try {
    return await rotateSecrets({ directory: sql, cells }, sealer);
  } finally {
    await Promise.all(cells.map((cell) => cell.end({ timeout: 5 })));
  }
}

/** Seals and opens the secrets of the installation. */
export const openSealer = async (): Promise<Sealer> => createSealer(await secretKeys());

/** TROUPE_SECRET_KEYS, or the key that the service created for itself. */
async function secretKeys(): Promise<Buffer[]> {
  const config = readDatabaseSettings();
  if (config.secretKeys !== null) return config.secretKeys;
  const file = join(config.dataDir, 'secret.key');
  try {
    return [Buffer.from((await readFile(file, 'utf8')).trim(), 'base64')];
  } catch (cause) {
    throw new CommandError(`no keys: set TROUPE_SECRET_KEYS (there is no ${file})`, { cause });
  }
}
