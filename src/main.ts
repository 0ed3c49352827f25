/**
 * `npm start`: the database (embedded unless DATABASE_URL is set), its migrations, the sandbox of the networks, a demo
 * workspace on the first start, the service. SIGTERM and Ctrl-C drain it and exit 0.
 */
import './install/node-version.ts';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endingVersions } from '../adapters/versions.ts';
import { connect } from '../store/connect.ts';
import { migrate } from '../store/migrate.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { seedDemo, welcome } from './demo.ts';
import { openDataDir } from './install/embedded/data-dir.ts';
import { startEmbeddedPostgres } from './install/embedded/postgres.ts';
import { createLog } from './log.ts';
import { reachFault } from './media/reach.ts';
import { launchSandbox } from '../simulators/launch.ts';
import { createService } from './service.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

interface Stoppable {
  stop(): Promise<void>;
}

/** Starts everything; what was started is in `started`, to be stopped in reverse. */
async function run(config: Config, started: Stoppable[]): Promise<void> {
  const begun = performance.now();
  const log = createLog(config.logLevel);
  const embedded = config.databaseUrl === null;
  if (embedded) {
    const dataDir = await openDataDir(config.dataDir);
    started.push({ stop: async () => dataDir.release() });
  } else {
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  }

  const databaseUrl = config.databaseUrl ?? (await startDatabase(config, started));
  const admin = connect(databaseUrl, {
    applicationName: 'troupe migrate',
    maxConnections: 1,
    statementTimeoutMs: 0,
  });
  await migrate(admin);
  await admin.end({ timeout: 5 });

  const sandboxUrl = config.sandbox ? (config.sandboxUrl ?? (await startSandbox(config, started))) : null;
  const secretKeys = config.secretKeys ?? [await ownSecretKey(config.dataDir)];
  const service = await createService({
    databaseUrl,
    secretKeys,
    baseUrl: config.baseUrl ?? `http://127.0.0.1:${config.port}`,
    allowedOrigins: [...config.allowedOrigins, ...(sandboxUrl === null ? [] : [new URL(sandboxUrl).origin])],
    media: { folder: config.mediaDir, s3: config.s3 },
    apps: config.apps,
    sandboxUrl,
    alone: embedded,
    log,
    ratePerMinute: config.ratePerMinute,
    concurrency: config.concurrency,
    mediaMemory: config.mediaMemory,
    redisUrl: config.redisUrl,
    role: config.role,
  });
  started.push(service);
  await service.http.listen(config.host, config.port);
  const baseUrl = config.baseUrl ?? `http://127.0.0.1:${service.http.port}`;

  // the sandbox fetches from wherever it is, the real networks from the internet
  const unreachable = sandboxUrl === null ? reachFault(baseUrl) : null;
  if (unreachable !== null) log.warn({ baseUrl }, unreachable);

  for (const sentence of endingVersions(Date.now())) log.warn(sentence);

  if (sandboxUrl !== null && config.role !== 'worker') {
    const facts = await seedDemo(service, { dataDir: config.dataDir, baseUrl, sandboxUrl });
    say(await welcome(service, facts, join(config.dataDir, 'first-run.json')));
  } else if (config.role !== 'worker') {
    say(`Open the dashboard: ${baseUrl}/app`);
  }
  say(
    `Troupe is ready at ${baseUrl} after ${((performance.now() - begun) / 1000).toFixed(1)} s. Ctrl-C stops it.`,
  );
}

async function startDatabase(config: Config, started: Stoppable[]): Promise<string> {
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: say,
    ...(config.postgresBinDir === null ? {} : { binDir: config.postgresBinDir }),
  });
  started.push(postgres);
  // the command line reaches the running database by it
  await writePrivately(join(config.dataDir, 'postgres.json'), JSON.stringify({ url: postgres.url }));
  return postgres.url;
}

async function startSandbox(config: Config, started: Stoppable[]): Promise<string> {
  const sandbox = await launchSandbox({
    folder: join(config.dataDir, 'sandbox'),
    log: say,
    host: config.sandboxHost,
    port: config.sandboxPort,
  });
  started.push(sandbox);
  return sandbox.url;
}

/** The key of an installation that was given none: made once, readable by its owner alone. */
async function ownSecretKey(dataDir: string): Promise<Buffer> {
  const file = join(dataDir, 'secret.key');
  try {
    return Buffer.from((await readFile(file, 'utf8')).trim(), 'base64');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    const key = randomBytes(32);
    await writePrivately(file, key.toString('base64'));
    return key;
  }
}

async function writePrivately(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, `${text}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
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
