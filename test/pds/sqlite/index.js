/**
 * Stands in for better-sqlite3, whose native module is compiled or fetched from GitHub when it is installed. Node brings
 * a SQLite of its own; what Kysely and the PDS ask of the one is answered by the other.
 */
import { DatabaseSync } from 'node:sqlite';

/** Extended result codes that the PDS tells apart (https://www.sqlite.org/rescode.html). */
const CODES = {
  5: 'SQLITE_BUSY',
  261: 'SQLITE_BUSY_RECOVERY',
  517: 'SQLITE_BUSY_SNAPSHOT',
  773: 'SQLITE_BUSY_TIMEOUT',
  1555: 'SQLITE_CONSTRAINT_PRIMARYKEY',
  2067: 'SQLITE_CONSTRAINT_UNIQUE',
};

export default class Database {
  #db;

  constructor(location, { timeout = 5000 } = {}) {
    this.#db = translated(() => new DatabaseSync(location));
    this.pragma(`busy_timeout = ${timeout}`);
  }

  pragma(text) {
    return this.prepare(`pragma ${text}`).all([]);
  }

  prepare(sql) {
    return new Statement(translated(() => this.#db.prepare(sql)));
  }

  close() {
    this.#db.close();
  }
}

class Statement {
  #statement;

  constructor(statement) {
    this.#statement = statement;
    /** Whether it answers with rows. */
    this.reader = statement.columns().length > 0;
  }

  all(parameters) {
    return translated(() => this.#statement.all(...parameters)).map(plain);
  }

  run(parameters) {
    return translated(() => this.#statement.run(...parameters));
  }

  *iterate(parameters) {
    for (const row of this.#statement.iterate(...parameters)) yield plain(row);
  }
}

/** Rows as better-sqlite3 hands them out: ordinary objects, bytes as Buffers. */
function plain(row) {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Uint8Array ? Buffer.from(value) : value,
    ]),
  );
}

function translated(deed) {
  try {
    return deed();
  } catch (cause) {
    const code = CODES[cause.errcode];
    throw code === undefined ? cause : Object.assign(cause, { code });
  }
}
