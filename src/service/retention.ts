/**
 * Deletes old rows, so that tables do not grow for ever. Runs by itself on every node that works; one at a time prunes.
 */
import type { Sql } from '../../store/connect.ts';
import type { KindTable } from '../engine/kind.ts';
import { pruneAnsweredComments } from '../../store/answered-comments.ts';
import { forgetAuditAddresses, pruneAuditEntries } from '../../store/audit-entries.ts';
import { forgetInstallationAddresses, pruneInstallationEntries } from '../../store/installation-entries.ts';
import { pruneApprovalLinks } from '../../store/approval-links.ts';
import { pruneReportLinks } from '../../store/report-links.ts';
import { pruneConfirmations } from '../../store/confirmations.ts';
import { pruneLinks } from '../../store/connect-links.ts';
import { pruneAttempts } from '../../store/exchanges.ts';
import { pruneFeed } from '../../store/feed.ts';
import { prunePages } from '../../store/link-previews.ts';
import { pruneAnswers } from '../../store/idempotency.ts';
import { pruneInbound } from '../../store/inbound.ts';
import { prunePaidReads } from '../../store/paid-reads.ts';
import { pruneNearMisses } from '../../store/near-misses.ts';
import { removeDeletedCopies } from '../features/inbox/index.ts';
import { finishRemovals } from '../features/workspaces/index.ts';
import { type Media, removeFiles } from '../features/media/index.ts';
import { pruneRemovals } from '../../store/media-removals.ts';
import { findOrphanedCopies } from '../../store/message-copies.ts';
import { pruneMessages } from '../../store/message-retention.ts';
import { deleteOldDays } from '../../store/account-numbers.ts';
import { deleteOldSamples, forgetOldNumbers, thinSamples } from '../../store/tracked-posts.ts';
import { networks } from '../../adapters/networks.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import { lockRetention, pruneEnded, pruneJournal, pruneRevocations } from '../../store/retention.ts';
import { pruneCodes, pruneGrants, pruneTokens } from '../../store/grants.ts';
import { pruneClients, pruneRequests } from '../../store/oauth-clients.ts';
import { pruneInvitations } from '../../store/invitations.ts';
import { prunePasswordResets } from '../../store/password-resets.ts';
import { pruneSessions } from '../../store/sessions.ts';
import { prunePostedCodes } from '../../store/connect-apps.ts';
import { pruneSignIns } from '../../store/sign-ins.ts';
import { pruneToolCalls } from '../../store/tool-calls.ts';
import { pruneWorkingCopies } from '../../store/working-copies.ts';
import { leastId } from '../base/ids.ts';
import type { Log } from '../base/log.ts';
import { DAY_MS } from '../base/durations.ts';

/** How long rows are kept, ms. Kinds of actors say it themselves (`retention` in src/kinds). */
export const KEPT_MS = {
  idempotencyKeys: DAY_MS,
  /** For clients that resume the feed. */
  feed: 7 * DAY_MS,
  journal: 90 * DAY_MS,
  /** The responses of networks are deleted with the journal they explain. */
  exchanges: 90 * DAY_MS,
  /** After their end: for some time a person may still ask about a link. */
  connectLinks: 90 * DAY_MS,
  /** After their end. They hold the post as it was when they were made. */
  approvalLinks: 30 * DAY_MS,
  /** After their end, as those. */
  reportLinks: 30 * DAY_MS,
  signIns: DAY_MS,
  /** As long as the longest link. */
  postedCodes: 7 * DAY_MS,
  /** After their end. */
  sessions: DAY_MS,
  /** After their end. */
  passwordResets: DAY_MS,
  /** As long as the responses that mention them. */
  /** Longer than the machine that revokes tries. */
  revocations: 8 * DAY_MS,
  /** Budgets are of one day. */
  paidReads: 2 * DAY_MS,
  /** Longer than networks take an answer to a comment (7 days). */
  answeredComments: 8 * DAY_MS,
  /** As long as the activity of their rules. */
  nearMisses: 90 * DAY_MS,
  /** After their end: until then a caller can read the outcome. */
  confirmations: DAY_MS,
  /** After their end. */
  appRequests: DAY_MS,
  /** After their end: until then one that comes again ends the grant. */
  grantCodes: DAY_MS,
  grantTokens: DAY_MS,
  /** That nobody lets act: after they last sent a person here. */
  apps: 90 * DAY_MS,
  /** After their end: until then a person who opens the link can read the outcome. */
  invitations: 90 * DAY_MS,
  /** As long as the journal of what they did. */
  toolCalls: 90 * DAY_MS,
  /** After their last change. */
  workingCopies: 30 * DAY_MS,
  auditEntries: 365 * DAY_MS,
  /** IP addresses in audit entries. */
  auditAddresses: 30 * DAY_MS,
  /** After they were processed: longer than networks repeat an event (36 hours). */
  inbound: 7 * DAY_MS,
  /** Longer than an upload takes that began before a file was deleted. */
  mediaRemovals: DAY_MS,
  /** After they were read: posts keep their own copy. */
  linkPreviews: DAY_MS,
  /** Of posts that were published before: after that one sample a week is kept. */
  denseSamples: 400 * DAY_MS,
} as const;

