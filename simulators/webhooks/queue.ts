/**
 * Events on their way to the apps that subscribed to them. They are kept until the app took them, so a restart of the
 * sandbox sends what the last one had not. Events of one account are sent one after the other, accounts side by side.
 */
import type { Store } from '../store.ts';
import type { Callback, Manner, OutgoingEvent } from './event.ts';
import { openLanes } from './lanes.ts';
import { type Planned, requestsOf } from './plan.ts';
import { post } from './send.ts';
import { openWaiting, type WaitingEvents } from './waiting.ts';

/** One request that was made, for the page and the control API. */
interface Delivery {
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

interface WebhooksOptions {
  store: Store;
  now(): number;
  fetch: typeof globalThis.fetch;
  /** Where a network's events of this object go; null means the app has no callback. */
  callback(network: string, object: string | null, hook: string | undefined): Callback | null;
  /** Ends the subscription of an account. */
  disable(network: string, account: string): void;
}

/** A timer that is due earlier than this waits for it: on a clock that stands still it would never rest. */
const LEAST_PAUSE_MS = 50;

export function openWebhooks(options: WebhooksOptions): Webhooks {
  const waiting = openWaiting(options.store, (network, account) => options.disable(network, account));
  const log = openLog();
  const underWay = new Set<number>();
  const lanes = openLanes(async (planned: Planned) => {
    const isTaken = await deliver(planned, { options, waiting, log });
    for (const { id } of planned.events) underWay.delete(id);
    if (!isTaken) start();
  });
  const alarm = openAlarm(() => start());
  const mannerOf = (network: string) => waiting.manner(network);

  /** Puts what is due behind what its lane is sending, and waits for the next try that is not due yet. */
  const start = () => {
    const now = options.now();
    const free = waiting.all().filter(({ id, network }) => !underWay.has(id) && !mannerOf(network).hold);
    const [due, later] = [free.filter(({ dueAt }) => dueAt <= now), free.filter(({ dueAt }) => dueAt > now)];
    for (const planned of requestsOf(due, mannerOf)) {
      for (const { id } of planned.events) underWay.add(id);
      lanes.add(planned.lane, planned);
    }
    const next = later.reduce((least, { dueAt }) => Math.min(least, dueAt), Infinity);
    alarm.set(later.length > 0 ? Math.max(LEAST_PAUSE_MS, next - now) : null);
  };

  if (waiting.count() > 0) alarm.soon();
  return {
    add: (network, event) => {
      if (event.family === 'changes' && mannerOf(network).lose) return;
      waiting.add(network, event, options.now());
      alarm.soon(); // the response of the call that caused it goes first
    },
    manner: mannerOf,
    change: (network, to) => {
      waiting.change(network, to);
      alarm.soon();
      return mannerOf(network);
    },
    waiting: (network) => waiting.count(network),
    deliveries: (network) => log.newest(network),
    settled: async () => {
      start();
      await lanes.idle();
      await options.store.saved();
    },
    clear: () => {
      alarm.set(null);
      waiting.clear();
      log.clear();
    },
  };
}

interface Parts {
  options: WebhooksOptions;
  waiting: WaitingEvents;
  log: Log;
}

/**
 * Makes one planned request, twice if that is asked for, and keeps what came of it.
 * @returns false where its events are to be sent again
 */
async function deliver({ events, network }: Planned, { options, waiting, log }: Parts): Promise<boolean> {
  const present = waiting.living(events);
  const callback = options.callback(network, present[0]?.object ?? null, present[0]?.hook);
  if (present.length === 0 || !callback) {
    waiting.drop(present); // nobody is subscribed any more
    return true;
  }
  const { twice, wrongSecret } = waiting.manner(network);
  const accounts = [...new Set(present.map(({ account }) => account))];
  let status: Delivery['status'] = 'failed';
  for (let times = twice ? 2 : 1; times > 0; times -= 1) {
    const answer = await post({ events: present, callback, wrongSecret }, options.fetch);
    status = answer.status;
    const at = new Date(options.now()).toISOString();
    log.add({ network, at, url: callback.url, status, accounts, events: present.length, body: answer.body });
  }
  if (status === 200) waiting.succeed(present);
  else waiting.fail(present, options.now());
  return status === 200;
}

/** Something to do in the next turn of the event loop, or when a time has passed, which keeps no process alive. */
function openAlarm(does: () => void) {
  let timer: NodeJS.Timeout | null = null;
  let next: NodeJS.Immediate | null = null;
  const run = () => {
    next = null;
    does();
  };
  return {
    soon: () => {
      next ??= setImmediate(run);
    },
    /** @param afterMs null if never */
    set: (afterMs: number | null) => {
      if (timer) clearTimeout(timer);
      if (next) clearImmediate(next);
      next = null;
      timer = afterMs === null ? null : setTimeout(run, afterMs).unref();
    },
  };
}

const MAX_DELIVERIES = 200;
const MAX_BODY_CHARS = 20_000;

interface Log {
  add(delivery: Delivery): void;
  newest(network?: string): Delivery[];
  clear(): void;
}

/** The newest requests, in memory. */
function openLog(): Log {
  let all: Delivery[] = [];
  return {
    add: (delivery: Delivery) => {
      all.push({ ...delivery, body: delivery.body.slice(0, MAX_BODY_CHARS) });
      if (all.length > MAX_DELIVERIES) all = all.slice(-MAX_DELIVERIES / 2);
    },
    newest: (network?: string) =>
      all.filter((delivery) => network === undefined || delivery.network === network),
    clear: () => {
      all = [];
    },
  };
}
