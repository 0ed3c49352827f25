/**
 * Events on their way to the apps that subscribed to them. They are kept until the app took them, so a restart of the
 * sandbox sends what the last one had not. Events of one account are sent one after the other, accounts side by side.
 */
import type { Store } from '../store.ts';
import { type Callback, type Manner, type OutgoingEvent, USUAL_MANNER } from './event.ts';
import { nextTry, PATIENCE_MS } from './retries.ts';
import { post, type Request } from './send.ts';

/** One request that was made, for the page and the control API. */
export interface Delivery {
  network: string;
  at: string;
  url: string;
  /** What the app responded; `failed` where no response came. */
  status: number | 'failed';
  accounts: string[];
  events: number;
  /** What was sent, byte by byte. Cut where it is very long. */
  body: string;
}

export interface Webhooks {
  add(network: string, event: OutgoingEvent): void;
  manner(network: string): Manner;
  /** Changes how a network's events are sent. Ending `hold` sends what waits. */
  change(network: string, to: Partial<Manner>): Manner;
  /** Events that the app has not taken yet. */
  waiting(network?: string): number;
  /** The newest requests, oldest first. */
  deliveries(network?: string): Delivery[];
  /** Sends what is due by the sandbox's clock, and returns when none of it is under way any more. */
  settled(): Promise<void>;
  /** Forgets everything. */
  clear(): void;
}

export interface WebhooksOptions {
  store: Store;
  now(): number;
  fetch: typeof globalThis.fetch;
  /** Where a network's events of this object go; null: the app has no callback. */
  callback(network: string, object: string | null): Callback | null;
  /** Ends the subscription of an account. */
  disable(network: string, account: string): void;
}

interface Waiting extends OutgoingEvent {
  id: number;
  network: string;
  dueAt: number;
  attempts: number;
  /** When it was first tried; null: not yet. */
  triedAt: number | null;
}

interface Kept {
  waiting: Waiting[];
  /** Since when an account's messaging events fail, by `<network>/<account>`. */
  failing: { [account: string]: number };
  manners: { [network: string]: Manner };
  counter: number;
}

const MAX_DELIVERIES = 200;
const MAX_BODY_CHARS = 20_000;
/** A timer that is due earlier than this waits for it: on a clock that stands still it would never rest. */
const LEAST_PAUSE_MS = 50;

