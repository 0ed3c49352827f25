/** A mutation run leaves no process and no copy behind, and a mutant cannot take the machine with it. */
// Long test: it waits for runs that are stopped, of a tool that is no part of the service.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { processBirth } from '../../src/install/embedded/process-identity.ts';
import { projectRoot } from '../../src/install/pinned.js';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { Children } from './children.ts';

const fixture = (name: string) => join(projectRoot, 'test/mutate/endless', name);
const env = { ...process.env };
const PLENTY = { timeMs: 60_000, memoryMb: 1_000 };

/** The process ids that the endless test writes into its folder, which may be made meanwhile. */
async function pidsIn(folder: () => string | undefined): Promise<number[]> {
  for (;;) {
    const file = join(folder() ?? '', 'pids.json');
    if (folder() !== undefined && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as number[];
    await pause(20);
  }
}

const alive = (pids: number[]) => pids.filter((pid) => processBirth(pid) !== null);

/** Killed processes are gone a moment later. */
async function untilGone(t: Test, pids: number[]): Promise<void> {
  for (let tries = 0; alive(pids).length > 0 && tries < 250; tries += 1) await pause(20);
  t.strictSame(alive(pids), []);
}

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGUSR2', 1], // see endless/run.ts: an error that nobody catches
] as const) {
  void t.test(`a run stopped by ${signal} leaves no test, no child of a test and no copy`, async (t) => {
    const temporary = await temporaryFolder(t);
    const run = spawn(process.execPath, [fixture('run.ts')], {
      cwd: projectRoot,
      stdio: 'ignore',
      env: { ...process.env, TMPDIR: temporary },
    });
    const ended = once(run, 'exit');
    const copies = () => readdirSync(temporary).map((name) => join(temporary, name));
    const pids = await pidsIn(() => copies()[0]);
    t.teardown(() => alive(pids).forEach((pid) => process.kill(pid, 'SIGKILL')));
    t.equal(alive(pids).length, 3);
    t.equal(copies().length, 1, 'the copy of the tree');
    run.kill(signal);
    t.strictSame(await ended, [code, null]);
    await untilGone(t, pids);
    t.strictSame(copies(), []);
  });
}

void t.test('a test that takes too long has failed, and its children end with it', async (t) => {
  const cwd = await temporaryFolder(t);
  const children = new Children({ ...PLENTY, timeMs: 2_000 });
  t.equal(await children.run(fixture('endless.ts'), { cwd, env }), false);
  const pids = await pidsIn(() => cwd);
  t.teardown(() => alive(pids).forEach((pid) => process.kill(pid, 'SIGKILL')));
  await untilGone(t, pids);
});

void t.test('a test that takes too much memory outside the heap has failed', async (t) => {
  const children = new Children({ ...PLENTY, memoryMb: 200 });
  t.equal(await children.run(fixture('greedy.ts'), { cwd: projectRoot, env }), false);
});

void t.test('within its limits a test passes by its exit code', async (t) => {
  const children = new Children(PLENTY);
  t.equal(await children.run(fixture('greedy.ts'), { cwd: projectRoot, env }), true);
  t.equal(await children.run(fixture('none.ts'), { cwd: projectRoot, env }), false);
});

void t.test('once a run has ended it starts no test', async (t) => {
  const children = new Children(PLENTY);
  await children.endAll();
  await t.rejects(children.run(fixture('endless.ts'), { cwd: projectRoot, env }), {
    message: 'the run was ended',
  });
});
