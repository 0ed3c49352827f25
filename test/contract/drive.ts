/**
 * Sends one post to one account as the service does: the real delivery machine decides, the adapter acts, and a
 * simulated clock jumps from timer to timer. Everything that is stored in between goes through JSON. One call can be
 * disturbed, or the service stopped at any point of it.
 */
import { deepEqual, equal, fail, ok } from 'node:assert/strict';
import type { AccountAccess, Credentials, AppCredentials } from '../../adapters/port/account.ts';
import type { RefreshAnswer } from '../../adapters/port/app.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import type { Plan, PostContent, PublishStep, ThreadParent } from '../../adapters/port/publish.ts';
import { delivery, type DeliveryInput } from '../../machines/delivery/index.ts';
import { start, step, type Incoming, type Step } from '../../machines/durable.ts';
import type { Checkpoint, Finding, Outcome } from '../../machines/outcome.ts';
import { MAX_BYTES, Recorder } from '../../src/engine/recorder.ts';
import { withNetworkCode } from '../../src/features/posts/publishing/network-code.ts';
import { createSandbox, type Sandbox } from '../../simulators/sandbox.ts';
import type { SimulatedNetwork } from '../../simulators/simulator.ts';
import { showsItsCode, type LastResponse } from './code-of-refusal.ts';
import { host, mediaFetch, open } from './media.ts';

export const BASE_URL = 'http://sandbox.test';
export const START = Date.UTC(2026, 4, 4, 10);

/** A network with one connected account, and the clock they share. */
export interface Scene {
  adapter: Manifest;
  network: SimulatedNetwork<unknown>;
  account: AccountAccess;
  /** This service as an app at the network; null if the adapter needs no app. */
  app: AppCredentials | null;
  sandbox: Sandbox;
  /** Network post ids that other deliveries hold. */
  held?: Set<string>;
  clock: { now: number };
  /** Values that must never appear in the adapter's results. */
  secrets(): string[];
  /** Stops the network and starts it from what it saved. Only for a scene with a folder. */
  restartNetwork(): void;
}

export interface SceneFacts {
  adapter: Manifest;
  network: SimulatedNetwork<unknown>;
  /** Names of credentials that are not secret: a chat's id, a server's id. */
  notSecret?: string[];
}

export function setScene(
  { adapter, network, notSecret = [] }: SceneFacts,
  {
    folder,
    name = 'rosa',
    fetch = mediaFetch,
  }: { folder?: string; name?: string; fetch?: typeof globalThis.fetch } = {},
): Scene {
  const clock = { now: START };
  const open = () =>
    createSandbox({
      baseUrl: BASE_URL,
      networks: [network],
      now: () => clock.now,
      fetch,
      delay: (ms) => {
        clock.now += ms;
        return Promise.resolve();
      },
      ...(folder === undefined ? {} : { folder }),
    });
  const sandbox = open();
  const { remoteId, username, endpoints, credentials, limits } = sandbox.connect(network.platform, name);
  const account: AccountAccess = {
    id: 'acc_1',
    platform: network.platform,
    remoteId,
    username,
    endpoints,
    credentials,
    limits,
  };
  const scene: Scene = {
    adapter,
    network,
    account,
    app: adapter.app?.asApp ? (network.app ?? null) : null,
    sandbox,
    held: new Set(),
    clock,
    secrets: () => [
      ...Object.entries(scene.account.credentials)
        .filter(([name, value]) => !notSecret.includes(name) && value !== '')
        .map(([, value]) => value),
      ...(scene.app ? [scene.app.clientSecret] : []),
    ],
    restartNetwork: () => {
      scene.sandbox = open();
    },
  };
  return scene;
}

/**
 * What happens to one call of a delivery, counted from 1 over all its calls to the network while publishing.
 * - `stopped before`, `stopped after`: the service is killed just before the call is sent, or just after its response
 * - `refused`: no connection
 * - `timed out`: the network did its work, but the response did not come in time
 */
