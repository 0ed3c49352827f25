/**
 * `GET /v1/inspect` as WebSocket: the protocol of Stately's inspector. `docs/debugger.md` describes it for users. The
 * protocol is one-way: an inspector sends nothing and cannot send a key, so a browser connects with a ticket
 * (admission.ts).
 */
import { findHolder } from '../../../store/keys.ts';
import type { Membership } from '../../api/principal.ts';
import { Problem } from '../../api/problem.ts';
import { createRateLimiter } from '../../base/rate.ts';
import type { RawRoute } from '../../api/exchange.ts';
import { CLOSE } from '../live/held-socket.ts';
import type { Following, Hub } from '../live/hub.ts';
import { type SocketHost, SocketServer } from '../live/socket-server.ts';
import { type UpgradeRequest, upgradeRequired } from '../live/upgrade.ts';
import type { KindTable } from '../../engine/kind.ts';
import type { Log } from '../../base/log.ts';
import { Semaphore } from '../../base/semaphore.ts';
import { admit, type AdmissionOptions, REVOKED } from './admission.ts';
import { INSPECT_PATH } from '../../features/introspection/inspect/tickets.ts';
import { scopeOf } from '../../features/introspection/inspect/watch.ts';
import { Watcher } from './watcher.ts';

export interface InspectOptions extends AdmissionOptions {
  /** The kinds of actors that are shown. */
  kinds: KindTable;
  /** Reports when a workspace changes. The poll finds what it misses. */
  hub: Hub;
  log: Pick<Log, 'warn' | 'error'>;
  /** How often to read the journal without a report, ms. Default 1,000. */
  pollMs?: number;
  /** How long a socket may accept no data while some is waiting, ms. Default 15,000. */
  slowMs?: number;
  /** Open sockets on this node. Default 64: each keeps up to 1,000 actors in memory. */
  maxSockets?: number;
  /** How often a person may open a socket here within a minute. Default 60. */
  opensPerMinute?: number;
}

/** Size limit of a client's message, in bytes. Inspectors send none. */
const MAX_READ_BYTES = 16 * 1024;
const IDLE_SECONDS = 32;
const SWEEP_MS = 1_000;
/** How often keys are checked again, ms, if nobody calls `recheck`. */
const RECHECK_MS = 10_000;
/** Open sockets of one person. */
const MAX_SOCKETS_OF_USER = 8;
/** How many sockets read the journal at the same time. */
const MAX_READERS = 4;

export const attachInspect = (server: SocketHost, options: InspectOptions): Inspect =>
  new Inspect(server, options);

export class Inspect extends SocketServer<Watcher> {
  readonly #options: InspectOptions;
  readonly #readers = new Semaphore(MAX_READERS);
  readonly #takeOpening: ReturnType<typeof createRateLimiter>;
  /** The hub subscription of each open watcher; null means the hub is not available, so only the poll reports changes. */
  readonly #following = new Map<Watcher, Promise<Following | null>>();
  readonly #poller: NodeJS.Timeout;
  #slow = 0;

  constructor(server: SocketHost, options: InspectOptions) {
    const { baseUrl, log, slowMs = 15_000, maxSockets = 64 } = options;
    super(server, {
      path: INSPECT_PATH,
      baseUrl,
      log,
      unavailable: 'this node has no room for another inspector at the moment: try again',
      tooManyMessages: 'too many messages: an inspector should send none',
      maxReadBytes: MAX_READ_BYTES,
      idleSeconds: IDLE_SECONDS,
      sweepMs: Math.min(SWEEP_MS, slowMs),
      recheckMs: RECHECK_MS,
      maxSockets,
    });
    const { pollMs = 1_000, opensPerMinute = 60 } = options;
    this.#options = options;
    this.#takeOpening = createRateLimiter({ requests: opensPerMinute, windowSeconds: 60 });
    this.#poller = setInterval(() => this.sockets.forEach((watcher) => watcher.nudge()), pollMs).unref();
  }

