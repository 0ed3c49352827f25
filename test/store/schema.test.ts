import { readFile } from 'node:fs/promises';
import t from 'tap';
import { dumpInstallation, dumpSchema } from '../../store/dump-schema.ts';
import { schemasOf } from '../../store/schemas.ts';
import { testDatabase } from '../support/database.ts';

const schemaFile = new URL('../../store/schema.sql', import.meta.url);

void t.test('store/schema.sql equals the result of the migrations', async (t) => {
  const { sql } = await testDatabase(t);
  t.equal(
    await dumpInstallation(sql, schemasOf('')),
    await readFile(schemaFile, 'utf8'),
    'run `npm run schema` and commit the result',
  );
});

void t.test('store/schema.sql creates the same schema in an empty database', async (t) => {
  const { sql } = await testDatabase(t, { migrated: false });
  const written = await readFile(schemaFile, 'utf8');
  await sql.begin((tx) => tx.unsafe(written));
  t.equal(await dumpInstallation(sql, schemasOf('')), written);
});

void t.test('every kind of object in a dump is unchanged after writing and reading', async (t) => {
  const first = await testDatabase(t, { migrated: false });
  await first.sql.unsafe(`
    create type mood as enum ('calm', 'it''s fine');
    create sequence numbers start 7 increment 2;
    create function shout(words text) returns text language sql immutable as $$ select upper(words) || '!' $$;
    create function touch() returns trigger language plpgsql as $$ begin new.touched = true; return new; end $$;
    create table "Odd name" (
      id bigint generated always as identity primary key,
      feeling mood not null default 'calm',
      loud text generated always as (shout('hey')) stored,
      touched boolean,
      "order" int check ("order" > 0),
      words text collate "C",
      unique nulls not distinct (words, "order")
    ) with (fillfactor = 70);
    create unlogged table notes (odd bigint references "Odd name" on delete cascade deferrable, at timestamptz default now());
    create index notes_by_day on notes using brin (at) where odd is not null;
    create index on "Odd name" (lower(words) desc nulls last) include (feeling);
    create view loud_ones as select id, loud from "Odd name" where touched;
    create view louder_ones as select * from loud_ones;
    create trigger touch before update on "Odd name" for each row when (old.words is distinct from new.words) execute function touch();
  `);
  const dump = await dumpSchema(first.sql, 'public');
  const second = await testDatabase(t, { migrated: false });
  await second.sql.unsafe(dump);
  t.equal(await dumpSchema(second.sql, 'public'), dump);
  for (const what of [
    'mood',
    'numbers',
    'shout',
    'touch',
    '"Odd name"',
    'notes_by_day',
    'loud_ones',
    'fillfactor',
  ])
    t.match(dump, what);
});

void t.test('a kind of object that the dump cannot write is refused by name', async (t) => {
  const { sql } = await testDatabase(t, { migrated: false });
  await sql`create table parts (day date) partition by range (day)`;
  await sql`create domain word as text check (value <> '')`;
  await t.rejects(dumpSchema(sql, 'public'), { message: /domain word, partitioned table parts/ });
});
