/** All that a database holds, for tests in which nothing may change. */
import type { Sql } from '../../store/connect.ts';

/** Every row of every table, without when keys were used and the audit list of tools, which names what was refused. */
export async function everything(sql: Sql): Promise<string[]> {
  const tables = await sql<{ schema: string; name: string }[]>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema like 'troupe_%' and table_type = 'BASE TABLE'
      and table_name not in ('tool_calls', 'nodes') order by table_schema, table_name`;
  const rows = await Promise.all(
    tables.map(
      ({ schema, name }) => sql<{ row: string }[]>`
        select ${name}::text || ' ' || (to_jsonb(r) - 'last_used_at' - 'used_at' - 'expires_at')::text as row
        from ${sql(schema)}.${sql(name)} r order by 1`,
    ),
  );
  return rows.flat().map(({ row }) => row);
}