export function openWebhooks(options: WebhooksOptions): Webhooks {
  const { store } = options;
  const now = () => options.now();
  const initial = (): Kept => ({ waiting: [], failing: {}, manners: {}, counter: 0 });
  let kept: Kept = { ...initial(), ...(store.read('webhooks') as Partial<Kept> | null) };
  let deliveries: Delivery[] = [];
  const underWay = new Set<number>();
  const lanes = new Map<string, Lane>();
  let timer: NodeJS.Timeout | null = null;
  let soon: NodeJS.Immediate | null = null;

  const save = () => store.writeSoon('webhooks', kept);
  const mannerOf = (network: string) => ({ ...USUAL_MANNER, ...kept.manners[network] });

  const due = () =>
    kept.waiting.filter(
      ({ id, dueAt, network }) => dueAt <= now() && !underWay.has(id) && !mannerOf(network).hold,
    );

  /** Puts what is due behind what its lane is sending. */
  const start = () => {
    if (soon) clearImmediate(soon);
    soon = null;
    for (const request of requestsOf(due(), mannerOf)) {
      for (const { id } of request.events) underWay.add(id);
      const lane = lanes.get(request.lane);
      if (lane) lane.requests.push(request);
      else {
        const requests = [request];
        lanes.set(request.lane, { requests, done: work(request.lane, requests) });
      }
    }
    rest();
  };

  const work = async (name: string, requests: Planned[]): Promise<void> => {
    await Promise.resolve(); // the lane is in its place before the first request is made
    for (let request = requests.shift(); request; request = requests.shift()) await deliver(request);
    lanes.delete(name);
  };

  /** Waits for the next try that is not due yet. */
  const rest = () => {
    if (timer) clearTimeout(timer);
    const next = Math.min(
      ...kept.waiting
        .filter(({ id, network }) => !underWay.has(id) && !mannerOf(network).hold)
        .map(({ dueAt }) => dueAt),
    );
    timer = Number.isFinite(next) ? setTimeout(start, Math.max(LEAST_PAUSE_MS, next - now())).unref() : null;
  };

  const deliver = async ({ events, network }: Planned): Promise<void> => {
    const living = new Set(kept.waiting.map(({ id }) => id));
    const present = events.filter(({ id }) => living.has(id));
    const callback = options.callback(network, present[0]?.object ?? null);
    if (present.length > 0 && callback) {
      const manner = mannerOf(network);
      const request = { events: present, callback, wrongSecret: manner.wrongSecret };
      let taken = false;
      for (let times = manner.twice ? 2 : 1; times > 0; times -= 1) taken = await sendOnce(network, request);
      if (taken) succeed(present);
      else fail(present, manner.speed);
    } else {
      drop(present); // nobody is subscribed any more
    }
    for (const { id } of events) underWay.delete(id);
    save();
    start();
  };

  const sendOnce = async (network: string, request: Request): Promise<boolean> => {
    const { status, body } = await post(request, options.fetch);
    const accounts = [...new Set(request.events.map(({ account }) => account))];
    const at = new Date(now()).toISOString();
    const text = body.slice(0, MAX_BODY_CHARS);
    const { url } = request.callback;
    deliveries.push({ network, at, url, status, accounts, events: request.events.length, body: text });
    if (deliveries.length > MAX_DELIVERIES) deliveries = deliveries.slice(-MAX_DELIVERIES / 2);
    return status === 200;
  };

  const drop = (events: Waiting[]) => {
    const ids = new Set(events.map(({ id }) => id));
    kept.waiting = kept.waiting.filter(({ id }) => !ids.has(id));
  };

  const succeed = (events: Waiting[]) => {
    drop(events);
    for (const { network, account, family } of events) {
      if (family === 'messaging') delete kept.failing[`${network}/${account}`];
    }
  };

  const fail = (events: Waiting[], speed: number) => {
    for (const event of events) {
      event.attempts += 1;
      event.triedAt ??= now();
      const { family, attempts, triedAt } = event;
      const next = nextTry({ family, attempts, triedAt }, speed);
      if (next === null) drop([event]);
      else event.dueAt = next;
      if (family === 'messaging') losePatience(event, speed);
    }
  };

  const losePatience = ({ network, account }: Waiting, speed: number) => {
    const key = `${network}/${account}`;
    const since = (kept.failing[key] ??= now());
    if (now() - since < PATIENCE_MS / speed) return;
    options.disable(network, account);
    delete kept.failing[key];
    drop(kept.waiting.filter((one) => one.network === network && one.account === account));
  };

  if (kept.waiting.length > 0) soon = setImmediate(start).unref();

  return {
    add: (network, event) => {
      kept.counter += 1;
      kept.waiting.push({ ...event, network, id: kept.counter, dueAt: now(), attempts: 0, triedAt: null });
      save();
      // the response of the call that caused it goes first
      soon ??= setImmediate(start);
    },
    manner: mannerOf,
    change: (network, to) => {
      kept.manners[network] = { ...mannerOf(network), ...to };
      save();
      soon ??= setImmediate(start);
      return mannerOf(network);
    },
    waiting: (network) =>
      kept.waiting.filter((event) => network === undefined || event.network === network).length,
    deliveries: (network) =>
      deliveries.filter((delivery) => network === undefined || delivery.network === network),
    settled: async () => {
      for (start(); lanes.size > 0;) await Promise.all([...lanes.values()].map(({ done }) => done));
      await store.saved();
    },
    clear: () => {
      if (timer) clearTimeout(timer);
      if (soon) clearImmediate(soon);
      [timer, soon] = [null, null];
      kept = { ...initial(), counter: kept.counter };
      deliveries = [];
    },
  };
}

interface Lane {
  /** Still to be made. */
  requests: Planned[];
  done: Promise<void>;
}

interface Planned {
  network: string;
  /** Requests of one lane are made one after the other. */
  lane: string;
  events: Waiting[];
}

/** Which requests these events make: one each, or as many in one as the network's manner allows. */
function requestsOf(events: Waiting[], mannerOf: (network: string) => Manner): Planned[] {
  const planned: Planned[] = [];
  for (const [network, all] of Map.groupBy(events, (event) => event.network)) {
    const { batch, reversed } = mannerOf(network);
    const ordered = reversed ? all.toReversed() : all;
    for (const event of ordered) {
      const lane = batch === 1 ? `${network}/${event.account}` : network;
      const last = planned.at(-1);
      const fits =
        last?.network === network &&
        event.object !== null &&
        last.events[0]?.object === event.object &&
        last.events.length < batch;
      if (fits) last.events.push(event);
      else planned.push({ network, lane, events: [event] });
    }
  }
  return planned;
}