const EVERY_MS = 10 * 60_000;
/** Rows that one statement deletes. */
const BATCH = 5_000;
/** Batches of one sort in one run; the rest is deleted by the next run. */
const MAX_BATCHES = 50;

interface Stores {
  sql: Sql;
  directory: Sql;
  media?: Pick<Media, 'removePrivate' | 'removeHosted'>;
}

/** How many rows were deleted, by what they were. */
interface Pruned {
  [what: string]: number;
}

/**
 * Deletes everything that is too old.
 * @param stores sql: the cell; one node at a time prunes a cell, and the directory with it. media deletes files; absent
 *   means that they stay until the next time
 * @param kinds of actors, which say how long theirs are kept
 * @param now epoch ms
 * @param adapters say how long numbers are kept where a network's terms limit it. Default: every network as it is
 * @returns how many rows of each sort were deleted; null when another node is pruning
 */
export async function prune(
  { sql, directory, media }: Stores,
  kinds: KindTable,
  now: number,
  adapters: { [platform: string]: Manifest } = networks,
): Promise<Pruned | null> {
  return sql.begin(async (tx) => {
    if (!(await lockRetention(tx))) return null;
    // the lock is held by this transaction; the deletes commit one by one, outside of it
    const before = (what: keyof typeof KEPT_MS) => ({ before: now - KEPT_MS[what], limit: BATCH });
    const resting = Object.values(kinds).flatMap(({ name: kind, restingStates }) =>
      restingStates.map((state) => ({ kind, state })),
    );
    const endless = Object.values(kinds).flatMap(({ name, isEndless }) => (isEndless ? [name] : []));
    return {
      idempotencyKeys:
        (await inBatches(() => pruneAnswers(sql, now - KEPT_MS.idempotencyKeys, BATCH))) +
        (await inBatches(() => pruneAnswers(directory, now - KEPT_MS.idempotencyKeys, BATCH))),
      feed: await inBatches(() => pruneFeed(sql, now - KEPT_MS.feed, BATCH)),
      journal: await inBatches(() => pruneJournal(sql, { ...before('journal'), resting, endless })),
      exchanges: await inBatches(() => pruneAttempts(sql, before('exchanges'))),
      connectLinks: await inBatches(() => pruneLinks(sql, before('connectLinks'))),
      approvalLinks: await inBatches(() => pruneApprovalLinks(sql, before('approvalLinks'))),
      reportLinks: await inBatches(() => pruneReportLinks(sql, before('reportLinks'))),
      signIns: await inBatches(() => pruneSignIns(sql, before('signIns'))),
      postedCodes: await inBatches(() => prunePostedCodes(directory, before('postedCodes'))),
      sessions: await inBatches(() => pruneSessions(directory, before('sessions'))),
      invitations: await inBatches(() => pruneInvitations(directory, before('invitations'))),
      passwordResets: await inBatches(() => prunePasswordResets(directory, before('passwordResets'))),
      removedWorkspaces: await finishRemovals({ sql, directory }, now),
      ...(await pruneApps(directory, now)),
      ...(await pruneAudit({ sql, directory }, now)),
      revocations: await inBatches(() => pruneRevocations(sql, before('revocations'))),
      inbound: await inBatches(() => pruneInbound(sql, before('inbound'))),
      answeredComments: await inBatches(() => pruneAnsweredComments(directory, before('answeredComments'))),
      linkPreviews: await inBatches(() => prunePages(sql, before('linkPreviews'))),
      nearMisses: await inBatches(() => pruneNearMisses(sql, before('nearMisses'))),
      paidReads: await inBatches(() => prunePaidReads(sql, before('paidReads'))),
      confirmations: await inBatches(() => pruneConfirmations(sql, before('confirmations'))),
      toolCalls: await inBatches(() =>
        pruneToolCalls(sql, { beforeId: leastId('call', now - KEPT_MS.toolCalls), limit: BATCH }),
      ),
      workingCopies: await inBatches(() => pruneWorkingCopies(sql, before('workingCopies'))),
      // by what each workspace has set
      directMessages: await inBatches(() => pruneMessages(sql, { now, limit: BATCH })),
      messageCopies: await inBatches(() => findOrphanedCopies(sql, BATCH)),
      // those of messages that were deleted by age, or with their account or workspace
      removedCopies: media ? (await removeDeletedCopies({ sql, media }, null)).removed : 0,
      removedFiles: media ? await removeFiles({ sql, directory, media }, now) : 0,
      mediaRemovals: await inBatches(() => pruneRemovals(sql, before('mediaRemovals'))),
      denseSamples: await inBatches(() => thinSamples(sql, before('denseSamples'))),
      ...(await pruneByTerms(sql, now, adapters)),
      ...(await pruneActors(sql, kinds, now)),
    };
  });
}

