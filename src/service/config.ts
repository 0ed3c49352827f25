/** Every setting of the service, read once. This file and src/base/settings.ts are the only ones that read the environment. */
import { join, resolve } from 'node:path';
import { networks, platforms } from '../../adapters/networks.ts';
import type { AppCredentials, ConsumerKey } from '../../adapters/port/account.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import { EnvReader } from '../base/env.ts';
import { isAddressOrNetwork } from '../faces/http/client-address.ts';
import { type MailServer, mailServerOf } from '../base/mail-server.ts';
import type { S3Settings } from '../features/media/s3-storage.ts';
import { type NumbersSettings, readNumbersSettings } from '../features/numbers/settings.ts';
import { ConfigError, databaseSettings, type DatabaseSettings } from '../base/settings.ts';

const roles = ['api', 'worker', 'both'] as const;
export type Role = (typeof roles)[number];

export interface Config extends DatabaseSettings {
  /** Port of the API; 0 takes a free one. PORT, default 3000. */
  port: number;
  /** Address to listen on. HOST, default 127.0.0.1; a container sets 0.0.0.0. */
  host: string;
  /** Public address, without a trailing slash. BASE_URL, default http://localhost:<port>. */
  baseUrl: string | null;
  /** More names of this service, besides the host of `baseUrl`. TROUPE_HOSTS, comma-separated. */
  hosts: string[];
  /** Address in front of `/l/` in tracked links, without a trailing slash. TROUPE_LINKS_URL, default as `baseUrl`. */
  linksUrl: string | null;
  /** Carries notices between nodes; nothing in it is the only copy. REDIS_URL; without it nodes find out by looking. */
  redisUrl: string | null;
  /** What this node does: answer requests, do the work, or both. TROUPE_ROLE or --role, default both. */
  role: Role;
  /** Folder of an installed Postgres' programs, for the embedded database. TROUPE_PG_BIN. */
  postgresBinDir: string | null;
  /** A sandbox that runs already. TROUPE_SANDBOX_URL; otherwise one is started. */
  sandboxUrl: string | null;
  /** Whether to run the sandbox of the networks and seed a demo workspace. TROUPE_SANDBOX, default on. */
  sandbox: boolean;
  /** Whether the networks of a new workspace are simulated unless the request says otherwise. TROUPE_SANDBOX_DEFAULT, default off. */
  sandboxDefault: boolean;
  /** Whether people of the sandbox write to the demo accounts on the first start, and their numbers are read. TROUPE_DEMO_PEOPLE, default on. */
  demoPeople: boolean;
  /** Address that the sandbox listens on. TROUPE_SANDBOX_HOST, default 127.0.0.1; 0.0.0.0 in a container. */
  sandboxHost: string;
  /** Port of the sandbox. TROUPE_SANDBOX_PORT, default null means a free one that is kept in the data folder. */
  sandboxPort: number | null;
  /** Origins that callers' URLs may name although they are private. TROUPE_ALLOWED_ORIGINS, comma-separated. */
  allowedOrigins: string[];
  /** Where hosted files are kept, and files on their way in. TROUPE_MEDIA_DIR, default `media` in the data dir. */
  mediaDir: string;
  /** A bucket for hosted files instead of the folder. TROUPE_S3_BUCKET and the other TROUPE_S3_* settings. */
  s3: S3Settings | null;
  /**
   * This service as an app at a network, by platform, in place of what an operator stored: LINKEDIN_CLIENT_ID and LINKEDIN_CLIENT_SECRET, and so on for each;
   * without a secret it is a public client. For telegram: the bot's TELEGRAM_BOT_TOKEN.
   */
  apps: { [platform: string]: AppCredentials };
  /**
   * Things a day that one account may read, where the network charges for each, by platform: X_READS_PER_DAY, default 100;
   * 0 reads nothing.
   */
  readsPerDay: { [platform: string]: number };
  /**
   * What numbers may cost where a network charges for them, and how long they are kept where its terms say it:
   * X_NUMBERS_CENTS_PER_DAY, default 15 (no limit for simulated accounts); YOUTUBE_NUMBERS_DAYS, default 30.
   */
  numbers: NumbersSettings;
  /** Networks that send events by a stream, which this service opens, instead of calling it: X_STREAM=1. Default none. */
  streams: string[];
  /** Where mails are handed over: TROUPE_SMTP_URL and TROUPE_MAIL_FROM. Without them it is the one that `troupe mail set` stored, if any. */
  mailServer: MailServer | null;
  /** LOG_LEVEL, default info. */
  logLevel: string;
  /** What a caller of `/metrics` sends as its bearer token. TROUPE_METRICS_KEY; null means everybody may read them. */
  metricsKey: string | null;
  /** Requests a key may make each minute. TROUPE_RATE_PER_MINUTE, default 6000. */
  ratePerMinute: number;
  /** Network calls under way at once on this node. TROUPE_CONCURRENCY, default 256. */
  concurrency: number;
  /** Bytes of memory for media on their way to networks. TROUPE_MEDIA_MEMORY_MB (MiB), default 512. */
  mediaMemory: number;
  /** Reverse proxies in front of this service, as addresses or networks. TROUPE_TRUSTED_PROXIES, comma-separated. */
  trustedProxies: string[];
  /** The header in which they name the client. TROUPE_CLIENT_ADDRESS_HEADER, default x-forwarded-for. */
  clientAddressHeader: string;
}

