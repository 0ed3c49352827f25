/**
 * Gives stored events to what they are about: messages to conversations, comments to the list of comments. An account's
 * events are processed in the order in which they arrived, a few at a time, so a flood for one account does not delay the
 * others. An event and everything that follows from it are committed together: it takes effect once.
 */
import type { InboundEvent } from '../../../adapters/port/inbound.ts';
import type { Tx } from '../../../store/connect.ts';
import {
  claimInbound,
  type ClaimedAccount,
  finishInbound,
  postponeInbound,
  type StoredInbound,
} from '../../../store/inbound.ts';
import { isUnavailable } from '../../../store/database-state.ts';
import { noteEvent } from '../../../store/receiving.ts';
import { tellReceiver } from '../accounts/index.ts';
import type { FeedEvent } from '../../engine/feed-event.ts';
import type { Node } from '../../engine/node.ts';
import type { Turn } from '../../engine/turn.ts';
import type { Log } from '../../base/log.ts';

/** What takes events of some kinds. */
export interface Receiver {
  kinds: ReadonlySet<InboundEvent['kind']>;
  /** @returns live events of what changed, and the events that came before what they are about */
  take: (
    tx: Tx,
    turn: Turn,
    account: ClaimedAccount,
    events: readonly InboundEvent[],
  ) => Promise<{ feed: FeedEvent[]; early: InboundEvent[] }>;
}

interface ProcessorDeps {
  node: Pick<Node, 'command'>;
  receivers: readonly Receiver[];
  /** Epoch ms. */
  clock: () => number;
  log: Log;
}

/** An event that came before what it is about is tried again every 5 seconds, for 10 minutes; then it is dropped. */
const EARLY_RETRY_MS = 5_000;
const EARLY_KEPT_MS = 10 * 60_000;
/** Events of an account in one commit. */
const BATCH = 100;
/** How often the processor looks for events that another node stored, ms. */
const POLL_MS = 1_000;
/** The wait after the database could not be reached, ms. */
const RETRY_MS = 1_000;

export class InboundProcessor {
  readonly #deps: ProcessorDeps;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;

  constructor(deps: ProcessorDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.wake();
  }

  /** Processes what is stored, now. */
  wake(): void {
    if (this.#stopped) return;
    this.#again = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
      if (this.#again) this.wake(); // it was woken after the last round
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    let waitMs = POLL_MS;
    while (this.#again && !this.#stopped) {
      this.#again = false;
      try {
        await this.#round();
      } catch (fault) {
        this.#deps.log.error({ fault: String(fault) }, 'inbound events could not be processed; trying again');
        waitMs = RETRY_MS;
      }
    }
    if (!this.#stopped) this.#timer = setTimeout(() => this.wake(), waitMs).unref();
  }

  /** One batch of every account that has events. */
  async #round(): Promise<void> {
    const served: string[] = [];
    while (!this.#stopped) {
      const done = await this.#serveOne(served, BATCH);
      if (!done) return;
      served.push(done.accountId);
      if (done.isFull) this.#again = true;
    }
  }

  /** @returns null when no account is left */
  async #serveOne(
    skip: readonly string[],
    limit: number,
  ): Promise<{ accountId: string; isFull: boolean } | null> {
    let claimed: { account: ClaimedAccount; events: StoredInbound<InboundEvent>[] } | null = null;
    try {
      return await this.#deps.node.command(async (tx, turn) => {
        claimed = await claimInbound<InboundEvent>(tx, { limit, skip, now: turn.now });
        if (!claimed) return { result: null };
        const { account, events } = claimed;
        if (events.some(({ event }) => event.found === undefined)) {
          const quietAt = await noteEvent(tx, account.id, turn.now);
          if (quietAt !== null) await tellReceiver(tx, turn, account.id, { type: 'heard', quietAt });
        }
        const { feed, early } = await this.#give(tx, turn, account, events);
        const isEarly = ({ event, arrivedAt }: StoredInbound<InboundEvent>) =>
          early.has(event) && arrivedAt > turn.now - EARLY_KEPT_MS;
        const keysOf = (some: typeof events) => some.map(({ key }) => key);
        const [waiting, done] = [events.filter(isEarly), events.filter((one) => !isEarly(one))];
        const accountId = account.id;
        await finishInbound(tx, { accountId, keys: keysOf(done), now: turn.now, fault: null });
        const until = turn.now + EARLY_RETRY_MS;
        if (waiting.length > 0) await postponeInbound(tx, { accountId, keys: keysOf(waiting), until });
        return { result: { accountId: account.id, isFull: events.length === limit }, feed };
      });
    } catch (fault) {
      const found = claimed as { account: ClaimedAccount; events: StoredInbound<InboundEvent>[] } | null;
      if (!found || isTransient(fault)) throw fault;
      if (limit > 1) return this.#serveOne(skip, 1);
      await this.#setAside(found.account, found.events, fault);
      return { accountId: found.account.id, isFull: true };
    }
  }

  async #give(tx: Tx, turn: Turn, account: ClaimedAccount, events: readonly StoredInbound<InboundEvent>[]) {
    const feed: FeedEvent[] = [];
    const early = new Set<InboundEvent>();
    for (const { kinds, take } of this.#deps.receivers) {
      const own = events.map(({ event }) => event).filter(({ kind }) => kinds.has(kind));
      if (own.length === 0) continue;
      const result = await take(tx, turn, account, own);
      feed.push(...result.feed);
      for (const event of result.early) early.add(event);
    }
    return { feed, early };
  }

  /** An event that cannot be processed stays stored with the reason; later ones are processed. */
  async #setAside(account: ClaimedAccount, events: readonly StoredInbound<InboundEvent>[], fault: unknown) {
    const keys = events.map(({ key }) => key);
    this.#deps.log.error(
      { account: account.id, keys, fault: String(fault) },
      'an inbound event could not be processed',
    );
    await this.#deps.node.command(async (tx, turn) => {
      await finishInbound(tx, {
        accountId: account.id,
        keys,
        now: turn.now,
        fault: String(fault).slice(0, 500),
      });
      return { result: null };
    });
  }
}

/** Whether the next try may succeed: the database cannot do its work now, or another transaction was first. */
function isTransient(fault: unknown): boolean {
  if (isUnavailable(fault)) return true;
  if (!(fault instanceof Error)) return false;
  const code = (fault as { code?: unknown }).code;
  if (typeof code !== 'string') return fault.name === 'StaleActor';
  return !/^[0-9A-Z]{5}$/.test(code) || code === '23505';
}
