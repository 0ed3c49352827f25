import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { connect } from '../../store/connect.ts';
import { migrate, MigrationError } from '../../store/migrate.ts';
import { testDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const three = {
  '0001_people.sql': 'create table people (id int primary key, name text not null);',
  '0002_greetings.sql': `create table greetings (text text);\ninsert into greetings values ('hello');`,
  '0003_nicknames.sql': 'alter table people add column nickname text;\ncreate index on people (nickname);',
};

async function folderWith(t: Test, files: Record<string, string>): Promise<string> {
  const folder = await temporaryFolder(t);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

void t.test('an empty database gets every migration in order, each once', async (t) => {
  const { sql } = await testDatabase(t, { migrated: false });
  const folder = await folderWith(t, three);
  const told: string[] = [];
  t.same(await migrate(sql, { folder, log: (message) => told.push(message) }), Object.keys(three));
  t.same(
    told,
    Object.keys(three).map((file) => `Applied migration ${file}.`),
  );
  t.same(await migrate(sql, { folder }), []);
  t.same(await sql`select number, name, length(sha256) as length from schema_migrations order by number`, [
    { number: 1, name: 'people', length: 64 },
    { number: 2, name: 'greetings', length: 64 },
    { number: 3, name: 'nicknames', length: 64 },
  ]);
});

void t.test('20 services that start at once on an empty database apply each migration once', async (t) => {
  const { sql, url } = await testDatabase(t, { migrated: false });
  const folder = await folderWith(t, three);
  const services = Array.from({ length: 20 }, (_, n) => connect(url, { applicationName: `service ${n}` }));
  const applied = await Promise.all(services.map((service) => migrate(service, { folder })));
  await Promise.all(services.map((service) => service.end({ timeout: 5 })));
  t.same(applied.flat().sort(), Object.keys(three));
  t.same(await sql`select text from greetings`, [{ text: 'hello' }], 'its insert ran once');
});

void t.test('a migration that was edited after it ran is refused, and nothing is applied', async (t) => {
  const { sql } = await testDatabase(t, { migrated: false });
  const { '0003_nicknames.sql': _, ...two } = three;
  await migrate(sql, { folder: await folderWith(t, two) });
  const folder = await folderWith(t, {
    ...three,
    '0002_greetings.sql': 'create table greetings (words text);',
  });
  await t.rejects(migrate(sql, { folder }), {
    name: 'MigrationError',
    code: 'edited',
    message: /0002_greetings\.sql is not the one this database was made with/,
  });
  t.same(await sql`select max(number) as last from schema_migrations`, [{ last: 2 }]);
});

void t.test('other line ends do not count as an edit', async (t) => {
  const { sql } = await testDatabase(t, { migrated: false });
  await migrate(sql, { folder: await folderWith(t, three) });
  const windows = Object.fromEntries(
    Object.entries(three).map(([name, text]) => [name, text.replaceAll('\n', '\r\n')]),
  );
  t.same(await migrate(sql, { folder: await folderWith(t, windows) }), []);
});

void t.test('a database that is newer than the program is refused', async (t) => {
  const { sql } = await testDatabase(t, { migrated: false });
  await migrate(sql, { folder: await folderWith(t, three) });
  const folder = await folderWith(t, { '0001_people.sql': three['0001_people.sql'] });
  await t.rejects(migrate(sql, { folder }), {
    code: 'newer',
    message: /has migration 0002_greetings\.sql, the program ends at 1/,
  });
});

void t.test(
  'a migration that fails leaves no changes, keeps those of earlier ones, and names the line',
  async (t) => {
    const { sql } = await testDatabase(t, { migrated: false });
    const broken = 'create table half (id int);\n-- and now\ninsert into nowhere values (1);';
    const folder = await folderWith(t, {
      '0001_people.sql': three['0001_people.sql'],
      '0002_broken.sql': broken,
    });
    const error = await migrate(sql, { folder }).catch((error: unknown) => error);
    t.type(error, MigrationError);
    t.match(error, {
      code: 'failed',
      message:
        'Migration 0002_broken.sql failed at line 3: relation "nowhere" does not exist. ' +
        'Applied before it, and kept: 0001_people.sql. The next start continues with the one that failed.',
      cause: { code: '42P01' },
    });
    t.same(await sql`select to_regclass('people')::text as people, to_regclass('half')::text as half`, [
      { people: 'people', half: null },
    ]);
    await t.rejects(migrate(sql, { folder }), {
      code: 'failed',
      message: /does not exist\. No other migration was applied before it: the database is as it was\.$/,
      cause: { code: '42P01' },
    });
    await writeFile(join(folder, '0002_broken.sql'), 'create table half (id int);');
    t.same(await migrate(sql, { folder }), ['0002_broken.sql'], 'once mended it goes on from there');
  },
);

void t.test('file names and numbers without a clear order are refused before anything runs', async (t) => {
  const { sql } = await testDatabase(t, { migrated: false });
  const cases: [Record<string, string>, RegExp][] = [
    [{ '0001_a.sql': '', '0003_c.sql': '' }, /expected number 2, found 0003_c\.sql/],
    [{ '0001_a.sql': '', '0001_b.sql': '' }, /expected number 2, found 0001_b\.sql/],
    [{ '1_a.sql': '' }, /1_a\.sql is no name for a migration/],
  ];
  for (const [files, message] of cases)
    await t.rejects(migrate(sql, { folder: await folderWith(t, files) }), { code: 'bad_folder', message });
  t.same(await sql`select to_regclass('schema_migrations')::text as found`, [{ found: null }]);
});
