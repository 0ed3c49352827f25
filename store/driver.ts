/**
 * The Postgres driver, mended.
 *
 * postgres.js 3.4.9 does not forget a dead connection (seen here with `kill -9` of Postgres under load and
 * with `pg_terminate_backend` inside a transaction; known upstream as porsager/postgres #1066, #1154, #1208):
 *
 * - A write that waits for the end of the event loop's turn stays marked as waiting when the connection dies,
 *   so the next connection in that slot of the pool never sends anything: its queries hang for ever.
 * - Bytes that were waiting go out on the *next* connection: a statement of a transaction that was rolled
 *   back runs, alone and committed. Half a turn must never be saved.
 * - A transaction's function that goes on after the loss writes to null, where nobody can catch the error
 *   (the process dies), or into the connection's next session, which may be in somebody else's transaction.
 * - A connection lost while it is being set up rejects a promise that nobody holds: the process dies.
 * - An error of the old session is reported to the first query of the new one.
 *
 * The cure is a few lines in two of its files, put in while Node loads them: nothing on disk changes, no
 * install step can be forgotten, and a release that does not have these lines stops the start instead of
 * running unmended. test/store/driver.test.ts shows each fault cured; when a release of the driver passes it
 * without this file, the file goes.
 */
import { registerHooks } from 'node:module';

interface Edit {
  /** Text that stands exactly once in the file. */
  find: string;
  put: string;
}

const edits: Record<string, Edit[]> = {
  '/postgres/src/connection.js': [
    {
      // A closed connection takes no query: it says so. "True" keeps its place among the closed ones.
      find: `    if (stream)
      return queryError(q, Errors.generic('COPY_IN_PROGRESS'`,
      put: `    if (socket === null)
      return queryError(q, Errors.connection('CONNECTION_CLOSED', options)), true

    if (stream)
      return queryError(q, Errors.generic('COPY_IN_PROGRESS'`,
    },
    {
      // What waited to be sent was for the dead session.
      find: `    clearImmediate(nextWriteTimer)
    socket.removeListener('data', data)`,
      put: `    clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
    socket.removeListener('data', data)`,
    },
    {
      // With one host there is no next one to try: whoever waited for the connection is told, below, instead of
      // connecting again without a pause for as long as something accepts and closes.
      find: `    if (initial)
      return reconnect()`,
      put: `    if (initial && options.host.length > 1)
      return reconnect()`,
    },
    {
      // Also after a socket error: a query that came between the error and the close was never told. And
      // nothing of the old session stays for the new one.
      find: `    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))`,
      put: `    ;(query || sent.length || initial) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
    query = errorResponse = results = null
    result = new Result()`,
    },
    {
      // Its failure is the connection's, of which the query that waits for it is told.
      find: `        return fetchArrayTypes()`,
      put: `        return fetchArrayTypes().catch(noop)`,
    },
  ],
  '/postgres/src/index.js': [
    {
      find: `    const queries = Queue()
    let savepoints = 0
      , connection
      , prepare = null`,
      put: `    const queries = Queue()
    let savepoints = 0
      , connection
      , lost = null
      , prepare = null`,
    },
    {
      // A transaction ends with its connection, including what it had queued.
      find: `        new Promise((_, reject) => connection.onclose = reject)`,
      put: `        new Promise((_, reject) => connection.onclose = error => {
          lost = error
          while (queries.length) queries.shift().reject(error)
          reject(error)
        })`,
    },
    {
      // Whatever its function still asks for goes nowhere.
      find: `        q.catch(e => uncaughtError || (uncaughtError = e))`,
      put: `        q.catch(e => uncaughtError || (uncaughtError = e))
        if (lost) return q.reject(lost)`,
    },
  ],
};

const mended = new Set<string>();

const hooks = registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const file = Object.keys(edits).find((end) => url.endsWith(end));
    if (file === undefined || loaded.source === undefined || loaded.source === null) return loaded;
    mended.add(file);
    const text =
      typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString();
    return { ...loaded, source: applyEdits(file, text) };
  },
});
const driver = await import('postgres');
hooks.deregister();

// Loaded before us, by an import that goes past store/connect.ts? Then it is the unmended one.
if (mended.size < Object.keys(edits).length)
  throw new Error(
    `The Postgres driver was loaded before it could be mended: import it through store/connect.ts only.`,
  );

/** The driver's factory of connection pools. */
export const postgres: typeof driver.default = driver.default;

function applyEdits(file: string, text: string): string {
  return (edits[file] ?? []).reduce((source, { find, put }) => {
    const parts = source.split(find);
    if (parts.length !== 2)
      throw new Error(
        `This release of the Postgres driver is not the one store/driver.ts mends (${file}): see whether test/store/driver.test.ts passes without the mending, and remove or renew it.`,
      );
    return parts.join(put);
  }, text);
}
