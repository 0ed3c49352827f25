/**
 * Follows the journal to its end, and on, without gaps.
 * A page gets its id before its commit, so pages with smaller ids can appear after the newest page that was read. The
 * tail therefore keeps a *settled id*: no page at or below it can still appear. It reads everything after that id
 * again, and remembers which of those pages it has reported. The steps of one actor always appear in order, because its
 * row is locked until the commit.
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

/** How many pages one read returns. */
const PAGES_AT_ONCE = 64;
/**
 * How many pages may lie after the settled id. More of them appear only while somebody holds a transaction open that
 * has written; then the oldest pages count as settled.
 */
const MAX_UNCERTAIN = 5_000;
/** How long the start waits for such a transaction, ms. */
const BEGIN_WAIT_MS = 1_000;
const BEGIN_PAUSE_MS = 10;
/** The settled id is also moved after this many pages of other workspaces. */
const FAR_BEHIND = 1_000n;

export interface TailOptions {
  /** Minimum interval between checks for the newest settled id, ms. Default 1,000. */
  markPauseMs?: number;
}

export class Tail {
  readonly #sql: Sql;
  readonly #scope: Scope;
  /** The settled id: no page at or below it can still appear. */
  #after: bigint;
  /** Reported pages after the settled id. */
  readonly #reported = new Set<string>();
  /** When every transaction before this one has ended, all pages up to this id are visible. */
  #mark: { lastId: bigint; startedBefore: bigint } | null = null;
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

  /** From the oldest page that is kept. */
  static fromBeginning(sql: Sql, scope: Scope, options: TailOptions = {}): Tail {
    return new Tail(sql, scope, { ...options, after: 0n });
  }

  /** From now on: everything committed after this promise resolves, and possibly a little from before. */
  static async fromNow(sql: Sql, scope: Scope, options: TailOptions = {}): Promise<Tail> {
    const { lastId } = await readJournalHead(sql);
    const startedBefore = BigInt(await drawTransactionNumber(sql));
    const until = performance.now() + BEGIN_WAIT_MS;
    for (;;) {
      if (hasEnded(await readJournalHead(sql), startedBefore))
        return new Tail(sql, scope, { ...options, after: BigInt(lastId) });
      if (performance.now() > until) break;
      await pause(BEGIN_PAUSE_MS, undefined, { ref: false });
    }
    const early = BigInt(lastId) - BigInt(MAX_UNCERTAIN);
    return new Tail(sql, scope, { ...options, after: early > 0n ? early : 0n });
  }

  /** Pages that were not read yet, in order. The next call returns them again unless `accept` is called. */
  async read(): Promise<{ pages: TailPage[]; accept: () => void; more: boolean }> {
    const head = await readJournalHead(this.#sql);
    await this.#markAt(head);
    const { workspaceId, family } = this.#scope;
    const pages: TailPage[] = await readJournalAfter(this.#sql, {
      workspaceId,
      family,
      after: String(this.#after),
      told: [...this.#reported],
      limit: PAGES_AT_ONCE,
    });
    const more = pages.length === PAGES_AT_ONCE;
    return { pages, more, accept: () => this.#accept(head, pages, more) };
  }

  /** A transaction number is drawn only when it is worth it: something was reported, or much happened elsewhere. */
  async #markAt({ lastId }: JournalHead): Promise<void> {
    const isWorth = this.#reported.size > 0 || BigInt(lastId) > this.#after + FAR_BEHIND;
    if (this.#mark !== null || !isWorth || performance.now() < this.#markedAt + this.#markPauseMs) return;
    // drawn after the id was read: the transaction of that id, and of every smaller one, has a smaller number
    const startedBefore = BigInt(await drawTransactionNumber(this.#sql));
    this.#mark = { lastId: BigInt(lastId), startedBefore };
    this.#markedAt = performance.now();
  }

  #accept(head: JournalHead, pages: readonly TailPage[], more: boolean): void {
    for (const { id } of pages) this.#reported.add(id);
    if (this.#mark && hasEnded(head, this.#mark.startedBefore)) {
      // the pages were read after the head, so they include all pages up to the mark
      const { lastId } = this.#mark;
      const last = more ? BigInt(pages.at(-1)!.id) : lastId;
      this.#settle(last < lastId ? last : lastId);
      if (last >= lastId) this.#mark = null;
    }
    if (this.#reported.size > MAX_UNCERTAIN) {
      const ids = [...this.#reported].map(BigInt).toSorted((a, b) => (a < b ? -1 : 1));
      this.#settle(ids[ids.length - MAX_UNCERTAIN]!);
    }
  }

  #settle(id: bigint): void {
    if (id <= this.#after) return;
    this.#after = id;
    for (const reported of this.#reported) if (BigInt(reported) <= id) this.#reported.delete(reported);
  }
}

const hasEnded = (head: JournalHead, startedBefore: bigint) => BigInt(head.endedBefore) >= startedBefore;
