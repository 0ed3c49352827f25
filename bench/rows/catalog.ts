/** The tables of a database, read from its catalog: so that the bench follows every migration by itself. */
import type { Sql } from '../../store/connect.ts';

export interface Column {
  name: string;
  /** As SQL writes it, such as `timestamp with time zone`. */
  type: string;
  /** Postgres makes the value: an identity, or computed from other columns. */
  isGenerated: boolean;
}

export interface Table {
  /** Schema and name, quoted where necessary. */
  name: string;
  columns: Column[];
  /** Names of the columns of the primary key; none where there is no key. */
  key: string[];
}

/** Every table that is not Postgres' own. */
export async function readTables(sql: Sql): Promise<Table[]> {
  return sql<Table[]>`
    select format('%I.%I', n.nspname, c.relname) as name,
      (select json_agg(json_build_object(
           'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
           'isGenerated', a.attidentity <> '' or a.attgenerated <> ''
         ) order by a.attnum)
       from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      coalesce((
        select json_agg(a.attname order by k.place)
        from pg_index i
        cross join lateral unnest(i.indkey) with ordinality k(number, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
        where i.indrelid = c.oid and i.indisprimary), '[]'::json) as key
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition
      and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
    order by c.oid`;
}

/** A name as SQL takes it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A text as SQL takes it. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
