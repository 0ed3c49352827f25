/**
 * Keeps accounts subscribed to the network's webhooks: soon after an account is connected, and once a day. What is missing
 * is written into the account (`receiving.problem`), in words for a person.
 */
import type { Manifest } from '../../adapters/port/manifest.ts';
import type { AppCredentials, Endpoints } from '../../adapters/port/account.ts';
import type { Sql } from '../../store/connect.ts';
import { dueForSubscription, saveReceiving } from '../../store/receiving.ts';
import { accountLoader, type Networks } from '../accounts/index.ts';
import { pollDue } from './poll.ts';
import { accountProblem, appProblem } from './problems.ts';
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
  const load = accountLoader(deps);
  const apps = new Map<string, Promise<string | null>>();
  for (const { id, platform, receiving } of due) {
    const account = await load(id);
    if (!account) continue;
    const found = await deps.networks.appAt(account.access);
    const app = 'silent' in found ? null : found.app;
    const now = clock();
    const checked = {
      since: receiving?.since ?? now,
      via: 'webhook' as const,
      everySeconds: null,
      checkedAt: now,
      problem: null,
      isDue: false,
    };
    if (app === null || 'silent' in found) {
      await saveReceiving(sql, id, {
        ...checked,
        problem: `no app is configured for ${platform}: its webhooks cannot be checked`,
      });
      continue;
    }
    const key = `${platform} ${app.clientId}`;
    if (!apps.has(key)) apps.set(key, subscribeApp(deps, { platform, app, endpoints: found.endpoints }));
    const ofApp = await apps.get(key)!;
    const step = { account: account.access, app, ...contextOf(deps) };
    const subscribed = await adapters[platform]!.inbound!.subscriptions?.subscribe(step);
    const ofAccount = subscribed === undefined ? null : accountProblem(subscribed);
    await saveReceiving(sql, id, { ...checked, problem: ofAccount ?? ofApp });
  }
  return due.length;
}

/** Makes the network call this service, where the network has a call for that. @returns what is wrong; null: nothing */
async function subscribeApp(
  deps: SubscriptionDeps,
  { platform, app, endpoints }: { platform: string; app: AppCredentials; endpoints: Endpoints },
): Promise<string | null> {
  const port = deps.adapters[platform]?.inbound?.subscriptions;
  if (!port?.subscribeApp) return null;
  const callbackUrl = `${deps.publicUrl()}/inbound/${platform}`;
  const step = { endpoints, app, ...contextOf(deps) };
  const current = await port.readApp?.(step);
  const isRight =
    current?.kind === 'subscribed' && current.missing.length === 0 && current.callbackUrl === callbackUrl;
  if (isRight) return null;
  const made = await port.subscribeApp({ ...step, callbackUrl, verifyToken: deps.verifyToken });
  return appProblem(made, port.appSteps?.({ app, callbackUrl }) ?? []);
}

const contextOf = ({ fetch, clock }: SubscriptionDeps) => ({
  fetch,
  now: clock(),
  signal: AbortSignal.timeout(CALL_MS),
});
