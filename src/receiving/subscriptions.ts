/**
 * Keeps accounts subscribed to the network's webhooks: soon after an account is connected, and once a day. What is missing
 * is written into the account (`receiving.problem`), in words for a person.
 */
import type { Subscribed } from '../../adapters/port/inbound.ts';
import { dueForSubscription, saveReceiving } from '../../store/receiving.ts';
import type { Network, Networks } from '../accounts/index.ts';
import { type AccessDeps, openAccount } from './access.ts';
import { PAID_POLL_EVERY_MS, pollDue } from './poll.ts';
import type { Log } from '../log.ts';

export interface SubscriptionDeps extends AccessDeps {
  networks: Networks;
  fetch: typeof globalThis.fetch;
  log: Log;
  /** Called when events were stored. */
  onStored: () => void;
  /** The address of this service, without a trailing slash. */
  publicUrl: () => string;
  verifyToken: string;
}

const DAY = 24 * 3_600_000;
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
  const due = await dueForSubscription(sql, { platforms, before: clock() - DAY, limit: BATCH });
  const apps = new Map<string, Promise<string | null>>();
  for (const { id, platform, receiving } of due) {
    const network = await deps.networks.find(platform);
    const account = await openAccount(deps)(id, AbortSignal.timeout(CALL_MS));
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
    const { subscriptions: port } = adapters[platform]!.inbound!;
    const polled = { ...checked, via: 'polling' as const, everySeconds: PAID_POLL_EVERY_MS / 1000 };
    if (port?.isConfigured?.(network.app) === false) {
      await saveReceiving(sql, id, polled);
      continue;
    }
    if (!apps.has(platform)) apps.set(platform, subscribeApp(deps, network));
    const appProblem = await apps.get(platform)!;
    const callbackUrl = callbackOf(deps, platform);
    const step = { account: account.access, app: network.app, callbackUrl, ...contextOf(deps) };
    const found = port ? await port.subscribe(step) : null;
    // an app that the network does not call explains why the account cannot be subscribed
    const lacksAddress = port?.isConfigured !== undefined && appProblem !== null;
    const problem = (lacksAddress ? appProblem : problemOf(found)) ?? appProblem;
    const isPolled = problem !== null && adapters[platform]!.paidReads !== undefined;
    await saveReceiving(sql, id, { ...(isPolled ? polled : checked), problem });
  }
  return due.length;
}

const callbackOf = ({ publicUrl }: SubscriptionDeps, platform: string) =>
  `${publicUrl()}/inbound/${platform}`;

/** Makes the network call this service, where the network has a call for that. @returns what is wrong; null: nothing */
async function subscribeApp(
  deps: SubscriptionDeps,
  { platform, app, endpoints }: Network,
): Promise<string | null> {
  const port = deps.adapters[platform]?.inbound?.subscriptions;
  if (!port?.subscribeApp || !app) return null;
  const callbackUrl = callbackOf(deps, platform);
  const step = { endpoints, app, callbackUrl, ...contextOf(deps) };
  const current = await port.readApp?.(step);
  const isRight =
    current?.kind === 'subscribed' && current.missing.length === 0 && current.callbackUrl === callbackUrl;
  if (isRight) return null;
  const made = await port.subscribeApp({ ...step, verifyToken: deps.verifyToken });
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
