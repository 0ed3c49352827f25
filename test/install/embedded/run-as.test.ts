import { chmod, cp, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { findBinaries } from '../../../src/install/embedded/binaries.ts';
import { chooseRunAs, prepareFor } from '../../../src/install/embedded/run-as.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const isRoot = process.getuid?.() === 0;

void t.test('an ordinary user runs Postgres directly, root never does', async (t) => {
  const runAs = await chooseRunAs();
  t.equal(runAs.way === 'self', !isRoot);
});

void t.test('programs that cannot be read without root’s privileges are copied once', async (t) => {
  const packaged = await findBinaries();
  const folder = await temporaryFolder(t);
  const home = join(folder, 'data/postgres');
  await mkdir(home, { recursive: true });
  if (!isRoot) {
    t.equal(
      await prepareFor(await chooseRunAs(), { dataDir: folder, home }, packaged),
      packaged,
      'no need for others',
    );
    return;
  }
  const hidden = join(folder, 'hidden');
  await mkdir(hidden, { mode: 0o700 });
  await cp(packaged.home ?? '', join(hidden, 'native'), { recursive: true, verbatimSymlinks: true });
  const programs = {
    home: join(hidden, 'native'),
    initdb: join(hidden, 'native/bin/initdb'),
    postgres: join(hidden, 'native/bin/postgres'),
  };
  await chmod(folder, 0o711);
  const runAs = await chooseRunAs('nobody');
  const copy = await prepareFor(runAs, { dataDir: join(folder, 'data'), home }, programs);
  t.ok(copy.postgres.startsWith(`${home}/programs-`));
  const { ino } = await stat(copy.postgres);
  const again = await prepareFor(runAs, { dataDir: join(folder, 'data'), home }, programs);
  t.equal((await stat(again.postgres)).ino, ino, 'the second start uses the copy');
});

void t.test('a data folder that cannot be reached without root’s privileges is named', async (t) => {
  const folder = await temporaryFolder(t);
  const home = join(folder, 'closed/data/postgres');
  await mkdir(home, { recursive: true });
  await chmod(join(folder, 'closed'), 0o700);
  const prepared = prepareFor(
    await chooseRunAs('nobody'),
    { dataDir: join(folder, 'closed/data'), home },
    await findBinaries(),
  );
  if (isRoot) await t.rejects(prepared, { message: /cannot reach .*closed\/data: put the data folder/ });
  else await t.resolves(prepared, 'which is no matter to an ordinary user');
});
