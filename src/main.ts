/**
 * `npm start`: the database (embedded unless DATABASE_URL is set), the sandbox of the networks, the migrations, the service,
 * a demo workspace on the first start. What can fail is checked before the migrations, because nodes of the version before
 * cannot go on after them. SIGTERM and Ctrl-C drain it and exit 0.
 */
import './install/node-version.ts';
import { readDemoNumbers } from './demo/numbers.ts';
import { letPeopleWrite } from './demo/people.ts';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { networks } from '../adapters/networks.ts';
import { endingVersions } from '../adapters/versions.ts';
import { connect } from '../store/connect.ts';
import { migrate, MigrationError } from '../store/migrate.ts';
import { schemasOf } from '../store/schemas.ts';
import { type Config, readConfig } from './service/config.ts';
import { ConfigError } from './base/settings.ts';
import { withReadsPerDay } from './features/accounts/budgets/paid-reads.ts';
import { withNumbersSettings } from './features/numbers/settings.ts';
import { withStreams } from './features/receiving/index.ts';
import { markNetworks } from './features/workspaces/index.ts';
import { HISTORY_DAYS, seedDemo, welcome } from './demo/demo.ts';
import { openDataDir } from './install/embedded/data-dir.ts';
import { PostgresKeeper } from './install/embedded/keeper.ts';
import { startEmbeddedPostgres } from './install/embedded/postgres.ts';
import { makeOwnSecretKey, readOwnSecretKey, writePrivately } from './install/secret-key.ts';
import { createLog, type Log } from './base/log.ts';
import { redactOwn } from './base/redact.ts';
import { reachFault } from './features/media/reach.ts';
import { keepSandbox } from '../simulators/keep.ts';
import { createService, type Service } from './service/service.ts';
import { checkStart } from './service/check-start.ts';

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

interface Stoppable {
  stop(): Promise<void>;
}

/** Starts everything; what was started is in `started`, to be stopped in reverse. */
async function run(config: Config, started: Stoppable[]): Promise<void> {
  const startedAtMs = performance.now();
  await openDataFolder(config, started);
  const keeper = config.databaseUrl === null ? await startDatabase(config, started) : null;
  const databaseUrl = config.databaseUrl ?? keeper!.url;
  const ownKey = config.secretKeys === null ? await readOwnSecretKey(config.dataDir) : null;
  const keys = config.secretKeys ?? (ownKey === null ? null : [ownKey]);
  await checkBeforeMigration(config, databaseUrl, keys);
  const secretKeys = keys ?? [await makeOwnSecretKey(config.dataDir)];
  const sandboxUrl = config.sandbox ? (config.sandboxUrl ?? (await startSandbox(config, started))) : null;
  await migrateDatabase(databaseUrl, config.cell);

  const log = createLog(config.logLevel, redactOwn);
  const service = await createService({
    ...settingsOf(config),
    databaseUrl,
    secretKeys,
    allowedOrigins: [...config.allowedOrigins, ...(sandboxUrl === null ? [] : [new URL(sandboxUrl).origin])],
    sandboxUrl,
    sandboxDefault: config.sandboxDefault,
    alone: keeper !== null,
    ...(keeper === null ? {} : { embeddedPostgres: () => keeper.status }),
    log,
  });
  started.push(service);
  await service.http.listen(config.host, config.port);

  const baseUrl = config.baseUrl ?? `http://127.0.0.1:${service.http.port}`;
  // the sandbox fetches from wherever it is, the real networks from the internet
  const unreachable = sandboxUrl === null ? reachFault(baseUrl) : null;
  if (unreachable !== null) log.warn({ baseUrl }, unreachable);
  for (const sentence of endingVersions(Date.now())) log.warn(sentence);
  await markNetworks(service.context, sandboxUrl);
  if (config.role !== 'worker') {
    const stopPeople = await greet(service, config, { baseUrl, sandboxUrl, log });
    started.push({ stop: async () => stopPeople() });
  }
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
  say(`Troupe is ready at ${baseUrl} after ${seconds} s. Ctrl-C stops it.`);
}

/** The folder of an embedded database belongs to one process at a time. */
async function openDataFolder({ databaseUrl, dataDir }: Config, started: Stoppable[]): Promise<void> {
  try {
    if (databaseUrl === null) {
      const dataFolder = await openDataDir(dataDir);
      started.push({ stop: async () => dataFolder.release() });
    } else {
      await mkdir(dataDir, { recursive: true, mode: 0o700 });
    }
  } catch (cause) {
    const { code, syscall } = cause as NodeJS.ErrnoException;
    if (syscall === undefined) throw cause;
    throw new Error(`cannot use the data folder ${dataDir} (${code}): set TROUPE_DATA to another one`, {
      cause,
    });
  }
}

function checkBeforeMigration(
  config: Config,
  databaseUrl: string,
  secretKeys: Buffer[] | null,
): Promise<void> {
  const { host, port, dataDir, sandbox, role } = config;
  const writesFacts = sandbox && role !== 'worker';
  return checkStart({
    databaseUrl,
    secretKeys,
    media: { folder: config.mediaDir, s3: config.s3 },
    host,
    port,
    dataDir: writesFacts || secretKeys === null ? dataDir : null,
    sandboxUrl: writesFacts ? config.sandboxUrl : null,
  });
}

