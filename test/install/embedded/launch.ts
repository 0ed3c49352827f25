import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';

/** A running launcher (see launcher.ts). */
export interface Launched {
  child: ChildProcess;
  /** Its next line of output. */
  said(): Promise<{ url: string; pid: number; opened: string; interrupted: boolean }>;
  /** Kills it; resolves when it has ended. */
  kill(): Promise<void>;
}

/**
 * Starts a launcher in a process group of its own, as a shell does for a foreground program.
 * @param t the test that owns it
 * @param folder its data folder
 * @param what `postgres`: with a Postgres; `lock`: the folder alone
 */
export function launch(t: Test, folder: string, what: 'postgres' | 'lock'): Launched {
  const launcher = fileURLToPath(new URL('launcher.ts', import.meta.url));
  const child = spawn(process.execPath, [launcher, folder, what], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const gone = once(child, 'exit');
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await gone;
  };
  t.teardown(kill);
  return {
    child,
    async said() {
      const { value, done } = await lines.next();
      if (done === true) throw new Error('The launcher ended without a word.');
      return JSON.parse(value) as Awaited<ReturnType<Launched['said']>>;
    },
    kill,
  };
}
