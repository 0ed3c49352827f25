/**
 * Idempotency-Key. The answer is kept in the very transaction that makes what it describes: a crash after the commit
 * replays what was created, a crash before it leaves the key free. Errors are not kept, so a corrected request may use
 * its key again. The keys of requests to a workspace are kept in its cell; those of requests that name none, in the
 * directory.
 */
import type { Db, Fragment, Sql, Tx } from '../../store/connect.ts';
import {
  answersInsert,
  findAnswers,
  holdKeys,
  keepAnswers,
  type StoredResponse,
  readAnswers,
  type StoredAnswer,
} from '../../store/idempotency.ts';
import { entriesInsert, storeEntries } from './audit.ts';
import type { Commands } from './context.ts';
import type { Call, Reply } from './operation.ts';
import { Problem } from './problem.ts';
import { DAY_MS } from '../base/durations.ts';

/** What of a call says whether it was made before, and its audit entry. */
export type Keyed = Pick<Call, 'idempotency' | 'principal' | 'now' | 'entry'>;

interface Commanding<Turn, FeedEvent> extends Keyed {
  context: { node: Commands<Turn, FeedEvent> };
}

/**
 * Runs a POST's work in one transaction, under the caller's key where there is one.
 * @param work makes the answer; throwing rolls back, and the key stays free for a corrected request
 * @throws Problem `idempotency_in_progress` while the first request under the key runs, `idempotency_mismatch` when the
 *   key came with another request
 */
export async function idempotent<Result, Turn extends { now: number }, FeedEvent>(
  call: Commanding<Turn, FeedEvent>,
  work: (tx: Tx, turn: Turn) => Promise<{ result: Result; feed?: FeedEvent[] }>,
): Promise<Reply<Result>> {
  return call.context.node.command<Reply<Result>>(async (tx, turn) => {
    const [reply] = await readKeys<Result>(tx, [call]);
    if (reply instanceof Problem) throw reply;
    if (reply) return { result: reply };
    const { result, feed = [] } = await work(tx, turn);
    return { result: { body: result }, feed, alongside: keepReplies(tx, [{ call, result }], turn.now) };
  });
}

/**
 * As `idempotent`, for a POST that names no workspace: its transaction and its key are in the directory. The key is kept in
 * this node's cell too, so that neither there nor here it can be used for another request.
 */
export async function idempotentInDirectory<Result>(
  call: Keyed & { context: { sql: Db; directory: Sql } },
  work: (tx: Tx) => Promise<Result>,
): Promise<Reply<Result>> {
  const mismatch = await findMismatch(call.context, call);
  if (mismatch) throw mismatch;
  return call.context.directory.begin(async (tx): Promise<Reply<Result>> => {
    const [reply] = await readKeys<Result>(tx, [call]);
    if (reply instanceof Problem) throw reply;
    if (reply) return reply;
    const result = await work(tx);
    await keepReplies(tx, [{ call, result }], call.now);
    // a failed commit leaves it there, where it is the key of the same request
    const rows = rowsOf([{ call, result }]);
    if (rows.length > 0) await keepAnswers(call.context.sql, rows, call.now, call.now - DAY_MS);
    return { body: result };
  });
}

/**
 * As `idempotent`, for a POST that does something long before its transaction, such as a download: it is not done again
 * for a request that is answered already, nor beside one that is running on this node. What `prepare` does has to be
 * harmless when it is done twice, because another node may do it at the same time.
 */
export async function idempotentAfter<Prepared, Result, Turn extends { now: number }, FeedEvent>(
  call: Commanding<Turn, FeedEvent> & { context: { sql: Db } },
  prepare: () => Promise<Prepared>,
  work: (tx: Tx, prepared: Prepared, turn: Turn) => Promise<{ result: Result }>,
): Promise<Reply<Result>> {
  if (!call.idempotency) {
    const prepared = await prepare();
    return idempotent(call, (tx, turn) => work(tx, prepared, turn));
  }
  const running = JSON.stringify(keyOf(call));
  if (preparing.has(running)) throw inProgress();
  preparing.add(running);
  try {
    const [stored] = await readAnswers(call.context.sql, [keyOf(call)], call.now - DAY_MS);
    const replay = replayOf<Result>(call, stored ?? null);
    if (replay instanceof Problem) throw replay;
    if (replay) return replay;
    const prepared = await prepare();
    return await idempotent(call, (tx, turn) => work(tx, prepared, turn));
  } finally {
    preparing.delete(running);
  }
}

/**
 * Why a request that is refused for another reason must not have its key at all: a key that belongs to another request
 * is the more useful thing to say, because a corrected body would be refused again.
 * @param from the databases that may have the key
 * @returns null when the key is free, or this request's own
 */
