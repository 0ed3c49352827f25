/** Events that the apps have not taken yet: kept across restarts, with the tries that each had. */
import type { Store } from '../store.ts';
import { type Manner, type OutgoingEvent, USUAL_MANNER } from './event.ts';
import { nextTry, PATIENCE_MS } from './retries.ts';

export interface WaitingEvent extends OutgoingEvent {
  id: number;
  network: string;
  /** Epoch ms. */
  dueAt: number;
  attempts: number;
  /** When it was first tried; null if not yet. */
  triedAt: number | null;
}

export interface WaitingEvents {
  /** In the order in which they happened. */
  all(): WaitingEvent[];
  count(network?: string): number;
  add(network: string, event: OutgoingEvent, now: number): void;
  /** Those that are still there. */
  living(events: WaitingEvent[]): WaitingEvent[];
  drop(events: WaitingEvent[]): void;
  /** The app took them. */
  succeed(events: WaitingEvent[]): void;
  /** The app did not take them: they get another try, or are given up. */
  fail(events: WaitingEvent[], now: number): void;
  manner(network: string): Manner;
  change(network: string, to: Partial<Manner>): void;
  clear(): void;
}

interface Kept {
  waiting: WaitingEvent[];
  /** Since when an account's messaging events fail, by `<network>/<account>`. */
  failing: { [account: string]: number };
  manners: { [network: string]: Manner };
  counter: number;
}

const nothing = (): Kept => ({ waiting: [], failing: {}, manners: {}, counter: 0 });

/** @param disable ends the subscription of an account, whose messaging events have failed for too long */
export function openWaiting(
  store: Store,
  disable: (network: string, account: string) => void,
): WaitingEvents {
  const { waiting: before, ...read }: Kept = {
    ...nothing(),
    ...(store.read('webhooks') as Partial<Kept> | null),
  };
  let kept: Omit<Kept, 'waiting'> = read;
  const waiting = new Map(before.map((event) => [event.id, event]));
  const stored = { toJSON: (): Kept => ({ ...kept, waiting: [...waiting.values()] }) };
  const save = () => store.writeSoon('webhooks', stored);
  const manner = (network: string): Manner => ({ ...USUAL_MANNER, ...kept.manners[network] });
  const drop = (events: WaitingEvent[]) => {
    for (const { id } of events) waiting.delete(id);
    save();
  };
  return {
    all: () => [...waiting.values()],
    count: (network) =>
      network === undefined
        ? waiting.size
        : [...waiting.values()].filter((event) => event.network === network).length,
    add: (network, event, now) => {
      kept.counter += 1;
      const id = kept.counter;
      waiting.set(id, { ...event, network, id, dueAt: now, attempts: 0, triedAt: null });
      save();
    },
    living: (events) => events.filter(({ id }) => waiting.has(id)),
    drop,
    succeed: (events) => {
      for (const event of events) if (event.family === 'messaging') delete kept.failing[accountKey(event)];
      drop(events);
    },
    fail: (events, now) => {
      for (const event of events) {
        const { speed } = manner(event.network);
        if (!tryAgain(event, speed, now)) drop([event]);
        if (event.family !== 'messaging' || !isOutOfPatience(kept, event, speed, now)) continue;
        disable(event.network, event.account);
        drop([...waiting.values()].filter((one) => accountKey(one) === accountKey(event)));
      }
      save();
    },
    manner,
    change: (network, to) => {
      kept.manners[network] = { ...manner(network), ...to };
      save();
    },
    clear: () => {
      waiting.clear();
      const { manners, failing } = nothing();
      kept = { manners, failing, counter: kept.counter };
    },
  };
}

/** @returns false where it was the last try */
function tryAgain(event: WaitingEvent, speed: number, now: number): boolean {
  event.attempts += 1;
  event.triedAt ??= now;
  const { family, attempts, triedAt } = event;
  const next = nextTry({ family, attempts, triedAt }, speed);
  if (next !== null) event.dueAt = next;
  return next !== null;
}

function isOutOfPatience(
  kept: Pick<Kept, 'failing'>,
  event: WaitingEvent,
  speed: number,
  now: number,
): boolean {
  const key = accountKey(event);
  const since = (kept.failing[key] ??= now);
  if (now - since < PATIENCE_MS / speed) return false;
  delete kept.failing[key];
  return true;
}

function accountKey({ network, account }: WaitingEvent): string {
  return `${network}/${account}`;
}
