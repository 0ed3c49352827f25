/**
 * The effect `readAccount`: reads an account, since a network may not report everything: its call may have failed for hours, a
 * message came before the account was connected, or the network cannot call this service at all. What is found is stored like a
 * webhook's events, so what is known already changes nothing. Each page is stored before the place moves on, so a read that was
 * interrupted continues where it stopped, on any node.
 */
import type { InboundEvent } from '../../../adapters/port/inbound.ts';
import { type ReceiverEvent, REFUSED_AGAIN_MS, waitAfterFailure } from '../../../machines/receiver.ts';
import { type InboundRow, insertInbound } from '../../../store/inbound.ts';
import { findReceiving, type Receiving, saveReceiving } from '../../../store/receiving.ts';
import {
  accountLoader,
  type Budgets,
  type LoadedAccount,
  meteredComments,
  meteredMessages,
} from '../accounts/index.ts';
import { storable } from '../../engine/storable.ts';
import { isBelow, type Networks } from '../accounts/index.ts';
import { type AccessDeps, openAccount } from './access.ts';
import { type AccountReader, readAccount } from './read-account.ts';
import type { ReadEnd } from './read-place.ts';

export interface ReadDeps extends AccessDeps {
  fetch: typeof globalThis.fetch;
  budgets: Pick<Budgets, 'reserve' | 'blocked'>;
  networks: Networks;
  /** Called when events were stored. */
  onStored: () => void;
}

/** Calls of one effect: another one continues, so that accounts with much to read do not delay the others. */
const CALLS_AT_ONCE = 20;
/** Calls of reads for a network account in an hour, over all nodes. Meta takes two a second (Conversations API). */
const READ_CALLS = { name: 'poll', max: 1_800, windowMs: 3_600_000 };
const CALL_MS = 20_000;

type ReadEvent = Extract<ReceiverEvent, { type: `read.${string}` }>;

/** One account's read. */
interface Reading {
  account: LoadedAccount;
  receiving: Receiving;
  signal: AbortSignal;
  /** Notes that a page came. */
  onPage: () => void;
}

/**
 * Reads some pages of an account.
 * @param work.failures reads in a row that failed before this one
 * @throws when the effect was cut off: the same effect runs again, and continues where this one stopped
 */
export async function readOnce(
  deps: ReadDeps,
  { accountId, failures }: { accountId: string; failures: number },
  signal: AbortSignal,
): Promise<ReadEvent> {
  const { sql, clock } = deps;
  const begunAt = clock();
  const account = await openAccount(deps)(accountId, signal);
  const receiving = account && (await findReceiving(sql, accountId));
  if (!account || !receiving) return { type: 'read.gone' };
  // a budget that is still used up gives the same result again
  if (receiving.paused) await saveReceiving(sql, accountId, { paused: null });
  let progressed = false;
  const onPage = () => {
    progressed = true;
  };
  const end = await readAs(deps, { account, receiving, signal, onPage });
  signal.throwIfAborted();
  const event = eventOf(end, progressed);
  await saveReceiving(sql, accountId, stateAfter(event, receiving, { begunAt, now: clock(), failures }));
  return event;
}

/** Reads with the account's access, and once more when that had expired and could be renewed. */
async function readAs(deps: ReadDeps, reading: Reading): Promise<ReadEnd> {
  const { account, signal } = reading;
  const { id } = account.access;
  if (account.status === 'needs_reconnect')
    return { kind: 'reauthorize', reason: account.reason ?? 'its access has ended' };
  const end = await readAccount(readerOf(deps, reading));
  if (end.kind !== 'expired') return end;
  const renewed = await deps.refresher.refresh(id, account.credentialsVersion, signal);
  const again = renewed.kind === 'refreshed' ? await accountLoader(deps)(id) : null;
  const stored = again && (await findReceiving(deps.sql, id));
  if (!again || !stored) return end;
  return readAccount(readerOf(deps, { ...reading, account: again, receiving: stored }));
}

function eventOf(end: ReadEnd, progressed: boolean): ReadEvent {
  switch (end.kind) {
    case 'whole':
    case 'missing': // what cannot be found is no fault of the moment
      return { type: 'read.whole' };
    case 'more':
      return { type: 'read.more' };
    case 'retry': {
      const code = end.isBudget ? ('budget' as const) : ('network' as const);
      const after = end.afterMs === undefined ? {} : { afterMs: end.afterMs };
      return { type: 'read.failed', code, reason: end.reason, ...after, progressed };
    }
    case 'expired':
      return { type: 'read.failed', code: 'network', reason: end.reason, progressed };
    case 'reauthorize':
    case 'missing_scope':
      return { type: 'read.refused', reason: end.reason };
    default:
      return end satisfies never;
  }
}

/** The account's fields about receiving until the next read. */
function stateAfter(
  event: ReadEvent,
  { messagesRead, polledAt, since, unread }: Receiving,
  { begunAt, now, failures }: { begunAt: number; now: number; failures: number },
): Partial<Receiving> {
  const from = unread?.since ?? messagesRead?.wholeAt ?? polledAt ?? since;
  const missing = (code: NonNullable<Receiving['unread']>['code'], reason: string, afterMs: number) => ({
    unread: { since: from, code, reason, nextAt: now + afterMs },
  });
  switch (event.type) {
    case 'read.whole':
      return { polledAt: begunAt, unread: null };
    case 'read.more':
      return missing('reading', 'what people wrote meanwhile is being read', 0);
    case 'read.failed':
      return missing(event.code, event.reason, waitAfterFailure(failures, event));
    case 'read.refused':
      return missing('access', event.reason, REFUSED_AGAIN_MS);
    case 'read.gone':
      return {};
    default:
      return event satisfies never;
  }
}

function readerOf(deps: ReadDeps, { account, receiving, signal, onPage }: Reading): AccountReader {
  const { sql, clock, budgets, onStored } = deps;
  const { sandboxOrigin } = deps.networks;
  const { access } = account;
  const { id, platform, remoteId } = access;
  const adapter = deps.adapters[platform]!;
  let calls = 0;
  return {
    adapter,
    messages: meteredMessages(sql, adapter),
    comments: meteredComments(sql, adapter),
    remoteId,
    receiving,
    now: clock(),
    mayCall: () => calls < CALLS_AT_ONCE && !signal.aborted,
    async call(make) {
      calls += 1;
      const now = clock();
      const blocked = await budgets.blocked({ account: access, now });
      if (blocked) return { kind: 'retry', ...blocked };
      const place = await budgets.reserve({ account: access, ...READ_CALLS, now, latestAt: now });
      if (place === null) return { kind: 'retry', reason: USED_UP, isBudget: true };
      const within = AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)]);
      return make({ account: access, fetch: deps.fetch, now, signal: within });
    },
    async store(events: readonly InboundEvent[]) {
      onPage();
      const rows = events.map((event): InboundRow => ({
        platform,
        remoteId,
        key: event.dedupeKey,
        event: storable(event),
        simulated: sandboxOrigin !== null && isBelow(sandboxOrigin, access.endpoints),
      }));
      const { stored } = await insertInbound(sql, rows, { now: clock(), sandboxOrigin });
      if (stored > 0) onStored();
    },
    save: async (changed) => {
      await saveReceiving(sql, id, changed);
    },
  };
}

const USED_UP = 'this hour’s calls for reading are used up; the next hour continues the read';
