/**
 * What an error of Postgres or of its driver says of the database: whether it cannot do its work at the moment, or
 * whether the statement is at fault. Every class of SQLSTATE has its place here (PostgreSQL documentation, Appendix A).
 */

/** Why the database cannot do its work at the moment. The same statement may succeed later. */
export type DatabaseState =
  /** Nobody responds, the server starts or ends, or it refuses our sign-in. */
  | 'unreachable'
  /** A standby after a failover, or an operator or host who allows no writes. */
  | 'read_only'
  /** The disk is full. */
  | 'no_space'
  /** Memory, connections or another limit is used up. */
  | 'overloaded'
  /** The server cannot read or write its files. */
  | 'storage_failed'
  /** Other transactions were first. */
  | 'contended'
  /** A time limit or an operator ended the statement. */
  | 'interrupted';

/** States in which other statements fail too, so that requests are better sent to another node. */
export const OUTAGES: ReadonlySet<DatabaseState> = new Set<DatabaseState>([
  'unreachable',
  'read_only',
  'no_space',
  'overloaded',
  'storage_failed',
]);

/**
 * By SQLSTATE or by its class (the first two characters); the code goes before its class. `statement`: the statement or
 * the program is at fault, and the same statement fails again.
 */
const STATES: { readonly [code: string]: DatabaseState | 'statement' } = {
  '03': 'statement',
  '08': 'unreachable', // connection exceptions; poolers use them where no server is left
  '09': 'statement',
  '0A': 'statement',
  '0B': 'statement',
  '0F': 'statement',
  '0L': 'statement',
  '0P': 'statement',
  '0Z': 'statement',
  '10': 'statement',
  '20': 'statement',
  '21': 'statement',
  '22': 'statement',
  '23': 'statement',
  '24': 'statement',
  '25': 'statement',
  '25006': 'read_only',
  '25P03': 'interrupted', // idle in a transaction for too long
  '25P04': 'interrupted', // a transaction that took too long
  '26': 'statement',
  '27': 'statement',
  '28': 'unreachable', // our password or pg_hba.conf was changed
  '2B': 'statement',
  '2D': 'statement',
  '2F': 'statement',
  '34': 'statement',
  '38': 'statement',
  '39': 'statement',
  '3B': 'statement',
  '3D': 'unreachable', // the database does not exist: it is being restored
  '3F': 'statement',
  '40': 'contended',
  '40002': 'statement', // a constraint, checked at the commit
  '40003': 'unreachable', // nobody knows whether it was committed
  '42': 'statement',
  '44': 'statement',
  '53': 'overloaded',
  '53100': 'no_space',
  '54': 'statement',
  '55': 'statement',
  '55006': 'contended', // object in use
  '55P03': 'contended', // a lock that was not to be waited for
  '57': 'unreachable', // ended, crashed, starting, dropped, idle for too long
  '57014': 'interrupted', // statement_timeout, or a person
  '58': 'storage_failed',
  '72': 'contended', // snapshot too old
  F0: 'statement',
  HV: 'statement',
  P0: 'statement',
  XX: 'statement', // a defect or damage: repeating does not help
};

/** Codes of the driver and of the system for a server that cannot be reached. */
const CONNECTION_FAILURES: ReadonlySet<string> = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'query_timeout', // QueryTimeout of connect.ts
]);

/** @returns the code of an error of Postgres, its driver or the system; null if it has none */
function codeOf(error: unknown): string | null {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' ? code : null;
}

/** @returns null means the statement or the program is at fault, or it is no error of a database */
export function databaseState(error: unknown): DatabaseState | null {
  const code = codeOf(error);
  if (code === null) return null;
  if (CONNECTION_FAILURES.has(code)) return 'unreachable';
  if (!/^[0-9A-Z]{5}$/.test(code)) return null;
  const state = STATES[code] ?? STATES[code.slice(0, 2)] ?? 'statement';
  return state === 'statement' ? null : state;
}

/** Whether an error says that Postgres cannot do its work at the moment, so that the same may succeed later. */
export const isUnavailable = (error: unknown): boolean => databaseState(error) !== null;

/** Whether this program knows the class of an SQLSTATE. @param sqlClass two characters */
export const knowsClass = (sqlClass: string): boolean => Object.hasOwn(STATES, sqlClass);
