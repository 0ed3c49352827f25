/**
 * Idempotency-Key, exactly as spec 4.2 rule 10 has it. The answer is kept in the very transaction that makes what it
 * tells of: a crash after the commit replays the post that was created, a crash before it leaves the key free.
 */
import type { Tx } from '../../store/connect.ts';
import { holdKeys, keepAnswers, readAnswers, type StoredAnswer } from '../../store/idempotency.ts';
import type { FeedEvent } from '../engine/feed-event.ts';
import type { Turn } from '../engine/turn.ts';
import type { Call, Reply } from './operation.ts';
import { Problem } from './problem.ts';

const DAY_MS = 24 * 3_600_000;

type Asking = Pick<Call, 'idempotency' | 'principal' | 'now'>;

/**
 * Runs a POST's work in one transaction, under the caller's key where there is one.
 * @param work makes the answer; throwing rolls back, and the key stays free for a mended request
 * @throws Problem 409 while the first request under the key runs, 422 when the key came with another request
 */
export async function idempotent<Result>(
  call: Call,
  work: (tx: Tx, turn: Turn) => Promise<{ result: Result; feed?: FeedEvent[] }>,
): Promise<Reply<Result>> {
  return call.context.node.command<Reply<Result>>(async (tx, turn) => {
    const [known] = await readKeys<Result>(tx, [call]);
    if (known instanceof Problem) throw known;
    if (known) return { result: known };
    const { result, feed = [] } = await work(tx, turn);
    await keepReplies(tx, [{ call, result }]);
    return { result: { body: result }, feed };
  });
}

/**
 * As `idempotent`, for a POST that does something long before its transaction, such as a download: it is not done again
 * for a request that is answered already, nor beside one that is under way on this node. What `prepare` does has to
 * be harmless when it is done twice, for another node may be at it too.
 */
export async function idempotentAfter<Prepared, Result>(
  call: Call,
  prepare: () => Promise<Prepared>,
  work: (tx: Tx, prepared: Prepared) => Promise<{ result: Result }>,
): Promise<Reply<Result>> {
  if (!call.idempotency) {
    const prepared = await prepare();
    return idempotent(call, (tx) => work(tx, prepared));
  }
  const running = JSON.stringify(keyOf(call));
  if (preparing.has(running)) throw new Problem(409, ...IN_PROGRESS);
  preparing.add(running);
  try {
    const [kept] = await readAnswers(call.context.sql, [keyOf(call)], call.now - DAY_MS);
    const replay = replayOf<Result>(call, kept ?? null);
    if (replay instanceof Problem) throw replay;
    if (replay) return replay;
    const prepared = await prepare();
    return await idempotent(call, (tx) => work(tx, prepared));
  } finally {
    preparing.delete(running);
  }
}

/** User and key of what is prepared on this node. */
const preparing = new Set<string>();

/**
 * What is known of calls before their work: the answer that was kept under their key, or why they must not run; null
 * for those that are to run. Their keys stay held until the transaction ends.
 */
export async function readKeys<Result>(
  tx: Tx,
  calls: readonly Asking[],
): Promise<(Reply<Result> | Problem | null)[]> {
  const keyed = calls.filter((call) => call.idempotency !== null);
  if (keyed.length === 0) return calls.map(() => null);
  const keys = keyed.map(keyOf);
  const now = Math.max(...keyed.map((call) => call.now));
  const [held, kept] = await Promise.all([holdKeys(tx, keys), readAnswers(tx, keys, now - DAY_MS)]);
  const running = new Set<string>();
  const known = new Map(
    keyed.map((call, index) => {
      const name = JSON.stringify(keys[index]);
      const isFirst = held[index] === true && !running.has(name);
      running.add(name);
      return [call, isFirst ? replayOf<Result>(call, kept[index] ?? null) : new Problem(409, ...IN_PROGRESS)];
    }),
  );
  return calls.map((call) => known.get(call) ?? null);
}

/** Keeps what calls are answered, for those that came with a key. */
export async function keepReplies(
  tx: Tx,
  answered: readonly { call: Asking; result: unknown }[],
): Promise<void> {
  const rows = answered.flatMap(({ call, result }) =>
    call.idempotency ? [{ ...keyOf(call), requestHash: call.idempotency.requestHash, response: result }] : [],
  );
  if (rows.length > 0) await keepAnswers(tx, rows, Math.max(...answered.map(({ call }) => call.now)));
}

const IN_PROGRESS = [
  'idempotency_in_progress',
  'the first request with this Idempotency-Key is still running; try again shortly',
] as const;

function replayOf<Result>(
  { idempotency }: Asking,
  kept: StoredAnswer | null,
): Reply<Result> | Problem | null {
  if (!kept) return null;
  if (idempotency!.requestHash.equals(kept.requestHash))
    return { body: kept.response as Result, replayed: true };
  return new Problem(
    422,
    'idempotency_mismatch',
    'this Idempotency-Key was used with another request within the last 24 hours; use a new key',
  );
}

const keyOf = ({ idempotency, principal }: Asking) => ({
  userId: principal.userId,
  key: idempotency!.key,
});
