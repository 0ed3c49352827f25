/**
 * The effects of a delivery: one durable step of an adapter (`publish`), a look at the network (`verify`), a new access
 * token (`refresh`). They load what the step needs, keep the promise of "never twice", and hand the adapter's answer to
 * the machine as it is.
 */
import type {
  Adapter,
  Credentials,
  HostedMedia,
  MediaItem,
  MediaWish,
  OpenedMedia,
  PublishStep,
} from '../../adapters/adapter.ts';
import type { Checkpoint } from '../../machines/outcome.ts';
import type { Log } from '../log.ts';
import { mediaItems } from '../media/items.ts';
import type { Handler, Run } from '../runtime/effects.ts';
import { redact } from '../seal.ts';
import type { WorkStore } from './work-store.ts';

export interface DeliverDeps {
  store: WorkStore;
  clock: () => number;
  adapters: { [platform: string]: Adapter };
  /** Guarded: what adapters reach the world with. */
  fetch: typeof globalThis.fetch;
  open: (item: MediaItem, signal: AbortSignal, wish?: MediaWish) => Promise<OpenedMedia>;
  host: (item: MediaItem, signal: AbortSignal, wish?: MediaWish) => Promise<HostedMedia>;
  log: Log;
  /** How long one call to a network may take, ms. */
  callTimeoutMs?: number;
}

/** Uploads included: the slowest honest answer seen is a large video. */
const CALL_TIMEOUT_MS = 120_000;
/** Shorter than a transaction may idle: the account's row is locked meanwhile. */
const REFRESH_TIMEOUT_MS = 30_000;

interface Work {
  deliveryId: string;
  postId: string;
  accountId: string;
  attempt: number;
  checkpoint: Checkpoint | null;
}

/** The handlers of every effect that `machines/delivery.ts` declares and that leaves the database. */
export function deliveryHandlers(deps: DeliverDeps): { publish: Handler; verify: Handler; refresh: Handler } {
  return {
    publish: (run) => publish(deps, run),
    verify: (run) => verify(deps, run),
    refresh: (run) => refresh(deps, run),
  };
}

async function publish(deps: DeliverDeps, run: Run): Promise<{ type: string }> {
  const prepared = await prepare(deps, run);
  const { effect } = run;
  if ('gone' in prepared) return ended(effect, event('outcome.rejected', { reason: prepared.gone }));
  const { adapter, step, secrets, credentialsVersion } = prepared;

  if (!adapter.repeatable(step)) {
    // a try that was repeatable then, and is not now (a key ran out, an edit), left no mark: a look costs little
    const mayHaveBegun = effect.started || (effect.tries > 1 && adapter.evidence !== 'none');
    if (mayHaveBegun) {
      // somebody began this step and died: only a look can tell whether it was taken
      return event('outcome.interrupted', { reason: 'the service stopped while the answer was awaited' });
    }
    const ours = await deps.store.markStarted(effect.id, deps.clock());
    if (!ours) throw new Error('the effect was taken over by another node');
    effect.started = true; // if this very node has to run it again, after a fault
  }
  try {
    const { kind, ...outcome } = await adapter.publish(step);
    const told = event(`outcome.${kind}`, { ...outcome, ...(kind === 'expired' && { credentialsVersion }) });
    return ended(effect, clean(told, secrets));
  } catch (fault) {
    // a bug in an adapter, after who knows which call: nobody may say that nothing was sent
    deps.log.error(
      { platform: adapter.platform, delivery: step.deliveryId, fault: redact(String(fault), secrets) },
      'adapter threw',
    );
    return event('outcome.unknown', { reason: 'an error of our own while sending' });
  }
}

/**
 * What a step came to. When it ran before and nobody knows how that ended, a failure now says nothing of the try then:
 * it may have arrived, so a look must come before anything forgets about it.
 */
function ended(effect: Run['effect'], outcome: { type: string }): { type: string } {
  const isFailure = ['outcome.retry', 'outcome.rejected', 'outcome.expired', 'outcome.reauthorize'].includes(
    outcome.type,
  );
  if (effect.tries <= 1 || !isFailure) return outcome;
  return event('outcome.interrupted', { reason: 'the service stopped during an earlier try' });
}

