/** How an effect is run: what its handler gets, and what comes of it. */
import type { Recorded } from '../../store/exchanges.ts';
import type { EffectRow } from '../../store/effects.ts';
import type { Recorder } from './recorder.ts';

/** What a handler gets besides the parameters of the effect. */
export interface Run {
  effect: EffectRow;
  /** Aborts when the effect takes too long, and when the service must stop at once. */
  signal: AbortSignal;
  /** Records the calls to networks, for the debugger. The recording is saved with the result. */
  recorder: Recorder;
  /**
   * Records that the handler is about to send a call that must not be repeated without a lookup.
   * @returns false when the effect no longer belongs to this node: then the call must not be sent
   */
  markStarted: () => Promise<boolean>;
  /**
   * Records that a committed turn of the handler has given the actor the result (`Turn.answer`): what the handler returns is
   * dropped.
   */
  markAnswered: () => void;
}

/**
 * Runs one type of effect and returns the event for its actor. An error means that the effect has no result yet; it runs
 * again after a wait. A kind lists the parameters and events of its effects (`HandlersOf` in kind.ts).
 */
export type Handler = (params: never, run: Run) => Promise<{ type: string }>;

export interface Handlers {
  readonly [type: string]: Handler;
}

/** The result of an effect: the event for its actor. */
export interface Result {
  effectId: string;
  actorId: string;
  /** The family of its actor. Absent means its node keeps no list of effects in progress. */
  family?: string;
  /** The claim that it belongs to; absent in the same case as `family`. */
  claim?: string;
  event: { type: string };
  /** The calls it made to networks, for the debugger; absent means none. */
  attempt?: { type: string; tries: number; recorded: Recorded };
}