/** Grants after their codes and tokens, apps after their grants. */
async function pruneApps(directory: Sql, now: number): Promise<Pruned> {
  const before = (what: keyof typeof KEPT_MS) => ({ before: now - KEPT_MS[what], limit: BATCH });
  return {
    appRequests: await inBatches(() => pruneRequests(directory, before('appRequests'))),
    grantCodes: await inBatches(() => pruneCodes(directory, before('grantCodes'))),
    grantTokens: await inBatches(() => pruneTokens(directory, before('grantTokens'))),
    grants: await inBatches(() => pruneGrants(directory, { limit: BATCH })),
    apps: await inBatches(() => pruneClients(directory, before('apps'))),
  };
}

/** Of the cell and of the directory. */
async function pruneAudit(stores: { sql: Sql; directory: Sql }, now: number): Promise<Pruned> {
  const before = (what: keyof typeof KEPT_MS) => ({ before: now - KEPT_MS[what], limit: BATCH });
  const pruned = { auditEntries: 0, auditAddresses: 0 };
  for (const db of [stores.sql, stores.directory]) {
    pruned.auditEntries += await inBatches(() => pruneAuditEntries(db, before('auditEntries')));
    pruned.auditAddresses += await inBatches(() => forgetAuditAddresses(db, before('auditAddresses')));
  }
  const { directory } = stores;
  pruned.auditEntries += await inBatches(() => pruneInstallationEntries(directory, before('auditEntries')));
  pruned.auditAddresses += await inBatches(() =>
    forgetInstallationAddresses(directory, before('auditAddresses')),
  );
  return pruned;
}

/** Numbers that a network's terms do not let anybody keep. */
async function pruneByTerms(
  sql: Sql,
  now: number,
  adapters: { [platform: string]: Manifest },
): Promise<Pruned> {
  let numbersByTerms = 0;
  for (const [platform, { insights }] of Object.entries(adapters)) {
    if (insights?.terms === undefined) continue;
    const old = { platform, before: now - insights.terms.keepDays * DAY_MS, limit: BATCH };
    numbersByTerms += await inBatches(() => deleteOldSamples(sql, old));
    numbersByTerms += await inBatches(() => deleteOldDays(sql, old));
    numbersByTerms += await inBatches(() => forgetOldNumbers(sql, old));
  }
  return { numbersByTerms };
}

/** Actors that have ended, by the rule of their kind. */
async function pruneActors(sql: Sql, kinds: KindTable, now: number): Promise<Pruned> {
  const pruned: Pruned = {};
  for (const { name: kind, retention } of Object.values(kinds)) {
    if (!retention) continue;
    const { label, retentionMs, prune: pruneKind } = retention;
    const old = { before: now - retentionMs, limit: BATCH };
    pruned[label] = await inBatches(() =>
      pruneKind ? pruneKind(sql, old) : pruneEnded(sql, { ...old, kind }),
    );
  }
  return pruned;
}

async function inBatches(pruneBatch: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let count = 0; count < MAX_BATCHES; count += 1) {
    const deleted = await pruneBatch();
    total += deleted;
    if (deleted < BATCH) break;
  }
  return total;
}

/** Prunes at an interval. @returns a function that stops it */
export function keepPruned(options: {
  sql: Sql;
  directory: Sql;
  media?: Pick<Media, 'removePrivate' | 'removeHosted'>;
  kinds: KindTable;
  /** Default: every network as it is. */
  adapters?: { [platform: string]: Manifest };
  clock: () => number;
  log: Log;
  everyMs?: number;
}): () => void {
  const { sql, directory, media, kinds, adapters, clock, log, everyMs = EVERY_MS } = options;
  const timer = setInterval(() => {
    void pruneAndLog({ sql, directory, ...(media && { media }) }, kinds, { now: clock(), log, adapters });
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

async function pruneAndLog(
  stores: Stores,
  kinds: KindTable,
  { now, log, adapters }: { now: number; log: Log; adapters: { [platform: string]: Manifest } | undefined },
): Promise<void> {
  try {
    const pruned = await prune(stores, kinds, now, adapters);
    if (pruned && Object.values(pruned).some((count) => count > 0))
      log.info({ pruned }, 'pruned what was too old');
  } catch (fault) {
    log.warn({ fault: String(fault) }, 'pruning failed; it is tried again later');
  }
}
