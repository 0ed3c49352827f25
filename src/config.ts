/** Every setting, read once. This is the only file that reads the environment. */
import { join, resolve } from 'node:path';
import { platforms } from '../adapters/networks.ts';
import type { AppCredentials } from '../adapters/port/account.ts';
import type { S3Settings } from './media/s3-storage.ts';

export const roles = ['api', 'worker', 'both'] as const;
export type Role = (typeof roles)[number];

export interface Config {
  /** Port of the API; 0 takes a free one. PORT, default 3000. */
  port: number;
  /** Address to listen on. HOST, default 127.0.0.1; a container sets 0.0.0.0. */
  host: string;
  /** Public address, without a trailing slash. BASE_URL, default http://localhost:<port>. */
  baseUrl: string | null;
  /** Where the embedded database, keys and the sandbox keep their files. TROUPE_DATA, default .troupe. */
  dataDir: string;
  /** A Postgres to use instead of the embedded one. DATABASE_URL. */
  databaseUrl: string | null;
  /** Carries notices between nodes; nothing in it is the only copy. REDIS_URL; without it nodes find out by looking. */
  redisUrl: string | null;
  /** What this node does: answer requests, do the work, or both. TROUPE_ROLE or --role, default both. */
  role: Role;
  /** Folder of an installed Postgres' programs, for the embedded database. TROUPE_PG_BIN. */
  postgresBinDir: string | null;
  /** 32-byte keys in base64, comma-separated: the first seals secrets, all open them.
   * TROUPE_SECRET_KEYS; all nodes of one database need the same. Default: one made on the first start, in the data dir. */
  secretKeys: Buffer[] | null;
  /** A sandbox that runs already. TROUPE_SANDBOX_URL; otherwise one is started. */
  sandboxUrl: string | null;
  /** Whether to run the sandbox of the networks and seed a demo workspace. TROUPE_SANDBOX, default on. */
  sandbox: boolean;
  /** Address that the sandbox listens on. TROUPE_SANDBOX_HOST, default 127.0.0.1; 0.0.0.0 in a container. */
  sandboxHost: string;
  /** Port of the sandbox. TROUPE_SANDBOX_PORT, default null: a free one that is kept in the data folder. */
  sandboxPort: number | null;
  /** Origins that callers' URLs may name although they are private. TROUPE_ALLOWED_ORIGINS, comma-separated. */
  allowedOrigins: string[];
  /** Where hosted files are kept, and files on their way in. TROUPE_MEDIA_DIR, default `media` in the data dir. */
  mediaDir: string;
  /** A bucket for hosted files instead of the folder. TROUPE_S3_BUCKET and the other TROUPE_S3_* settings. */
  s3: S3Settings | null;
  /**
   * This service as an app at a network, by platform: LINKEDIN_CLIENT_ID and LINKEDIN_CLIENT_SECRET, and so on for each;
   * without a secret it is a public client. For telegram: the bot's TELEGRAM_BOT_TOKEN.
   */
  apps: { [platform: string]: AppCredentials };
  /** LOG_LEVEL, default info. */
  logLevel: string;
  /** Requests a key may make each minute. TROUPE_RATE_PER_MINUTE, default 6000. */
  ratePerMinute: number;
  /** Network calls under way at once on this node. TROUPE_CONCURRENCY, default 256. */
  concurrency: number;
  /** Bytes of memory for media on their way to networks. TROUPE_MEDIA_MEMORY_MB (MiB), default 512. */
  mediaMemory: number;
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

const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'];
const MAX_PORT = 65_535;

/**
 * @param env such as `process.env`
 * @throws ConfigError with every fault, so that all can be mended in one go
 */
export function readConfig(env: { [name: string]: string | undefined } = process.env): Config {
  const faults: string[] = [];
  const text = (name: string) => env[name]?.trim() || null;

  const whole = (name: string, fallback: number, least: number, most: number): number => {
    const value = text(name);
    if (value === null) return fallback;
    const number = Number(value);
    if (Number.isInteger(number) && number >= least && number <= most) return number;
    faults.push(`${name} must be a whole number from ${least} to ${most}, not "${value}"`);
    return fallback;
  };
  const flag = (name: string, fallback: boolean): boolean => {
    const value = text(name)?.toLowerCase();
    if (value === undefined) return fallback;
    if (['1', 'true', 'on', 'yes'].includes(value)) return true;
    if (['0', 'false', 'off', 'no'].includes(value)) return false;
    faults.push(`${name} must be on or off, not "${value}"`);
    return fallback;
  };
  const address = (name: string, protocols: string[]): string | null => {
    const value = text(name);
    if (value === null) return null;
    if (protocols.includes(URL.parse(value)?.protocol ?? '')) return value.replace(/\/+$/, '');
    // the value may hold a password: it is not repeated
    faults.push(
      `${name} must be an address that begins with ${protocols.map((one) => `${one}//`).join(' or ')}`,
    );
    return null;
  };

  const logLevel = text('LOG_LEVEL') ?? 'info';
  if (!LOG_LEVELS.includes(logLevel))
    faults.push(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${logLevel}"`);

  const secretKeys = text('TROUPE_SECRET_KEYS')
    ?.split(',')
    .map((key) => Buffer.from(key.trim(), 'base64'));
  if (secretKeys?.some((key) => key.length !== 32)) {
    faults.push(
      'TROUPE_SECRET_KEYS must hold keys of 32 bytes in base64; make one with: openssl rand -base64 32',
    );
  }
  const databaseUrl = address('DATABASE_URL', ['postgres:', 'postgresql:']);
  const role = text('TROUPE_ROLE') ?? 'both';
  if (!roles.includes(role as Role))
    faults.push(`TROUPE_ROLE must be one of ${roles.join(', ')}, not "${role}"`);
  const allowedOrigins = (text('TROUPE_ALLOWED_ORIGINS') ?? '')
    .split(',')
    .map((origin) => origin.trim())
    .filter(Boolean);
  for (const origin of allowedOrigins) {
    if (!['http:', 'https:'].includes(URL.parse(origin)?.protocol ?? '')) {
      faults.push(`TROUPE_ALLOWED_ORIGINS: "${origin}" is not an origin like http://127.0.0.1:8080`);
    }
  }

  const dataDir = resolve(text('TROUPE_DATA') ?? '.troupe');
  const readS3 = (): S3Settings | null => {
    const given = Object.keys(env).filter((name) => name.startsWith('TROUPE_S3_') && text(name) !== null);
    if (given.length === 0) return null;
    const needed = (name: string): string => {
      const value = text(name);
      if (value === null) faults.push(`${name} is needed to keep media in a bucket (${given[0]} is set)`);
      return value ?? '';
    };
    const endpoint = address('TROUPE_S3_ENDPOINT', ['http:', 'https:']);
    const region = text('TROUPE_S3_REGION') ?? 'us-east-1';
    return {
      endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`,
      region,
      bucket: needed('TROUPE_S3_BUCKET'),
      prefix: text('TROUPE_S3_PREFIX') ?? '',
      accessKeyId: needed('TROUPE_S3_ACCESS_KEY_ID'),
      secretAccessKey: needed('TROUPE_S3_SECRET_ACCESS_KEY'),
      pathStyle: flag('TROUPE_S3_PATH_STYLE', endpoint !== null),
    };
  };

  const readApps = (): Config['apps'] => {
    const apps: Config['apps'] = {};
    for (const platform of platforms) {
      const name = platform.toUpperCase();
      const clientId = text(`${name}_CLIENT_ID`);
      const clientSecret = text(`${name}_CLIENT_SECRET`);
      if (clientId !== null) apps[platform] = { clientId, clientSecret: clientSecret ?? '' };
      else if (clientSecret !== null)
        faults.push(`${name}_CLIENT_ID is needed besides ${name}_CLIENT_SECRET, or neither`);
    }
    const bot = text('TELEGRAM_BOT_TOKEN');
    const botId = /^(\d{5,20}):[\w-]{30,60}$/.exec(bot ?? '')?.[1];
    if (bot !== null && botId !== undefined) apps['telegram'] = { clientId: botId, clientSecret: bot };
    else if (bot !== null)
      faults.push('TELEGRAM_BOT_TOKEN must be a token of @BotFather: a number, a colon and 35 signs');
    return apps;
  };

  const config: Config = {
    port: whole('PORT', 3000, 0, MAX_PORT),
    host: text('HOST') ?? '127.0.0.1',
    baseUrl: address('BASE_URL', ['http:', 'https:']),
    dataDir,
    databaseUrl,
    redisUrl: address('REDIS_URL', ['redis:', 'rediss:']),
    role: role as Role,
    postgresBinDir: text('TROUPE_PG_BIN'),
    secretKeys: secretKeys ?? null,
    sandboxUrl: address('TROUPE_SANDBOX_URL', ['http:', 'https:']),
    sandbox: flag('TROUPE_SANDBOX', true),
    sandboxHost: text('TROUPE_SANDBOX_HOST') ?? '127.0.0.1',
    // 0, like a port that is not set: a free one
    sandboxPort: whole('TROUPE_SANDBOX_PORT', 0, 0, MAX_PORT) || null,
    allowedOrigins,
    mediaDir: resolve(text('TROUPE_MEDIA_DIR') ?? join(dataDir, 'media')),
    s3: readS3(),
    apps: readApps(),
    logLevel,
    ratePerMinute: whole('TROUPE_RATE_PER_MINUTE', 6000, 1, 10_000_000),
    concurrency: whole('TROUPE_CONCURRENCY', 256, 1, 10_000),
    mediaMemory: whole('TROUPE_MEDIA_MEMORY_MB', 512, 16, 1_000_000) * 1024 * 1024,
  };
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}