  override close(code?: number, reason?: string): void {
    clearInterval(this.#poller);
    super.close(code, reason);
  }

  /** For metrics. `slow`: sockets closed because they were too slow, since the start. */
  stats(): { sockets: number; slow: number } {
    return { sockets: this.sockets.size, slow: this.#slow };
  }

  protected async admit(request: UpgradeRequest): Promise<Watcher> {
    const { sql, kinds, log, clock } = this.#options;
    const { principal, workspace, watch } = await admit(this.#options, request);
    const { allowed, retryAfterSeconds } = this.#takeOpening(principal.userId, clock());
    if (!allowed) {
      const message = `you open inspectors too often: try again in ${retryAfterSeconds} s`;
      throw new Problem('rate_limited', message, { retryAfterSeconds });
    }
    const scope = await scopeOf(sql, { kinds, workspace }, watch);
    return new Watcher({ sql, kinds, log, principal, workspace, scope, readers: this.#readers });
  }

  protected override insistOnPlace({ userId }: Watcher): void {
    const own = [...this.sockets].filter((watcher) => watcher.userId === userId).length;
    if (own < MAX_SOCKETS_OF_USER) return;
    const message = `you have ${own} inspectors open here: close one of them`;
    throw new Problem('too_many_sockets', message, { retryAfterSeconds: 10 });
  }

  protected opened(watcher: Watcher): void {
    this.#following.set(watcher, this.#follow(watcher));
    watcher.nudge();
  }

  protected received(): void {
    // the protocol has no messages of a receiver
  }

  protected drained(watcher: Watcher): void {
    watcher.drained();
  }

  protected closed(watcher: Watcher): void {
    void this.#following.get(watcher)?.then((following) => following?.stop());
    this.#following.delete(watcher);
  }

  protected sweep(): void {
    const { slowMs = 15_000 } = this.#options;
    const reason = `too slow: nothing was read for ${slowMs / 1000} s; connect again to continue from the present`;
    for (const watcher of this.sockets) {
      if (watcher.stuckMs < slowMs) continue;
      this.#slow += 1;
      watcher.end(CLOSE.tooSlow, reason);
    }
  }

  protected async checkKeys(): Promise<void> {
    const holders = Map.groupBy(this.sockets, ({ keyId }) => keyId);
    for (const [keyId, own] of holders) await this.#checkKey(keyId, own);
  }

  async #checkKey(keyId: string, own: Watcher[]): Promise<void> {
    const { directory, cell, clock, log } = this.#options;
    let reached: Membership[] | undefined;
    try {
      reached = (await findHolder(directory, { keyId, cell, now: clock() }))?.workspaces;
    } catch (error) {
      // an outage is no reason to close a socket
      if (!this.isClosing) log.warn({ err: error }, 'a key could not be checked again');
      return;
    }
    for (const watcher of own) {
      const { id, slug, heldTo } = watcher.workspace;
      const now = reached?.find((workspace) => workspace.id === id);
      if (reached === undefined) watcher.end(CLOSE.unauthorized, REVOKED);
      else if (now === undefined) watcher.end(CLOSE.forbidden, `this key does not reach ${slug} any more`);
      else if (JSON.stringify(now.heldTo) !== JSON.stringify(heldTo))
        watcher.end(CLOSE.forbidden, `this key reaches other accounts of ${slug} now: connect again`);
    }
  }

  /** @returns null when the hub is not available */
  #follow(watcher: Watcher): Promise<Following | null> {
    const { hub, log } = this.#options;
    const { id, slug } = watcher.workspace;
    const follower = { onEvents: () => watcher.nudge(), onGap: () => watcher.nudge() };
    return hub.follow({ id, slug }, follower).catch((error: unknown) => {
      log.warn({ workspace: id, err: error }, 'an inspector cannot follow the feed, and polls the journal');
      return null;
    });
  }
}

/** The response to a request that is not a WebSocket handshake. */
export function inspectRoute(baseUrl: string): RawRoute {
  return upgradeRequired(
    INSPECT_PATH,
    baseUrl,
    'an inspector connects with a WebSocket: see the section "Your own inspector" of the debugger’s page',
  );
}
