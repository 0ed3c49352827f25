/**
 * Runs a real PostgreSQL beside the service, for operators without one of their own: nothing to install or set up.
 * In the data folder:
 * - postgres/connection.json: port and password, created once
 * - postgres/cluster/: Postgres' own files
 * - postgres/log/: its log, one file per weekday, overwritten after a week
 * - postgres/start.log: its output before the log is open
 * Postgres runs in a session of its own, because Ctrl-C in the service's terminal must not end it before the service
 * has drained. When only the service is killed, Postgres keeps running, and the next start *adopts* it.
 * So a start does this: find the programs; create the cluster the first time; adopt a running server, or else launch
 * one; create the database. Calling it again while a server runs is harmless; calling it after the server was killed
 * starts it again. It relies on `openDataDir` to keep other services out of the folder.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  access,
  chown,
  constants,
  mkdir,
  open,
  readFile,
  realpath,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { connect } from '../../../store/connect.ts';
import { findBinaries, type Binaries } from './binaries.ts';
import { addressOf, exists, readConnection, troupe, withFreePort } from './connection.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { failureReason } from './failure-reason.ts';
import { processBirth, processCommand } from './process-identity.ts';
import { chooseRunAs, prepareFor, type RunAs } from './run-as.ts';

export interface EmbeddedPostgresOptions {
  /** The service's data folder; all files go into its subfolder `postgres`. */
  dataDir: string;
  /** Receives one sentence for each step: created, started, adopted, stopped. */
  log: (message: string) => void;
  /** How long a start may take, in milliseconds. Default 60,000: after a crash Postgres first replays its log. */
  startTimeoutMs?: number;
  /** Folder with the programs of an installed Postgres, used instead of the packaged ones. */
  binDir?: string;
  /** Postgres settings that override ours, by their names in postgresql.conf. Tests switch off durability. */
  settings?: Record<string, string>;
  /** Only for root: one of the two ways to run Postgres (see run-as.ts). Default: the first that works. */
  asRoot?: 'namespace' | 'nobody';
}

export interface EmbeddedPostgres {
  /** Address with user and password, of the service's own database. */
  url: string;
  /** True when the server was already running, left by an earlier service. */
  adopted: boolean;
  /** Process id of the server. */
  pid: number;
  /**
   * Stops the server after it has written everything to disk. Safe to call twice, or when the server has already ended.
   */
  stop(): Promise<void>;
}

/** How often a condition is checked, in milliseconds. */
const lookMs = 20;

/** Durable, and suited to many small transactions on a machine that Postgres shares with other programs. */
const settings: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '', // their paths may have 107 bytes only; a data folder can lie deeper
  fsync: 'on', // this and the next two: a confirmed commit survives a power cut
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '100',
  shared_buffers: '128MB',
  wal_buffers: '16MB',
  max_wal_size: '1GB',
  // Mailbox and outbox rows live for milliseconds: without frequent vacuums their tables would mostly hold dead rows.
  autovacuum_naptime: '10s',
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_analyze_scale_factor: '0.05',
  autovacuum_vacuum_cost_limit: '2000',
  random_page_cost: '1.1', // solid-state disks
  jit: 'off', // compiling takes longer than our queries
  // Parallel queries share memory through /dev/shm, of which a container has 64 MB.
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'on',
  log_filename: 'postgres-%a.log',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_truncate_on_rotation: 'on',
  log_error_verbosity: 'terse', // the detail of a broken constraint quotes the row: people's addresses, tokens
};

/**
 * Starts the embedded Postgres, or adopts the one that is still running.
 * @returns address and handle of a server that accepts connections
 * @throws EmbeddedPostgresError with Postgres' own words when it cannot be started in time
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  await mkdir(join(options.dataDir, 'postgres'), { recursive: true, mode: 0o700 });
  const dataDir = await realpath(options.dataDir);
  const home = join(dataDir, 'postgres');
  const deadline = Date.now() + (options.startTimeoutMs ?? 60_000);

  await access(home, constants.R_OK | constants.W_OK | constants.X_OK).catch((cause: unknown) => {
    throw new EmbeddedPostgresError(
      `${home} belongs to another user: start Troupe as the user who started it before, or give the folder and all in it to this one.`,
      { cause },
    );
  });

  const running = await adopt(home, deadline, options.log);
  if (running !== null) return running;

  const runAs = await chooseRunAs(options.asRoot);
  const binaries = await prepareFor(runAs, { dataDir, home }, await findBinaries(options.binDir));
  const launch = {
    home,
    runAs,
    binaries,
    settings: { ...settings, ...options.settings },
    deadline,
    log: options.log,
  };
  if (!(await exists(join(home, 'cluster/PG_VERSION')))) await createCluster(launch);
  return launchServer(launch);
}

/**
 * Stops the server of a data folder without starting one: for operators, and after a killed run.
 * @param dataDir the service's data folder
 * @param log called when a server was stopped; not called when none ran
 */
