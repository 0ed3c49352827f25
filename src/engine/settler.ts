/**
 * Saves the results of effects, many in one commit. While a commit is in progress, further results wait for the next
 * batch. When many effects are in progress, a batch waits a little for more results. Only one commit for a family is in
 * progress at a time, so that this node's own commits never conflict with each other. A batch that the database
 * permanently refuses is halved until the result at fault is alone; then its actor is parked. Actors that another
 * transaction has locked hold up nobody else: their results wait apart, without a transaction, until the lock is gone.
 */
import type { Log } from '../base/log.ts';
import { readLockedIds } from '../../store/turns.ts';
import { keyOf } from './claims.ts';
import { parkResult, settle } from './settle.ts';
import type { Result } from './effect-run.ts';
import { isLockTimeout } from './lock-for-turn.ts';
import { isRefusedForGood, type TurnTaker } from './take.ts';
import type { Written } from './write.ts';

interface SettlerOptions {
  taker: TurnTaker;
  /** The current time, epoch ms. */
  clock: () => number;
  log: Log;
  /** The maximum number of transactions at the same time. */
  lanes: number;
  /** The maximum number of results in one transaction. */
  batch: number;
  /** Returns how many effects of this node are in progress. */
  underWay: () => number;
  /** Called after each commit, with the effects and events that follow from it. */
  onWritten: (written: Written) => void;
  /** Called with each error for which a commit is tried again. */
  onFault: (fault: unknown) => void;
}

/** With this many effects in progress or more, a commit waits for more results … */
const MANY_UNDER_WAY = 64;
/** … for this long, ms. */
const GATHER_MS = 20;

/** The wait before results that could not be saved are tried again, ms. */
const RETRY_MS = 500;
/** The time between two looks whether a locked actor is free, ms. */
const LOCKED_MS = 100;
/** The wait after an actor could not be parked, ms. */
const PARK_RETRY_MS = 1_000;

export class Settler {
  readonly #options: SettlerOptions;
  #waiting: Result[] = [];
  readonly #underWay = new Set<Result>();
  /** Families of results that are being saved. */
  readonly #busy = new Set<string>();
  /** How many batches are in progress. */
  #running = 0;
  #gathering: NodeJS.Timeout | null = null;
  /** Results of actors that another transaction has locked. */
  readonly #locked = new Set<Result>();
  #drained: (() => void) | null = null;
  /** The node stops, and gives up what is locked. */
  #ended = false;

  constructor(options: SettlerOptions) {
    this.#options = options;
  }

  /** Adds the result of an effect. It is saved soon, together with results that arrive at the same moment. */
  add(result: Result): void {
    this.#waiting.push(result);
    this.#settleSoon();
  }

  /** Keys of effects whose results are not saved yet. */
  get effectKeys(): string[] {
    return [...this.#waiting, ...this.#underWay, ...this.#locked].map(({ actorId, effectId }) =>
      keyOf({ actorId, id: effectId }),
    );
  }

  /**
   * Saves the remaining results. One that arrives later is saved if it can be at once, else it is left to the node that takes its
   * effect over.
   * @param withinMs how long it may take, ms
   */
  async drain(withinMs: number): Promise<void> {
    if (!this.#isEmpty)
      await new Promise<void>((resolve) => {
        this.#drained = resolve;
        setTimeout(resolve, withinMs).unref();
        this.#settleNow();
      });
    this.#ended = true;
  }

  get #isEmpty(): boolean {
    return this.#running === 0 && this.#waiting.length === 0 && this.#locked.size === 0;
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
    // includes results that arrive in the same turn of the event loop
    setImmediate(() => void this.#run(this.#nextBatch()));
  }

  /** Takes the next batch: results of families of which no result is being saved. */
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
    // a later result of a family whose actors are locked would only wait for them
    for (const result of this.#locked) this.#busy.add(familyOf(result));
    this.#running -= 1;
    const mayBeFree = results.length > 0 || (this.#running === 0 && this.#locked.size === 0);
    if (this.#waiting.length > 0 && mayBeFree) this.#settleSoon();
    else if (this.#isEmpty) this.#drained?.();
  }

  async #settle(results: Result[]): Promise<void> {
    if (results.length === 0) return;
    const { taker, clock, log, onWritten, onFault } = this.#options;
    for (const result of results) this.#underWay.add(result);
    try {
      onWritten(await settle(taker, results, clock()));
    } catch (fault) {
      if (isRefusedForGood(fault)) await this.#settleApart(results, fault);
      else if (isLockTimeout(fault)) await this.#settleFree(results);
      else if (this.#ended)
        log.warn(
          { results: results.length, fault: String(fault) },
          'results came after this node stopped: their effects are left to another node',
        );
      else {
        onFault(fault);
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

  /** Another transaction has locked a row: results of actors that are free are saved without the others. */
  async #settleFree(results: Result[]): Promise<void> {
    const locked = await this.#lockedOf(results);
    const free = results.filter((result) => !locked.has(result));
    if (locked.size > 0) void this.#untilFree([...locked]);
    // what was locked may be a row of the feed, or is free by now
    if (locked.size === 0) this.#waiting.unshift(...free);
    else await this.#settle(free);
  }

  /** Waits without a connection of a transaction. */
  async #untilFree(results: Result[]): Promise<void> {
    for (const result of results) this.#locked.add(result);
    for (let left = results; left.length > 0;) {
      await pause(LOCKED_MS);
      if (this.#ended) return;
      const locked = await this.#lockedOf(left);
      const free = left.filter((result) => !locked.has(result));
      left = [...locked];
      for (const result of free) {
        this.#locked.delete(result);
        this.#busy.delete(familyOf(result));
        this.#waiting.push(result);
      }
      if (free.length > 0) this.#settleSoon();
    }
  }

  /** The results whose actor, or the first actor of its family, is locked. An error says that all are. */
  async #lockedOf(results: readonly Result[]): Promise<Set<Result>> {
    const idsOf = (result: Result) => [result.actorId, familyOf(result)];
    try {
      const ids = new Set(await readLockedIds(this.#options.taker.sql, [...new Set(results.flatMap(idsOf))]));
      return new Set(results.filter((result) => idsOf(result).some((id) => ids.has(id))));
    } catch (fault) {
      this.#options.onFault(fault);
      return new Set(results);
    }
  }

  /** One result of many is at fault: saves each half separately. */
  async #settleApart(results: Result[], fault: unknown): Promise<void> {
    const [result] = results;
    if (results.length > 1) {
      const middle = Math.ceil(results.length / 2);
      await this.#settle(results.slice(0, middle));
      await this.#settle(results.slice(middle));
    } else if (result?.attempt) {
      // the recorded calls are only for the debugger and must not stop an actor: try again without them
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
 * Parks an actor whose writes Postgres refuses. If that fails too, it waits before it returns.
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