async function verify(deps: DeliverDeps, run: Run): Promise<{ type: string }> {
  const prepared = await prepare(deps, run);
  if ('gone' in prepared) return event('finding.cannot_tell', { reason: prepared.gone });
  const { adapter, step, secrets, credentialsVersion } = prepared;
  try {
    const { kind, ...finding } = await adapter.verify(step);
    return clean(
      event(`finding.${kind}`, { ...finding, ...(kind === 'expired' && { credentialsVersion }) }),
      secrets,
    );
  } catch (fault) {
    deps.log.error(
      { platform: adapter.platform, delivery: step.deliveryId, fault: redact(String(fault), secrets) },
      'adapter threw',
    );
    return event('finding.retry', { reason: 'an error of our own while looking' });
  }
}

/**
 * One refresh for all deliveries of an account, over all nodes: the row is locked while the network is asked, and who
 * comes second finds credentials newer than the ones that were refused.
 */
async function refresh(deps: DeliverDeps, { effect, signal }: Run): Promise<{ type: string }> {
  const { accountId, refusedCredentials } = effect.params as {
    accountId: string;
    refusedCredentials: number;
  };
  return deps.store.holdAccount(accountId, async (held) => {
    if (!held) return event('refresh.reauthorize', { reason: 'the account was disconnected' });
    if (held.credentialsVersion > refusedCredentials) return event('refresh.refreshed', {});
    const { access: account } = held;
    const adapter = deps.adapters[account.platform];
    if (!adapter?.refresh) {
      return event('refresh.reauthorize', { reason: 'the access token is over; connect the account again' });
    }
    const limit = AbortSignal.any([signal, AbortSignal.timeout(REFRESH_TIMEOUT_MS)]);
    const answer = await adapter.refresh({ account, fetch: deps.fetch, signal: limit, now: deps.clock() });
    if (answer.kind !== 'refreshed') {
      const { kind, ...rest } = answer;
      return clean(event(`refresh.${kind}`, rest), secretsOf(account.credentials));
    }
    await held.save(answer.credentials, answer.expiresAt);
    return event('refresh.refreshed', {});
  });
}

interface Prepared {
  adapter: Adapter;
  step: PublishStep;
  secrets: string[];
  credentialsVersion: number;
}

/** Everything a step needs; or a sentence when the account or the post is gone. */
async function prepare(deps: DeliverDeps, { effect, signal }: Run): Promise<Prepared | { gone: string }> {
  const work = effect.params as unknown as Work;
  const [loaded, post] = await Promise.all([
    deps.store.account(work.accountId),
    deps.store.post(work.postId),
  ]);
  if (!loaded) return { gone: 'the account was disconnected' };
  if (!post) return { gone: 'the post was removed' };
  const { access: account, credentialsVersion } = loaded;
  const adapter = deps.adapters[account.platform];
  if (!adapter) return { gone: `${account.platform} is not available` };

  const { items } = mediaItems(post.media);
  const options = post.options as PublishStep['options'];
  const plan = adapter.plan({ text: post.content, media: items, options }, account);
  const refusal = plan.refusals[0];
  if (refusal) return { gone: refusal.message };
  const limit = AbortSignal.any([signal, AbortSignal.timeout(deps.callTimeoutMs ?? CALL_TIMEOUT_MS)]);
  return {
    adapter,
    secrets: secretsOf(account.credentials),
    credentialsVersion,
    step: {
      account,
      plan,
      options,
      deliveryId: work.deliveryId,
      checkpoint: work.checkpoint,
      now: deps.clock(),
      fetch: deps.fetch,
      signal: limit,
      open: (item, wish) => deps.open(item, limit, wish),
      host: (item, wish) => deps.host(item, limit, wish),
    },
  };
}

/** By their names: ids and handles among the credentials are no secrets, and belong into answers. */
function secretsOf(credentials: Credentials): string[] {
  return Object.entries(credentials)
    .filter(([name]) => /token|secret|password|jwt|key|url/i.test(name))
    .map(([, value]) => value);
}

const event = (type: string, fields: object) => ({ type, ...fields });

/** No answer of a network reaches the journal with a credential in it. */
function clean<E extends { type: string }>(told: E, secrets: string[]): E {
  return JSON.parse(redact(JSON.stringify(told), secrets)) as E;
}
