/**
 * Runs effects outside transactions with bounded concurrency and returns each result as an event. It decides nothing:
 * all decisions are the machines'.
 */
import type { EffectRow } from '../../store/effects.ts';
import { Recorder } from './recorder.ts';
import { keyOf } from './claims.ts';
import type { Result } from './settle.ts';

/** What a handler knows of the effect that it runs. */
export interface Run {
  effect: EffectRow;
  /** Ends when a call has taken too long, and when the service must stop at once. */
  signal: AbortSignal;
  /** Records the calls to networks, for the debugger. The recording is saved with the answer. */
  recorder: Recorder;
  /**
   * Marks that a call is about to leave that must not be repeated blindly.
   * @returns false when the effect is no longer this node's: then the call must not leave
   */
  markStarted: () => Promise<boolean>;
}

/**
 * Does one kind of effect and returns the event that its actor is given. Throwing means that it was not done for now and is
 * run again soon. A kind says which parameters and events there are (`HandlersOf` in kind.ts).
 */
export type Handler = (params: never, run: Run) => Promise<{ type: string }>;
export interface Handlers {
  readonly [type: string]: Handler;
}

export interface RunnerOptions {
  handlers: Handlers;
  /** Effects under way at once. */
  concurrency: number;
  onResult: (result: Result) => void;
  /** A handler threw: the database is down, or a bug. */
  onFault: (effect: EffectRow, fault: unknown) => void;
  observe?: (type: string, seconds: number) => void;
  /** Asked before an effect runs again: another node may have taken it over, or a person given it up. */
  isOurs?: (effect: EffectRow) => Promise<boolean>;
  /** Saves the mark of an effect whose call is about to leave. @returns false when the effect is no longer this node's */
  mark: (effect: EffectRow) => Promise<boolean>;
  /** An effect was left to whoever has it now. */
  onLeft?: (effect: EffectRow) => void;
  /** How long an effect may take, ms, before its calls are cut. Default 120,000. */
  callMs?: number;
  /** Waits before an effect whose handler threw runs again, ms by the number of faults so far. */
  retryDelayMs?: (faults: number) => number;
}

/** An effect that waits to run. The recording of runs that threw is kept until one returns. */
interface Queued {
  effect: EffectRow;
  faults: number;
  recorder: Recorder;
}

/** How long the calls of an effect may take together, ms: the slowest response that was seen is to a large video. */
const CALL_MS = 120_000;
/** How long a call may take to end once it is cut, ms. */
const CUT_MS = 500;

export class EffectRunner {
  readonly #options: RunnerOptions;
  readonly #queue: Queued[] = [];
  #running = 0;
  readonly #waiting = new Set<NodeJS.Timeout>();
  /** Keys of what is queued, under way or waiting. */
  readonly #known = new Set<string>();
  /**
   * Ends the calls of each effect under way. One for each: a signal that is made of a long-lived one and a time
   * limit (`AbortSignal.any`) stays in memory until the limit is over, 2 kB for each post of the last two minutes.
   */
  readonly #calls = new Set<AbortController>();
  #cut = false;
  #stopped = false;
  #idle: (() => void) | null = null;

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  /** Effects that are queued or under way: the claim waits when there are too many. */
  get pending(): number {
    return this.#queue.length + this.#running + this.#waiting.size;
  }

  /** Keys of every effect that is queued, under way or waiting to run again. */
  get known(): string[] {
    return [...this.#known];
  }

  /** Effects that are known already are not taken twice. */
  add(effects: EffectRow[]): void {
    for (const effect of effects) {
      const key = keyOf(effect);
      if (this.#known.has(key)) continue;
      this.#known.add(key);
      this.#queue.push({ effect, faults: 0, recorder: new Recorder() });
    }
    this.#fill();
  }

  /**
   * Starts nothing more and waits for what is under way. What is queued stays in the outbox for the next node.
   * @param withinMs then calls are cut; their outcome is looked up by whoever takes them over
   */
  async stop(withinMs: number): Promise<void> {
    this.#stopped = true;
    this.#queue.length = 0;
    for (const timer of this.#waiting) clearTimeout(timer);
    this.#waiting.clear();
    if (this.#running === 0) return;
    const cut = setTimeout(() => {
      this.#cut = true;
      for (const call of this.#calls) call.abort();
    }, withinMs);
    let giveUp: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#idle = resolve;
      // a call that does not end when it is cut is left behind: whoever takes it over looks what came of it
      giveUp = setTimeout(resolve, withinMs + CUT_MS);
    });
    clearTimeout(cut);
    clearTimeout(giveUp);
  }

  #fill(): void {
    while (!this.#stopped && this.#running < this.#options.concurrency) {
      const next = this.#queue.shift();
      if (!next) return;
      this.#running += 1;
      void this.#run(next);
    }
  }

  async #run({ effect, faults, recorder }: Queued): Promise<void> {
    const { handlers, onResult, onFault, onLeft, observe, isOurs, mark, callMs = CALL_MS } = this.#options;
    const begun = performance.now();
    const call = new AbortController();
    this.#calls.add(call);
    const limit = setTimeout(() => call.abort(new DOMException('it took too long', 'TimeoutError')), callMs);
    limit.unref(); // a call that is left behind at the end keeps no process alive
    try {
      if (faults > 0 && isOurs && !(await isOurs(effect))) {
        this.#known.delete(keyOf(effect));
        onLeft?.(effect);
        return this.#ended();
      }
      const handler = handlers[effect.type];
      if (!handler) throw new Error(`there is no handler for the effect '${effect.type}'`);
      recorder.resume();
      const run: Run = { effect, signal: call.signal, recorder, markStarted: () => mark(effect) };
      const event = await handler(effect.params as never, run);
      this.#known.delete(keyOf(effect));
      const recorded = recorder.end();
      const { id: effectId, actorId, family, claim, type, tries } = effect;
      const attempt = recorded && { attempt: { type, tries, recorded } };
      onResult({ effectId, actorId, family, claim, event, ...attempt });
    } catch (fault) {
      // a cut at shutdown leaves the effect in the outbox: whoever takes it over finds out what came of it
      if (!this.#cut) {
        onFault(effect, fault);
        this.#later({ effect, faults: faults + 1, recorder });
      }
    } finally {
      clearTimeout(limit);
      this.#calls.delete(call);
    }
    observe?.(effect.type, (performance.now() - begun) / 1000);
    this.#ended();
  }

  #ended(): void {
    this.#running -= 1;
    if (this.#running === 0) this.#idle?.();
    this.#fill();
  }

  #later(again: Queued): void {
    if (this.#stopped) return;
    const delayMs = this.#options.retryDelayMs?.(again.faults) ?? Math.min(30_000, 250 * 2 ** again.faults);
    const timer = setTimeout(() => {
      this.#waiting.delete(timer);
      this.#queue.push(again);
      this.#fill();
    }, delayMs);
    this.#waiting.add(timer);
  }
}
