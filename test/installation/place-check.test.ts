/** Whether files can be stored, and whether the public address leads here. */
import { createServer, request, type Server } from 'node:http';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { createGuard } from '../../src/base/outbound/guard.ts';
import { createIncoming } from '../../src/features/media/incoming.ts';
import { createLocalStorage } from '../../src/features/media/local-storage.ts';
import { probeStorage } from '../../src/features/media/probe.ts';
import { type MediaStorage, StorageError } from '../../src/features/media/storage.ts';
import type { InstallationContext } from '../../src/features/installation/index.ts';
import { checkInstallation } from '../../src/features/installation/place-check.ts';
import { insertOperator } from '../../store/operators.ts';
import { startService } from '../support/service.ts';
import { newMate } from '../support/team.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const PATH = '/app/api/installation/check';

async function listening(t: Test, server: Server): Promise<string> {
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
  t.teardown(() => server.close());
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** @param serve what answers at the public address */
async function stage(t: Test, serve: (storage: MediaStorage) => Server) {
  const folder = await temporaryFolder(t);
  const storage = createLocalStorage(folder);
  const incoming = createIncoming(join(folder, 'incoming'));
  const baseUrl = await listening(t, serve(storage));
  const check = async (more: Partial<InstallationContext> = {}) => {
    const guard = createGuard({ allow: [baseUrl] });
    const probe: InstallationContext['probeStorage'] = (during) =>
      probeStorage({ storage, incoming }, during);
    const context = { guard, baseUrl, probeStorage: probe, hostsOfRequests: () => [], ...more };
    const call = { context } as Parameters<typeof checkInstallation.handle>[0];
    const reply = (await checkInstallation.handle(call)) as {
      body: { checks: { name: string; state: string; message: string }[] };
    };
    await guard.close();
    return reply.body.checks;
  };
  return { folder, storage, check, baseUrl };
}

const serving = (storage: MediaStorage) =>
  createServer((incoming, response) => {
    void (async () => {
      const name = incoming.url!.replace('/media/', '');
      const { bytes } = (await storage.stat(name))!;
      for await (const chunk of storage.read(name, { from: 0, to: bytes - 1 })) response.write(chunk);
      response.end();
    })();
  });

void t.test('a file is stored, fetched by the public address, and deleted', async (t) => {
  const { folder, check } = await stage(t, serving);
  t.match(await check(), [
    { name: 'Storage', state: 'ok' },
    { name: 'Public address', state: 'wrong', message: /leads here, but most networks take https only/ },
    { name: 'Hosts of requests', state: 'unknown' },
  ]);
  const hosts = [{ host: 'troupe.internal', isOwn: true }];
  t.match((await check({ hostsOfRequests: () => hosts }))[2], { state: 'unknown', message: /and none for/ });
  t.same(await filesIn(folder), [], 'nothing is left');
});

void t.test('an address that leads elsewhere, or nowhere, is said', async (t) => {
  const { check, folder } = await stage(t, () => createServer((_, response) => response.end('hello')));
  t.match((await check())[1], { state: 'wrong', message: /leads elsewhere/ });
  const nowhere = 'http://127.0.0.1:1';
  const guard = createGuard({ allow: [nowhere] });
  t.teardown(() => guard.close());
  t.match((await check({ baseUrl: nowhere, guard }))[1], { state: 'wrong', message: /could not be fetched/ });
  t.match((await check({ baseUrl: 'http://10.0.0.8' }))[1], {
    state: 'unknown',
    message: /is no public address/,
  });
  t.same(await filesIn(folder), []);
});

void t.test('a store that is full, or gives other bytes back, is wrong', async (t) => {
  const { check, storage, folder } = await stage(t, serving);
  const incoming = createIncoming(join(folder, 'incoming'));
  const withStore = (changed: Partial<MediaStorage>) =>
    check({
      probeStorage: (during) => probeStorage({ storage: { ...storage, ...changed }, incoming }, during),
    });
  const full = await withStore({
    put: () => Promise.reject(new StorageError('full', 'the disk for media is full')),
  });
  t.match(full, [
    { name: 'Storage', state: 'wrong', message: /the disk for media is full/ },
    { name: 'Public address', state: 'unknown' },
    {},
  ]);
  const other = await withStore({
    async *read() {
      yield Buffer.from('other');
    },
  });
  t.match(other[0], { state: 'wrong', message: /other bytes came back/ });
  t.same(await filesIn(folder), [], 'nothing is left of a failed check');
});

void t.test('hosts that requests came for are said, and those that were refused', async (t) => {
  const running = await startService(t, { platforms: [] });
  const rosa = await newMate(running, 'rosa');
  t.equal((await rosa.ask('GET', PATH)).status, 403, 'for operators alone');
  await insertOperator(running.service.directory, { userId: rosa.userId, addedBy: null }, Date.now());
  running.service.context.forgetPrincipals();
  const { checks } = (await rosa.ask('GET', PATH)).body;
  t.match(checks, [
    { name: 'Storage', state: 'ok' },
    { name: 'Public address', state: 'unknown', message: /no public address/ },
    { name: 'Hosts of requests', state: 'ok', message: new RegExp(new URL(running.baseUrl).host) },
  ]);
  const refused = await new Promise<number>((done) =>
    request(
      `${running.baseUrl}/app/api/session`,
      { headers: { host: 'names.example', accept: 'text/html' } },
      (response) => {
        response.resume();
        done(response.statusCode!);
      },
    ).end(),
  );
  t.equal(refused, 403);
  t.match((await rosa.ask('GET', PATH)).body.checks[2], {
    state: 'unknown',
    message: /names\.example were refused/,
  });
});
