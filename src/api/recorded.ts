/** Runs the work of calls that change something, with the audit entry of the call in the same transaction. */
import type { Sql, Tx } from '../../store/connect.ts';
import { storeEntries } from './audit.ts';
import type { Entry } from './audit-entry.ts';
import type { Commands } from './context.ts';

interface Recorded {
  entry?: Entry | undefined;
  now: number;
}

/** Runs work as a command of the node. @param work as that of `node.command` */
export async function recorded<Result, Turn extends { now: number }, FeedEvent>(
  call: Recorded & { context: { node: Commands<Turn, FeedEvent> } },
  work: (tx: Tx, turn: Turn) => Promise<{ result: Result; feed?: FeedEvent[] }>,
): Promise<Result> {
  return call.context.node.command(async (tx, turn) => {
    const done = await work(tx, turn);
    return { ...done, alongside: storeEntries(tx, [{ call, result: done.result }], turn.now) };
  });
}

/** Runs work that steps no actor. @param db of the cell, or of the directory: where the work writes */
export async function recordedIn<Result>(
  db: Sql,
  call: Recorded,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return (await db.begin(async (tx) => {
    const result = await work(tx);
    await storeEntries(tx, [{ call, result }], call.now);
    return result;
  })) as Result;
}
