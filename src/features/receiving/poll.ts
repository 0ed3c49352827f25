/**
 * Reads accounts from time to time, since a network may not report everything: its call may have failed for hours, a message
 * came before the account was connected, or the network cannot call this service at all. What is found is stored like a
 * webhook's events, so what is known already changes nothing.
 */
import type { InboundEvent } from '../../../adapters/port/inbound.ts';
import type { Manifest } from '../../../adapters/port/manifest.ts';
import { type InboundRow, insertInbound } from '../../../store/inbound.ts';
import {
  claimForPoll,
  type DueForPoll,
  findReceiving,
  type Receiving,
  saveReceiving,
  type UnreadCode,
} from '../../../store/receiving.ts';
import {
  accountLoader,
  type Budgets,
  type LoadedAccount,
  meteredComments,
  meteredMessages,
} from '../accounts/index.ts';
import { storable } from '../../engine/storable.ts';
import type { Log } from '../../base/log.ts';
import { type AccessDeps, openAccount } from './access.ts';
import { type AccountReader, COMMENTS_BACKSTOP_EVERY_MS, readAccount } from './read-account.ts';
import type { ReadEnd } from './read-place.ts';

export interface PollDeps extends AccessDeps {
  fetch: typeof globalThis.fetch;
  budgets: Pick<Budgets, 'reserve' | 'blocked'>;
  log: Log;
  /** Called when events were stored. */
  onStored: () => void;
}

/** How often an account's conversations are read, ms. */
export const POLL_EVERY_MS = 15 * 60_000;
/** The same where the network charges for reading and does not call this service. */
export const PAID_POLL_EVERY_MS = 3_600_000;
/** The same where it charges for reading and calls. */
const PAID_BACKSTOP_EVERY_MS = 24 * 3_600_000;
/** After a failure an account is read again so soon, ms, or when the network says. */
const AGAIN_MS = 60_000;
/** The same where a person has to act, ms. */
const REFUSED_AGAIN_MS = 15 * 60_000;
/** How long a node has for what it claimed, ms: longer than its calls take. */
const LEASE_MS = 5 * 60_000;
/** Calls for one account before others have their turn. */
const CALLS_AT_ONCE = 60;
/** Calls of polls for a network account in an hour, over all nodes. Meta takes two a second (Conversations API). */
const POLL_CALLS = { name: 'poll', max: 1_800, windowMs: 3_600_000 };
const BATCH = 5;
const CALL_MS = 20_000;

/**
 * Reads the accounts whose turn it is.
 * @param stopping ends the reading between two calls: the rest is read later
 * @returns how many accounts were read
 */
export async function pollDue(deps: PollDeps, stopping?: AbortSignal): Promise<number> {
  const { sql, adapters, clock } = deps;
  const now = clock();
  const claim = { now, until: now + LEASE_MS, limit: BATCH };
  const due: DueForPoll[] = [];
  for (const { platforms, called, polled } of schedules(Object.values(adapters))) {
    const before = { called: now - called, polled: now - polled };
    due.push(...(await claimForPoll(sql, { ...claim, platforms, before })));
  }
  for (const one of due) {
    if (stopping?.aborted) await saveReceiving(sql, one.id, { readAgainAt: now });
    else await pollOne(deps, one, stopping).catch((error: unknown) => failed(deps, one, error));
  }
  return due.length;
}

/** How often which networks are read, ms: where they call this service, and where not. */
function schedules(all: readonly Manifest[]): { platforms: string[]; called: number; polled: number }[] {
  const named = (some: Manifest[]) => some.map(({ platform }) => platform);
  const free = all.filter(({ paidReads }) => !paidReads);
  const withMessages = free.filter(({ messages }) => messages);
  const paid = all.filter(({ paidReads, messages }) => paidReads && messages);
  const others = free.filter(({ messages, comments }) => !messages && comments);
  return [
    { platforms: named(withMessages), called: POLL_EVERY_MS, polled: POLL_EVERY_MS },
    { platforms: named(paid), called: PAID_BACKSTOP_EVERY_MS, polled: PAID_POLL_EVERY_MS },
    ...others.flatMap(({ platform, inbound, readsCommentsEvery }) => {
      const every = readsCommentsEvery === undefined ? COMMENTS_BACKSTOP_EVERY_MS : readsCommentsEvery * 1000;
      const isRead = readsCommentsEvery !== undefined || inbound !== undefined;
      return isRead ? [{ platforms: [platform], called: every, polled: every }] : [];
    }),
  ];
}