export interface Disturbance {
  call: number;
  how: 'stopped before' | 'stopped after' | 'refused' | 'timed out';
}

export interface Drive {
  post: PostContent;
  deliveryId?: string;
  /** Where a part of a thread goes. Absent means it is a post of its own. */
  parent?: ThreadParent;
  /** How the adapter gets the post's media. Default: the samples unchanged. */
  media?: Pick<PublishStep, 'open' | 'host'>;
  /** Default: what the adapter plans. */
  plan?: Plan;
  disturb?: Disturbance;
  /** The service is killed after this step (counted from 1), before its outcome is stored. */
  loseStep?: number;
  /** The network is restarted from its saved state before each step. */
  restartNetwork?: boolean;
  /** The first call of the first lookup gets no connection, or a server error. */
  lookFails?: 'refused' | 'unavailable';
}

/** One `publish` of the adapter. */
export interface TakenStep {
  /** When it ran, epoch ms. */
  at: number;
  checkpoint: Checkpoint | null;
  /** Null if the service was stopped during it. */
  outcome: Outcome | null;
  /** Posts of the account before and after. */
  liveBefore: number;
  liveAfter: number;
  /** An injected fault of the sandbox happened in this step. */
  metFault: boolean;
  /** Numbers of the calls it made, counted from 1 over the whole delivery. */
  calls: number[];
}

export interface Driven {
  status: 'published' | 'failed' | 'cancelled';
  networkPostId: string | null;
  url: string | null;
  error: string | null;
  /** The network's code of the refusal that `error` is about. */
  networkCode: string | null;
  /** It is not known whether the post is live: a person was asked to check. */
  unresolved: boolean;
  steps: TakenStep[];
  findings: Finding[];
  refreshes: RefreshAnswer[];
  /** The network's names of the calls of the publication, and how many posts were live after each. */
  calls: { call: string; live: number }[];
  /** The checkpoint of the last step. */
  checkpoint: Checkpoint | null;
}

const STOPPED = Symbol('the service was stopped');
const MAX_STEPS = 300;

/** Drives one delivery to its end. Throws an assertion if the adapter breaks a rule that holds at every step. */
export async function drive(scene: Scene, options: Drive): Promise<Driven> {
  const { adapter, clock } = scene;
  const { post, deliveryId = 'delivery-1', disturb, loseStep } = options;
  const plan = stored(options.plan ?? adapter.publish.plan(post, scene.account));
  const driven: Pick<Driven, 'steps' | 'findings' | 'refreshes' | 'calls'> = {
    steps: [],
    findings: [],
    refreshes: [],
    calls: [],
  };
  let calls = 0;

  const stepOf = (
    checkpoint: Checkpoint | null,
    fetch: typeof globalThis.fetch,
    signal: AbortSignal,
  ): PublishStep => ({
    account: scene.account,
    plan,
    options: post.options,
    deliveryId,
    ...(options.parent && { parent: options.parent }),
    checkpoint,
    now: clock.now,
    fetch,
    signal,
    heldIds: heldIn(scene),
    open: options.media?.open ?? open,
    host: options.media?.host ?? host,
  });

  const publish = async (checkpoint: Checkpoint | null): Promise<DeliveryAnswer> => {
    if (options.restartNetwork) scene.restartNetwork();
    const edited = { ...plan, text: `${plan.text} (edited)`, media: [] };
    const now = adapter.publish.repeatable({ checkpoint, plan, options: post.options, now: clock.now });
    const later = adapter.publish.repeatable({
      checkpoint,
      plan: edited,
      options: post.options,
      now: clock.now + YEAR_MS,
    });
    equal(later === 'no', now === 'no', 'neither an edit nor time turns `no` into another answer, or back');
    const stop = Promise.withResolvers<typeof STOPPED>();
    const timeout = new AbortController();
    const startedAt = clock.now;
    const liveBefore = live(scene);
    const faultsBefore = faultsLeft(scene);
    const made: number[] = [];
    let last: LastResponse | null = null;
    const { fetch, stray } = watch(scene, async (request) => {
      calls += 1;
      last = null;
      made.push(calls);
      const how = disturb?.call === calls ? disturb.how : null;
      if (how === 'stopped before') return never(stop);
      if (how === 'refused') throw refused();
      try {
        const response = await scene.sandbox.fetch(request);
        if (how === 'stopped after') return await never(stop);
        if (how === 'timed out') {
          timeout.abort(new DOMException('The operation timed out', 'TimeoutError'));
          request.signal.throwIfAborted(); // an adapter that ignores the signal gets its response and fails the test
        }
        last = { status: response.status, text: await response.clone().text() };
        return response;
      } finally {
        driven.calls.push({ call: scene.sandbox.calls.entries().at(-1)?.call ?? '', live: live(scene) });
      }
    });
    const recorder = new Recorder();
    const result = await Promise.race([
      adapter.publish.publish(stepOf(checkpoint, recorded(scene, recorder, fetch), timeout.signal)),
      stop.promise,
    ]);
    const taken = result === STOPPED ? result : withNetworkCode(result, recorder.code);
    if (taken !== STOPPED) showsItsCode(taken, last, checkpoint);
    deepEqual(stray, [], ONLY_ITS_ENDPOINTS);
    keepsNoSecret(scene, recorder, { calls: made.length });
    const lost = taken === STOPPED || driven.steps.length + 1 === loseStep;
    driven.steps.push({
      at: startedAt,
      checkpoint,
      outcome: taken === STOPPED ? null : taken,
      liveBefore,
      liveAfter: live(scene),
      metFault: faultsLeft(scene) < faultsBefore,
      calls: made,
    });
    if (taken !== STOPPED) holdsForAll(scene, taken);
    if (!lost) return unlessHeld(scene, eventOf('outcome', taken));
    return adapter.publish.repeatable({ checkpoint, plan, options: post.options, now: clock.now }) === 'yes'
      ? publish(checkpoint)
      : { type: 'outcome.interrupted', reason: 'the service stopped' };
  };

  const verify = async (checkpoint: Checkpoint | null): Promise<DeliveryAnswer> => {
    const before = live(scene);
    let failing = driven.findings.length === 0 ? options.lookFails : undefined;
    const { fetch, stray } = watch(scene, (request) => {
      const how = failing;
      failing = undefined;
      if (how === 'refused') return Promise.reject(refused());
      if (how === 'unavailable') return Promise.resolve(scene.network.error(503, undefined));
      return scene.sandbox.fetch(request);
    });
    const recorder = new Recorder();
    const watched = recorded(scene, recorder, fetch);
    const finding = await adapter.publish.verify(stepOf(checkpoint, watched, new AbortController().signal));
    deepEqual(stray, [], ONLY_ITS_ENDPOINTS);
    keepsNoSecret(scene, recorder);
    equal(live(scene), before, 'a look changes nothing');
    holdsForAll(scene, finding);
    driven.findings.push(finding);
    return unlessHeld(scene, eventOf('finding', finding));
  };

  const refresh = async (): Promise<DeliveryAnswer> => {
    if (!adapter.app?.refresh) fail('the adapter says expired, and has no refresh');
    const { fetch, stray } = watch(scene);
    const { signal } = new AbortController();
    const { account } = scene;
    const app = adapter.app.asApp?.includes('refresh') ? scene.app : null;
    const recorder = new Recorder();
    const watched = recorded(scene, recorder, fetch);
    if (app) recorder.hide(app.clientSecret);
    const answer = await adapter.app.refresh({ account, app, now: clock.now, fetch: watched, signal });
    deepEqual(stray, [], ONLY_ITS_ENDPOINTS);
    // a new credential cannot be known in advance: it is removed by its name
    const fresh = answer.kind === 'refreshed' ? answer.credentials : {};
    keepsNoSecret(scene, recorder, { fresh: { ...fresh, ...(app && { app: app.clientSecret }) } });
    driven.refreshes.push(answer);
    if (answer.kind === 'refreshed') {
      const { credentials } = answer;
      scene.account = { ...scene.account, credentials: stored(credentials) };
      const { expiresAt } = answer;
      return { type: 'refresh.refreshed', credentialsVersion: 2, obtainedAt: clock.now, expiresAt };
    }
    holdsForAll(scene, answer);
    return eventOf('refresh', answer);
  };

  const input: DeliveryInput = {
    deliveryId,
    postId: 'post_1',
    accountId: scene.account.id,
    platform: scene.account.platform,
    onUnknown: 'hold',
    round: 1,
  };
  const timers = new Map<string, { event: unknown; at: number }>();
  const keepTimers = (taken: Step<typeof delivery>) => {
    for (const id of taken.cancels) timers.delete(id);
    for (const { id, event, delayMs } of taken.timers) timers.set(id, { event, at: clock.now + delayMs });
  };
  let current = start(delivery, input, clock.now);
  keepTimers(current);
  for (let count = 0; count < MAX_STEPS; count += 1) {
    const [effect] = current.effects.filter((one) => !isRenewal(one));
    let answer: DeliveryAnswer;
    if (effect?.type === 'tell') {
      const { status, value, context } = current.snapshot;
      const [message] = effect.params.messages;
      ok(message && status);
      // the account must be connected again, which nobody does here, so this is the end
      if (message.event.type === 'refused') {
        const { reason } = message.event;
        const end = value === 'waiting_account' ? { error: reason, unresolved: false } : heldBy(reason);
        const { networkPostId, url, checkpoint, networkCode = null } = context;
        return { ...driven, status: 'failed', networkPostId, url, checkpoint, networkCode, ...end };
      }
      ok(message.event.type === 'delivery.ended');
      const { networkPostId, url, error, checkpoint, networkCode = null } = context;
      const end = { networkPostId, url, error, networkCode, unresolved: value === 'unresolved', checkpoint };
      return { ...driven, status: message.event.status, ...end };
    } else if (effect?.type === 'publish') {
      answer = await publish(effect.params.checkpoint);
    } else if (effect?.type === 'verify') {
      answer = await verify(effect.params.checkpoint);
    } else if (effect?.type === 'refresh') {
      answer = await refresh();
    } else {
      const next = [...timers].sort(([, a], [, b]) => a.at - b.at)[0];
      ok(next, 'a delivery that does nothing waits for a timer');
      const [id, { event, at }] = next;
      timers.delete(id);
      clock.now = Math.max(clock.now, at);
      answer = event as DeliveryAnswer;
    }
    current = step(delivery, stored(current.snapshot), answer, clock.now);
    keepTimers(current);
  }
  return fail(`no end after ${MAX_STEPS} steps`);
}