export async function stopEmbeddedPostgres(dataDir: string, log: (message: string) => void): Promise<void> {
  const home = await realpath(join(dataDir, 'postgres')).catch(() => null); // never started in that folder
  if (home !== null) await stopServerIn(home, log);
}

interface Launch {
  home: string;
  runAs: RunAs;
  binaries: Binaries;
  settings: Record<string, string>;
  deadline: number;
  log: (message: string) => void;
}

/** Adopts a server that the last service left. Null when there is none, or when it was just ending. */
async function adopt(
  home: string,
  deadline: number,
  log: (message: string) => void,
): Promise<EmbeddedPostgres | null> {
  while (Date.now() < deadline) {
    const server = await livingServer(home);
    if (server === null) return null;
    if (server.status === 'ready' && (await answers(home, server.port))) {
      log(
        `Took over the embedded Postgres that was still running (process ${server.pid}, port ${server.port}).`,
      );
      return handle(home, server, true, log);
    }
    await pause(lookMs); // still starting, still ending, or killed a moment ago
  }
  throw new EmbeddedPostgresError(
    `The embedded Postgres in ${home} still runs but does not respond: end its process (the first line of ${home}/cluster/postmaster.pid), then start again.`,
  );
}

/** Creates the cluster under another name and renames it, so that a half-made one of a killed start is never used. */
async function createCluster({ home, runAs, binaries, settings, log }: Launch): Promise<void> {
  const started = Date.now();
  const draft = join(home, 'cluster.new');
  const passwordFile = join(home, 'password.new');
  await rm(draft, { recursive: true, force: true });
  const { password } = await readConnection(home);
  const { program, args, uid, gid } = runAs.command(binaries.initdb, [
    `--pgdata=${draft}`,
    `--username=${troupe}`,
    // A password even on 127.0.0.1, because the machine may have other users.
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C', // the same order of text on every machine, and no rebuilt indexes after a system update
    '--data-checksums',
    ...(settings['fsync'] === 'off' ? ['--no-sync'] : []),
  ]);
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (uid !== undefined) await chown(passwordFile, uid, uid);
  try {
    await promisify(execFile)(program, args, {
      cwd: home,
      env: environment,
      ...(uid !== undefined && { uid, gid }),
    });
  } catch (cause) {
    const { stderr = '' } = cause as { stderr?: string };
    throw new EmbeddedPostgresError(
      `Postgres could not create its files in ${home}: ${stderr || String(cause)}`,
      {
        cause,
      },
    );
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(draft, join(home, 'cluster'));
  log(`Created an embedded Postgres in ${home} (${Date.now() - started} ms).`);
}

/** Starts a server and waits until it accepts connections. */
async function launchServer(launch: Launch): Promise<EmbeddedPostgres> {
  const { home, deadline, log } = launch;
  const started = Date.now();
  await dropDeadPidFile(home);
  for (;;) {
    const { port } = await withFreePort(home);
    const child = await spawnServer(launch, port);
    const server = await untilAnswering(home, child, deadline);
    if (server !== null) {
      log(`Started the embedded Postgres (port ${server.port}, ${Date.now() - started} ms).`);
      return handle(home, server, false, log);
    }
    // It is not killed, because it would have to replay from the beginning again. The next start adopts it.
    if (!ended(child))
      throw new EmbeddedPostgresError(
        `The embedded Postgres is not ready in time. It probably still replays its log after a crash (see ${home}/log): start again in a while.`,
      );
    const words = await failureReason(home);
    // Two failures pass by themselves: another program took the port first (the next round picks another one), and the
    // children of a killed server have not noticed its end yet (they check within a second).
    if (!/Address already in use|still in use/.test(words) || Date.now() >= deadline)
      throw new EmbeddedPostgresError(
        `The embedded Postgres does not start: ${words || 'its log does not say why.'}`,
      );
    await pause(lookMs * 5);
  }
}

type Child = ReturnType<typeof spawn>;

const ended = (child: Child): boolean => child.exitCode !== null || child.signalCode !== null;

async function spawnServer({ home, runAs, binaries, settings }: Launch, port: number): Promise<Child> {
  const all = { ...settings, port: String(port), log_directory: join(home, 'log') };
  const { program, args, uid, gid } = runAs.command(binaries.postgres, [
    '-D',
    join(home, 'cluster'),
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  const startLog = await open(join(home, 'start.log'), 'w', 0o600);
  try {
    const child = spawn(program, args, {
      cwd: home,
      env: environment,
      detached: true, // its own session: no Ctrl-C from our terminal
      stdio: ['ignore', startLog.fd, startLog.fd],
      ...(uid !== undefined && { uid, gid }),
    });
    await once(child, 'spawn'); // rejects when the program cannot be started
    child.unref(); // it may outlive this process
    return child;
  } finally {
    await startLog.close();
  }
}

/** Waits until the server accepts connections. Null when it ended, or after the time limit. */
async function untilAnswering(home: string, child: Child, deadline: number): Promise<Server | null> {
  while (!ended(child) && Date.now() < deadline) {
    const server = await livingServer(home);
    const ready = server !== null && server.pid === child.pid && server.status === 'ready';
    if (ready && (await answers(home, server.port))) return server;
    await pause(lookMs);
  }
  return null;
}

/** A server as its own file postmaster.pid describes it. */
interface Server {
  pid: number;
  port: number;
  /** `starting`, `ready`, `stopping`, `standby`; empty while the file is being written. */
  status: string;
}

/** The server that runs on this cluster now; null when none does. */
async function livingServer(home: string): Promise<Server | null> {
  const server = await readPidFile(home);
  return server !== null && isServerOf(home, server.pid) ? server : null;
}

async function readPidFile(home: string): Promise<Server | null> {
  const lines = await readFile(join(home, 'cluster/postmaster.pid'), 'utf8').then(
    (text) => text.split('\n'),
    () => [],
  );
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, port: Number(lines[3]), status: (lines[7] ?? '').trim() } : null;
}

/** Whether a process is a Postgres on our cluster: the pid in an old file may belong to another process by now. */
function isServerOf(home: string, pid: number): boolean {
  return processBirth(pid) !== null && processCommand(pid).includes(` -D ${join(home, 'cluster')} `);
}

/**
 * Removes the pid file of a dead server. Postgres would do it, but refuses when the process id is in use by another
 * process by now, which is usual after a container's restart, or by a zombie that its parent has not collected yet. If
 * children of the dead server still run, Postgres notices them by the shared memory, not by this file.
 */
async function dropDeadPidFile(home: string): Promise<void> {
  if ((await livingServer(home)) === null) await rm(join(home, 'cluster/postmaster.pid'), { force: true });
}

/**
 * Connects as the service will, and creates the service's database the first time. False when that is not possible yet.
 */
async function answers(home: string, port: number): Promise<boolean> {
  const sql = connect(addressOf({ ...(await readConnection(home)), port }, 'postgres'), {
    applicationName: 'troupe start',
    maxConnections: 1,
    connectTimeoutMs: 2_000,
  });
  try {
    const [found] = await sql`select 1 from pg_database where datname = ${troupe}`;
    if (!found) await sql`create database ${sql(troupe)}`;
    return true;
  } catch (cause) {
    const { code } = cause as { code?: string };
    if (code === '28P01')
      throw new EmbeddedPostgresError(
        `The password in ${home}/connection.json is not the one of the Postgres beside it: put that file back from your backup.`,
        { cause },
      );
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function handle(
  home: string,
  server: Server,
  adopted: boolean,
  log: (message: string) => void,
): Promise<EmbeddedPostgres> {
  return {
    url: addressOf({ ...(await readConnection(home)), port: server.port }, troupe),
    adopted,
    pid: server.pid,
    stop: () => stopServerIn(home, log),
  };
}

/**
 * Stops any server that runs on the cluster: the one we know may have been killed and restarted. First "fast" (open
 * transactions are rolled back, everything is written to disk); after a minute "immediate" (the next start replays the
 * log, and nothing committed is lost).
 */
async function stopServerIn(home: string, log: (message: string) => void): Promise<void> {
  const server = await livingServer(home);
  if (server === null) return;
  const birth = processBirth(server.pid);
  const started = Date.now();
  for (const [signal, patienceMs] of [
    ['SIGINT', 60_000],
    ['SIGQUIT', 10_000],
  ] as const) {
    const until = Date.now() + patienceMs;
    try {
      process.kill(server.pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // ESRCH: it has just ended
    }
    while (Date.now() < until) {
      if (processBirth(server.pid) !== birth) {
        log(`Stopped the embedded Postgres (${Date.now() - started} ms).`);
        return;
      }
      await pause(lookMs);
    }
  }
  throw new EmbeddedPostgresError(`The embedded Postgres (process ${server.pid}) does not stop.`);
}

/**
 * The environment of Postgres' processes. It has nothing from the service's own, which holds secrets that Postgres does
 * not need.
 */
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };
