/**
 * The results that calls of every adapter can have: the failures they can end with, and the functions that build
 * outcomes. `lib/error-rules.ts` reads a failure from a response; each network's `errors.ts` holds the rules.
 *
 * Every `errors.ts` exports `readError`. All but those of Meta's networks export `readPublishError`; those made from the
 * shared rules export the other two as well:
 *
 * | name                                  | what it does                                                         |
 * | ------------------------------------- | -------------------------------------------------------------------- |
 * | `readError(response, context)`        | classifies an unsuccessful call that publishes nothing: a `Failure`  |
 * | `readPublishError(response, context)` | the same for the call that publishes: `unknown` where it may be live |
 * | `isServerError(response)`             | whether the network failed on its side (5xx, or a code of its own)   |
 * | `messageOf(response, context)`        | the network's words as a sentence, with secrets removed              |
 *
 * A network that needs more (the error's code, a duplicate) exports it beside these.
 */
import type { Checkpoint, Finding, Outcome } from '../../machines/outcome.ts';
import type { Lost } from './http.ts';

/** A failure after which nothing is live. */
export type Failure = Extract<Outcome, { kind: 'retry' | 'rejected' | 'expired' | 'reauthorize' }>;
/** Nothing shows whether the call took effect. */
export type Unknown = Extract<Outcome, { kind: 'unknown' }>;

/**
 * A temporary failure.
 * @param afterMs how long to wait before the next attempt, ms; undefined leaves it to the machine
 */
export function retry(reason: string, afterMs?: number): Extract<Outcome, { kind: 'retry' }> {
  return { kind: 'retry', reason, ...(afterMs === undefined ? {} : { afterMs }) };
}

type Progress = Extract<Outcome, { kind: 'progress' }>;

/**
 * Makes a network's `progress(checkpoint, afterMs)`: one step is done, and the next one continues from this checkpoint
 * in so many milliseconds.
 * @param isCommitted whether the network has accepted the post for good, so that it must not be sent again
 */
export function progressOf<Work extends Checkpoint>(
  isCommitted: (work: Work) => boolean = () => false,
): (work: Work, afterMs?: number) => Progress {
  return (work, afterMs = 0) => ({
    kind: 'progress',
    checkpoint: work,
    afterMs,
    ...(isCommitted(work) ? { committed: true as const } : {}),
  });
}

/**
 * The outcome of a publishing call whose response was lost: it may be live, unless the request never left.
 * @param network its name for people
 */
export function lostOutcome(network: string, lost: Lost): Extract<Outcome, { kind: 'retry' }> | Unknown {
  return { kind: lost.sent ? 'unknown' : 'retry', reason: `${network}: ${lost.reason}` };
}

/** What a failed lookup says about the post: a refused lookup proves nothing. */
export function findingOf(failure: Failure): Exclude<Finding, { kind: 'live' | 'absent' | 'progress' }> {
  return failure.kind === 'rejected' ? { kind: 'cannot_tell', reason: failure.reason } : failure;
}