/** Runs the adapter's own `verify`. */
export function look(
  scene: Scene,
  post: PostContent,
  checkpoint: Checkpoint | null,
  { deliveryId = 'delivery-1', parent }: { deliveryId?: string; parent?: ThreadParent } = {},
) {
  return scene.adapter.publish.verify({
    account: scene.account,
    plan: scene.adapter.publish.plan(post, scene.account),
    options: post.options,
    deliveryId,
    ...(parent && { parent }),
    checkpoint,
    now: scene.clock.now,
    fetch: scene.sandbox.fetch,
    signal: new AbortController().signal,
    heldIds: heldIn(scene),
    open,
    host,
  });
}

/** The ids that other deliveries of this scene hold. */
const heldIn = (scene: Scene) => async (ids: string[]) => new Set(ids.filter((id) => scene.held?.has(id)));

/** As in the service: a result that names a post of another delivery proves nothing. */
function unlessHeld(scene: Scene, answer: DeliveryAnswer): DeliveryAnswer {
  if (!('networkPostId' in answer) || !scene.held?.has(answer.networkPostId ?? '')) return answer;
  const type = answer.type === 'outcome.published' ? 'outcome.taken' : 'finding.taken';
  return { type, reason: 'another delivery holds this post' };
}

/** How many posts the account has. */
export function live({ sandbox, account }: Scene): number {
  return sandbox.ledger.entries({ network: account.platform, account: account.remoteId }).length;
}

