// Runs alone: it replaces functions of node:fs for a while
/** A disk without room fails calls of the sandbox. It does not end it, and loses nothing of what was there. */
import { deepEqual, equal, match, rejects, throws } from 'node:assert/strict';
import fs from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { launchSandbox } from '../../simulators/launch.ts';
import { networks } from '../../simulators/networks.ts';
import { serveSandbox } from '../../simulators/server.ts';
import type { SimulatedAccount } from '../../simulators/simulator.ts';
import { openStore } from '../../simulators/store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const noRoom = () => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });

/** From now on nothing can be written; of a line that is added, half. @returns makes room again */
function fillDisk(t: Test): () => void {
  const { writeFileSync, appendFileSync } = fs;
  const room = () => {
    Object.assign(fs, { writeFileSync, appendFileSync });
    syncBuiltinESMExports();
  };
  fs.writeFileSync = () => {
    throw noRoom();
  };
  fs.appendFileSync = (file, line) => {
    const open = fs.openSync(String(file), 'a');
    fs.writeSync(open, String(line).slice(0, String(line).length / 2));
    fs.closeSync(open);
    throw noRoom();
  };
  syncBuiltinESMExports();
  t.teardown(room);
  return room;
}

await t.test(
  'what could not be written is written when there is room, and no line is left half',
  async (t) => {
    const folder = await temporaryFolder(t);
    const store = openStore(folder);
    const unhandled: unknown[] = [];
    const note = (cause: unknown) => void unhandled.push(cause);
    process.on('unhandledRejection', note);
    t.teardown(() => process.off('unhandledRejection', note));
    store.append('list', { n: 1 });
    const makeRoom = fillDisk(t);
    store.writeSoon('one', { a: 1 });
    store.writeSoon('two', { b: 2 });
    throws(() => store.append('list', { n: 2 }), { code: 'ENOSPC' });
    for (let turns = 0; turns < 5; turns += 1) await nextTurn();
    deepEqual(unhandled, [], 'nobody waited, and nobody is harmed');
    await rejects(store.saved(), { code: 'ENOSPC' });
    makeRoom();
    await store.saved();
    store.append('list', { n: 3 });
    const after = openStore(folder);
    deepEqual(
      [after.read('one'), after.read('two'), after.lines('list')],
      [{ a: 1 }, { b: 2 }, [{ n: 1 }, { n: 3 }]],
    );
  },
);

const connectTo = async (url: string, name: string) => {
  const body = JSON.stringify({ network: 'discord', name });
  const headers = { 'content-type': 'application/json' };
  return fetch(`${url}/control/accounts`, { method: 'POST', headers, body });
};
const execute = ({ endpoints, credentials }: SimulatedAccount, content: string) =>
  fetch(`${endpoints['api']}/webhooks/${credentials['webhookId']}/${credentials['webhookToken']}?wait=true`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ content }),
  });

await t.test('a call to a full sandbox is 507, and the next one works when there is room', async (t) => {
  const server = await serveSandbox({ port: 0, networks, folder: await temporaryFolder(t) });
  t.teardown(() => server.stop());
  const rosa = (await (await connectTo(server.url, 'rosa')).json()) as SimulatedAccount;
  const makeRoom = fillDisk(t);
  const refused = await execute(rosa, 'no room');
  equal(refused.status, 507);
  match(await refused.text(), /disk of the sandbox is full/);
  makeRoom();
  equal((await execute(rosa, 'room')).status, 200);
});

await t.test('the process of a sandbox that cannot write goes on', async (t) => {
  const folder = await temporaryFolder(t);
  const sandbox = await launchSandbox({ folder, log: () => undefined });
  t.teardown(() => sandbox.stop());
  const rosa = (await (await connectTo(sandbox.url, 'rosa')).json()) as SimulatedAccount;
  const health = async () => (await (await fetch(`${sandbox.url}/control/health`)).json()) as { pid: number };
  const { pid } = await health();
  // a folder in the place of the file: it cannot be written, not even by root
  const blocked = join(folder, 'state', `discord.json.${pid}.new`);
  await mkdir(blocked);
  for (let calls = 0; calls < 3; calls += 1) equal((await execute(rosa, 'lost')).status, 500);
  equal((await health()).pid, pid);
  await rm(blocked, { recursive: true });
  equal((await execute(rosa, 'kept')).status, 200);
  equal((await health()).pid, pid);
});
