import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { migrationsFolder, readMigrations } from '../../store/migrate.ts';
import { statementsOf } from '../../store/statements.ts';

void t.test('a text is split at the semicolons that end statements, with their lines', async (t) => {
  const text = `-- first; a comment
create table a (b text default 'x;y''z;', "c;d" int); /* not; here */

create function f() returns int language plpgsql as $body$
begin
  perform 1; -- inside
  return $$2;$$::int;
end $body$;
select 1`;
  t.strictSame(
    statementsOf(text).map(({ text: statement, line }) => [statement.split('\n')[0], line]),
    [
      [`create table a (b text default 'x;y''z;', "c;d" int)`, 2],
      ['create function f() returns int language plpgsql as $body$', 4],
      ['select 1', 9],
    ],
  );
  t.strictSame(statementsOf(' \n-- nothing;\n'), []);
});

void t.test('no statement of a migration holds another', async (t) => {
  for (const { file } of await readMigrations(migrationsFolder)) {
    const statements = statementsOf(readFileSync(join(migrationsFolder, file), 'utf8'));
    t.ok(statements.length > 0, file);
    for (const { text, line } of statements)
      t.match(text, /^(create|alter|drop|insert|update|select|delete|comment|do)\b/i, `${file}:${line}`);
  }
});
