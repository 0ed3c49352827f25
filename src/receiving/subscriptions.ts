/**
 * Keeps accounts subscribed to the network's webhooks: soon after an account is connected, and once a day. What is missing
 * is written into the account (`receiving.problem`), in words for a person, and tried again every ten minutes.
 */
import type { Manifest } from '../../adapters/port/manifest.ts';
import type { Subscribed } from '../../adapters/port/inbound.ts';
import type { Sql } from '../../store/connect.ts';
import { dueForSubscription, saveReceiving } from '../../store/receiving.ts';
import { accountLoader, type Network, type Networks } from '../accounts/index.ts';
import { pollDue } from './poll.ts';
import type { Log } from '../log.ts';
import { type Sealer } from '../seal.ts';

export interface SubscriptionDeps {
  sql: Sql;
  sealer: Sealer;
  adapters: { [platform: string]: Manifest };
  networks: Networks;
  fetch: typeof globalThis.fetch;
  clock: () => number;
  log: Log;
  /** Called when events were stored. */
  onStored: () => void;
  /** The address of this service, without a trailing slash. */
  publicUrl: () => string;
  verifyToken: string;
}

const DAY = 24 * 3_600_000;
/** What could not be done is tried again after this: the network may have been down, or somebody has repaired it. */
const PROBLEM_AGAIN_MS = 10 * 60_000;
/** How often new accounts are looked for, ms. */
const EVERY_MS = 1_000;
const CALL_MS = 20_000;
const BATCH = 20;

/** @returns what stops it */
export function keepSubscribed(deps: SubscriptionDeps): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  const look = () => {
    running = subscribeDue(deps)
      .then(() => pollDue(deps))
      .catch((error: unknown) =>
        deps.log.warn({ error: String(error) }, 'accounts could not be subscribed; trying again'),
      )
      .finally(() => {
        if (!stopped) timer = setTimeout(look, EVERY_MS).unref();
      });
  };
  look();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}

/** Subscribes the accounts that were never subscribed, or not looked at for a day. @returns how many */
export async function subscribeDue(deps: SubscriptionDeps): Promise<number> {
  const { sql, adapters, clock } = deps;
  const platforms = Object.values(adapters).flatMap(({ platform, inbound }) => (inbound ? platform : []));
  const [before, problemBefore] = [clock() - DAY, clock() - PROBLEM_AGAIN_MS];
  const due = await dueForSubscription(sql, { platforms, before, problemBefore, limit: BATCH });
  const load = accountLoader(deps);
  const apps = new Map<string, Promise<string | null>>();
  for (const { id, platform, receiving } of due) {
    const network = await deps.networks.find(platform);
    const account = await load(id);
    if (!account) continue;
    const now = clock();
    const checked = {
      since: receiving?.since ?? now,
      via: 'webhook' as const,
      everySeconds: null,
      checkedAt: now,
      problem: null,
    };
    if (!network?.connect || !network.app) {
      await saveReceiving(sql, id, {
        ...checked,
        problem: `no app is configured for ${platform}: its webhooks cannot be checked`,
      });
      continue;
    }
    if (!apps.has(platform)) apps.set(platform, subscribeApp(deps, network));
    const appProblem = await apps.get(platform)!;
    const step = { account: account.access, app: network.app, ...contextOf(deps) };
    const port = adapters[platform]!.inbound!.subscriptions;
    const found = port ? await port.subscribe(step) : null;
    await saveReceiving(sql, id, { ...checked, problem: problemOf(found) ?? appProblem });
  }
  return due.length;
}

/** Makes the network call this service, where the network has a call for that. @returns what is wrong; null: nothing */
async function subscribeApp(
  deps: SubscriptionDeps,
  { platform, app, endpoints }: Network,
): Promise<string | null> {
  const port = deps.adapters[platform]?.inbound?.subscriptions;
  if (!port?.subscribeApp || !app) return null;
  const callbackUrl = `${deps.publicUrl()}/inbound/${platform}`;
  const step = { endpoints, app, ...contextOf(deps) };
  const current = await port.readApp?.(step);
  const isRight =
    current?.kind === 'subscribed' && current.missing.length === 0 && current.callbackUrl === callbackUrl;
  if (isRight) return null;
  const made = await port.subscribeApp({ ...step, callbackUrl, verifyToken: deps.verifyToken });
  return made.kind === 'subscribed' ? problemOf(made) : made.reason;
}

function problemOf(found: Subscribed | { kind: string; reason: string } | null): string | null {
  if (found === null) return null;
  if ('reason' in found) return found.reason;
  return found.missing.length === 0 ? null : `the network does not send: ${found.missing.join(', ')}`;
}

const contextOf = ({ fetch, clock }: SubscriptionDeps) => ({
  fetch,
  now: clock(),
  signal: AbortSignal.timeout(CALL_MS),
});
