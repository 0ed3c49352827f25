/**
 * Writes schemas as SQL, from Postgres' catalogs, because the packaged programs do not include `pg_dump`.
 *
 * The result is `store/schema.sql`: the directory and a cell as all migrations together create them, in one file. Objects
 * are ordered by name, so the same schemas always give the same text, and the text can be run on an empty database, in one
 * transaction. It throws for a kind of object that it does not know, because an incomplete dump would be wrong.
 */
import type { Db, Sql } from './connect.ts';
import type { Schemas } from './schemas.ts';

/**
 * Dumps the schemas of an installation.
 *
 * @param sql a database on Postgres 18: older versions print some expressions differently
 * @returns SQL text that ends with a line feed
 * @throws Error when a schema contains a kind of object that this file cannot write
 */
export async function dumpInstallation(sql: Sql, { directory, cell }: Schemas): Promise<string> {
  const parts = ['-- Made by `npm run schema` from store/migrations. Do not edit.'];
  for (const schema of [directory, cell])
    parts.push(`create schema ${schema};\nset local search_path = ${schema};`, await dumpSchema(sql, schema));
  return parts.join('\n\n');
}

/** Dumps everything in one schema, without its name. */
export async function dumpSchema(sql: Sql, schema: string): Promise<string> {
  return sql.begin(async (db) => {
    await db`select set_config('search_path', quote_ident(${schema}), true)`;
    await refuseUnknownKinds(db);
    const parts = [
      ...(await extensions(db)),
      ...(await enums(db)),
      ...(await sequences(db)),
      ...(await functions(db)),
      ...(await tables(db)),
      ...(await foreignKeys(db)),
      ...(await views(db)),
      ...(await triggers(db)),
    ];
    return `${parts.join('\n\n')}\n`;
  });
}

/** Excludes objects that belong to an extension: `create extension` creates them. */
const ownObjects = (catalog: string, oid: string): string =>
  `not exists (select from pg_depend e where e.classid = '${catalog}'::regclass and e.objid = ${oid} and e.deptype = 'e')`;

async function refuseUnknownKinds(db: Db): Promise<void> {
  const unknown = await db.unsafe<{ what: string }[]>(`
    select case c.relkind when 'm' then 'materialized view' when 'f' then 'foreign table' when 'p' then 'partitioned table'
      when 'c' then 'composite type' else 'inherited table' end || ' ' || c.relname as what
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and ${ownObjects('pg_class', 'c.oid')}
      and (c.relkind in ('m', 'f', 'p', 'c') or c.relrowsecurity or exists (select from pg_inherits i where i.inhrelid = c.oid))
    union all
    select 'domain ' || t.typname from pg_type t
    where t.typnamespace = current_schema()::regnamespace and t.typtype = 'd' and ${ownObjects('pg_type', 't.oid')}
    union all
    select 'aggregate ' || p.proname from pg_proc p
    where p.pronamespace = current_schema()::regnamespace and p.prokind = 'a' and ${ownObjects('pg_proc', 'p.oid')}
    order by 1`);
  if (unknown.length > 0)
    throw new Error(`dump-schema.ts cannot write yet: ${unknown.map((row) => row.what).join(', ')}`);
}

