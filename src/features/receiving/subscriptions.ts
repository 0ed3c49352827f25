/**
 * Keeps accounts subscribed to the network's webhooks: soon after an account is connected, and once a day. What is missing
 * is written into the account (`receiving.problem`), in words for a person, and tried again every ten minutes.
 */
import type { AppCredentials, Endpoints } from '../../../adapters/port/account.ts';
import { streamProblem } from '../../../store/inbound-streams.ts';
import {
  askAfterOutage,
  dueForSubscription,
  type Receiving,
  saveReceiving,
} from '../../../store/receiving.ts';
import type { LoadedAccount, Networks } from '../accounts/index.ts';
import { openAccount } from './access.ts';
import { PAID_POLL_EVERY_MS, type PollDeps, pollDue } from './poll.ts';
import { accountProblem, appProblem } from './problems.ts';

export interface SubscriptionDeps extends PollDeps {
  networks: Networks;
  /** The address of this service, without a trailing slash. */
  publicUrl: () => string;
  verifyToken: string;
}

const DAY = 24 * 3_600_000;
/** What could not be done is tried again after this: the network may have been down, or somebody has repaired it. */
const PROBLEM_AGAIN_MS = 10 * 60_000;
/** Nobody has read an account for so long, ms: the service did not run, and networks may have ended subscriptions meanwhile. */
const OUTAGE_MS = 30 * 60_000;
/** How often new accounts are looked for, ms. */
const EVERY_MS = 1_000;
const CALL_MS = 20_000;
const BATCH = 20;

/**
 * @param onRound called when what was due has been done
 * @returns what stops it
 */
export function keepSubscribed(deps: SubscriptionDeps, onRound: () => void): () => Promise<void> {
  const stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  let hasAsked = false;
  const afterStart = async () => {
    if (hasAsked) return;
    await askAfterOutage(deps.sql, { now: deps.clock(), silentMs: OUTAGE_MS });
    hasAsked = true;
  };
  const look = () => {
    running = afterStart()
      .then(() => subscribeDue(deps))
      .then(() => pollDue(deps, stopping.signal))
      .catch((error: unknown) =>
        deps.log.warn({ error: String(error) }, 'accounts could not be subscribed; trying again'),
      )
      .finally(() => {
        onRound();
        if (!stopping.signal.aborted) timer = setTimeout(look, EVERY_MS).unref();
      });
  };
  // not at once: a network calls this service back while it is subscribed, and the server does not listen yet
  let timer = setTimeout(look, EVERY_MS).unref();
  return async () => {
    stopping.abort();
    clearTimeout(timer);
    await running;
  };
}

/** Subscribes the accounts that were never subscribed, or not checked for a day. @returns how many */
export async function subscribeDue(deps: SubscriptionDeps): Promise<number> {
  const { sql, adapters, clock } = deps;
  const platforms = Object.values(adapters).flatMap(({ platform, inbound, readsCommentsEvery }) =>
    inbound || readsCommentsEvery !== undefined ? platform : [],
  );
  const now = clock();
  const [before, problemBefore] = [now - DAY, now - PROBLEM_AGAIN_MS];
  const due = await dueForSubscription(sql, { platforms, before, problemBefore, now, limit: BATCH });
  const apps: Apps = new Map();
  // side by side: a network that does not answer must not keep the accounts of others waiting
  await Promise.all(
    due.map((one) =>
      subscribeOne(deps, one, apps).catch((error: unknown) =>
        deps.log.warn({ account: one.id, error: String(error) }, 'an account could not be subscribed'),
      ),
    ),
  );
  return due.length;
}

async function subscribeOne(
  deps: SubscriptionDeps,
  { id, receiving }: Awaited<ReturnType<typeof dueForSubscription>>[number],
  apps: Apps,
): Promise<void> {
  const account = await openAccount(deps)(id, AbortSignal.timeout(CALL_MS));
  if (!account) return;
  const now = deps.clock();
  const checked = { since: receiving?.since ?? wholeSecond(now), checkedAt: now, isDue: false };
  const { hasEnded, ...way } = await subscribe(deps, account, { apps, before: receiving });
  // what nobody reported meanwhile is read
  const soon = receiving?.isDue || hasEnded ? { readSoonAt: now, readAgainAt: now } : {};
  const since = Math.max(receiving?.lastEventAt ?? 0, receiving?.checkedAt ?? 0);
  const isPast = receiving?.lapse && receiving.lapse.until < now - DAY;
  const missed = hasEnded
    ? { lapse: { since, until: now }, commentsSoonAt: now }
    : isPast
      ? { lapse: null }
      : {};
  await saveReceiving(deps.sql, id, { ...checked, ...way, ...soon, ...missed });
}

