/**
 * Idempotency-Key, exactly as spec 4.2 rule 10 has it. The answer is kept in the very transaction that makes what it
 * tells of: a crash after the commit replays the post that was created, a crash before it leaves the key free.
 */
import type { Tx } from '../../store/connect.ts';
import { holdKey, keepAnswer, readAnswer } from '../../store/idempotency.ts';
import type { FeedEvent } from '../runtime/feed-event.ts';
import type { Turn } from '../runtime/turn.ts';
import type { Call, Reply } from './operation.ts';
import { Problem } from './problem.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Runs a POST's work in one transaction, under the caller's key where there is one.
 * @param work makes the answer; throwing rolls back, and the key stays free for a mended request
 * @throws Problem 409 while the first request under the key runs, 422 when the key came with another request
 */
export async function idempotent<Result>(
  call: Call,
  work: (tx: Tx, turn: Turn) => Promise<{ result: Result; feed?: FeedEvent[] }>,
): Promise<Reply<Result>> {
  const { idempotency, principal, context, now } = call;
  return context.node.command<Reply<Result>>(async (tx, turn) => {
    if (!idempotency) {
      const { result, feed = [] } = await work(tx, turn);
      return { result: { body: result }, feed };
    }
    const { key, requestHash } = idempotency;
    const { userId } = principal;
    if (!(await holdKey(tx, { userId, key }))) {
      throw new Problem(
        409,
        'idempotency_in_progress',
        'the first request with this Idempotency-Key is still running; try again shortly',
      );
    }
    const kept = await readAnswer(tx, { userId, key, since: now - DAY_MS });
    if (kept) {
      if (!requestHash.equals(kept.requestHash)) {
        throw new Problem(
          422,
          'idempotency_mismatch',
          'this Idempotency-Key was used with another request within the last 24 hours; use a new key',
        );
      }
      return { result: { body: kept.response as Result, replayed: true } };
    }
    const { result, feed = [] } = await work(tx, turn);
    await keepAnswer(tx, { userId, key, requestHash, response: result, now });
    return { result: { body: result }, feed };
  });
}