async function extensions(db: Db): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    select quote_ident(extname) as name from pg_extension where extname <> 'plpgsql' order by extname`;
  return rows.map((row) => `create extension ${row.name};`);
}

async function enums(db: Db): Promise<string[]> {
  const rows = await db<{ sql: string }[]>`
    select format('create type %I as enum (%s);', t.typname,
      string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder)) as sql
    from pg_type t join pg_enum e on e.enumtypid = t.oid
    where t.typnamespace = current_schema()::regnamespace
    group by t.typname order by t.typname`;
  return rows.map((row) => row.sql);
}

/** Sequences of their own. Those of identity columns are created with their column. */
async function sequences(db: Db): Promise<string[]> {
  const rows = await db<{ sql: string }[]>`
    select format('create sequence %I as %s start %s increment %s minvalue %s maxvalue %s cache %s%s;', c.relname,
      format_type(s.seqtypid, null), s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcache,
      case when s.seqcycle then ' cycle' else '' end) as sql
    from pg_sequence s join pg_class c on c.oid = s.seqrelid
    where c.relnamespace = current_schema()::regnamespace
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'i')
    order by c.relname`;
  return rows.map((row) => row.sql);
}

async function functions(db: Db): Promise<string[]> {
  const rows = await db.unsafe<{ sql: string }[]>(`
    select replace(pg_get_functiondef(p.oid), format(' FUNCTION %I.', current_schema()), ' FUNCTION ') as sql from pg_proc p
    where p.pronamespace = current_schema()::regnamespace and p.prokind in ('f', 'p', 'w') and ${ownObjects('pg_proc', 'p.oid')}
    order by p.proname, pg_get_function_identity_arguments(p.oid)`);
  // The body of a function may name tables that are created later.
  return rows.length === 0
    ? []
    : ['set check_function_bodies = off;', ...rows.map((row) => `${row.sql.trimEnd()};`)];
}

interface Line {
  table: string;
  sql: string;
}

/** Each table with its columns in their order and its constraints by name, followed by its indexes. */
async function tables(db: Db): Promise<string[]> {
  const found = await db.unsafe<{ table: string; kind: string; options: string }[]>(`
    select quote_ident(c.relname) as table, case c.relpersistence when 'u' then 'unlogged table' else 'table' end as kind,
      coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', '') as options
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and ${ownObjects('pg_class', 'c.oid')}
    order by c.relname`);
  const columns = await db<Line[]>`
    select quote_ident(c.relname) as table, concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
      case when a.attcollation <> t.typcollation then 'collate ' || a.attcollation::regcollation::text end,
      case a.attgenerated when 's' then 'generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
        when 'v' then 'generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') virtual'
        else 'default ' || pg_get_expr(d.adbin, d.adrelid) end,
      case a.attidentity when 'a' then 'generated always as identity' when 'd' then 'generated by default as identity' end,
      case when a.attnotnull then 'not null' end) as sql
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    order by c.relname, a.attnum`;
  const constraints = await db<Line[]>`
    select quote_ident(c.relname) as table, format('constraint %I %s', k.conname, pg_get_constraintdef(k.oid, true)) as sql
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where c.relnamespace = current_schema()::regnamespace and k.contype in ('p', 'u', 'c', 'x')
    order by c.relname, array_position(array['p', 'u', 'x', 'c'], k.contype::text), k.conname`;
  const indexes = await db<Line[]>`
    select quote_ident(c.relname) as table, replace(pg_get_indexdef(i.indexrelid), format(' ON %I.', current_schema()), ' ON ') || ';' as sql
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
    order by c.relname, x.relname`;
  const of = (lines: readonly Line[], table: string): string[] =>
    lines.filter((line) => line.table === table).map((line) => line.sql);
  return found.map(({ table, kind, options }) =>
    [
      `create ${kind} ${table} (`,
      [...of(columns, table), ...of(constraints, table)].map((line) => `  ${line}`).join(',\n'),
      `)${options};`,
      ...of(indexes, table),
    ].join('\n'),
  );
}

/** Foreign keys come after all tables, because tables may refer to each other in circles. */
async function foreignKeys(db: Db): Promise<string[]> {
  const rows = await db<{ sql: string }[]>`
    select format('alter table %I add constraint %I %s;', c.relname, k.conname, pg_get_constraintdef(k.oid, true)) as sql
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where c.relnamespace = current_schema()::regnamespace and k.contype = 'f'
    order by c.relname, k.conname`;
  return rows.length === 0 ? [] : [rows.map((row) => row.sql).join('\n')];
}

async function views(db: Db): Promise<string[]> {
  // Ordered by age, not by name: a view may use an older one. The migrations create them in the same order everywhere.
  const rows = await db.unsafe<{ sql: string }[]>(`
    select format(E'create view %I as\\n%s', c.relname, pg_get_viewdef(c.oid, true)) as sql
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'v' and ${ownObjects('pg_class', 'c.oid')}
    order by c.oid`);
  return rows.map((row) => row.sql);
}

async function triggers(db: Db): Promise<string[]> {
  const rows = await db<{ sql: string }[]>`
    select replace(pg_get_triggerdef(g.oid, true), format(' ON %I.', current_schema()), ' ON ') || ';' as sql
    from pg_trigger g join pg_class c on c.oid = g.tgrelid
    where c.relnamespace = current_schema()::regnamespace and not g.tgisinternal
    order by c.relname, g.tgname`;
  return rows.map((row) => row.sql);
}
