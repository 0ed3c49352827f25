/**
 * The effects of a delivery: one durable step of an adapter (`publish`), a look at the network (`verify`), a new access
 * token (`refresh`). They load what the step needs, keep the promise of "never twice", and hand the adapter's answer to
 * the machine as it is.
 */
import type { AccountAccess } from '../../../../adapters/port/account.ts';
import type { Manifest } from '../../../../adapters/port/manifest.ts';
import type {
  HostedMedia,
  MediaItem,
  MediaPart,
  MediaRequirements,
  OpenedMedia,
  PublishStep,
} from '../../../../adapters/port/publish.ts';
import type { DeliveryEvent } from '../../../../machines/delivery/index.ts';
import { type Budgets, isRenewable, type Refresher } from '../../accounts/index.ts';
import type { Log } from '../../../base/log.ts';
import { type Hold, type MediaMemory } from '../../media/index.ts';
import type { Run } from '../../../engine/effect-run.ts';
import { prefixed } from '../../../engine/prefixed.ts';
import type { DeliveryHandlers } from '../../../kinds/delivery.ts';
import { type PlanTerms, whyNot } from '../../../base/plans/plan.ts';
import { redact, secretsOf, withoutSecrets } from '../../../base/seal.ts';
import { planForAccount, type WholePlan } from '../plan-for-account.ts';
import { missingPreview, withoutPreview } from './missing-preview.ts';
import { withNetworkCode } from './network-code.ts';
import { withPrediction } from './predicted.ts';
import type { LoadedAccount, WorkStore } from './work-store.ts';

interface DeliverDeps {
  store: WorkStore;
  clock: () => number;
  adapters: { [platform: string]: Manifest };
  /** Guarded: what adapters reach the world with. */
  fetch: typeof globalThis.fetch;
  open: (
    item: MediaItem,
    signal: AbortSignal,
    requirements?: MediaRequirements,
    more?: { part?: MediaPart | undefined; hold?: Hold | undefined },
  ) => Promise<OpenedMedia>;
  host: (
    item: MediaItem,
    signal: AbortSignal,
    requirements?: MediaRequirements,
    more?: { hold?: Hold | undefined },
  ) => Promise<HostedMedia>;
  /** What bounds the memory of media that are opened, over all deliveries. */
  memory: MediaMemory;
  /** One call for new credentials at a time, for an account over all nodes. */
  refresher: Refresher;
  /** What networks let us do, and when. */
  budgets: Budgets;
  log: Log;
}

/** A token is renewed this long before its end, or a tenth of its life where that is shorter, ms. */
const RENEW_AHEAD_MS = 60_000;

type Work = Parameters<DeliveryHandlers['publish']>[0];
type OutcomeEvent = Extract<DeliveryEvent, { type: `outcome.${string}` }>;
type FindingEvent = Extract<DeliveryEvent, { type: `finding.${string}` }>;

/** The handlers of every effect that the delivery machine declares and that leaves the database. */
export function deliveryHandlers(deps: DeliverDeps): DeliveryHandlers {
  return {
    publish: (work, run) => deps.memory.during((hold) => publish(deps, { ...run, work }, hold)),
    verify: (work, run) => deps.memory.during((hold) => verify(deps, { ...run, work }, hold)),
    // one refresh for all deliveries of an account, over all nodes
    refresh: async ({ accountId, refusedCredentials }, { signal, recorder }) =>
      prefixed('refresh', await deps.refresher.refresh(accountId, refusedCredentials, signal, recorder)),
  };
}

/** An effect of a delivery that runs, with its parameters. */
type WorkRun = Run & { work: Work };

