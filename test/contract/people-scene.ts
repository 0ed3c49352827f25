/**
 * A simulated network with people, and an app that receives what the network sends by the adapter alone: it confirms the
 * address, checks signatures and splits bodies with `inbound`, and does nothing else.
 */
import { ok } from 'node:assert/strict';
import { parseExactly } from '../../adapters/lib/exact-json.ts';
import type { AccountAccess } from '../../adapters/port/account.ts';
import type { InboundEvent, InboundPort, InboundSecrets } from '../../adapters/port/inbound.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import { createSandbox, type Sandbox } from '../../simulators/sandbox.ts';
import type { Act, PersonActResult, PersonInput, MessageView } from '../../simulators/people.ts';
import type { Fault, SimulatedNetwork } from '../../simulators/simulator.ts';
import type { Manner } from '../../simulators/webhooks/event.ts';

export const HOUR = 3_600_000;
const HOOK = 'https://troupe.test/in';

export interface PeopleScene {
  adapter: Manifest;
  /** Null: the network calls no webhooks of this service. */
  inbound: InboundPort | null;
  account: AccountAccess;
  secrets: InboundSecrets;
  sandbox: Sandbox;
  clock: { now: number };
  /** Requests of the network that were refused, because the secret does not fit. */
  refused: number;
  /** What every call of the adapter is given. */
  step(): { account: AccountAccess; fetch: typeof fetch; signal: AbortSignal; now: number };
  appStep(): {
    endpoints: AccountAccess['endpoints'];
    app: InboundSecrets;
    callbackUrl: string;
    fetch: typeof fetch;
    signal: AbortSignal;
    now: number;
  };
  hook: string;
  act(username: string, act: Act, person?: Partial<PersonInput>): PersonActResult;
  /** What the person sees of the conversation. */
  seen(username: string): MessageView[];
  /** The id of the account's newest post. Ads are not in its list. */
  postId(): string;
  manner(change: Partial<Manner>): void;
  fault(fault: Omit<Fault, 'network'>): void;
  /** Events that arrived since the last call, after everything that was due was sent. */
  events(): Promise<InboundEvent[]>;
}

export async function setPeopleScene(
  adapter: Manifest,
  network: SimulatedNetwork<unknown>,
): Promise<PeopleScene> {
  const { platform } = network;
  const { inbound = null } = adapter;
  ok(network.app, `${platform} has an app`);
  const secrets: InboundSecrets = { ...network.app, verifyToken: 'agreed' };
  const clock = { now: Date.UTC(2026, 10, 2, 9) };
  let arrived: InboundEvent[] = [];
  const receive = async (request: Request): Promise<Response> => {
    ok(inbound, `${platform} calls no webhooks`);
    const url = new URL(request.url);
    if (request.method === 'GET') {
      const challenge = inbound.challenge?.(Object.fromEntries(url.searchParams), secrets) ?? null;
      return new Response(challenge, { status: challenge === null ? 403 : 200 });
    }
    const body = new Uint8Array(await request.arrayBuffer());
    if (!inbound.verify({ headers: Object.fromEntries(request.headers), body }, secrets)) {
      scene.refused += 1;
      return new Response('', { status: 401 });
    }
    const parsed = parseExactly(new TextDecoder().decode(body));
    ok(parsed !== undefined);
    arrived.push(...inbound.split(parsed, clock.now));
    return new Response('');
  };
  const sandbox = createSandbox({
    baseUrl: 'http://sandbox.test',
    networks: [network],
    now: () => clock.now,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      ok(request.url.startsWith(HOOK), `nothing is at ${request.url}`);
      return receive(request);
    },
  });
  const { remoteId, username, endpoints, credentials, limits } = sandbox.connect(platform, 'Cafe Luna');
  const account = { id: 'acc_1', platform, remoteId, username, endpoints, credentials, limits };
  const place = { network: platform, account: remoteId };
  const call = () => ({ fetch: sandbox.fetch, signal: new AbortController().signal, now: clock.now });
  const scene: PeopleScene = {
    adapter,
    inbound,
    account,
    secrets,
    sandbox,
    clock,
    refused: 0,
    hook: HOOK,
    step: () => ({ account: scene.account, ...call() }),
    appStep: () => ({ endpoints, app: secrets, callbackUrl: HOOK, ...call() }),
    act: (name, act, person = {}) => sandbox.people.act(place, { username: name, ...person }, act),
    seen: (name) => sandbox.people.view(place, name).messages,
    postId: () => {
      const post = sandbox.people.scene(place).posts.find(({ origin }) => origin !== 'ad');
      ok(post);
      return post.id;
    },
    manner: (change) => sandbox.webhooks.change(platform, change),
    fault: (fault) => sandbox.faults.add({ network: platform, ...fault }),
    events: async () => {
      await sandbox.webhooks.settled();
      const events = arrived;
      arrived = [];
      return events;
    },
  };
  return scene;
}

/**
 * Subscribes the app and the account, each where the network has a call for it; else as its dashboard does. Does nothing
 * where the network calls no webhooks.
 */
export async function subscribe(scene: PeopleScene): Promise<void> {
  const { inbound, secrets, hook, sandbox, account } = scene;
  if (!inbound) return;
  const { subscriptions } = inbound;
  if (subscriptions?.subscribeApp) {
    const app = await subscriptions.subscribeApp({
      ...scene.appStep(),
      callbackUrl: hook,
      verifyToken: secrets.verifyToken,
    });
    ok(app.kind === 'subscribed', JSON.stringify(app));
  } else {
    await sandbox.people.setCallback(account.platform, {
      url: hook,
      verifyToken: secrets.verifyToken,
      fields: null,
    });
  }
  const own = await subscriptions?.subscribe({ ...scene.step(), app: secrets, callbackUrl: hook });
  ok(own === undefined || own.kind === 'subscribed', JSON.stringify(own));
}
