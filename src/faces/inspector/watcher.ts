/**
 * One inspector's socket. It reads the journal only as fast as the socket accepts data, so nothing piles up in memory.
 * A client that accepts nothing for some time is closed by socket.ts.
 */
import type { Membership, Principal } from '../../api/principal.ts';
import type { Sql } from '../../../store/connect.ts';
import { HeldSocket } from '../live/held-socket.ts';
import { paced } from '../live/shared.ts';
import type { SocketData } from '../live/socket-server.ts';
import type { Log } from '../../base/log.ts';
import type { Semaphore } from '../../base/semaphore.ts';
import type { KindTable } from '../../engine/kind.ts';
import type { InspectMessage } from '../../features/introspection/inspect/messages.ts';
import { ActorReporter } from '../../features/introspection/inspect/reporter.ts';
import { Tail } from '../../features/introspection/inspect/tail.ts';
import type { Scope } from '../../features/introspection/inspect/watch.ts';

interface WatcherOptions {
  sql: Sql;
  kinds: KindTable;
  log: Pick<Log, 'warn'>;
  principal: Principal;
  workspace: Membership;
  scope: Scope;
  /** Limits how many sockets read at the same time. */
  readers: Semaphore;
}

/** No more is written to a socket while more bytes than this are waiting in it. */
const BUFFER_BYTES = 256 * 1024;
/** Pause between two reads of the journal, ms: a busy workspace reports every commit. */
const READ_PAUSE_MS = 50;

export class Watcher extends HeldSocket<SocketData<Watcher>> {
  readonly workspace: Membership;
  readonly userId: string;
  readonly keyId: string;
  /** There may be something to send. The first call after the opening introduces the actors. */
  readonly nudge: () => void;
  readonly #options: WatcherOptions;
  readonly #reporter: ActorReporter;
  #tail: Tail | null = null;
  /** The actors have been introduced. */
  #hasStarted = false;
  #queue: string[] = [];
  #stuckSince: number | null = null;
  #hasFailed = false;

  constructor(options: WatcherOptions) {
    super();
    this.#options = options;
    this.workspace = options.workspace;
    this.userId = options.principal.userId;
    this.keyId = options.principal.keyId;
    this.#reporter = new ActorReporter(options.sql, options.kinds, options.scope);
    const work = paced(() => this.#work(), READ_PAUSE_MS);
    this.nudge = () => void work();
  }

  /** The socket has sent some of the waiting data. */
  drained(): void {
    this.#stuckSince = null;
    this.nudge();
  }

  /** How long the socket has accepted no data while some is waiting, ms. */
  get stuckMs(): number {
    return this.#stuckSince === null ? 0 : performance.now() - this.#stuckSince;
  }

  override closed(): void {
    super.closed();
    this.#queue = [];
  }

  /** Sends what was read and reads on, until nothing is left or the socket is full. One call runs at a time. */
  async #work(): Promise<void> {
    const { readers, log } = this.#options;
    try {
      let hasMore = this.#flush();
      while (hasMore) hasMore = (await readers.run(() => this.#readAndQueue())) && this.#flush();
      this.#flush();
      this.#hasFailed = false;
    } catch (fault) {
      // nothing is lost: the next read starts where this one failed
      if (!this.#hasFailed && !this.isClosed)
        log.warn({ workspace: this.workspace.id, err: fault }, 'an inspector waits for the journal');
      this.#hasFailed = true;
    }
  }

  /** @returns whether the journal has more */
  async #readAndQueue(): Promise<boolean> {
    const { sql, scope } = this.#options;
    const queue = (message: InspectMessage) => void this.#queue.push(JSON.stringify(message));
    this.#tail ??= scope.replay ? Tail.fromBeginning(sql, scope) : await Tail.fromNow(sql, scope);
    if (!this.#hasStarted && !scope.replay) await this.#reporter.start(queue);
    this.#hasStarted = true;
    const { pages, accept, more } = await this.#tail.read();
    await this.#reporter.report(pages, queue);
    accept();
    return more;
  }

  /** @returns whether the socket accepted everything */
  #flush(): boolean {
    const { ws } = this;
    if (ws === null) return false;
    let sent = 0;
    ws.cork(() => {
      while (sent < this.#queue.length && ws.getBufferedAmount() <= BUFFER_BYTES) {
        ws.send(this.#queue[sent]!);
        sent += 1;
      }
    });
    this.#queue.splice(0, sent);
    this.#stuckSince = this.#queue.length === 0 ? null : (this.#stuckSince ?? performance.now());
    return this.#queue.length === 0;
  }
}