const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'];
const MAX_PORT = 65_535;

/**
 * @param env such as `process.env`
 * @throws ConfigError with every fault, so that all can be fixed in one go
 */
export function readConfig(env: { [name: string]: string | undefined } = process.env): Config {
  const from = new EnvReader(env);
  const database = databaseSettings(from);
  const sandbox = from.flag('TROUPE_SANDBOX', true);
  const apps = readApps(from);
  const config: Config = {
    ...database,
    logLevel: from.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    port: from.whole('PORT', 3000, { least: 0, most: MAX_PORT }),
    host: from.text('HOST') ?? '127.0.0.1',
    baseUrl: from.address('BASE_URL', ['http:', 'https:']),
    hosts: readHosts(from),
    linksUrl: from.address('TROUPE_LINKS_URL', ['http:', 'https:']),
    redisUrl: from.address('REDIS_URL', ['redis:', 'rediss:']),
    role: from.oneOf('TROUPE_ROLE', roles, 'both'),
    postgresBinDir: from.text('TROUPE_PG_BIN'),
    sandboxUrl: from.address('TROUPE_SANDBOX_URL', ['http:', 'https:']),
    sandbox,
    sandboxDefault: from.flag('TROUPE_SANDBOX_DEFAULT', false),
    demoPeople: from.flag('TROUPE_DEMO_PEOPLE', true),
    sandboxHost: from.text('TROUPE_SANDBOX_HOST') ?? '127.0.0.1',
    // 0, like a port that is not set: a free one
    sandboxPort: from.whole('TROUPE_SANDBOX_PORT', 0, { least: 0, most: MAX_PORT }) || null,
    allowedOrigins: readAllowedOrigins(from),
    mediaDir: resolve(from.text('TROUPE_MEDIA_DIR') ?? join(database.dataDir, 'media')),
    s3: readS3(from),
    apps,
    readsPerDay: readReadsPerDay(from),
    numbers: readNumbersSettings(from, networks),
    streams: readStreams(from),
    mailServer: mailServerOf(from),
    metricsKey: readMetricsKey(from),
    ratePerMinute: from.whole('TROUPE_RATE_PER_MINUTE', 6000, { least: 1, most: 10_000_000 }),
    concurrency: from.whole('TROUPE_CONCURRENCY', 256, { least: 1, most: 10_000 }),
    mediaMemory: from.whole('TROUPE_MEDIA_MEMORY_MB', 512, { least: 16, most: 1_000_000 }) * 1024 * 1024,
    trustedProxies: readTrustedProxies(from),
    clientAddressHeader: (from.text('TROUPE_CLIENT_ADDRESS_HEADER') ?? 'x-forwarded-for').toLowerCase(),
  };
  if (from.faults.length > 0) throw new ConfigError(from.faults);
  return config;
}

/** So short a key can be guessed. */
const MIN_METRICS_KEY_CHARS = 16;

function readMetricsKey(from: EnvReader): string | null {
  const key = from.text('TROUPE_METRICS_KEY');
  if (key !== null && (key.length < MIN_METRICS_KEY_CHARS || !/^[\x21-\x7e]+$/.test(key)))
    from.faults.push(
      `TROUPE_METRICS_KEY must have at least ${MIN_METRICS_KEY_CHARS} characters of ASCII, without spaces; make one with: openssl rand -hex 32`,
    );
  return key;
}

function readAllowedOrigins(from: EnvReader): string[] {
  const origins = from.list('TROUPE_ALLOWED_ORIGINS');
  for (const origin of origins) {
    if (!['http:', 'https:'].includes(URL.parse(origin)?.protocol ?? ''))
      from.faults.push(`TROUPE_ALLOWED_ORIGINS: "${origin}" is not an origin like http://127.0.0.1:8080`);
  }
  return origins;
}

