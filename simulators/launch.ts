/**
 * Starts the sandbox beside the service, or finds the one that is still running. It is a process of its own, in a
 * session of its own: a kill -9 of the service leaves it alive with everything the networks received, and the next
 * start takes it over. Its port stays the same while it is free, because accounts store its address.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { processBirth } from '../src/install/embedded/process-identity.ts';
import { codeMark } from './code.ts';

export interface LaunchOptions {
  /** Where the sandbox keeps its state, its port and its log. One folder, one sandbox. */
  folder: string;
  /** Receives a sentence about what was done. */
  log: (message: string) => void;
  /** The address it listens on. Default: this machine alone. */
  host?: string;
  /** The port it listens on. Default: a free one, kept in the folder. */
  port?: number | null;
}

export interface LaunchedSandbox {
  /** Its address, without a trailing slash. */
  url: string;
  /** Its process. */
  pid: number;
  /** True where a living one was found. */
  adopted: boolean;
  /** Ends it. What it knows stays in the folder. */
  stop(): Promise<void>;
}

const HOST = '127.0.0.1';
const HEALTH_TIMEOUT_MS = 2_000;
const STOP_TIMEOUT_MS = 5_000;

/**
 * Has a sandbox running when it returns.
 * @throws when the server does not start; its log in the folder says why
 */
export async function launchSandbox({
  folder: given,
  log,
  host = HOST,
  port: fixed = null,
}: LaunchOptions): Promise<LaunchedSandbox> {
  mkdirSync(given, { recursive: true });
  const folder = realpathSync(given);
  let port = fixed ?? (await storedPort(folder));
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const living = await find(folder, port);
    if (living && living.code === codeMark()) {
      log(`Sandbox found running at ${urlOf(port)}`);
      return { url: urlOf(port), pid: living.pid, adopted: true, stop: () => end(living.pid) };
    }
    if (living) {
      log('The running sandbox is of another version: it is stopped and started again');
      await end(living.pid);
    }
    const pid = await start(folder, host, port);
    if (pid !== null) {
      log(`Sandbox started at ${urlOf(port)}`);
      return { url: urlOf(port), pid, adopted: false, stop: () => end(pid) };
    }
    // The port is taken: by the sandbox that another service is starting with this folder right now, or by another program.
    if (!(await find(folder, port))) {
      if (fixed !== null) throw new Error(`Port ${fixed}, which is set for the sandbox, is taken`);
      const taken = port;
      port = await freePort();
      keepPort(folder, port);
      log(`Port ${taken} is taken by another program: the sandbox moves to ${port}`);
    }
  }
  throw new Error(`The sandbox does not start: see ${join(folder, 'sandbox.log')}`);
}

interface Living {
  pid: number;
  code: string;
}

/** The sandbox of this folder, if it answers at this port. */
async function find(folder: string, port: number): Promise<Living | null> {
  try {
    const response = await fetch(`${urlOf(port)}/control/health`, {
      signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS),
    });
    const health = (await response.json()) as Partial<Living & { folder: string }>;
    const { pid, code } = health;
    return health.folder === folder && pid !== undefined && code !== undefined ? { pid, code } : null;
  } catch {
    return null; // nothing listens there, or it is not a sandbox
  }
}

/**
 * Starts the server as the leader of its own session.
 * @returns its process id once it answers; null when the port is taken
 */
async function start(folder: string, host: string, port: number): Promise<number | null> {
  const output = openSync(join(folder, 'sandbox.log'), 'a');
  const server = join(import.meta.dirname, 'server.ts');
  const options = ['--port', String(port), '--host', host, '--folder', folder];
  const child = spawn(process.execPath, [server, ...options], {
    detached: true,
    cwd: folder,
    stdio: ['ignore', output, output, 'ipc'],
  });
  closeSync(output);
  const ended = new AbortController();
  const { signal } = ended;
  try {
    const [said] = (await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(([code]) => [{ exit: code as number | null }]),
    ])) as [{ url: string } | { exit: number | null }];
    if ('exit' in said) {
      if (said.exit === PORT_TAKEN) return null;
      throw new Error(`The sandbox ended with code ${said.exit}: see ${join(folder, 'sandbox.log')}`);
    }
    return child.pid ?? null;
  } finally {
    ended.abort();
    if (child.connected) child.disconnect();
    child.unref();
  }
}

/** Exit code by which the server says that its port is taken. */
export const PORT_TAKEN = 98;

async function end(pid: number): Promise<void> {
  const birth = processBirth(pid);
  if (birth === null) return;
  const isAlive = () => processBirth(pid) === birth;
  signalTo(pid, 'SIGTERM');
  for (const deadline = Date.now() + STOP_TIMEOUT_MS; isAlive() && Date.now() < deadline;) await pause(20);
  if (isAlive()) signalTo(pid, 'SIGKILL');
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (cause) {
    if ((cause as { code?: string }).code !== 'ESRCH') throw cause; // it has ended in the meantime, which is what we want
  }
}

/** The folder's port. The first of several that start at once sets it, the others read it. */
async function storedPort(folder: string): Promise<number> {
  const file = join(folder, 'port');
  const draft = `${file}.${process.pid}.${randomUUID()}`;
  writeFileSync(draft, String(await freePort()));
  try {
    linkSync(draft, file); // appears whole or not at all, and never over another's
  } catch (cause) {
    if ((cause as { code?: string }).code !== 'EEXIST') throw cause;
  } finally {
    rmSync(draft);
  }
  const port = Number(readFileSync(file, 'utf8'));
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  const another = await freePort();
  keepPort(folder, another);
  return another;
}

function keepPort(folder: string, port: number): void {
  writeFileSync(join(folder, 'port'), String(port));
}

async function freePort(): Promise<number> {
  const probe = createServer().listen({ port: 0, host: HOST });
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

function urlOf(port: number): string {
  return `http://${HOST}:${port}`;
}
