import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { DataDirInUse, openDataDir } from '../../../src/install/embedded/data-dir.ts';
import { processBirth, processNamespace } from '../../../src/install/embedded/process-identity.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { launch } from './launch.ts';

const locksIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.startsWith('lock')).sort();

void t.test('a new folder is readable only by its user, and is free again after release', async (t) => {
  const folder = join(await temporaryFolder(t), 'deep', 'data');
  const first = await openDataDir(folder);
  t.equal(first.path, folder);
  t.equal((await stat(folder)).mode & 0o777, 0o700);
  await first.release();
  await first.release();
  const second = await openDataDir(folder);
  t.equal((await locksIn(folder)).length, 1, 'old locks do not pile up');
  await second.release();
});

void t.test('a second service gets a sentence that says who holds the folder', async (t) => {
  const folder = await temporaryFolder(t);
  const holder = launch(t, folder, 'lock');
  await holder.said();
  const error = await openDataDir(folder).catch((error: unknown) => error as Error);
  t.type(error, DataDirInUse);
  t.match(error, { code: 'data_dir_in_use' });
  const { message } = error as Error;
  t.ok(message.startsWith(`The data folder ${folder} is in use by process ${holder.child.pid} (`), message);
  t.match(
    message,
    /launcher\.ts .*, since \d{4}-.*: stop that one first, or give this one a folder of its own\.$/,
  );
});

void t.test('the lock of a killed service is taken over at once', async (t) => {
  const folder = await temporaryFolder(t);
  const holder = launch(t, folder, 'lock');
  await holder.said();
  await holder.kill();
  const started = Date.now();
  const dataDir = await openDataDir(folder);
  t.ok(Date.now() - started < 1_000, 'without waiting');
  await dataDir.release();
});

void t.test('a reused process id does not hold the folder', async (t) => {
  const folder = await temporaryFolder(t);
  const dataDir = await openDataDir(folder);
  const [lock = ''] = await locksIn(folder);
  const holder = JSON.parse(await readFile(join(folder, lock), 'utf8')) as object;
  await dataDir.release();
  // This process runs, but it is not the one that started then.
  await writeFile(join(folder, lock), JSON.stringify({ ...holder, birth: 'another boot 123' }));
  await (await openDataDir(folder)).release();
});

void t.test('when many take over the same stale lock at once, one wins', async (t) => {
  for (let round = 0; round < 10; round += 1) {
    const folder = await temporaryFolder(t);
    const dead = {
      pid: 2 ** 30,
      birth: 'long ago',
      namespace: processNamespace(),
      command: 'x',
      since: 'then',
    };
    await writeFile(join(folder, 'lock-7'), JSON.stringify(dead));
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => openDataDir(folder)));
    const won = results.filter((result) => result.status === 'fulfilled');
    t.equal(won.length, 1);
    t.ok(results.every((result) => result.status === 'fulfilled' || result.reason instanceof DataDirInUse));
    t.same(await locksIn(folder), ['lock-8']);
    await won[0]?.value.release();
  }
});

void t.test(
  'a holder in another container keeps the folder as long as its heartbeat continues',
  async (t) => {
    const folder = await temporaryFolder(t);
    const lock = join(folder, 'lock-1');
    const elsewhere = {
      pid: 1,
      birth: 'x',
      namespace: 'pid:[another]',
      command: 'x',
      since: '2026-01-01T00:00:00Z',
    };
    await writeFile(lock, JSON.stringify(elsewhere));
    const beat = setInterval(() => void utimes(lock, new Date(), new Date()), 200);
    t.teardown(() => clearInterval(beat));
    await t.rejects(openDataDir(folder), { message: /in use by a service in another container/ });
    clearInterval(beat);
    const minuteAgo = new Date(Date.now() - 60_000);
    await utimes(lock, minuteAgo, minuteAgo);
    await (await openDataDir(folder)).release();
  },
);

void t.test('a holder keeps updating its heartbeat', async (t) => {
  const folder = await temporaryFolder(t);
  const dataDir = await openDataDir(folder);
  const lock = join(folder, (await locksIn(folder))[0] ?? '');
  const minuteAgo = new Date(Date.now() - 60_000);
  await utimes(lock, minuteAgo, minuteAgo);
  while ((await stat(lock)).mtimeMs < Date.now() - 30_000)
    await new Promise((resolve) => setTimeout(resolve, 50));
  t.pass('its lock became fresh again');
  await dataDir.release();
});

void t.test('a running process has a start time, and one that has ended has none', async (t) => {
  t.equal(processBirth(process.pid), processBirth(process.pid));
  t.not(processBirth(process.pid), processBirth(process.ppid));
  const brief = launch(t, await temporaryFolder(t), 'lock');
  await brief.said();
  const { pid = 0 } = brief.child;
  t.type(processBirth(pid), 'string');
  await brief.kill();
  t.equal(processBirth(pid), null);
});
