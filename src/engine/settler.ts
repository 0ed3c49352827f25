/**
 * Saves what effects came to, many results in one transaction. While one commit is under way the next batch gathers. A
 * batch that the database refuses for good is halved until the result at fault is alone; then its actor is parked.
 */
import type { Log } from '../log.ts';
import { isRefusedForGood, parkResult, type Result, settle, type TurnTaker } from './take.ts';
import type { Written } from './write.ts';

export interface SettlerOptions {
  taker: TurnTaker;
  /** Epoch ms. */
  clock: () => number;
  log: Log;
  /** Transactions at once. */
  lanes: number;
  /** Results of one transaction at most. */
  batch: number;
  /** Called after each commit, with what it leaves to do. */
  onWritten: (written: Written) => void;
}

/** How long it waits before results that could not be saved are tried again, ms. */
const RETRY_MS = 500;
/** The same for an actor that could not be parked, ms. */
const PARK_RETRY_MS = 1_000;

export class Settler {
  readonly #options: SettlerOptions;
  readonly #waiting: Result[] = [];
  readonly #underWay = new Set<Result>();
  /** Batches under way. */
  #running = 0;
  #drained: (() => void) | null = null;

  constructor(options: SettlerOptions) {
    this.#options = options;
  }

  /** Takes what an effect came to. It is saved soon, with others that end in the same moment. */
  add(result: Result): void {
    this.#waiting.push(result);
    this.#settleSoon();
  }

  /** Ids of effects whose results are not saved yet. */
  get effectIds(): string[] {
    return [...this.#waiting, ...this.#underWay].map(({ effectId }) => effectId);
  }

  /** Saves what is left. @param withinMs how long it may take */
  async drain(withinMs: number): Promise<void> {
    if (this.#running === 0 && this.#waiting.length === 0) return;
    this.#settleSoon();
    await new Promise<void>((resolve) => {
      this.#drained = resolve;
      setTimeout(resolve, withinMs).unref();
    });
  }

  #settleSoon(): void {
    const { lanes, batch } = this.#options;
    if (this.#running >= lanes || this.#waiting.length === 0) return;
    this.#running += 1;
    setImmediate(() => void this.#run(this.#waiting.splice(0, batch)));
  }

  async #run(results: Result[]): Promise<void> {
    await this.#settle(results);
    this.#running -= 1;
    if (this.#waiting.length > 0) this.#settleSoon();
    else if (this.#running === 0) this.#drained?.();
  }

  async #settle(results: Result[]): Promise<void> {
    if (results.length === 0) return;
    const { taker, clock, log, onWritten } = this.#options;
    for (const result of results) this.#underWay.add(result);
    try {
      onWritten(await settle(taker, results, clock()));
    } catch (fault) {
      if (isRefusedForGood(fault)) await this.#settleApart(results, fault);
      else {
        log.error(
          { results: results.length, fault: String(fault) },
          'results could not be saved; trying again',
        );
        await pause(RETRY_MS);
        this.#waiting.unshift(...results);
      }
    }
    for (const result of results) this.#underWay.delete(result);
  }

  /** One result of many is at fault: each half by itself. */
  async #settleApart(results: Result[], fault: unknown): Promise<void> {
    const [result] = results;
    if (results.length > 1) {
      const middle = Math.ceil(results.length / 2);
      await this.#settle(results.slice(0, middle));
      await this.#settle(results.slice(middle));
    } else if (result?.attempt) {
      // the recorded calls are for people and must not stop an actor: once more without them
      delete result.attempt;
      await this.#settle(results);
    } else if (result) {
      const { taker, clock, log } = this.#options;
      const isParked = await park(() => parkResult(taker, result, clock(), fault), { fault, log });
      if (!isParked) this.#waiting.unshift(result);
    }
  }
}

/**
 * Parks an actor whose writes Postgres refuses. When that fails too it waits for a moment.
 * @returns false when it failed: try again
 */
export async function park(
  work: () => Promise<void>,
  { fault, log }: { fault: unknown; log: Log },
): Promise<boolean> {
  log.error({ fault: String(fault) }, 'an actor was parked: Postgres refuses what it writes');
  try {
    await work();
    return true;
  } catch (again) {
    log.error({ fault: String(again) }, 'an actor could not be parked; trying again');
    await pause(PARK_RETRY_MS);
    return false;
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