async function migrateDatabase(databaseUrl: string, cell: string): Promise<void> {
  const sql = connect(databaseUrl, {
    applicationName: 'troupe migrate',
    maxConnections: 1,
    statementTimeoutMs: 0,
  });
  try {
    await migrate(sql, { schemas: schemasOf(databaseUrl, cell) });
  } catch (cause) {
    if (cause instanceof MigrationError) throw cause;
    throw new Error(`the database of DATABASE_URL cannot be migrated: ${(cause as Error).message}`, {
      cause,
    });
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** What the service takes from the settings as it is. */
function settingsOf(config: Config) {
  return {
    baseUrl: config.baseUrl ?? `http://127.0.0.1:${config.port}`,
    hosts: config.hosts,
    linksUrl: config.linksUrl,
    cell: config.cell,
    media: { folder: config.mediaDir, s3: config.s3 },
    apps: config.apps,
    adapters: withNumbersSettings(
      withStreams(withReadsPerDay(networks, config.readsPerDay), config.streams),
      config.numbers,
    ),
    mailServer: config.mailServer,
    metricsKey: config.metricsKey,
    ratePerMinute: config.ratePerMinute,
    proxies: { trusted: config.trustedProxies, header: config.clientAddressHeader },
    concurrency: config.concurrency,
    mediaMemory: config.mediaMemory,
    redisUrl: config.redisUrl,
    role: config.role,
  };
}

/** Says where to begin. With the sandbox there is a demo workspace, made on the first start. */
async function greet(
  service: Service,
  { dataDir, demoPeople }: Config,
  { baseUrl, sandboxUrl, log }: { baseUrl: string; sandboxUrl: string | null; log: Log },
): Promise<() => void> {
  if (sandboxUrl === null) {
    say(`Open the dashboard: ${baseUrl}/app`);
    return () => undefined;
  }
  const { isNewKey, ...facts } = await seedDemo(service, { dataDir, baseUrl, sandboxUrl });
  say(await welcome(service, facts, { file: join(dataDir, 'first-run.json'), isNewKey }));
  if (!isNewKey || !demoPeople) return () => undefined;
  const stops = [
    letPeopleWrite(service, { sandboxUrl, log }),
    readDemoNumbers(service, { slug: facts.workspace, days: HISTORY_DAYS, log }),
  ];
  return () => stops.forEach((stop) => stop());
}

async function startDatabase(config: Config, started: Stoppable[]): Promise<PostgresKeeper> {
  const start = () =>
    startEmbeddedPostgres({
      dataDir: config.dataDir,
      log: say,
      ...(config.postgresBinDir === null ? {} : { binDir: config.postgresBinDir }),
    });
  const postgres = await PostgresKeeper.start({ start, log: say });
  started.push(postgres);
  // the command line reaches the running database by it
  await writePrivately(join(config.dataDir, 'postgres.json'), JSON.stringify({ url: postgres.url }));
  return postgres;
}

async function startSandbox(config: Config, started: Stoppable[]): Promise<string> {
  try {
    const sandbox = await keepSandbox({
      folder: join(config.dataDir, 'sandbox'),
      log: say,
      host: config.sandboxHost,
      port: config.sandboxPort,
    });
    started.push(sandbox);
    return sandbox.url;
  } catch (cause) {
    throw new Error(
      `the sandbox does not start: ${(cause as Error).message}. See TROUPE_SANDBOX_HOST, TROUPE_SANDBOX_PORT and TROUPE_DATA; TROUPE_SANDBOX=off starts without it`,
      { cause },
    );
  }
}

async function stopAll(started: Stoppable[]): Promise<void> {
  for (const one of started.toReversed()) await one.stop();
}

/** `--role api|worker|both` and `--help`; everything else is settings. */
function flags(): { [setting: string]: string } {
  const { values } = parseArgs({
    options: { role: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) {
    say(
      'Usage: npm start -- [--role api|worker|both]\n\nSettings are environment variables: see docs/operating.md.',
    );
    process.exit(0);
  }
  return values.role === undefined ? {} : { TROUPE_ROLE: values.role };
}

const started: Stoppable[] = [];
let stopping: Promise<void> | null = null;
const running = { done: Promise.resolve() };
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    // during the start: first let it finish, or what it is about to start would be left running
    stopping ??= running.done.then(() => stopAll(started));
    stopping.then(
      () => process.exit(0),
      (fault: unknown) => {
        process.stderr.write(`stopping failed: ${String(fault)}\n`);
        process.exit(1);
      },
    );
  });
}

try {
  const config = readConfig({ ...process.env, ...flags() });
  const starting = run(config, started);
  running.done = starting.then(
    () => undefined,
    () => undefined,
  );
  await starting;
} catch (fault) {
  process.stderr.write(`\nTroupe did not start: ${fault instanceof Error ? fault.message : String(fault)}\n`);
  if (!(fault instanceof ConfigError) && fault instanceof Error && process.env['LOG_LEVEL'] === 'debug') {
    process.stderr.write(`${fault.stack}\n`);
  }
  await stopAll(started);
  process.exit(1);
}
