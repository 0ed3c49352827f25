/** The sandbox as a process: started, found again after the service was killed, moved, stopped. */
// Long test: it starts and kills a dozen sandboxes; test/flows/welcome.test.ts starts one at every change.
import { equal, match, notEqual, ok, rejects } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { processBirth } from '../../src/install/embedded/process-identity.ts';
import { launchSandbox, type LaunchedSandbox } from '../../simulators/launch.ts';
import type { SimulatedAccount } from '../../simulators/simulator.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

await t.test('a sandbox that was stopped starts again on its port with its state', async (t) => {
  const folder = await temporaryFolder(t);
  const first = await launch(t, folder);
  equal(first.adopted, false);
  await sendOne(first.url);
  await first.stop();
  await rejects(fetch(first.url), TypeError);

  const second = await launch(t, folder);
  equal(second.adopted, false);
  equal(second.url, first.url);
  equal(await posts(second.url), 1);
});

await t.test('a sandbox outlives a killed service, and the next service adopts it', async (t) => {
  const folder = await temporaryFolder(t);
  const script = `
    import { launchSandbox } from ${JSON.stringify(new URL('../../simulators/launch.ts', import.meta.url).href)};
    const { url } = await launchSandbox({ folder: process.argv[1], log: () => {} });
    process.send({ url });
    setInterval(() => {}, 1000);`;
  const service = spawn(process.execPath, ['--input-type=module', '--eval', script, folder], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [{ url }] = (await once(service, 'message')) as [{ url: string }];
  await sendOne(url);
  service.kill('SIGKILL');
  await once(service, 'exit');

  const next = await launch(t, folder);
  equal(next.adopted, true);
  equal(next.url, url);
  equal(await posts(url), 1);
  const pid = await pidOf(url);
  await next.stop();
  equal(processBirth(pid), null, 'the process is gone');
});

await t.test('two services that start at once share one sandbox', async (t) => {
  const folder = await temporaryFolder(t);
  const both = await Promise.all([launch(t, folder), launch(t, folder)]);
  equal(both[0].url, both[1].url);
  equal(both.filter(({ adopted }) => adopted).length, 1);
});

await t.test('two folders are two sandboxes', async (t) => {
  const [one, other] = [await launch(t, await temporaryFolder(t)), await launch(t, await temporaryFolder(t))];
  notEqual(one.url, other.url);
  await sendOne(one.url);
  equal(await posts(other.url), 0);
});

await t.test('a port that another program took is not used', async (t) => {
  const folder = await temporaryFolder(t);
  const stranger = createServer((_, answer) => answer.end('{}')).listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  t.teardown(() => stranger.close());
  const { port } = stranger.address() as AddressInfo;
  await writeFile(join(folder, 'port'), String(port));
  const said: string[] = [];
  const moved = await launch(t, folder, said);
  notEqual(new URL(moved.url).port, String(port));
  equal(await readFile(join(folder, 'port'), 'utf8'), new URL(moved.url).port, 'and kept for next time');
  ok(said.some((line) => line.includes(`Port ${port} is taken`)));
});

await t.test('an error at the start of a sandbox names its log', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'state'), 'a file where a folder should be');
  await rejects(launch(t, folder), /ended with code 1: see .*sandbox\.log/);
  match(await readFile(join(folder, 'sandbox.log'), 'utf8'), /EEXIST|ENOTDIR/);
});

await t.test(
  'with a port and an address in the settings it listens there, and accepts only local names',
  async (t) => {
    const probe = createServer().listen({ port: 0, host: '127.0.0.1' });
    await once(probe, 'listening');
    const { port } = probe.address() as AddressInfo;
    probe.close();
    await once(probe, 'close');
    const options = { folder: await temporaryFolder(t), log: () => undefined, host: '0.0.0.0', port };
    const sandbox = await launchSandbox(options);
    t.teardown(() => sandbox.stop());
    equal(sandbox.url, `http://127.0.0.1:${port}`);
    // another loopback address: reached only by a server that listens on every address
    const page = request({ host: '127.0.0.2', port, headers: { host: `localhost:${port}` } }).end();
    const [response] = (await once(page, 'response')) as [IncomingMessage];
    equal(response.statusCode, 200);
    response.resume();
    const stranger = request({ host: '127.0.0.2', port, headers: { host: 'sandbox.example' } }).end();
    const [refusal] = (await once(stranger, 'response')) as [IncomingMessage];
    equal(refusal.statusCode, 421);
    refusal.resume();
    const other = { ...options, folder: await temporaryFolder(t) };
    await rejects(launchSandbox(other), { message: `Port ${port}, which is set for the sandbox, is taken` });
  },
);

await t.test('stopping twice has the effect of stopping once', async (t) => {
  const sandbox = await launch(t, await temporaryFolder(t));
  await Promise.all([sandbox.stop(), sandbox.stop()]);
  await sandbox.stop();
});

async function launch(t: Test, folder: string, said: string[] = []): Promise<LaunchedSandbox> {
  const sandbox = await launchSandbox({ folder, log: (message) => said.push(message) });
  t.teardown(() => sandbox.stop());
  return sandbox;
}

async function sendOne(url: string): Promise<void> {
  const json = (path: string, body: object) =>
    fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const account = (await (
    await json(`${url}/control/accounts`, { network: 'telegram', name: 'rosa' })
  ).json()) as SimulatedAccount;
  const { endpoints, credentials, remoteId } = account;
  const sent = await json(`${endpoints['api']}/bot${credentials['token']}/sendMessage`, {
    chat_id: remoteId,
    text: 'Hello',
  });
  equal(sent.status, 200);
}

async function health(url: string) {
  return (await (await fetch(`${url}/control/health`)).json()) as { posts: number; pid: number };
}

async function posts(url: string): Promise<number> {
  return (await health(url)).posts;
}

async function pidOf(url: string): Promise<number> {
  return (await health(url)).pid;
}
