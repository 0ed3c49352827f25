/**
 * The effect `subscribeAccount`: sees to it that the network reports to this service what people write to an account. What is
 * missing is written into the account (`receiving.problem`), in words for a person.
 */
import type { AppCredentials, Endpoints } from '../../../adapters/port/account.ts';
import type { ReceiverEvent, SubscribeWork } from '../../../machines/receiver.ts';
import { findReceiving, type Receiving, saveReceiving } from '../../../store/receiving.ts';
import { readStream } from '../../../store/streams.ts';
import type { Node } from '../../engine/node.ts';
import type { LoadedAccount, Networks } from '../accounts/index.ts';
import { type AccessDeps, openAccount } from './access.ts';
import { PAID_POLL_EVERY_MS, paceOf } from './pace.ts';
import { accountProblem, appProblem } from './problems.ts';
import { needStream } from './streams.ts';
import { DAY_MS } from '../../base/durations.ts';

export interface SubscribeDeps extends AccessDeps {
  /** Called when an effect runs: the node is made after its handlers. */
  node: () => Pick<Node, 'command'>;
  networks: Networks;
  fetch: typeof globalThis.fetch;
  /** The address of this service, without a trailing slash. */
  publicUrl: () => string;
  /** Resolves when this service listens: a network calls it back while an account is subscribed. */
  listening: () => Promise<void>;
  verifyToken: string;
}

const CALL_MS = 20_000;

type SubscriptionEvent = Extract<ReceiverEvent, { type: `subscription.${string}` }>;

/** What is wrong with apps whose webhooks are being looked at, by platform and app: asked once for accounts at the same time. */
export type AppChecks = Map<string, Promise<string | null>>;

/**
 * Subscribes an account, or checks that it still is.
 * @throws when the effect was cut off: it runs again
 */
export async function subscribeOnce(
  deps: SubscribeDeps,
  checks: AppChecks,
  { accountId, wasWhole }: SubscribeWork,
  signal: AbortSignal,
): Promise<SubscriptionEvent> {
  await untilListening(deps, signal);
  const account = await openAccount(deps)(accountId, signal);
  if (!account) return { type: 'subscription.gone' };
  const before = await findReceiving(deps.sql, accountId);
  // what is written from here on may be reported
  const now = deps.clock();
  const { hasEnded = false, ...way } = await subscribe(deps, account, { checks, wasWhole, signal });
  signal.throwIfAborted();
  const checked = { since: before?.since ?? wholeSecond(now), checkedAt: now, isDue: false };
  const since = Math.max(before?.lastEventAt ?? 0, before?.checkedAt ?? 0);
  const isPast = before?.lapse && before.lapse.until < now - DAY_MS;
  // what nobody reported meanwhile is read
  const missed = hasEnded
    ? { lapse: { since, until: now }, commentsSoonAt: now }
    : isPast
      ? { lapse: null }
      : {};
  await saveReceiving(deps.sql, accountId, { ...checked, ...way, ...missed });
  const { platform } = account.access;
  const adapter = deps.adapters[platform]!;
  if (adapter.inbound?.stream?.isUsed)
    await deps.node().command(async (tx, turn) => {
      await needStream(tx, turn, { platform, heardAt: null });
      return { result: null };
    });
  const { via, problem } = way;
  const paceMs = paceOf(adapter, via);
  return { type: 'subscription.checked', via, paceMs, problem, ended: hasEnded, checkedAt: now };
}

async function untilListening({ listening }: SubscribeDeps, signal: AbortSignal): Promise<void> {
  const cut = Promise.withResolvers<void>();
  const end = () => cut.resolve();
  signal.addEventListener('abort', end, { once: true });
  await Promise.race([listening(), cut.promise]);
  signal.removeEventListener('abort', end);
  signal.throwIfAborted();
}

/** Networks' lists name whole seconds: what is written in the second in which receiving begins is no history. */
const wholeSecond = (at: number): number => at - (at % 1_000);

type Way = Pick<Receiving, 'via' | 'everySeconds' | 'problem'>;

/** Subscribes an account, and the app that it was connected by. @returns how it receives, and what is wrong */
async function subscribe(
  deps: SubscribeDeps,
  { access, status, reason }: LoadedAccount,
  { checks, wasWhole, signal }: { checks: AppChecks; wasWhole: boolean; signal: AbortSignal },
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
  const ofApp = byStream
    ? (await readStream(deps.sql, platform)).problem
    : await onceAtATime(checks, `${platform} ${app.clientId}`, () =>
        subscribeApp(deps, { platform, app, endpoints }),
      );
  const callbackUrl = callbackOf(deps, platform);
  const step = { account: access, app, callbackUrl, byStream, ...contextOf(deps, signal) };
  const current = wasWhole && status !== 'needs_reconnect' ? await port?.read(step) : undefined;
  const hasEnded = current?.kind === 'subscribed' && current.fields.length === 0;
  const ended = { kind: 'reauthorize' as const, reason: reason ?? 'its access has ended' };
  const subscribed = status === 'needs_reconnect' ? ended : await port?.subscribe(step);
  const ofAccount = subscribed === undefined ? null : accountProblem(subscribed);
  // an app that the network does not call explains why the account cannot be subscribed
  const lacksAddress = port?.isConfigured !== undefined && ofApp !== null;
  const problem = (lacksAddress ? ofApp : ofAccount) ?? ofApp;
  if (problem !== null && paidReads !== undefined) return { ...polled, problem };
  return { ...called, ...(byStream && { via: 'stream' }), problem, hasEnded };
}

/** A caller that asks while the same call is under way gets the result of that call. */
function onceAtATime(
  checks: AppChecks,
  key: string,
  check: () => Promise<string | null>,
): Promise<string | null> {
  const underWay = checks.get(key);
  if (underWay) return underWay;
  const begun = check().finally(() => checks.delete(key));
  checks.set(key, begun);
  return begun;
}

const callbackOf = ({ publicUrl }: SubscribeDeps, platform: string) => `${publicUrl()}/inbound/${platform}`;

/** Makes the network call this service, where the network has a call for that. @returns what is wrong; null means nothing */
async function subscribeApp(
  deps: SubscribeDeps,
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

/** @param signal ends the call early. Absent means only the time limit does, since other accounts wait for the same answer */
const contextOf = ({ fetch, clock }: SubscribeDeps, signal?: AbortSignal) => ({
  fetch,
  now: clock(),
  signal: signal ? AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)]) : AbortSignal.timeout(CALL_MS),
});
