/** Writes that are rolled back: whether a schema takes writes, and whether its disk has room for more than a page. */
import { randomBytes } from 'node:crypto';
import type { Sql, Tx } from './connect.ts';

/** Random, because Postgres would compress anything else into one page. */
const PROBE_BYTES = 64 * 1024;

/** Ends a transaction whose writes were accepted. */
class Accepted extends Error {}

/** @throws the error of Postgres when the directory takes no writes */
export const probeDirectory = (sql: Sql): Promise<void> =>
  rolledBack(
    sql,
    (tx) =>
      tx`insert into installation (name, value) values ('write_probe_' || gen_random_uuid(), ${randomBytes(PROBE_BYTES)})`,
  );

/** @throws the error of Postgres when the cell takes no writes */
export const probeCell = (sql: Sql): Promise<void> =>
  rolledBack(
    sql,
    (tx) => tx`
      insert into nodes (id, started_at, alive_until, roles)
      values ('write_probe_' || gen_random_uuid(), to_timestamp(0), to_timestamp(0), ${randomBytes(PROBE_BYTES).toString('base64')})`,
  );

async function rolledBack(sql: Sql, write: (tx: Tx) => Promise<unknown>): Promise<void> {
  try {
    await sql.begin(async (tx) => {
      await write(tx);
      throw new Accepted();
    });
  } catch (error) {
    if (!(error instanceof Accepted)) throw error;
  }
}