async function publish(deps: DeliverDeps, run: WorkRun, hold: Hold): Promise<OutcomeEvent> {
  // the step was taken in a second that a failover took away: its checkpoint or its post is still known here
  if (run.effect.earlier) return run.effect.earlier as OutcomeEvent;
  const prepared = await prepare(deps, run, hold);
  const { effect } = run;
  if ('gone' in prepared) return ended(effect, { type: 'outcome.rejected', reason: prepared.gone });
  const { adapter, step, secrets, account } = prepared;
  const { credentialsVersion } = account;
  const repeatable = adapter.publish.repeatable(step);
  const mustMark = repeatable !== 'yes';
  // an earlier run without a mark: it was repeatable then, and is no longer (an edit, a key that expired)
  const mayHaveRun = repeatable === 'no_longer' && effect.tries > 1;
  if (mustMark && (effect.started || mayHaveRun)) {
    // an earlier run ended in the middle: only a lookup can say whether the step was taken
    return { type: 'outcome.interrupted', reason: 'the service stopped while the answer was awaited' };
  }

  // a delivery that started under a plan is finished without one: a part of it may be at the network
  const isFirst =
    run.work.attempt === 1 && step.checkpoint === null && effect.tries <= 1 && step.parent === undefined;
  const noPlan = isFirst ? whyNot(prepared.terms, 'publishing', step.now) : null;
  if (noPlan !== null) return { type: 'outcome.rejected', reason: noPlan };
  const unusable = accessTrouble(account, adapter, step.now);
  if (unusable) return ended(effect, prefixed('outcome', unusable));
  // an earlier try may have arrived, so it is seen to its end, whatever the budget says
  const limited = effect.tries <= 1 ? await takeFromBudget(deps, run, prepared) : null;
  if (limited !== null) return limited;

  if (mustMark) {
    const ours = await run.markStarted();
    if (!ours) throw new Error('the effect was taken over by another node');
    effect.started = true; // if this very node has to run it again, after a fault
  }
  try {
    const result = withNetworkCode(await adapter.publish.publish(step), run.recorder.code);
    const outcome = withoutPreview(withPrediction(result, step.plan), prepared.missing);
    if (outcome.kind === 'published' && isEarlierPart(run.work, outcome.networkPostId))
      return { type: 'outcome.taken', reason: 'the network named an earlier part of the thread' };
    if (outcome.kind === 'retry' && outcome.afterMs !== undefined) {
      await deps.budgets.block({ account: account.access, afterMs: outcome.afterMs, now: deps.clock() });
    }
    const resultEvent =
      outcome.kind === 'expired' || outcome.kind === 'reauthorize'
        ? prefixed('outcome', { ...outcome, credentialsVersion })
        : prefixed('outcome', outcome);
    return ended(effect, withoutSecrets(resultEvent, secrets));
  } catch (fault) {
    // a bug in an adapter, after who knows which call: nobody may say that nothing was sent
    deps.log.error(
      { platform: adapter.platform, delivery: step.deliveryId, fault: redact(String(fault), secrets) },
      'adapter threw',
    );
    return { type: 'outcome.unknown', reason: 'an internal error while sending' };
  }
}

/** Takes a place in the budgets of the account. @returns null when the step may be taken now */
async function takeFromBudget(
  { budgets }: DeliverDeps,
  { work }: WorkRun,
  { account, step }: Prepared,
): Promise<OutcomeEvent | null> {
  const place = await budgets.take({
    account: account.access,
    first: step.checkpoint === null,
    ticket: work.ticket ?? null, // effects of older versions have none
    now: step.now,
  });
  if (place.kind === 'wait') {
    const { reason, afterMs, ticket } = place;
    return { type: 'outcome.limited', reason, afterMs, ticket };
  }
  return null;
}

/**
 * Why these credentials are not worth a call: a person is needed, or they end in a moment and can be renewed first.
 * @returns null where they are good
 */
function accessTrouble(
  { status, reason, credentialsVersion, obtainedAt, expiresAt, access }: LoadedAccount,
  adapter: Manifest,
  now: number,
): { kind: 'reauthorize' | 'expired'; reason: string; credentialsVersion: number } | null {
  if (status === 'needs_reconnect') {
    return { kind: 'reauthorize', reason: reason ?? 'the access has ended', credentialsVersion };
  }
  const lifeMs = (expiresAt ?? Infinity) - obtainedAt;
  // one that was over when it came is no token's end: the clocks differ
  if (expiresAt === null || lifeMs <= 0 || !isRenewable(adapter, access.credentials)) return null;
  if (expiresAt - now > Math.min(RENEW_AHEAD_MS, lifeMs / 10)) return null;
  return { kind: 'expired', reason: 'the access ends', credentialsVersion };
}

/**
 * What a step came to. When it ran before and nobody knows how that ended, a failure now says nothing of the try then:
 * it may have arrived, so a look must come before anything forgets about it.
 */
function ended(effect: Run['effect'], outcome: OutcomeEvent): OutcomeEvent {
  const isFailure = ['outcome.retry', 'outcome.rejected', 'outcome.expired', 'outcome.reauthorize'].includes(
    outcome.type,
  );
  if (effect.tries <= 1 || !isFailure) return outcome;
  return { type: 'outcome.interrupted', reason: 'the service stopped during an earlier try' };
}