async function pollOne(deps: PollDeps, due: DueForPoll, stopping?: AbortSignal): Promise<void> {
  const begunAt = deps.clock();
  const account = await openAccount(deps)(due.id, AbortSignal.timeout(CALL_MS));
  if (!account) return;
  const end = await readAs(deps, due, { account, stopping });
  await saveReceiving(deps.sql, due.id, afterEnd(end, due.receiving, { begunAt, now: deps.clock() }));
}

/** Reads with the account's access, and once more when that had expired and could be renewed. */
async function readAs(
  deps: PollDeps,
  due: DueForPoll,
  { account, stopping }: { account: LoadedAccount; stopping: AbortSignal | undefined },
): Promise<ReadEnd> {
  if (account.status === 'needs_reconnect')
    return { kind: 'reauthorize', reason: account.reason ?? 'its access has ended' };
  const end = await readAccount(readerOf(deps, due, { account, stopping }));
  if (end.kind !== 'expired') return end;
  const signal = AbortSignal.timeout(CALL_MS);
  const renewed = await deps.refresher.refresh(due.id, account.credentialsVersion, signal);
  const again = renewed.kind === 'refreshed' ? await accountLoader(deps)(due.id) : null;
  const stored = again && (await findReceiving(deps.sql, due.id));
  if (!again || !stored) return end;
  return readAccount(readerOf(deps, { ...due, receiving: stored }, { account: again, stopping }));
}

/** When the account is read next, and what is said meanwhile. */
function afterEnd(
  end: ReadEnd,
  { messagesRead, polledAt, since, unread }: Receiving,
  { begunAt, now }: { begunAt: number; now: number },
): Partial<Receiving> {
  // what cannot be found is no fault of the moment
  if (end.kind === 'whole' || end.kind === 'missing')
    return { polledAt: begunAt, readAgainAt: now, unread: null };
  const [code, reason, afterMs] = reasonOf(end);
  const from = unread?.since ?? messagesRead?.wholeAt ?? polledAt ?? since;
  return { readAgainAt: now + afterMs, unread: { since: from, code, reason, nextAt: now + afterMs } };
}

function reasonOf(end: Exclude<ReadEnd, { kind: 'whole' | 'missing' }>): [UnreadCode, string, number] {
  switch (end.kind) {
    case 'more':
      return ['reading', 'what people wrote meanwhile is being read', 0];
    case 'retry':
      return [end.isBudget ? 'budget' : 'network', end.reason, Math.max(AGAIN_MS, end.afterMs ?? 0)];
    case 'expired':
      return ['network', end.reason, AGAIN_MS];
    case 'reauthorize':
    case 'missing_scope':
      return ['access', end.reason, REFUSED_AGAIN_MS];
    default:
      return end satisfies never;
  }
}

function readerOf(
  deps: PollDeps,
  { id, platform, remoteId, receiving }: DueForPoll,
  { account: { access }, stopping }: { account: LoadedAccount; stopping: AbortSignal | undefined },
): AccountReader {
  const { sql, clock, budgets, onStored } = deps;
  const adapter = deps.adapters[platform]!;
  const stopped = stopping ?? new AbortController().signal;
  let calls = 0;
  return {
    adapter,
    messages: meteredMessages(sql, adapter),
    comments: meteredComments(sql, adapter),
    remoteId,
    receiving,
    now: clock(),
    mayCall: () => calls < CALLS_AT_ONCE && !stopped.aborted,
    async call(make) {
      calls += 1;
      const now = clock();
      const blocked = await budgets.blocked({ account: access, now });
      if (blocked) return { kind: 'retry', ...blocked };
      const place = await budgets.reserve({ account: access, ...POLL_CALLS, now, latestAt: now });
      if (place === null) return { kind: 'retry', reason: USED_UP, isBudget: true };
      const signal = AbortSignal.any([stopped, AbortSignal.timeout(CALL_MS)]);
      return make({ account: access, fetch: deps.fetch, now, signal });
    },
    async store(events: readonly InboundEvent[]) {
      const rows = events.map((event): InboundRow => ({
        platform,
        remoteId,
        key: event.dedupeKey,
        event: storable(event),
      }));
      const { stored } = await insertInbound(sql, rows, clock());
      if (stored > 0) onStored();
    },
    save: async (changed) => {
      await saveReceiving(sql, id, changed);
    },
  };
}

const USED_UP = 'this hour’s calls for reading are used up; it goes on by itself';

/** A fault of ours, or of the database: the account is read again, and the others go on. */
async function failed({ sql, clock, log }: PollDeps, { id }: DueForPoll, error: unknown): Promise<void> {
  log.warn({ account: id, error: String(error) }, 'an account could not be read; trying again');
  await saveReceiving(sql, id, { readAgainAt: clock() + AGAIN_MS });
}
