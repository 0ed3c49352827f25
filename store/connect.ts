/**
 * Connections to Postgres.
 *
 * Column names are mapped in SQL (`publish_at as "publishAt"`), so a statement shows the fields that it returns. Ids
 * (int8) stay strings. Times are Dates with a precision of one millisecond, which is why cursors are never times.
 *
 * A lost connection rejects the query or the whole transaction that was running on it, with CONNECTION_CLOSED (or with
 * 57P01, if Postgres was able to send a reason). Postgres may have committed it just before. The next query opens a new
 * connection. The unpatched driver does not do that: see driver.ts.
 */
import type { Fragment as Part, Sql as Pool, TransactionSql } from 'postgres';
import { postgres } from './driver.ts';
import { schemasOf, withoutSchema } from './schemas.ts';

/** A pool of connections. */
export type Sql = Pool;
/** A transaction on one connection of a pool. */
export type Tx = TransactionSql;
/** A pool or a transaction: the parameter of functions that run one statement. */
export type Db = Sql | Tx;
/** A statement or a part of one that is not sent by itself. */
export type Fragment = Part;

interface ConnectOptions {
  /**
   * The schemas in which statements find their tables. Default: the first cell, the directory and the schema of the
   * address, for tools that read all of them. The service names one (src/service/databases.ts).
   */
  schemas?: readonly string[];
  /** Shown in `pg_stat_activity` and in Postgres' log, such as `troupe worker`. */
  applicationName: string;
  /** The maximum number of connections; each is opened when it is first needed. Default 10. */
  maxConnections?: number;
  /** How long opening a connection may take, in milliseconds. Default 10,000. */
  connectTimeoutMs?: number;
  /**
   * How long a connection is used before another one takes its place, in milliseconds. Default 2 to 3 minutes: a session
   * that became read-only, or leads to a server that became a standby, stays so for as long as it is open.
   */
  maxLifetimeMs?: number;
  /** After how long Postgres itself cancels a statement, in milliseconds. Default 60,000; 0 is never. */
  statementTimeoutMs?: number;
  /** After how long a statement that waits for a lock fails with 55P03, in milliseconds. Default: it waits. */
  lockTimeoutMs?: number;
  /**
   * After how many milliseconds Postgres ends a session that is idle in an open transaction, which releases its locks.
   * Default 60,000; 0 is never.
   */
  idleInTransactionTimeoutMs?: number;
}

/**
 * Opens a pool. Nothing is sent before the first query.
 *
 * @param url such as `postgres://user:password@host:5432/name`, or with `?sslmode=require`
 * @returns the pool; close it with `sql.end({ timeout: seconds })`
 */
export function connect(url: string, options: ConnectOptions): Sql {
  const { cell, directory, base } = schemasOf(url);
  const pool = postgres(withoutSchema(url), {
    max: options.maxConnections ?? 10,
    max_lifetime: (options.maxLifetimeMs ?? lifetimeMs()) / 1000,
    connect_timeout: (options.connectTimeoutMs ?? 10_000) / 1000, // the driver expects seconds
    // The driver's own backoff grows to 20 s and counts the failures of all connections together: after a restart of
    // Postgres, half of a pool would stay idle. A refused connection is cheap; the jitter spreads the retries.
    backoff: (failures) => (0.5 + Math.random() / 2) * Math.min(0.05 * 2 ** failures, 1),
    onnotice: () => {}, // by default the driver prints notices to the console
    types: { json: textAsJson },
    connection: {
      application_name: options.applicationName,
      search_path: (options.schemas ?? [cell, directory, base]).map((name) => `"${name}"`).join(', '),
      TimeZone: 'UTC', // days and hours in SQL mean the same on every server
      statement_timeout: options.statementTimeoutMs ?? 60_000,
      idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs ?? 60_000,
      ...(options.lockTimeoutMs !== undefined && { lock_timeout: options.lockTimeoutMs }),
    },
  });
  return pool as Sql; // the driver's type lists the json type as a custom one; nothing else differs
}

/** Connections of a pool that were opened together are not replaced together. */
const lifetimeMs = () => 120_000 + Math.random() * 60_000;

/**
 * The types json and jsonb. A string is already JSON and is sent unchanged; by default the driver would encode it a
 * second time and store a JSON string. Every other value is encoded.
 */
const textAsJson = {
  to: 3802,
  from: [114, 3802],
  serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
  parse: (text: string): unknown => JSON.parse(text),
};

/** A query or transaction returned nothing in time. Postgres may or may not have executed it. */
class QueryTimeout extends Error {
  override name = 'QueryTimeout';
  readonly code = 'query_timeout';
}

/**
 * Limits how long a query or transaction may take. Postgres' own time-outs do not help when the connection is dead and
 * this process has not noticed: a cable was pulled, or a virtual machine is gone.
 *
 * It does not call the driver's `cancel()`: if the server cannot be reached, `cancel()` rejects a promise that no code
 * handles. So the connection stays in use. A loop that gets this error ends its pool and opens another one.
 *
 * @param work for example `` sql`select …` `` or `sql.begin(…)`
 * @param limit ms: how long to wait; what: the name of the action, for the error message
 * @returns the result of `work`
 * @throws QueryTimeout when the time has passed; every error of `work` before that
 */
export async function within<T>(work: PromiseLike<T>, limit: { ms: number; what: string }): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new QueryTimeout(`Postgres did not answer within ${limit.ms} ms: ${limit.what}`)),
      limit.ms,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