type DeliveryAnswer = Incoming<typeof delivery>;

function eventOf(family: 'outcome' | 'finding' | 'refresh', answer: { kind: string }): DeliveryAnswer {
  const { kind, ...rest } = stored(answer);
  return { type: `${family}.${kind}`, ...rest } as DeliveryAnswer;
}

/** What holds for every result of an adapter: it is JSON, and contains no credential. */
function holdsForAll(scene: Scene, said: Outcome | Finding | RefreshAnswer): void {
  deepEqual(said, stored(said), 'what the adapter says survives JSON');
  const text = JSON.stringify(said);
  for (const secret of scene.secrets()) {
    const shown = [secret, encodeURIComponent(secret)].some((form) => text.includes(form));
    ok(!shown, `a credential shows in: ${said.kind}`);
  }
}

/** The calls of one attempt, recorded as the service does for its debugger. */
const recorded = ({ account, clock }: Scene, recorder: Recorder, fetch: typeof globalThis.fetch) =>
  recorder.watch({ fetch, clock: () => clock.now, credentials: account.credentials });

/**
 * What holds for every record of an attempt: it has each call, it is small, and no credential appears in it.
 * @param fresh credentials that the network issued in one of the calls
 */
function keepsNoSecret(
  scene: Scene,
  recorder: Recorder,
  { calls, fresh = {} }: { calls?: number; fresh?: Credentials } = {},
): void {
  const record = recorder.end();
  if (calls !== undefined) equal((record?.exchanges.length ?? 0) + (record?.leftOut ?? 0), calls);
  if (!record) return;
  const text = JSON.stringify(record);
  ok(Buffer.byteLength(text) < MAX_BYTES + 200, 'the record of an attempt is bounded');
  for (const [name, secret] of Object.entries({ ...scene.account.credentials, ...fresh })) {
    if (secret.length < 8) continue;
    const forms = [
      secret,
      encodeURIComponent(secret),
      new URLSearchParams({ '': secret }).toString().slice(1),
      btoa(secret).replace(/=+$/, ''),
      btoa(`${scene.account.username}:${secret}`).replace(/=+$/, '').slice(-secret.length),
    ];
    ok(!forms.some((form) => text.includes(form)), `the credential ${name} shows in a record`);
  }
}

const YEAR_MS = 365 * 86_400_000;
const ONLY_ITS_ENDPOINTS = 'the adapter calls no host but its endpoints';

/** A fetch to the sandbox that records requests to other addresses than the account's endpoints. */
function watch(scene: Scene, send = (request: Request) => scene.sandbox.fetch(request)) {
  const stray: string[] = [];
  const bases = Object.values(scene.account.endpoints);
  const fetch: typeof globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    const { url } = request;
    const own = bases.some((base) => url.startsWith(base) && /^[/?]|^$/.test(url.slice(base.length)));
    if (!own) stray.push(new URL(url).host);
    return send(request);
  };
  return { fetch, stray };
}

function faultsLeft({ sandbox }: Scene): number {
  return sandbox.faults.list().reduce((sum, { times }) => sum + (times ?? 0), 0);
}

function never(stop: PromiseWithResolvers<typeof STOPPED>): Promise<never> {
  stop.resolve(STOPPED);
  return new Promise<never>(() => undefined);
}

function refused(): TypeError {
  return new TypeError('fetch failed', {
    cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
  });
}

/** As it comes back from the database. */
function stored<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** An event only for the account. */
function isRenewal(effect: { type: string; params: unknown }): boolean {
  if (effect.type !== 'tell') return false;
  const { messages } = effect.params as { messages: { event: { type: string } }[] };
  return messages.every(({ event }) => event.type === 'renewed');
}

const heldBy = (reason: string) => ({
  error: `outcome unknown, check the account before sending again: ${reason}`,
  unresolved: true,
});
