/**
 * Follows the journal to its end and on, without a hole. Pages get their ids before they are committed, so below the
 * newest page that is seen there may be some yet to come: the tail keeps to the last id of which it knows that nothing
 * comes before it any more, and what it has told after that id it remembers. Of one actor's steps none is ever seen before
 * the one it follows: the actor's row is locked from one commit to the next.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from '../../../store/connect.ts';
import {
  drawTransactionNumber,
  type JournalHead,
  readJournalAfter,
  readJournalHead,
  type TailPage,
} from '../../../store/journal-tail.ts';
import type { Scope } from './watch.ts';

/** Pages a look takes. */
const PAGES_AT_ONCE = 64;
/**
 * Pages that may lie between the id that is certain and the newest. Reached only when somebody holds a transaction open that
 * has written something; then the oldest of them count as certain.
 */
const MOST_UNCERTAIN = 5_000;
/** How long the beginning waits for such a transaction, ms. */
const BEGIN_WAIT_MS = 1_000;
const BEGIN_PAUSE_MS = 10;
/** Pages of whomever after which that is worth it though none of them was told. */
const FAR_BEHIND = 1_000n;

export interface TailOptions {
  /** At most so often is it found out what is certain, ms. Default 1,000. */
  markPauseMs?: number;
}

export class Tail {
  readonly #sql: Sql;
  readonly #scope: Scope;
  /** No page comes up to this id any more that was not there. */
  #after: bigint;
  /** After it. */
  readonly #told = new Set<string>();
  /** When everything before this transaction has ended, every page up to this id is there. */
  #mark: { lastId: bigint; begunBefore: bigint } | null = null;
  #markedAt = -Infinity;

  readonly #markPauseMs: number;

  private constructor(
    sql: Sql,
    scope: Scope,
    { after, markPauseMs = 1_000 }: TailOptions & { after: bigint },
  ) {
    this.#sql = sql;
    this.#scope = scope;
    this.#after = after;
    this.#markPauseMs = markPauseMs;
  }

  /** From the beginning of what is kept. */
  static fromBeginning(sql: Sql, scope: Scope, options: TailOptions = {}): Tail {
    return new Tail(sql, scope, { ...options, after: 0n });
  }

  /** From now on: everything that is committed after this promise resolves, and a little from before. */
  static async fromNow(sql: Sql, scope: Scope, options: TailOptions = {}): Promise<Tail> {
    const { lastId } = await readJournalHead(sql);
    const begunBefore = BigInt(await drawTransactionNumber(sql));
    const until = performance.now() + BEGIN_WAIT_MS;
    for (;;) {
      if (hasEnded(await readJournalHead(sql), begunBefore))
        return new Tail(sql, scope, { ...options, after: BigInt(lastId) });
      if (performance.now() > until) break;
      await pause(BEGIN_PAUSE_MS, undefined, { ref: false });
    }
    const early = BigInt(lastId) - BigInt(MOST_UNCERTAIN);
    return new Tail(sql, scope, { ...options, after: early > 0n ? early : 0n });
  }

  /** Pages that were not read yet, in their order. They are read again unless `accept` is called. */
  async read(): Promise<{ pages: TailPage[]; accept: () => void; more: boolean }> {
    const head = await readJournalHead(this.#sql);
    await this.#markAt(head);
    const { workspaceId, family } = this.#scope;
    const pages: TailPage[] = await readJournalAfter(this.#sql, {
      workspaceId,
      family,
      after: String(this.#after),
      told: [...this.#told],
      limit: PAGES_AT_ONCE,
    });
    const more = pages.length === PAGES_AT_ONCE;
    return { pages, more, accept: () => this.#accept(head, pages, more) };
  }

  /** Only when it is worth a transaction's number: something was told, or much happened elsewhere. */
  async #markAt({ lastId }: JournalHead): Promise<void> {
    const isWorth = this.#told.size > 0 || BigInt(lastId) > this.#after + FAR_BEHIND;
    if (this.#mark !== null || !isWorth || performance.now() < this.#markedAt + this.#markPauseMs) return;
    // drawn after the id was read: whoever drew that id, or one before it, has a smaller number
    const begunBefore = BigInt(await drawTransactionNumber(this.#sql));
    this.#mark = { lastId: BigInt(lastId), begunBefore };
    this.#markedAt = performance.now();
  }

  #accept(head: JournalHead, pages: readonly TailPage[], more: boolean): void {
    for (const { id } of pages) this.#told.add(id);
    if (this.#mark && hasEnded(head, this.#mark.begunBefore)) {
      // the pages were read after the head, so all of those up to the mark were among them
      const { lastId } = this.#mark;
      const last = more ? BigInt(pages.at(-1)!.id) : lastId;
      this.#settle(last < lastId ? last : lastId);
      if (last >= lastId) this.#mark = null;
    }
    if (this.#told.size > MOST_UNCERTAIN) {
      const ids = [...this.#told].map(BigInt).toSorted((a, b) => (a < b ? -1 : 1));
      this.#settle(ids[ids.length - MOST_UNCERTAIN]!);
    }
  }

  #settle(id: bigint): void {
    if (id <= this.#after) return;
    this.#after = id;
    for (const told of this.#told) if (BigInt(told) <= id) this.#told.delete(told);
  }
}

const hasEnded = (head: JournalHead, begunBefore: bigint) => BigInt(head.endedBefore) >= begunBefore;
