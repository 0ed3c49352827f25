/** Rows that the bench multiplies: as the product wrote them, with another key and due time, whatever the tables are. */
import t from 'tap';
import { readTables } from '../../bench/rows/catalog.ts';
import { changesBetween, isAbout, readRows } from '../../bench/rows/changes.ts';
import { keyOf, keySql } from '../../bench/rows/keys.ts';
import { insertCopies } from '../../bench/rows/multiply.ts';
import { testDatabase } from '../support/database.ts';

void t.test('a key is the same in JavaScript and in SQL, and sorts by its number', async (t) => {
  const { sql } = await testDatabase(t, { migrated: false });
  const numbers = [1, 15, 16, 4_096, 1_000_000];
  const rows = await sql.unsafe<{ key: string }[]>(
    `select ${keySql('n')} as key from unnest('{${numbers.join(',')}}'::int[]) n order by n`,
  );
  const keys = rows.map(({ key }) => key);
  t.strictSame(keys, numbers.map(keyOf));
  t.strictSame(keys.toSorted(), keys);
  for (const key of keys) t.match(key, /^[0-9A-HJKMNP-TV-Z]{26}$/, 'it looks like a ULID');
});

void t.test('copies have keys and due times of their own, and a commit has none', async (t) => {
  const { sql } = await testDatabase(t, { migrated: false });
  await sql.unsafe(`
    create schema other;
    create table other.things (id text primary key, state json, due_at timestamptz, made_at timestamptz, nothing int);
    create table mail (id bigint generated always as identity primary key, thing text, "odd ""name" text);
    create table commits (number int primary key, things text)`);
  const tables = await readTables(sql);
  t.strictSame(
    tables.map(({ name, key }) => ({ name, key })),
    [
      { name: 'other.things', key: ['id'] },
      { name: 'public.mail', key: ['id'] },
      { name: 'public.commits', key: ['number'] },
    ],
  );
  const before = await readRows(sql, tables);
  const at = Date.now();
  const dueAt = at + 5 * 86_400_000;
  const state = JSON.stringify({ id: 'thing_KEY', says: "it's", dueAt });
  await sql`insert into other.things values ('thing_KEY', ${state}::text::json, to_timestamp(${dueAt}::float8 / 1000), now(), null)`;
  await sql`insert into mail (thing, "odd ""name") values ('thing_KEY', 'as it is')`;
  await sql`insert into commits values (1, 'thing_KEY')`;
  const changes = changesBetween(tables, before, await readRows(sql, tables));
  t.strictSame(
    changes.map((change) => isAbout(change, 'KEY')),
    [true, true, false],
    'the row of the commit is no row of the thing',
  );

  await insertCopies(
    sql,
    { changes, key: 'KEY', at, dueAt },
    { first: 7, count: 2, step: 3, dueAt: `${at} + n` },
  );
  const things = await sql`
    select id, state, due_at as "dueAt", made_at > now() - interval '1 minute' as "isNew", nothing
    from other.things where id <> 'thing_KEY' order by id`;
  t.strictSame(
    things.map((row) => ({ ...row })),
    [7, 10].map((n) => ({
      id: `thing_${keyOf(n)}`,
      state: { id: `thing_${keyOf(n)}`, says: "it's", dueAt: at + n },
      dueAt: new Date(at + n),
      isNew: true,
      nothing: null,
    })),
  );
  const mail = await sql`select thing, "odd ""name" as odd from mail where id > 1 order by id`;
  t.strictSame(
    mail.map((row) => ({ ...row })),
    [7, 10].map((n) => ({ thing: `thing_${keyOf(n)}`, odd: 'as it is' })),
  );
  t.equal((await sql`select from commits`).length, 1);
});

void t.test('changes say which rows appeared, changed and went, and which columns', async (t) => {
  const { sql } = await testDatabase(t, { migrated: false });
  await sql`create table pairs (a text, b text, value int, same int, primary key (a, b))`;
  await sql`insert into pairs values ('x', 'y', 1, 1), ('x', 'z', 1, 1)`;
  const tables = await readTables(sql);
  const before = await readRows(sql, tables);
  await sql`update pairs set value = 2 where b = 'y'`;
  await sql`delete from pairs where b = 'z'`;
  await sql`insert into pairs values ('y', 'x', 1, 1)`;
  const changes = changesBetween(tables, before, await readRows(sql, tables));
  t.strictSame(
    changes.map(({ kind, row, columns }) => [
      kind,
      `${row['a']} ${row['b']}`,
      columns.map(({ name }) => name),
    ]),
    [
      ['updated', 'x y', ['value']],
      ['inserted', 'y x', ['a', 'b', 'value', 'same']],
      ['deleted', 'x z', ['a', 'b', 'value', 'same']],
    ],
  );
});
