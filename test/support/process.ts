/** The service as its users run it: a process of its own with a data folder, that can be killed and started again. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LedgerEntry } from '../../simulators/simulator.ts';
import { loading } from './loading.ts';
import type { BodyOf } from './typed-calls.ts';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export interface ServiceProcess {
  child: ChildProcess;
  baseUrl: string;
  apiKey: string;
  sandboxUrl: string;
  /** Everything it printed so far. */
  output(): string;
  /** kill -9: nothing is drained, and the database and the sandbox keep running. */
  kill(): Promise<void>;
  /** SIGTERM. @returns the exit code */
  stop(): Promise<number | null>;
  /** Calls an operation with the key of the first run. @returns the body of its response */
  call<const Method extends string, const Path extends string>(
    method: Method,
    path: Path,
    body?: unknown,
  ): Promise<BodyOf<Method, Path>>;
  ledger(): Promise<LedgerEntry[]>;
  fault(fault: object): Promise<void>;
}

/** A node that only works has no first-run.json: its output has the address. */
async function readFacts(dataDir: string, said: string) {
  const baseUrl = /Troupe is ready at (\S+)/.exec(said)?.[1] ?? '';
  try {
    const facts = await readFile(join(dataDir, 'first-run.json'), 'utf8');
    return JSON.parse(facts) as { baseUrl: string; apiKey: string; sandboxUrl: string };
  } catch {
    return { baseUrl, apiKey: '', sandboxUrl: '' };
  }
}

/** Starts the service on a free port and waits until it says that it is ready. */
export async function startProcess(
  dataDir: string,
  env: { [name: string]: string } = {},
  flags: string[] = [],
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [main, ...flags], {
    env: {
      ...process.env,
      TROUPE_DATA: dataDir,
      PORT: '0',
      LOG_LEVEL: 'error',
      TROUPE_DEMO_PEOPLE: 'off',
      ...env,
      ...loading,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const ready = Promise.withResolvers<void>();
  const hear = (chunk: Buffer) => {
    said += chunk.toString();
    if (said.includes('Troupe is ready')) ready.resolve();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  child.on('exit', (code) => ready.reject(new Error(`the service ended with ${code}:\n${said}`)));
  await ready.promise;
  child.removeAllListeners('exit');

  const facts = await readFacts(dataDir, said);
  const ended = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const exit = once(child, 'exit') as Promise<[number | null]>;
    child.kill(signal);
    const [code] = await exit;
    return code;
  };
  const control = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${facts.sandboxUrl}/control/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  return {
    ...facts,
    child,
    output: () => said,
    kill: async () => {
      await ended('SIGKILL');
    },
    stop: () => ended('SIGTERM'),
    call: async <Method extends string, Path extends string>(method: Method, path: Path, body?: unknown) => {
      const response = await fetch(`${facts.baseUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${facts.apiKey}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return (await response.json()) as BodyOf<Method, Path>;
    },
    ledger: async () => ((await control('GET', 'ledger')) as { entries: LedgerEntry[] }).entries,
    fault: async (fault) => {
      await control('POST', 'faults', fault);
    },
  };
}
