/** A sandbox that ends by itself is started again, but not without end. */
import { equal, notEqual, rejects } from 'node:assert/strict';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { keepSandbox, MAX_RESTARTS } from '../../simulators/keep.ts';
import { processBirth } from '../../src/install/embedded/process-identity.ts';
import { eventually } from '../support/eventually.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

async function keep(t: Test, folder: string) {
  const said: string[] = [];
  const sandbox = await keepSandbox({ folder, log: (line) => said.push(line), lookEveryMs: 20 });
  t.teardown(() => sandbox.stop());
  return { sandbox, said };
}

const pidAt = async (url: string): Promise<number | null> => {
  try {
    return ((await (await fetch(`${url}/control/health`)).json()) as { pid: number }).pid;
  } catch {
    return null; // it does not run
  }
};
const connect = async (url: string, name: string) =>
  (
    await fetch(`${url}/control/accounts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ network: 'telegram', name }),
    })
  ).text();

/** Kills the sandbox and waits for the next one. @returns its process */
async function kill(url: string): Promise<number> {
  const pid = (await pidAt(url))!;
  process.kill(pid, 'SIGKILL');
  let next: number | null = null;
  await eventually(async () => {
    next = await pidAt(url);
    return next !== null && next !== pid;
  });
  return next!;
}

await t.test('a sandbox that was killed runs again at its address, with what it knew', async (t) => {
  const { sandbox, said } = await keep(t, await temporaryFolder(t));
  const account = await connect(sandbox.url, 'rosa');
  const next = await kill(sandbox.url);
  notEqual(next, sandbox.pid);
  equal(await connect(sandbox.url, 'rosa'), account);
  equal(said.filter((line) => line.startsWith('The sandbox has ended by itself')).length, 1);
  await sandbox.stop();
  equal(processBirth(next), null, 'the one that runs now is stopped');
  await rejects(fetch(sandbox.url), TypeError);
});

await t.test('one that ends again and again is left alone, and the log says so', async (t) => {
  const { sandbox, said } = await keep(t, await temporaryFolder(t));
  for (let restart = 0; restart < MAX_RESTARTS; restart += 1) await kill(sandbox.url);
  process.kill((await pidAt(sandbox.url))!, 'SIGKILL');
  await eventually(() => said.some((line) => line.includes('is not started again')));
  equal(await pidAt(sandbox.url), null);
});

await t.test('one that cannot start again is tried again', async (t) => {
  const folder = await temporaryFolder(t);
  const { sandbox, said } = await keep(t, folder);
  const state = join(folder, 'state');
  await rename(state, `${state}-away`);
  await writeFile(state, 'a file where a folder should be');
  process.kill(sandbox.pid, 'SIGKILL');
  await eventually(() => said.some((line) => /ended with code 1: see .*the next try follows/.test(line)));
  await rm(state);
  await rename(`${state}-away`, state);
  await eventually(async () => (await pidAt(sandbox.url)) !== null);
});
