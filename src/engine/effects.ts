/**
 * Runs effects outside transactions, a limited number at a time, and returns each result as an event. It makes no
 * decisions: all decisions are made by the machines.
 */
import type { EffectRow } from '../../store/effects.ts';
import type { Handlers, Run, Result } from './effect-run.ts';
import { Recorder } from './recorder.ts';
import { keyOf } from './claims.ts';

interface RunnerOptions {
  handlers: Handlers;
  /** The maximum number of effects in progress. */
  concurrency: number;
  onResult: (result: Result) => void;
  /** Called when a handler throws: the database is down, or the handler has a bug. */
  onFault: (effect: EffectRow, fault: unknown) => void;
  observe?: (type: string, seconds: number) => void;
  /** Asked before an effect runs again: another node may have taken it over, or an operator may have replaced its result. */
  isOurs?: (effect: EffectRow) => Promise<boolean>;
  /**
   * Saves the started mark of an effect before its call is sent.
   * @returns false when the effect no longer belongs to this node
   */
  mark: (effect: EffectRow) => Promise<boolean>;
  /** Called when this node drops an effect: it no longer belongs to it, or its actor has the result already. */
  onLeft?: (effect: EffectRow) => void;
  /** How long an effect may take, ms, before its calls are aborted. Default 120,000. */
  callMs?: number;
  /** Types of effects that have no such limit (`EffectRule.isOpenEnded` in kind.ts). Default none. */
  openEnded?: ReadonlySet<string>;
  /** The wait before an effect whose handler threw runs again, ms, by the number of errors so far. */
  retryDelayMs?: (faults: number) => number;
}

/** An effect that waits to run. It keeps its recording while its handler throws, until the handler returns. */
interface Queued {
  effect: EffectRow;
  faults: number;
  recorder: Recorder;
}

/** The maximum total time for the calls of an effect, ms. The slowest observed response is that to a large video. */
const CALL_MS = 120_000;
/** How long a call may take to end after it was aborted, ms. */
const CUT_MS = 500;
/** Why an effect is aborted that another node has taken over, or whose actor no longer waits for it. */
const NOT_OURS = new DOMException('it no longer belongs to this node', 'AbortError');

export class EffectRunner {
  readonly #options: RunnerOptions;
  readonly #queue: Queued[] = [];
  #running = 0;
  readonly #waiting = new Set<NodeJS.Timeout>();
  /** Keys of the effects that are queued, in progress or waiting to run again. */
  readonly #effectKeys = new Set<string>();
  /**
   * One controller for each effect in progress, to abort its calls. A signal that combines a long-lived signal with a
   * time limit (`AbortSignal.any`) would stay in memory until the limit has passed: 2 kB for each post of the last two
   * minutes.
   */
  readonly #calls = new Set<AbortController>();
  /** The open-ended effects in progress, by their controllers. */
  readonly #openEnded = new Map<AbortController, EffectRow>();
  #cut = false;
  #stopped = false;
  #idle: (() => void) | null = null;

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  /** How many effects are queued or in progress. When there are too many, the node claims no more. */
  get pending(): number {
    return this.#queue.length + this.#running + this.#waiting.size;
  }

  /** Keys of every effect that is queued, in progress or waiting to run again. */
  get effectKeys(): string[] {
    return [...this.#effectKeys];
  }

  /** Queues effects. Effects that are known already are not queued twice. */
  add(effects: EffectRow[]): void {
    for (const effect of effects) {
      const key = keyOf(effect);
      if (this.#effectKeys.has(key)) continue;
      this.#effectKeys.add(key);
      this.#queue.push({ effect, faults: 0, recorder: new Recorder() });
    }
    this.#fill();
  }

  /**
   * Starts no more effects and waits for those in progress; open-ended ones are aborted at once. Queued effects stay in
   * the rows of their actors, where another node finds them.
   * @param withinMs how long to wait before the calls are aborted, ms; the node that takes such an effect over looks up
   *   its outcome
   */
  async stop(withinMs: number): Promise<void> {
    this.#stopped = true;
    this.#queue.length = 0;
    for (const timer of this.#waiting) clearTimeout(timer);
    this.#waiting.clear();
    this.abortOpenEnded();
    if (this.#running === 0) return;
    const cut = setTimeout(() => {
      this.#cut = true;
      for (const call of this.#calls) call.abort();
    }, withinMs);
    let giveUp: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#idle = resolve;
      // do not wait for a call that does not end after the abort: the node that takes the effect over looks up its
      // outcome
      giveUp = setTimeout(resolve, withinMs + CUT_MS);
    });
    clearTimeout(cut);
    clearTimeout(giveUp);
  }

  /** Aborts open-ended effects that no longer belong to this node. Called after each heartbeat, which keeps the others. */
  async releaseLost(): Promise<void> {
    const { isOurs } = this.#options;
    if (!isOurs) return;
    for (const [call, effect] of this.#openEnded) if (!(await isOurs(effect))) call.abort(NOT_OURS);
  }

  /** Aborts open-ended effects. They run again after a wait, unless they belong to another node then. */
  abortOpenEnded(): void {
    for (const call of this.#openEnded.keys()) call.abort();
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
    const { handlers, onResult, onFault, onLeft, observe, isOurs, mark } = this.#options;
    const startedAt = performance.now();
    const call = new AbortController();
    this.#calls.add(call);
    const limit = this.#limit(effect, call);
    try {
      if (faults > 0 && isOurs && !(await isOurs(effect))) {
        this.#effectKeys.delete(keyOf(effect));
        onLeft?.(effect);
        return this.#ended();
      }
      const handler = handlers[effect.type];
      if (!handler) throw new Error(`there is no handler for the effect '${effect.type}'`);
      recorder.resume();
      let isAnswered = false;
      const run: Run = {
        effect,
        signal: call.signal,
        recorder,
        markStarted: () => mark(effect),
        markAnswered: () => (isAnswered = true),
      };
      const event = await handler(effect.params as never, run);
      this.#effectKeys.delete(keyOf(effect));
      const recorded = recorder.end();
      const { id: effectId, actorId, family, claim, type, tries } = effect;
      const attempt = recorded && { attempt: { type, tries, recorded } };
      if (isAnswered) onLeft?.(effect);
      else onResult({ effectId, actorId, family, claim, event, ...attempt });
    } catch (fault) {
      if (call.signal.reason === NOT_OURS) {
        this.#effectKeys.delete(keyOf(effect));
        onLeft?.(effect);
      } else if (!this.#cut && !(this.#stopped && this.#openEnded.has(call))) {
        // an abort at shutdown leaves the effect in its actor's row: the node that takes it over looks up the outcome
        onFault(effect, fault);
        this.#later({ effect, faults: faults + 1, recorder });
      }
    } finally {
      clearTimeout(limit);
      this.#calls.delete(call);
      this.#openEnded.delete(call);
    }
    observe?.(effect.type, (performance.now() - startedAt) / 1000);
    this.#ended();
  }

  /** Aborts the calls of an effect that takes too long. @returns the timer; undefined for an open-ended effect */
  #limit(effect: EffectRow, call: AbortController): NodeJS.Timeout | undefined {
    const { openEnded, callMs = CALL_MS } = this.#options;
    if (openEnded?.has(effect.type)) {
      this.#openEnded.set(call, effect);
      return undefined;
    }
    const limit = setTimeout(() => call.abort(new DOMException('it took too long', 'TimeoutError')), callMs);
    return limit.unref(); // the timer of a call that never ends must not keep the process alive
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
