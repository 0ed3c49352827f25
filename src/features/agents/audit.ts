/**
 * The audit list: which tools agents called, and with what effect (docs/mcp.md). A call waits for none of this. What changes
 * something is written at once, beside the answer; what only reads is collected for a second.
 */
import { LRUCache } from 'lru-cache';
import type { Db, Sql } from '../../../store/connect.ts';
import { isUnavailable } from '../../../store/database-state.ts';
import { readNames } from '../../../store/keys.ts';
import { insertToolCalls, type ToolCallRow } from '../../../store/tool-calls.ts';
import { isSession } from '../../api/principal.ts';
import { newId } from '../../base/ids.ts';
import { redactText } from '../../base/redact.ts';

/**
 * A call that has ended; `client` as the program sent it. `keyName` is that at the call: a key or an app may be gone before the call is
 * written.
 */
export type RecordedCall = Omit<ToolCallRow, 'id' | 'keyName'> & Partial<Pick<ToolCallRow, 'keyName'>>;

export interface Audit {
  /** Never throws, and never waits. */
  record(call: RecordedCall): void;
  /** Writes what was collected. */
  flush(): Promise<void>;
  /** Writes the rest. */
  stop(): Promise<void>;
}

const FLUSH_MS = 1_000;
/** Calls that wait while the database cannot be reached, at most; about 5 MB. The oldest are dropped first. */
const MAX_WAITING = 10_000;
/** Rows of one statement. */
const MAX_ROWS = 500;
const MAX_NAMES = 10_000;
const MAX_CLIENTS = 1_000;
const MAX_CLIENT_CHARS = 100;
/** Of what a program sends. */
const MAX_SAID_CHARS = 500;
/** In place of the name of a key: a page that a signed-in person has open. */
const BROWSER = 'Dashboard';

interface AuditOptions {
  sql: Sql;
  /** Connections to the directory, which knows the names of keys. */
  directory: Sql;
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
  /** Stores rows. Default: in the cell. */
  write?: (db: Db, rows: readonly ToolCallRow[]) => Promise<void>;
}

export function createAudit({ sql, directory, log, write = insertToolCalls }: AuditOptions): Audit {
  const namesOf = keyNamesIn(directory);
  const clientOf = clientNames();
  let waiting: (RecordedCall & { id: string })[] = [];
  let dropped = 0;
  let writing: Promise<void> | null = null;

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const calls = waiting.slice(0, MAX_ROWS);
      const droppedBefore = dropped;
      try {
        const keyNames = await namesOf(calls.filter(({ keyName }) => keyName === undefined));
        await write(
          sql,
          calls.map((call) => ({ ...call, keyName: call.keyName ?? keyNames.get(call.keyId)! })),
        );
      } catch (err) {
        if (isUnavailable(err)) {
          log.warn({ err, waiting: waiting.length }, 'calls of tools are not written yet; it is tried again');
          return;
        }
        log.error({ err, calls: calls.length }, 'calls of tools could not be written');
      }
      // some of them may have been dropped meanwhile
      waiting = waiting.slice(Math.max(0, calls.length - (dropped - droppedBefore)));
    }
    if (dropped > 0) {
      log.error({ dropped }, 'calls of tools were not written: too many waited for the database');
      dropped = 0;
    }
  }

  function flush(): Promise<void> {
    writing ??= writeAll().finally(() => {
      writing = null;
    });
    return writing;
  }

  const timer = setInterval(() => void flush(), FLUSH_MS).unref();
  return {
    record(call) {
      const client = call.client === null ? null : clientOf(call.client);
      waiting.push({ ...call, client, id: newId('call', call.at) });
      if (waiting.length > MAX_WAITING) {
        waiting.shift();
        dropped += 1;
      }
      if (call.changes) void flush();
    },
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
      // what came while the last rows were written
      await flush();
    },
  };
}

/** A name that was read once is kept: keys are not renamed. */
function keyNamesIn(directory: Sql): (calls: readonly { keyId: string }[]) => Promise<Map<string, string>> {
  const names = new LRUCache<string, string>({ max: MAX_NAMES });
  return async (calls) => {
    const keyIds = [...new Set(calls.map(({ keyId }) => keyId))];
    const unknown = keyIds.filter((id) => !isSession(id) && !names.has(id));
    if (unknown.length > 0)
      for (const [id, name] of await readNames(directory, { userIds: [], keyIds: unknown }))
        names.set(id, name);
    return new Map(keyIds.map((id) => [id, isSession(id) ? BROWSER : (names.get(id) ?? id)]));
  };
}

/** A program calls itself the same with every call. */
function clientNames(): (name: string) => string | null {
  const clients = new LRUCache<string, string>({ max: MAX_CLIENTS });
  return (reported) => {
    const key = reported.slice(0, MAX_SAID_CHARS);
    let name = clients.get(key);
    if (name === undefined) clients.set(key, (name = clientName(key)));
    return name === '' ? null : name;
  };
}

/** A name as it can be stored and shown; empty when there is nothing of it. */
function clientName(name: string): string {
  const label = redactText(name.toWellFormed().replaceAll(/\p{Cc}/gu, ' ')).trim();
  return label.slice(0, MAX_CLIENT_CHARS).toWellFormed();
}
