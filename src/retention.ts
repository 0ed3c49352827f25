/** Keeps tables from growing for ever. Runs by itself on every node that works; one at a time prunes. */
import type { Sql } from '../store/connect.ts';
import { pruneLinks } from '../store/connect-links.ts';
import { pruneAttempts } from '../store/exchanges.ts';
import { pruneFeed } from '../store/feed.ts';
import { pruneAnswers } from '../store/idempotency.ts';
import { pruneTickets } from '../store/inspect-tickets.ts';
import {
  lockRetention,
  pruneDisconnected,
  pruneJournal,
  pruneOrphanedEffects,
  pruneRevocations,
  pruneWebhookSends,
} from '../store/retention.ts';
import { pruneSessions } from '../store/sessions.ts';
import { prunePostedCodes, pruneSignIns } from '../store/sign-ins.ts';
import type { Log } from './log.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** How long each kind is kept, ms. */
export const KEPT_MS = {
  /** Spec 4.2 rule 10: 24 hours. */
  idempotencyKeys: DAY,
  /** For those who resume the feed. */
  feed: 7 * DAY,
  /** As long as rule activity and runs (spec section 8). */
  journal: 90 * DAY,
  /** What networks answered goes with the journal it explains. */
  exchanges: 90 * DAY,
  webhookSends: 30 * DAY,
  orphanedEffects: HOUR,
  /** After their end: a link can be asked about for a while longer. */
  connectLinks: 90 * DAY,
  signIns: DAY,
  /** As long as the longest link. */
  postedCodes: 7 * DAY,
  /** After their end. */
  sessions: DAY,
  /** As long as the answers that tell of them. */
  inspectTickets: DAY,
  /** As long as their journal. */
  disconnectedAccounts: 90 * DAY,
  /** Longer than their machine tries. */
  revocations: 8 * DAY,
} as const;

const EVERY_MS = 10 * 60_000;
/** Rows a statement takes. */
const BITE = 5_000;
/** Bites of one kind in a row; the rest waits for the next time. */
const MOST_BITES = 50;

export type Pruned = { [kind in keyof typeof KEPT_MS]: number };

/**
 * Prunes everything that is too old.
 * @param now epoch ms
 * @returns how many rows of each kind went; null when another node is at it
 */
export async function prune(sql: Sql, now: number): Promise<Pruned | null> {
  return sql.begin(async (tx) => {
    if (!(await lockRetention(tx))) return null;
    // the lock is held by this transaction; the deletes commit one by one, outside of it
    const before = (kind: keyof typeof KEPT_MS) => ({ before: now - KEPT_MS[kind], limit: BITE });
    return {
      idempotencyKeys: await bites(() => pruneAnswers(sql, now - KEPT_MS.idempotencyKeys, BITE)),
      feed: await bites(() => pruneFeed(sql, now - KEPT_MS.feed, BITE)),
      journal: await bites(() => pruneJournal(sql, before('journal'))),
      exchanges: await bites(() => pruneAttempts(sql, before('exchanges'))),
      webhookSends: await bites(() => pruneWebhookSends(sql, before('webhookSends'))),
      orphanedEffects: await bites(() => pruneOrphanedEffects(sql, before('orphanedEffects'))),
      connectLinks: await bites(() => pruneLinks(sql, before('connectLinks'))),
      signIns: await bites(() => pruneSignIns(sql, before('signIns'))),
      postedCodes: await bites(() => prunePostedCodes(sql, before('postedCodes'))),
      sessions: await bites(() => pruneSessions(sql, before('sessions'))),
      inspectTickets: await bites(() => pruneTickets(sql, before('inspectTickets'))),
      disconnectedAccounts: await bites(() => pruneDisconnected(sql, before('disconnectedAccounts'))),
      revocations: await bites(() => pruneRevocations(sql, before('revocations'))),
    };
  });
}

async function bites(bite: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let count = 0; count < MOST_BITES; count += 1) {
    const taken = await bite();
    total += taken;
    if (taken < BITE) break;
  }
  return total;
}

/** Prunes now and then. @returns how to stop it */
export function keepPruned(options: {
  sql: Sql;
  clock: () => number;
  log: Log;
  everyMs?: number;
}): () => void {
  const { sql, clock, log, everyMs = EVERY_MS } = options;
  const timer = setInterval(() => {
    void pruneAndTell(sql, clock(), log);
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

async function pruneAndTell(sql: Sql, now: number, log: Log): Promise<void> {
  try {
    const pruned = await prune(sql, now);
    if (pruned && Object.values(pruned).some((count) => count > 0))
      log.info({ pruned }, 'pruned what was too old');
  } catch (fault) {
    log.warn({ fault: String(fault) }, 'pruning failed; it is tried again later');
  }
}
