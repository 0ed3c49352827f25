/**
 * Connections to Postgres.
 *
 * Names are mapped in SQL (`publish_at as "publishAt"`), so a statement shows what it answers; ids (int8)
 * stay strings; times are Dates to the millisecond, which is why cursors are never times.
 *
 * A lost connection rejects what was running on it, a whole transaction included, with CONNECTION_CLOSED (or
 * 57P01 when Postgres found time to say goodbye); it may have been committed just before. The next query gets
 * a new connection. That is so for pools made here: see driver.ts.
 */
import type { Sql as Pool, TransactionSql } from 'postgres';
import { postgres } from './driver.ts';

/** A pool of connections. */
export type Sql = Pool;
/** A transaction on one connection of a pool. */
export type Tx = TransactionSql;
/** Either: what the functions take that run one statement. */
export type Db = Sql | Tx;

export interface ConnectOptions {
  /** Shown in `pg_stat_activity` and in Postgres' log, such as `troupe worker`. */
  applicationName: string;
  /** Connections at most; they are opened when needed. Default 10. */
  maxConnections?: number;
  /** How long opening a connection may take, in milliseconds. Default 10,000. */
  connectTimeoutMs?: number;
  /** After how long Postgres itself cancels a statement, in milliseconds. Default 60,000; 0 is never. */
  statementTimeoutMs?: number;
  /**
   * After how long Postgres ends a session that holds a transaction open and says nothing, in milliseconds:
   * what it locked is free again then. Default 60,000; 0 is never.
   */
  idleInTransactionTimeoutMs?: number;
  /**
   * Keep one plan per statement instead of planning for each set of values. For the loops that run the same
   * few statements all day: measured 1.5 times as fast for single rows. Default false.
   */
  genericPlans?: boolean;
}

/**
 * Opens a pool. Nothing is sent before the first query.
 *
 * @param url such as `postgres://user:password@host:5432/name`, or with `?sslmode=require`
 * @returns the pool; close it with `sql.end({ timeout: seconds })`
 */
export function connect(url: string, options: ConnectOptions): Sql {
  const pool = postgres(url, {
    max: options.maxConnections ?? 10,
    connect_timeout: (options.connectTimeoutMs ?? 10_000) / 1000, // the driver counts seconds
    // The driver's own pauses grow to 20 s, counting the failures of all connections together: after a restart
    // of Postgres half a pool would sleep on. A refused connection costs nothing; the jitter spreads them.
    backoff: (failures) => (0.5 + Math.random() / 2) * Math.min(0.05 * 2 ** failures, 1),
    onnotice: () => {}, // it prints them to the console otherwise
    types: { json: jsonAsGiven },
    connection: {
      application_name: options.applicationName,
      TimeZone: 'UTC', // days and hours in SQL mean the same on every server
      statement_timeout: options.statementTimeoutMs ?? 60_000,
      idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs ?? 60_000,
      ...(options.genericPlans === true && { plan_cache_mode: 'force_generic_plan' }),
    },
  });
  return pool as Sql; // the driver's type lists our json type as a custom one; nothing else differs
}

/**
 * json and jsonb. A string handed over is JSON already and goes as it is; the driver alone would encode it
 * a second time and store a JSON string. Anything else is encoded.
 */
const jsonAsGiven = {
  to: 3802,
  from: [114, 3802],
  serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
  parse: (text: string): unknown => JSON.parse(text),
};

/** Codes of the driver and of Postgres for a server that cannot be reached, is starting or is ending. */
const UNREACHABLE = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  '57P01', // ended by an operator
  '57P02', // ended by a crash of another session
  '57P03', // still starting
]);

/** Whether an error says that Postgres cannot be reached at the moment. The query may have been carried out. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return UNREACHABLE.has((error as { code?: string }).code ?? '') || error instanceof QueryTimeout;
}

/** A query or transaction gave no answer in time. It may or may not have happened. */
export class QueryTimeout extends Error {
  override name = 'QueryTimeout';
  readonly code = 'query_timeout';
}

/**
 * Watches over a query or transaction: Postgres' own time-outs do not help when the connection is dead and
 * nobody told us (a cable pulled, a virtual machine gone).
 *
 * The driver's `cancel()` is not called: towards a server that cannot be reached it rejects a promise that
 * nobody holds. So the connection stays taken; whoever runs a loop ends its pool and opens another one.
 *
 * @param work such as `` sql`select …` `` or `sql.begin(…)`
 * @param limit ms: how long to wait; what: the deed, for the message
 * @returns what the work answers
 * @throws QueryTimeout when the time is over; whatever the work throws before
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
