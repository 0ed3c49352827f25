/** Sees to it that what is shown of numbers is fresh enough, as far as a request can wait for it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Depth, MetricsEvent, MetricsInput } from '../../machines/metrics.ts';
import {
  listUnnumberedAccounts,
  lockNumbersOf,
  type NumbersActor,
  readNumbersActors,
} from '../../store/account-numbers.ts';
import { type AccountRow, listAccounts } from '../../store/accounts.ts';
import type { Tx } from '../../store/connect.ts';
import { jitterOf } from '../accounts/index.ts';
import { lockInto } from '../engine/take.ts';
import type { Turn } from '../engine/turn.ts';
import { metrics as metricsKind, metricsIdOf } from '../kinds/metrics.ts';
import { isoOrNull } from '../time.ts';
import type { NumbersContext } from './context.ts';

const HOUR_MS = 3_600_000;
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
  /** Of the account whose numbers are oldest; null: none were read. */
  cachedAt: string | null;
}

/** The same, and a text that is another one as soon as numbers of these accounts were read; null: some never were. */
export interface Freshened extends Freshness {
  revision: string | null;
}

/**
 * Has the numbers of accounts read that are older than an hour or were never read, and waits for them for up to ten seconds.
 * @param accounts of one workspace
 * @param how.force reads fresh ones too; `depth`: how far back the posts are wanted
 */
export async function freshen(
  context: Pick<NumbersContext, 'sql' | 'node' | 'clock' | 'adapters'>,
  accounts: readonly AccountRow[],
  { force, depth }: { force: boolean; depth: Depth },
): Promise<Freshened> {
  const { sql, node, clock } = context;
  const actorIds = accounts.map(({ id }) => metricsIdOf(id));
  const stored = await readNumbersActors(sql, actorIds);
  const before = new Map(stored.map((one) => [one.accountId, one]));
  const now = clock();
  const wanted = accounts.filter(({ id }) => {
    const one = before.get(id);
    if (one === undefined || force) return true;
    const isOld = one.fetchedAt === null || now - one.fetchedAt >= HOUR_MS;
    const isRefused = one.state !== 'ok' && one.nextAt !== null && one.nextAt > now;
    return isOld && !isRefused;
  });
  if (wanted.length > 0) {
    await node.command(async (tx, turn: Turn) => {
      await tellNumbers(tx, turn, wanted, { type: 'refresh', depth, force });
      return { result: undefined };
    });
  }
  const isSettled = wanted.length === 0 && !stored.some(({ isRefreshing }) => isRefreshing);
  const read = isSettled ? stored : await settled(sql, actorIds);
  const found = new Map(read.map((one) => [one.accountId, one]));
  const isWhole = accounts.every(({ id }) => found.has(id));
  const revision = isWhole ? accounts.map(({ id }) => `${id} ${found.get(id)!.rev}`).join() : null;
  return { ...shownOf(accounts, found), revision };
}

/** Waits until none of the actors reads any more. @returns what they know then, or after ten seconds */
async function settled(sql: NumbersContext['sql'], actorIds: readonly string[]): Promise<NumbersActor[]> {
  const until = performance.now() + WAIT_MS;
  for (;;) {
    const actors = await readNumbersActors(sql, actorIds);
    if (!actors.some(({ isRefreshing }) => isRefreshing) || performance.now() >= until) return actors;
    await sleep(LOOK_EVERY_MS);
  }
}

function shownOf(accounts: readonly AccountRow[], found: ReadonlyMap<string, NumbersActor>): Freshness {
  const sources = accounts.map(({ id, platform }): SourceAnswer => {
    const one = found.get(id);
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
  const times = sources.flatMap(({ fetchedAt }) => fetchedAt ?? []).sort();
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

/** Starts the actor of every account's numbers that has none. @returns how many were started */
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

const EVERY_MS = 10 * 60_000;

/** Starts missing actors now and then: followers are counted from the day on which an account was connected. */
export async function keepNumbered(deps: Pick<NumbersContext, 'node' | 'log'>): Promise<() => void> {
  const look = () =>
    numberAccounts(deps).catch((fault: unknown) =>
      deps.log.warn({ fault: String(fault) }, 'actors of numbers were not started; tried again later'),
    );
  await look();
  const timer = setInterval(() => void look(), EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** The accounts that a request is about. @throws Problem when the workspace has no such account */
export async function accountsOf(
  sql: NumbersContext['sql'],
  find: { workspaceId: string; accountId?: string | undefined; platform?: string | undefined },
): Promise<AccountRow[] | null> {
  const all = await listAccounts(sql, find.workspaceId);
  if (find.accountId !== undefined && !all.some(({ id }) => id === find.accountId)) return null;
  return all.filter(
    ({ id, platform }) =>
      (find.accountId === undefined || id === find.accountId) &&
      (find.platform === undefined || platform === find.platform),
  );
}
