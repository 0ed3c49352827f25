/** What a table stores, as somebody who has the database would read it. */
import type { Sql } from '../../store/connect.ts';

/**
 * @returns the rows of a table as text. Bytes are read as the characters that they are: Postgres writes them as digits, in which no
 *   secret is ever found
 */
export async function storedText(sql: Sql, table: string): Promise<string> {
  const rows = await sql<{ [column: string]: unknown }[]>`select * from ${sql(table)}`;
  return rows
    .flatMap((row) => Object.values(row))
    .map((value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : JSON.stringify(value),
    )
    .join('\n');
}