/** Networks' lists name whole seconds: what is written in the second in which receiving begins is no history. */
const wholeSecond = (at: number): number => at - (at % 1_000);

/** What is wrong with an app's webhook or stream, by platform and app: asked once for all of its accounts. */
type Apps = Map<string, Promise<string | null>>;
type Way = Pick<Receiving, 'via' | 'everySeconds' | 'problem'>;

/** Subscribes an account, and the app that it was connected by. @returns how it receives, and what is wrong */
async function subscribe(
  deps: SubscriptionDeps,
  { access }: LoadedAccount,
  { apps, before }: { apps: Apps; before: Receiving | null },
): Promise<Way & { hasEnded?: boolean }> {
  const { platform } = access;
  const { inbound, paidReads, readsCommentsEvery } = deps.adapters[platform]!;
  if (!inbound) return { via: 'polling', everySeconds: readsCommentsEvery ?? null, problem: null };
  const called: Way = { via: 'webhook', everySeconds: null, problem: null };
  const polled: Way = { via: 'polling', everySeconds: PAID_POLL_EVERY_MS / 1000, problem: null };
  const found = await deps.networks.appAt(access);
  if ('silent' in found || found.app === null)
    return { ...called, problem: `no app is configured for ${platform}: its webhooks cannot be checked` };
  const { app, endpoints } = found;
  const port = inbound.subscriptions;
  if (port?.isConfigured?.(app) === false) return polled;
  const byStream = inbound.stream?.isUsed ?? false;
  const key = `${platform} ${app.clientId}`;
  if (!apps.has(key)) {
    const made = byStream
      ? streamProblem(deps.sql, platform)
      : subscribeApp(deps, { platform, app, endpoints });
    apps.set(key, made);
  }
  const ofApp = await apps.get(key)!;
  const callbackUrl = callbackOf(deps, platform);
  const step = { account: access, app, callbackUrl, byStream, ...contextOf(deps) };
  const wasWhole = before?.via === 'webhook' && before.checkedAt !== undefined && before.problem === null;
  const current = wasWhole ? await port?.read(step) : undefined;
  const hasEnded = current?.kind === 'subscribed' && current.fields.length === 0;
  const subscribed = await port?.subscribe(step);
  const ofAccount = subscribed === undefined ? null : accountProblem(subscribed);
  // an app that the network does not call explains why the account cannot be subscribed
  const lacksAddress = port?.isConfigured !== undefined && ofApp !== null;
  const problem = (lacksAddress ? ofApp : ofAccount) ?? ofApp;
  if (problem !== null && paidReads !== undefined) return { ...polled, problem };
  return { ...called, ...(byStream && { via: 'stream' }), problem, hasEnded };
}

const callbackOf = ({ publicUrl }: SubscriptionDeps, platform: string) =>
  `${publicUrl()}/inbound/${platform}`;

/** Makes the network call this service, where the network has a call for that. @returns what is wrong; null: nothing */
async function subscribeApp(
  deps: SubscriptionDeps,
  { platform, app, endpoints }: { platform: string; app: AppCredentials; endpoints: Endpoints },
): Promise<string | null> {
  const port = deps.adapters[platform]?.inbound?.subscriptions;
  if (!port?.subscribeApp) return null;
  const callbackUrl = callbackOf(deps, platform);
  const step = { endpoints, app, callbackUrl, ...contextOf(deps) };
  const current = await port.readApp?.(step);
  const isRight =
    current?.kind === 'subscribed' && current.missing.length === 0 && current.callbackUrl === callbackUrl;
  if (isRight) return null;
  const made = await port.subscribeApp({ ...step, verifyToken: deps.verifyToken });
  return appProblem(made, port.appSteps?.({ app, callbackUrl }) ?? []);
}

const contextOf = ({ fetch, clock }: SubscriptionDeps) => ({
  fetch,
  now: clock(),
  signal: AbortSignal.timeout(CALL_MS),
});