function readHosts(from: EnvReader): string[] {
  const hosts = from.list('TROUPE_HOSTS').map((host) => host.toLowerCase());
  for (const host of hosts) {
    if (URL.parse(`http://${host}`)?.hostname !== host)
      from.faults.push(`TROUPE_HOSTS: "${host}" is not the name of a host, such as troupe.internal`);
  }
  return hosts;
}

function readTrustedProxies(from: EnvReader): string[] {
  const proxies = from.list('TROUPE_TRUSTED_PROXIES');
  for (const proxy of proxies) {
    if (!isAddressOrNetwork(proxy))
      from.faults.push(`TROUPE_TRUSTED_PROXIES: "${proxy}" is not an address or network like 10.0.0.0/8`);
  }
  return proxies;
}

function readS3(from: EnvReader): S3Settings | null {
  const names = from.names.filter((name) => name.startsWith('TROUPE_S3_'));
  if (names.length === 0) return null;
  const needed = (name: string): string => {
    const value = from.text(name);
    if (value === null) from.faults.push(`${name} is needed to keep media in a bucket (${names[0]} is set)`);
    return value ?? '';
  };
  const endpoint = from.address('TROUPE_S3_ENDPOINT', ['http:', 'https:']);
  const region = from.text('TROUPE_S3_REGION') ?? 'us-east-1';
  return {
    endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`,
    region,
    bucket: needed('TROUPE_S3_BUCKET'),
    prefix: from.text('TROUPE_S3_PREFIX') ?? '',
    accessKeyId: needed('TROUPE_S3_ACCESS_KEY_ID'),
    secretAccessKey: needed('TROUPE_S3_SECRET_ACCESS_KEY'),
    pathStyle: from.flag('TROUPE_S3_PATH_STYLE', endpoint !== null),
  };
}

function readReadsPerDay(from: EnvReader): Config['readsPerDay'] {
  const paid = Object.values<Manifest>(networks).filter(({ paidReads }) => paidReads);
  return Object.fromEntries(
    paid.map(({ platform, paidReads }) => {
      const name = `${platform.toUpperCase()}_READS_PER_DAY`;
      return [platform, from.whole(name, paidReads!.perDay, { least: 0, most: 1_000_000 })];
    }),
  );
}

function readStreams(from: EnvReader): string[] {
  return Object.values<Manifest>(networks)
    .filter(({ inbound }) => inbound?.stream)
    .map(({ platform }) => platform)
    .filter((platform) => from.flag(`${platform.toUpperCase()}_STREAM`, false));
}

/** The key pair by which an app calls as itself, where its network has one (x). */
function readConsumer(from: EnvReader, name: string): ConsumerKey | null {
  const [key, secret] = [from.text(`${name}_CONSUMER_KEY`), from.text(`${name}_CONSUMER_SECRET`)];
  if (key !== null && secret !== null) return { key, secret };
  if (key !== null || secret !== null)
    from.faults.push(`${name}_CONSUMER_KEY and ${name}_CONSUMER_SECRET come together: set both, or neither`);
  return null;
}

function readApps(from: EnvReader): Config['apps'] {
  const apps: Config['apps'] = {};
  for (const platform of platforms) {
    const name = platform.toUpperCase();
    const clientId = from.text(`${name}_CLIENT_ID`);
    const clientSecret = from.text(`${name}_CLIENT_SECRET`);
    const consumer = readConsumer(from, name);
    if (clientId !== null) {
      apps[platform] = { clientId, clientSecret: clientSecret ?? '', ...(consumer && { consumer }) };
    } else if (consumer !== null)
      from.faults.push(`${name}_CLIENT_ID is needed besides ${name}_CONSUMER_KEY, or neither`);
    else if (clientSecret !== null)
      from.faults.push(`${name}_CLIENT_ID is needed besides ${name}_CLIENT_SECRET, or neither`);
  }
  const bot = from.text('TELEGRAM_BOT_TOKEN');
  const botId = /^(\d{5,20}):[\w-]{30,60}$/.exec(bot ?? '')?.[1];
  if (bot !== null && botId !== undefined) apps['telegram'] = { clientId: botId, clientSecret: bot };
  else if (bot !== null)
    from.faults.push('TELEGRAM_BOT_TOKEN must be a token of @BotFather: a number, a colon and 35 characters');
  return apps;
}
