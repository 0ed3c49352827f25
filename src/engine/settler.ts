/**
 * Saves what effects came to, many results in one commit. While one is under way the next batch gathers; when many effects
 * are under way it waits a little for more of them. Of a family one commit is under way at a time, so that none of a node's
 * own makes another of them stale. A batch that the database refuses for good is halved until the result at fault is alone;
 * then its actor is parked.
 */
import type { Log } from '../log.ts';
import { keyOf } from './claims.ts';
import { parkResult, type Result, settle } from './settle.ts';
import { isRefusedForGood, type TurnTaker } from './take.ts';
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
  /** How many effects of this node are under way. */
  underWay: () => number;
  /** Called after each commit, with what it leaves to do. */
  onWritten: (written: Written) => void;
}

/** With this many effects under way or more, a commit waits for more results … */
const MANY_UNDER_WAY = 64;
/** … this long, ms. */
const GATHER_MS = 20;

/** How long it waits before results that could not be saved are tried again, ms. */
const RETRY_MS = 500;
/** The same for an actor that could not be parked, ms. */
const PARK_RETRY_MS = 1_000;

export class Settler {
  readonly #options: SettlerOptions;
  #waiting: Result[] = [];
  readonly #underWay = new Set<Result>();
  /** Families of results that are being saved. */
  readonly #busy = new Set<string>();
  /** Batches under way. */
  #running = 0;
  #gathering: NodeJS.Timeout | null = null;
  #drained: (() => void) | null = null;

  constructor(options: SettlerOptions) {
    this.#options = options;
  }

  /** Takes what an effect came to. It is saved soon, with others that end in the same moment. */
  add(result: Result): void {
    this.#waiting.push(result);
    this.#settleSoon();
  }

  /** Keys of effects whose results are not saved yet. */
  get effectKeys(): string[] {
    return [...this.#waiting, ...this.#underWay].map(({ actorId, effectId }) =>
      keyOf({ actorId, id: effectId }),
    );
  }

  /** Saves what is left. @param withinMs how long it may take */
  async drain(withinMs: number): Promise<void> {
    if (this.#running === 0 && this.#waiting.length === 0) return;
    await new Promise<void>((resolve) => {
      this.#drained = resolve;
      setTimeout(resolve, withinMs).unref();
      this.#settleNow();
    });
  }

  #settleSoon(): void {
    const { lanes, batch, underWay } = this.#options;
    if (this.#running >= lanes || this.#gathering) return;
    if (this.#waiting.length >= batch || underWay() < MANY_UNDER_WAY || this.#drained)
      return this.#settleNow();
    this.#gathering = setTimeout(() => {
      this.#gathering = null;
      this.#settleNow();
    }, GATHER_MS);
  }

  #settleNow(): void {
    if (this.#running >= this.#options.lanes || this.#waiting.length === 0) return;
    this.#running += 1;
    // results that come in the same moment go along
    setImmediate(() => void this.#run(this.#nextBatch()));
  }

  /** Results of families of which none is being saved. */
  #nextBatch(): Result[] {
    const batch: Result[] = [];
    const left: Result[] = [];
    for (const result of this.#waiting) {
      if (batch.length < this.#options.batch && !this.#busy.has(familyOf(result))) batch.push(result);
      else left.push(result);
    }
    this.#waiting = left;
    return batch;
  }

  async #run(results: Result[]): Promise<void> {
    for (const result of results) this.#busy.add(familyOf(result));
    await this.#settle(results);
    for (const result of results) this.#busy.delete(familyOf(result));
    this.#running -= 1;
    if (this.#waiting.length > 0 && (results.length > 0 || this.#running === 0)) this.#settleSoon();
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

const familyOf = ({ family, actorId }: Result): string => family ?? actorId;
