/**
 * The tests of a mutation run, as processes. A mutant can make a test hang, or read without end: so each test has a
 * process group of its own with a limit for its time and its memory, and `endAll` ends the tests with the run.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { allProcesses, type ProcessRow } from './processes.ts';

export interface Limits {
  timeMs: number;
  /** Resident memory of a test and what it starts in its group, in MB. */
  memoryMb: number;
}

/** How often the memory is measured. */
const MEASURE_MS = 500;
/** A limit of the memory that V8 manages fails sooner, and with a stack; it does not count buffers. */
const HEAP_SHARE = 0.5;

export class Children {
  readonly #limits: Limits;
  /** Each running test by its process id, which is its group's too, with the promise of its end. */
  readonly #running = new Map<number, Promise<unknown>>();
  #hasEnded = false;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * Runs a file with Node. What it prints is dropped.
   * @returns whether it ended with exit code 0 within its limits
   * @throws Error once `endAll` was called, also while it runs
   */
  async run(file: string, { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv }): Promise<boolean> {
    if (this.#hasEnded) throw new Error('the run was ended');
    const heapMb = Math.floor(this.#limits.memoryMb * HEAP_SHARE);
    const child = spawn(process.execPath, [file], {
      cwd,
      detached: true,
      stdio: 'ignore',
      env: { ...env, NODE_OPTIONS: `${env['NODE_OPTIONS'] ?? ''} --max-old-space-size=${heapMb}`.trim() },
    });
    const closed = once(child, 'close') as Promise<[number | null]>;
    const { pid } = child;
    if (pid === undefined) {
      await closed; // rejects with the reason why it could not be started
      return false;
    }
    this.#running.set(pid, closed);
    const limit = setTimeout(() => killTree(pid), this.#limits.timeMs);
    const measure = setInterval(() => {
      if (memoryMbOf(pid) > this.#limits.memoryMb) killTree(pid);
    }, MEASURE_MS);
    try {
      const [code] = await closed;
      if (this.#hasEnded) throw new Error('the run was ended'); // killed by it, so the exit code says nothing
      return code === 0;
    } finally {
      clearTimeout(limit);
      clearInterval(measure);
      this.#running.delete(pid);
      killTree(pid); // what a test started in its group and left behind
    }
  }

  /** Kills every test with all that it started, and resolves when they have ended. From now on none is started. */
  async endAll(): Promise<void> {
    this.#hasEnded = true;
    for (const pid of this.#running.keys()) killTree(pid);
    await Promise.allSettled(this.#running.values());
  }
}

function memoryMbOf(group: number): number {
  const rows = allProcesses().filter((row) => row.group === group);
  return rows.reduce((sum, { residentKb }) => sum + residentKb, 0) / 1024;
}

/** Kills a process's group, and its descendants that have a group of their own, as an embedded Postgres has. */
function killTree(leader: number): void {
  const rows = allProcesses();
  const tree = new Set([leader, ...rows.filter(({ group }) => group === leader).map(({ pid }) => pid)]);
  for (let size = 0; size < tree.size;) {
    size = tree.size;
    for (const { pid, parent } of rows) if (tree.has(parent)) tree.add(pid);
  }
  for (const { pid } of rows) if (tree.has(pid)) kill(pid);
}

function kill(pid: ProcessRow['pid']): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // ESRCH: it ended just now
  }
}
