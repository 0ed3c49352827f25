/** What happened to the rows of a small database between two moments, whatever its tables are. */
import type { Sql } from '../../store/connect.ts';
import { type Column, quoted, type Table } from './catalog.ts';

/** A row by column. Values are texts; instants are epoch ms. */
export type Row = { [column: string]: string | null };

/** Rows by table, and within a table by their primary key. */
export type Rows = Map<string, Map<string, Row>>;

export interface Change {
  table: Table;
  kind: 'inserted' | 'updated' | 'deleted';
  /** The row afterwards; of a deleted one, before. */
  row: Row;
  /** Columns with another value than before; of an inserted or deleted row, all. */
  columns: Column[];
}

export const TIME = 'timestamp with time zone';

/** All rows of these tables: for databases with few. */
export async function readRows(sql: Sql, tables: readonly Table[]): Promise<Rows> {
  const all: Rows = new Map();
  for (const { name, columns, key } of tables) {
    const list = columns.map((column) => `${textSql(column)} as ${quoted(column.name)}`).join(', ');
    const rows = await sql.unsafe<Row[]>(`select ${list} from ${name}`);
    const keyColumns = key.length > 0 ? key : columns.map((column) => column.name);
    all.set(name, new Map(rows.map((row) => [JSON.stringify(keyColumns.map((one) => row[one])), row])));
  }
  return all;
}

function textSql({ name, type }: Column): string {
  return type === TIME ? `round(extract(epoch from ${quoted(name)}) * 1000)::text` : `${quoted(name)}::text`;
}

/** What differs between two readings of the same tables. */
export function changesBetween(tables: readonly Table[], before: Rows, after: Rows): Change[] {
  const changes: Change[] = [];
  for (const table of tables) {
    const { name, columns } = table;
    const old = before.get(name)!;
    const now = after.get(name)!;
    for (const [key, row] of now) {
      const was = old.get(key);
      if (was === undefined) changes.push({ table, kind: 'inserted', row, columns });
      else {
        const changed = columns.filter((column) => was[column.name] !== row[column.name]);
        if (changed.length > 0) changes.push({ table, kind: 'updated', row, columns: changed });
      }
    }
    for (const [key, row] of old) if (!now.has(key)) changes.push({ table, kind: 'deleted', row, columns });
  }
  return changes;
}

/**
 * Whether a row belongs to the one thing that was sampled, so that another thing has a row of its own like it. Other rows
 * belong to a commit or a workspace. A number that Postgres makes is no part of what a row is about.
 * @param key the part of its ids that is different for each thing
 */
export function isAbout({ table, row }: Change, key: string): boolean {
  const made = new Set(table.columns.filter((column) => column.isGenerated).map((column) => column.name));
  const names = table.key.some((name) => !made.has(name)) ? table.key : table.columns.map(({ name }) => name);
  return names.some((name) => row[name]?.includes(key) ?? false);
}
