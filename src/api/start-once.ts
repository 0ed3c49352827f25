/**
 * Requests that start an actor and wait for what comes of it. Under an Idempotency-Key the actor is stored, not its result:
 * a repeated request finds it, and nothing is done twice. Only an actor that has failed frees the key.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Db, Tx } from '../../store/connect.ts';
import { dropAnswer } from '../../store/idempotency.ts';
import type { Commands } from './context.ts';
import { keepReplies, type Keyed, keyOf, readKeys } from './idempotent.ts';
import type { Reply } from './operation.ts';
import { Problem } from './problem.ts';

/** How long a request waits for the result, ms. The actor goes on without the request. */
export const WAIT_MS = 30_000;
const FIRST_LOOK_MS = 20;
const LONGEST_PAUSE_MS = 400;

interface Starting<Turn, FeedEvent> extends Keyed {
  context: { node: Commands<Turn, FeedEvent> };
}

/**
 * Starts an actor, or finds the one that an earlier request with the same key started.
 * @param how.hasFailed whether that one has failed: then another one is started
 * @param how.start starts the actor, and returns what names it
 * @throws Problem as `idempotent`
 */
export async function startOnce<Started extends object, Turn extends { now: number }, FeedEvent>(
  call: Starting<Turn, FeedEvent>,
  how: {
    hasFailed: (tx: Tx, started: Started) => Promise<boolean>;
    start: (tx: Tx, turn: Turn) => Promise<Started>;
  },
): Promise<Reply<Started>> {
  return call.context.node.command<Reply<Started>>(async (tx, turn) => {
    const [reply] = await readKeys<Started>(tx, [call]);
    if (reply instanceof Problem) throw reply;
    if (reply && !(await how.hasFailed(tx, reply.body))) return { result: reply };
    if (reply) await freeKey(tx, call, reply.body);
    const started = await how.start(tx, turn);
    return {
      result: { body: started },
      alongside: keepReplies(tx, [{ call, result: started }], turn.now),
    };
  });
}

/**
 * Frees the key of a request whose actor has failed, so that a corrected request may use it. A key under which another
 * request has started an actor since stays.
 */
export async function freeKey(db: Db, call: Keyed, started: object): Promise<void> {
  if (call.idempotency) await dropAnswer(db, keyOf(call), started);
}

/**
 * Waits for a result with growing pauses.
 * @param look returns null while there is none
 * @returns null when there is none within this time
 */
export async function waitFor<Result>(
  look: () => Promise<Result | null>,
  withinMs: number,
): Promise<Result | null> {
  const deadline = performance.now() + withinMs;
  for (let waitMs = FIRST_LOOK_MS; ; waitMs = Math.min(waitMs * 1.5, LONGEST_PAUSE_MS)) {
    const found = await look();
    if (found !== null || performance.now() >= deadline) return found;
    await pause(waitMs);
  }
}
