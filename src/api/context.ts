/**
 * What handlers of operations reach. Each feature declares the services it needs on top of these; the context of the
 * whole service has them all (`src/service/context.ts`) and is constructed once, in `src/service/service.ts`.
 */
import type { Sql, Tx } from '../../store/connect.ts';
import type { Log } from '../base/log.ts';

export interface Core {
  /** Connections to the cell, for requests; the node has connections of its own. They see no table of the directory. */
  sql: Sql;
  /** Connections to the directory: users, keys, members (store/schemas.ts). They see no table of a cell. */
  directory: Sql;
  /** Name of the cell's schema, by which the directory knows it. */
  cell: string;
  log: Log;
  /** Epoch ms; tests move it. */
  clock: () => number;
  /** Public address of this service, without a trailing slash. */
  baseUrl: string;
}

/** What a command returns: a result, and the events that tell watchers what changed. */
interface CommandResult<Result, FeedEvent> {
  result: Result;
  feed?: FeedEvent[];
  /** Work of the same transaction that goes on meanwhile; the commit waits for it. */
  alongside?: Promise<unknown>;
}

/** Runs work in one transaction with the actors it steps. The engine's node is one; its turn is its own type. */
export interface Commands<Turn, FeedEvent> {
  command<Result>(work: (tx: Tx, turn: Turn) => Promise<CommandResult<Result, FeedEvent>>): Promise<Result>;
}
