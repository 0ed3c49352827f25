/**
 * The settings that lead to the data: the command line reads these alone, so that a command does not load what the whole
 * service needs. src/service/config.ts reads the others.
 */
import { resolve } from 'node:path';
import { CELL_NAME, FIRST_CELL } from '../../store/schemas.ts';
import { EnvReader } from './env.ts';
import { type MailServer, mailServerOf } from './mail-server.ts';

export interface DatabaseSettings {
  /** Where the embedded database, keys and the sandbox keep their files. TROUPE_DATA, default .troupe. */
  dataDir: string;
  /** A Postgres to use instead of the embedded one. DATABASE_URL. */
  databaseUrl: string | null;
  /** The cell that this node works on. TROUPE_CELL, default cell_1. */
  cell: string;
  /** 32-byte keys in base64, comma-separated: the first seals secrets, all open them.
   * TROUPE_SECRET_KEYS; all nodes of one database need the same. Default: one made on the first start, in the data dir. */
  secretKeys: Buffer[] | null;
}

/** Everything that is wrong with the settings, one sentence each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: string[];
  constructor(faults: string[]) {
    super(`these settings are wrong:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

/**
 * @param env such as `process.env`
 * @throws ConfigError with every fault of these settings
 */
export function readDatabaseSettings(
  env: { [name: string]: string | undefined } = process.env,
): DatabaseSettings {
  const from = new EnvReader(env);
  const settings = databaseSettings(from);
  if (from.faults.length > 0) throw new ConfigError(from.faults);
  return settings;
}

/** The same, with faults left in `from`. */
export const databaseSettings = (from: EnvReader): DatabaseSettings => ({
  dataDir: resolve(from.text('TROUPE_DATA') ?? '.troupe'),
  databaseUrl: from.address('DATABASE_URL', ['postgres:', 'postgresql:']),
  cell: readCell(from),
  secretKeys: readSecretKeys(from),
});

interface ServiceSettings {
  /** Address of the service that commands call. TROUPE_URL, default http://localhost:3000. */
  url: string;
  /** The API key they call it with. TROUPE_KEY. */
  key: string | null;
}

/**
 * Which service the command line calls.
 * @param env such as `process.env`
 * @throws ConfigError
 */
export function readServiceSettings(
  env: { [name: string]: string | undefined } = process.env,
): ServiceSettings {
  const from = new EnvReader(env);
  const url = from.address('TROUPE_URL', ['http:', 'https:']) ?? 'http://localhost:3000';
  if (from.faults.length > 0) throw new ConfigError(from.faults);
  return { url, key: from.text('TROUPE_KEY') };
}

/**
 * The mail server that the environment names, for commands.
 * @param env such as `process.env`
 * @returns null if it names none
 * @throws ConfigError
 */
export function readMailSettings(
  env: { [name: string]: string | undefined } = process.env,
): MailServer | null {
  const from = new EnvReader(env);
  const server = mailServerOf(from);
  if (from.faults.length > 0) throw new ConfigError(from.faults);
  return server;
}

function readCell(from: EnvReader): string {
  const cell = from.text('TROUPE_CELL') ?? FIRST_CELL;
  if (!CELL_NAME.test(cell))
    from.faults.push(`TROUPE_CELL: "${cell}" is no name for a cell: use small letters, digits and _`);
  return cell;
}

function readSecretKeys(from: EnvReader): Buffer[] | null {
  const keys = from.text('TROUPE_SECRET_KEYS')?.split(',');
  const bytes = keys?.map((key) => Buffer.from(key.trim(), 'base64')) ?? null;
  if (bytes?.some((key) => key.length !== 32))
    from.faults.push(
      'TROUPE_SECRET_KEYS must hold keys of 32 bytes in base64; make one with: openssl rand -base64 32',
    );
  return bytes;
}