export async function findMismatch(from: { sql: Db; directory: Db }, call: Keyed): Promise<Problem | null> {
  if (!call.idempotency) return null;
  for (const db of [from.sql, from.directory]) {
    const [stored] = await readAnswers(db, [keyOf(call)], call.now - DAY_MS);
    const replay = replayOf(call, stored ?? null);
    if (replay instanceof Problem) return replay;
  }
  return null;
}

/** User and key of what is prepared on this node. */
const preparing = new Set<string>();

/**
 * What is known of calls before their work: the answer that was kept under their key, or why they must not run; null
 * for those that are to run. Their keys stay held until the transaction ends.
 */
export async function readKeys<Result>(
  tx: Tx,
  calls: readonly Keyed[],
): Promise<(Reply<Result> | Problem | null)[]> {
  const keyed = calls.filter((call) => call.idempotency !== null);
  if (keyed.length === 0) return calls.map(() => null);
  const keys = keyed.map(keyOf);
  const now = Math.max(...keyed.map((call) => call.now));
  const [held, stored] = await Promise.all([holdKeys(tx, keys), readAnswers(tx, keys, now - DAY_MS)]);
  const running = new Set<string>();
  const replies = new Map(
    keyed.map((call, index) => {
      const name = JSON.stringify(keys[index]);
      const isFirst = held[index] === true && !running.has(name);
      running.add(name);
      return [call, isFirst ? replayOf<Result>(call, stored[index] ?? null) : inProgress()];
    }),
  );
  return calls.map((call) => replies.get(call) ?? null);
}

/**
 * As `readKeys`, without holding the keys: who makes something for a call that is not known stores its response with
 * `repliesInsert`, in the same statement, and Postgres refuses it where another request was faster.
 */
export async function findReplies<Result>(
  db: Db,
  calls: readonly Keyed[],
): Promise<(Reply<Result> | Problem | null)[]> {
  const keyed = calls.filter((call) => call.idempotency !== null);
  if (keyed.length === 0) return calls.map(() => null);
  const answers = await findAnswers(
    db,
    keyed.map(keyOf),
    Math.max(...keyed.map((call) => call.now)) - DAY_MS,
  );
  const running = new Set<string>();
  return calls.map((call) => {
    if (!call.idempotency) return null;
    const name = JSON.stringify(keyOf(call));
    const isFirst = !running.has(name);
    running.add(name);
    const { kept: stored, isHeld } = answers[keyed.indexOf(call)]!;
    return isFirst && !isHeld ? replayOf<Result>(call, stored) : inProgress();
  });
}

/**
 * The statements that store the audit entries of calls, and the responses of those with a key.
 * @param at instant of the transaction, epoch ms
 */
export function repliesInsert(
  db: Db,
  answered: readonly { call: Keyed; result: unknown }[],
  at: number,
): Fragment[] {
  const rows = rowsOf(answered);
  const entries = entriesInsert(db, answered, at);
  const replies =
    rows.length > 0 ? answersInsert(db, rows, Math.max(...answered.map(({ call }) => call.now))) : null;
  return [entries, replies].filter((statement) => statement !== null);
}

/**
 * Stores the audit entries of calls, and what calls are answered, for those that came with a key.
 * @param at instant of the transaction, epoch ms
 */
export async function keepReplies(
  tx: Tx,
  answered: readonly { call: Keyed; result: unknown }[],
  at: number,
): Promise<void> {
  const rows = rowsOf(answered);
  const now = Math.max(...answered.map(({ call }) => call.now));
  const [, count] = await Promise.all([
    storeEntries(tx, answered, at),
    rows.length === 0 ? 0 : keepAnswers(tx, rows, now, now - DAY_MS),
  ]);
  if (count < rows.length) throw inProgress();
}

const rowsOf = (answered: readonly { call: Keyed; result: unknown }[]): StoredResponse[] =>
  answered.flatMap(({ call, result }) =>
    call.idempotency ? [{ ...keyOf(call), requestHash: call.idempotency.requestHash, response: result }] : [],
  );

export const inProgress = () =>
  new Problem(
    'idempotency_in_progress',
    'the first request with this Idempotency-Key is still running; try again shortly',
    { retryAfterSeconds: 1 },
  );

function replayOf<Result>(
  { idempotency }: Keyed,
  stored: StoredAnswer | null,
): Reply<Result> | Problem | null {
  if (!stored) return null;
  if (idempotency!.requestHash.equals(stored.requestHash))
    return { body: stored.response as Result, replayed: true };
  return new Problem(
    'idempotency_mismatch',
    'this Idempotency-Key was used with another request within the last 24 hours; use a new key',
  );
}

/** Whose key it is, and which. */
export const keyOf = ({ idempotency, principal }: Keyed) => ({
  userId: principal.userId,
  key: idempotency!.key,
});
