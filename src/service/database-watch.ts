/**
 * Whether the database does its work, as `GET /readyz` reports it: not after an error that says that it does not, until a
 * write has succeeded again. The heartbeat alone does not tell: with a full disk it may still find room in its page, and
 * a session that was open before the database became read-only may still write.
 */
import type { Sql } from '../../store/connect.ts';
import { type DatabaseState, databaseState, OUTAGES } from '../../store/database-state.ts';
import { probeCell, probeDirectory } from '../../store/probe.ts';
import type { Log } from '../base/log.ts';

export interface DatabaseWatch {
  /** Takes any error; those of an outage of the database make this node not ready. */
  note(this: void, error: unknown): void;
  /** Tries to write after an outage. Called after each heartbeat, so every few seconds. */
  probe(this: void): Promise<void>;
  /** @returns the check that `/readyz` shows; null if nothing is known to be wrong */
  fault(this: void): { ok: false; detail: string } | null;
}

const DETAILS: { readonly [state in DatabaseState]: string } = {
  unreachable: 'it cannot be reached',
  read_only: 'it takes no writes',
  no_space: 'its disk is full',
  overloaded: 'its memory, connections or another limit is used up',
  storage_failed: 'it cannot read or write its files',
  contended: 'other transactions were first',
  interrupted: 'a statement took too long',
};

/** @param pools of requests: the sessions that a request would use */
export function createDatabaseWatch({
  sql,
  directory,
  log,
}: {
  sql: Sql;
  directory: Sql;
  log: Pick<Log, 'info'>;
}): DatabaseWatch {
  let outage: DatabaseState | null = null;
  const note = (error: unknown): void => {
    const state = databaseState(error);
    if (state !== null && OUTAGES.has(state)) outage = state;
  };
  return {
    note,
    async probe() {
      if (outage === null) return;
      try {
        await Promise.all([probeCell(sql), probeDirectory(directory)]);
      } catch (error) {
        note(error);
        return;
      }
      log.info({ outage }, 'the database takes writes again');
      outage = null;
    },
    fault: () => (outage === null ? null : { ok: false, detail: `a write failed: ${DETAILS[outage]}` }),
  };
}