async function verify(deps: DeliverDeps, run: WorkRun, hold: Hold): Promise<FindingEvent> {
  const prepared = await prepare(deps, run, hold);
  if ('gone' in prepared) return { type: 'finding.cannot_tell', reason: prepared.gone };
  const { adapter, step, secrets, account } = prepared;
  const { credentialsVersion } = account;
  const unusable = accessTrouble(account, adapter, step.now);
  if (unusable) return prefixed('finding', unusable);
  const blocked = await deps.budgets.blocked({ account: account.access, now: step.now });
  if (blocked) return { type: 'finding.limited', reason: blocked.reason, afterMs: blocked.afterMs };
  try {
    const finding = await adapter.publish.verify(step);
    if (finding.kind === 'live' && isEarlierPart(run.work, finding.networkPostId))
      return { type: 'finding.taken', reason: 'the network named an earlier part of the thread' };
    const outcome =
      finding.kind === 'expired' || finding.kind === 'reauthorize'
        ? prefixed('finding', { ...finding, credentialsVersion })
        : prefixed('finding', finding);
    return withoutSecrets(outcome, secrets);
  } catch (fault) {
    deps.log.error(
      { platform: adapter.platform, delivery: step.deliveryId, fault: redact(String(fault), secrets) },
      'adapter threw',
    );
    return { type: 'finding.retry', reason: 'an internal error while looking' };
  }
}

interface Prepared {
  adapter: Manifest;
  step: PublishStep;
  secrets: string[];
  account: LoadedAccount;
  /** Why the post shows no preview of the page it links to; null if it shows one, or none was requested. */
  missing: string | null;
  /** Of the workspace's plan. */
  terms: PlanTerms;
}

/** Everything a step needs; or a sentence when the account or the post is gone. */
async function prepare(
  deps: DeliverDeps,
  { work, signal, recorder }: WorkRun,
  hold: Hold,
): Promise<Prepared | { gone: string }> {
  const [loaded, post] = await Promise.all([
    deps.store.account(work.accountId),
    deps.store.post(work.postId),
  ]);
  if (!loaded) return { gone: 'the account was disconnected' };
  if (!post) return { gone: 'the post was removed' };
  const { access: account } = loaded;
  const adapter = deps.adapters[account.platform];
  if (!adapter) return { gone: `${account.platform} is not available` };

  const options = post.options as PublishStep['options'];
  const whole = planForAccount(adapter, { ...post, options }, account, post.extras.pages);
  const refusal = whole.refusals[0];
  if (refusal) return { gone: refusal.message };
  const part = partOf(whole, work);
  if ('gone' in part) return part;
  return {
    adapter,
    missing: part.parent ? null : missingPreview(whole, post.extras.pages),
    secrets: secretsOf(account.credentials),
    account: loaded,
    terms: post,
    step: {
      account,
      options,
      ...part,
      checkpoint: work.checkpoint,
      now: deps.clock(),
      fetch: recorder.watch({ fetch: deps.fetch, clock: deps.clock, credentials: account.credentials }),
      signal,
      heldIds: (networkPostIds) => heldIds(deps, { account, work, networkPostIds }),
      open: (item, requirements, part) => deps.open(item, signal, requirements, { part, hold }),
      host: (item, requirements) => deps.host(item, signal, requirements, { hold }),
    },
  };
}

/** Posts that are not this part: those of other deliveries, and the earlier parts of its own thread. */
async function heldIds(
  { store }: DeliverDeps,
  { account, work, networkPostIds }: { account: AccountAccess; work: Work; networkPostIds: string[] },
): Promise<ReadonlySet<string>> {
  const { platform, remoteId } = account;
  const held = await store.heldIds({ platform, remoteId, deliveryId: work.deliveryId, networkPostIds });
  const earlier = networkPostIds.filter((id) => isEarlierPart(work, id));
  return earlier.length === 0 ? held : new Set([...held, ...earlier]);
}

const isEarlierPart = ({ liveParts = [] }: Work, networkPostId: string | null) =>
  networkPostId !== null && liveParts.some((part) => part.networkPostId === networkPostId);

/** What is sent now: the post itself, or the next part of its thread below the part before. */
function partOf(
  { thread = [], ...first }: WholePlan,
  { deliveryId, liveParts = [] }: Work,
): Pick<PublishStep, 'plan' | 'deliveryId' | 'parent'> | { gone: string } {
  const count = liveParts.length;
  if (count === 0) return { plan: first, deliveryId };
  const plan = thread[count - 1];
  const rootId = liveParts[0]!.networkPostId;
  const parentId = liveParts.at(-1)!.networkPostId;
  if (plan === undefined) return { gone: `the post has no part ${count + 1}` };
  if (rootId === null || parentId === null)
    return {
      gone: `the network does not name part ${rootId === null ? 1 : count}, so nothing can be put below it`,
    };
  return { plan, deliveryId: `${deliveryId}-${count + 1}`, parent: { parentId, rootId } };
}
