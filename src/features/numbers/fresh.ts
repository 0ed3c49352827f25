/** Refreshes numbers before a request shows them, if they are old and the request can wait. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Depth, MetricsEvent, MetricsInput } from '../../../machines/metrics.ts';
import {
  listUnnumberedAccounts,
  lockNumbersOf,
  type NumberedAccount,
  type NumbersActor,
  readNumbersActors,
} from '../../../store/account-numbers.ts';
import type { AccountRow } from '../../../store/accounts.ts';
import type { Tx } from '../../../store/connect.ts';
import { jitterOf } from '../accounts/index.ts';
import { lockInto } from '../../engine/take.ts';
import type { Turn } from '../../engine/turn.ts';
import { metrics as metricsKind, metricsIdOf } from '../../kinds/metrics.ts';
import { isoOrNull } from '../../base/time.ts';
import type { NumbersContext, NumbersReads } from './context.ts';
import { HOUR_MS } from '../../base/durations.ts';
import type { Within } from '../../../store/held.ts';

/** How long a request waits for networks, ms. */
const WAIT_MS = 10_000;
const LOOK_EVERY_MS = 100;

/** How fresh the numbers of an account are. */
export interface SourceAnswer {
  accountId: string;
  platform: string;
  fetchedAt: string | null;
  state: string;
  reason: string | null;
  nextAt: string | null;
}

export interface Freshness {
  sources: SourceAnswer[];
  /** Of the account whose numbers are oldest among those that can be read; null if none were read. */
  cachedAt: string | null;
}

/** The same, and a text that is another one as soon as numbers of these accounts were read; null if they are being read, or never were. */
interface Freshened extends Freshness {
  revision: string | null;
}

/**
 * Has the numbers of accounts read that are older than an hour or were never read, and waits for them for up to ten seconds.
 * @param accounts of one workspace, as `accountsOf` returns them
 * @param how.force reads fresh ones too; `depth`: how far back the posts are wanted
 */
export async function freshen(
  { sql, node, clock }: Pick<NumbersContext, 'sql' | 'node' | 'clock'>,
  accounts: readonly NumberedAccount[],
  { force, depth }: { force: boolean; depth: Depth },
): Promise<Freshened> {
  const now = clock();
  const stale = accounts.filter(({ numbers }) => {
    if (numbers === null || force) return true;
    const isOld = numbers.fetchedAt === null || now - numbers.fetchedAt >= HOUR_MS;
    const isRefused = numbers.state !== 'ok' && numbers.nextAt !== null && numbers.nextAt > now;
    return isOld && !isRefused;
  });
  if (stale.length > 0) {
    await node.command(async (tx, turn: Turn) => {
      await tellNumbers(tx, turn, stale, { type: 'refresh', depth, force });
      return { result: undefined };
    });
  }
  const isSettled = stale.length === 0 && !accounts.some(({ numbers }) => numbers!.isRefreshing);
  const read = isSettled ? accounts.map(({ numbers }) => numbers!) : await settled(sql, accounts);
  const found = new Map(read.map((one) => [one.accountId, one]));
  return { ...freshnessOf(accounts, found), revision: revisionOf(accounts, found) };
}

function revisionOf(
  accounts: readonly NumberedAccount[],
  actors: ReadonlyMap<string, NumbersActor>,
): string | null {
  let revision = '';
  for (const { id } of accounts) {
    const one = actors.get(id);
    if (one === undefined || one.isRefreshing) return null;
    revision += `${id} ${one.rev},`;
  }
  return revision;
}

/** Waits until none of the actors reads any more. @returns what they know then, or after ten seconds */
async function settled(
  sql: NumbersContext['sql'],
  accounts: readonly NumberedAccount[],
): Promise<NumbersActor[]> {
  const actorIds = accounts.map(({ id }) => metricsIdOf(id));
  const until = performance.now() + WAIT_MS;
  for (;;) {
    const actors = await readNumbersActors(sql, actorIds);
    if (!actors.some(({ isRefreshing }) => isRefreshing) || performance.now() >= until) return actors;
    await sleep(LOOK_EVERY_MS);
  }
}

function freshnessOf(
  accounts: readonly NumberedAccount[],
  actors: ReadonlyMap<string, NumbersActor>,
): Freshness {
  const sources = accounts.map(({ id, platform }): SourceAnswer => {
    const one = actors.get(id);
    const reason = one?.reason ?? (one?.isRefreshing === true ? 'the numbers are being read' : null);
    return {
      accountId: id,
      platform,
      fetchedAt: isoOrNull(one?.fetchedAt ?? null),
      state: one === undefined || one.state === 'ended' ? 'ok' : one.state,
      reason,
      nextAt: isoOrNull(one?.nextAt ?? null),
    };
  });
  // an account that cannot be read is reported in its source, and is not counted here
  const readable = sources.filter(({ state }) => state === 'ok');
  const counted = readable.length > 0 ? readable : sources;
  const times = counted.flatMap(({ fetchedAt }) => fetchedAt ?? []).sort();
  return { sources, cachedAt: times[0] ?? null };
}

/** Sends actors of numbers an event; those that do not exist are started first. Part of a turn. */
export async function tellNumbers(
  tx: Tx,
  turn: Turn,
  accounts: readonly Pick<AccountRow, 'id' | 'workspaceId'>[],
  event: MetricsEvent,
): Promise<void> {
  await lockNumbersOf(
    tx,
    accounts.map(({ id }) => id),
  );
  for (const { id, workspaceId } of accounts.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const actor = (await lockInto(tx, turn, metricsIdOf(id))) ?? startNumbers(turn, { id, workspaceId });
    if (actor.status === 'active') turn.deliver(actor, event);
  }
}

function startNumbers(turn: Turn, { id, workspaceId }: { id: string; workspaceId: string }) {
  const input: MetricsInput = { accountId: id, jitter: jitterOf(id) };
  return turn.start({ kind: metricsKind.name, id: metricsIdOf(id), workspaceId, input });
}

/** Accounts that a transaction takes. */
const BATCH = 200;

/**
 * Starts the actor of every account's numbers that has none: followers are counted from the day on which an account was connected.
 * @returns how many were started
 */
export async function numberAccounts({ node }: Pick<NumbersContext, 'node'>): Promise<number> {
  let started = 0;
  for (let after = ''; ;) {
    const rows = await node.command(async (tx, turn: Turn) => {
      const found = await listUnnumberedAccounts(tx, { after, limit: BATCH });
      await lockNumbersOf(
        tx,
        found.map(({ id }) => id),
      );
      for (const account of found) {
        if (!(await lockInto(tx, turn, metricsIdOf(account.id)))) startNumbers(turn, account);
      }
      return { result: found };
    });
    started += rows.length;
    if (rows.length < BATCH) return started;
    after = rows.at(-1)!.id;
  }
}

/** The accounts that a request is about, with how fresh their numbers are; null means the workspace has no such account. */
export async function accountsOf(
  { numbers }: { numbers: NumbersReads },
  find: Within & { accountId?: string | undefined; platform?: string | undefined },
): Promise<NumberedAccount[] | null> {
  const { accountId, platform, ...within } = find;
  const all = await numbers.accountsOf(within);
  if (accountId !== undefined && !all.some(({ id }) => id === accountId)) return null;
  return all.filter(
    (one) =>
      (accountId === undefined || one.id === accountId) &&
      (platform === undefined || one.platform === platform),
  );
}
