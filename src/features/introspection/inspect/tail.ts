/**
 * Follows the journal to its end, and on, without gaps.
 *
 * A page gets its id, which follows from the time, before its commit: pages with smaller ids can appear after the newest
 * page that was read, though not later than the longest turn takes. So nothing counts as read for good before that time
 * has passed. A read looks at the last seconds, and now and then at all that may still have changed. The tail remembers
 * which pages it has reported. A step that one read misses is noticed by the reporter, from the numbers of the actor's steps.
 */
import type { Sql } from '../../../../store/connect.ts';
import {
  LONGEST_TURN_MS,
  PAGE_IDS_PER_MS,
  readJournalAfter,
  readJournalIdsAfter,
  readJournalNow,
  type TailPage,
} from '../../../../store/journal-tail.ts';
import type { Scope } from './watch.ts';

/** How many pages one read returns. */
const PAGES_AT_ONCE = 64;
/** Nearly every page is visible this long after it got its id. */
const RECENT_MS = 5_000;
/** A complete read is repeated after this time, or after this many times as long as it took. */
const COMPLETE_EVERY_MS = 15_000;
const COMPLETE_EVERY_TIMES = 20;

interface TailOptions {
  /** How far back most reads look, ms. Default 5,000. */
  recentMs?: number;
  /** Time between two complete reads, ms. Default 15,000. */
  completeEveryMs?: number;
}

export class Tail {
  readonly #sql: Sql;
  readonly #scope: Scope;
  readonly #options: TailOptions;
  /** Every page up to this id was reported, or was there before the tail began. */
  #after: bigint;
  /** Such pages after that id. */
  readonly #reported: Set<string>;
  /** When the next read has to be complete, by `performance.now()`. */
  #completeAt = -Infinity;

  private constructor(
    sql: Sql,
    scope: Scope,
    options: TailOptions,
    from: { after: bigint; reported: string[] },
  ) {
    this.#sql = sql;
    this.#scope = scope;
    this.#options = options;
    this.#after = from.after;
    this.#reported = new Set(from.reported);
  }

  /** From the oldest page that is kept. */
  static fromBeginning(sql: Sql, scope: Scope, options: TailOptions = {}): Tail {
    return new Tail(sql, scope, options, { after: 0n, reported: [] });
  }

  /** From now on: everything committed after this promise resolves, and possibly a little from before. */
  static async fromNow(sql: Sql, scope: Scope, options: TailOptions = {}): Promise<Tail> {
    const after = earlier(await readJournalNow(sql), LONGEST_TURN_MS);
    const { workspaceId, family } = scope;
    const reported = await readJournalIdsAfter(sql, { workspaceId, family, after });
    return new Tail(sql, scope, options, { after, reported });
  }

  /** Pages that were not read yet, in order. The next call returns them again unless `accept` is called. */
  async read(): Promise<{ pages: TailPage[]; accept: () => void; more: boolean }> {
    const beganAt = performance.now();
    const now = await readJournalNow(this.#sql);
    const isComplete = beganAt >= this.#completeAt;
    const recent = earlier(now, this.#options.recentMs ?? RECENT_MS);
    const pages = await this.#readAfter(isComplete || recent < this.#after ? this.#after : recent);
    const more = pages.length === PAGES_AT_ONCE;
    const tookMs = performance.now() - beganAt;
    return { pages, more, accept: () => this.#accept(pages, { now, isComplete, more, tookMs }) };
  }

  #readAfter(after: bigint): Promise<TailPage[]> {
    const { workspaceId, family } = this.#scope;
    const reported = [...this.#reported].filter((id) => BigInt(id) > after);
    return readJournalAfter(this.#sql, { workspaceId, family, after, reported, limit: PAGES_AT_ONCE });
  }

  #accept(
    pages: readonly TailPage[],
    read: { now: bigint; isComplete: boolean; more: boolean; tookMs: number },
  ): void {
    for (const { id } of pages) this.#reported.add(id);
    if (!read.isComplete) return;
    const settled = earlier(read.now, LONGEST_TURN_MS);
    const last = read.more ? BigInt(pages.at(-1)!.id) : settled;
    this.#settle(last < settled ? last : settled);
    if (read.more) return;
    const { completeEveryMs = COMPLETE_EVERY_MS } = this.#options;
    this.#completeAt = performance.now() + Math.max(completeEveryMs, COMPLETE_EVERY_TIMES * read.tookMs);
  }

  #settle(id: bigint): void {
    if (id <= this.#after) return;
    this.#after = id;
    for (const reported of this.#reported) if (BigInt(reported) <= id) this.#reported.delete(reported);
  }
}

/** The id of a page that was written some time before another one. */
const earlier = (id: bigint, ms: number) => id - BigInt(ms) * PAGE_IDS_PER_MS;
