/**
 * One inspector's socket. It reads the journal only as fast as the socket accepts data, so nothing piles up in memory.
 * A client that accepts nothing for some time is closed by socket.ts.
 */
import type { Membership, Principal } from '../../api/principal.ts';
import type { Sql } from '../../../store/connect.ts';
import { HeldSocket } from '../live/held-socket.ts';
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
  readonly #options: WatcherOptions;
  readonly #reporter: ActorReporter;
  #tail: Tail | null = null;
  /** The actors have been introduced. */
  #hasStarted = false;
  #queue: string[] = [];
  #isWorking = false;
  /** The journal may have more. */
  #isDue = true;
  #readAt = -Infinity;
  #timer: NodeJS.Timeout | null = null;
  #stuckSince: number | null = null;
  #failures = 0;

  constructor(options: WatcherOptions) {
    super();
    this.#options = options;
    this.workspace = options.workspace;
    this.userId = options.principal.userId;
    this.keyId = options.principal.keyId;
    this.#reporter = new ActorReporter(options.sql, options.kinds, options.scope);
  }

  /** There may be something to send. The first call introduces the actors. */
  nudge(): void {
    this.#isDue = true;
    if (this.#timer !== null || this.isClosed) return;
    const wait = Math.max(0, this.#readAt + READ_PAUSE_MS - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#work();
    }, wait).unref();
  }

  /** The socket has sent some of the waiting data. */
  drained(): void {
    this.#stuckSince = null;
    void this.#work();
  }

  /** How long the socket has accepted no data while some is waiting, ms. */
  get stuckMs(): number {
    return this.#stuckSince === null ? 0 : performance.now() - this.#stuckSince;
  }

  override closed(): void {
    super.closed();
    this.#queue = [];
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  /** Sends what was read and reads on, until nothing is left or the socket is full. One call runs at a time. */
  async #work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    try {
      while (this.#flush() && this.#isDue) {
        this.#isDue = false;
        await this.#options.readers.run(() => this.#readAndQueue());
      }
      this.#failures = 0;
    } catch (fault) {
      // nothing is lost: the next read starts where this one failed
      this.#failures += 1;
      if (this.#failures === 1 && !this.isClosed)
        this.#options.log.warn(
          { workspace: this.workspace.id, err: fault },
          'an inspector waits for the journal',
        );
    } finally {
      this.#isWorking = false;
      this.#readAt = performance.now();
    }
    if (this.#queue.length > 0) this.#flush();
  }

  async #readAndQueue(): Promise<void> {
    const { sql, scope } = this.#options;
    const queue = (message: InspectMessage) => void this.#queue.push(JSON.stringify(message));
    if (this.#tail === null)
      this.#tail = scope.replay ? Tail.fromBeginning(sql, scope) : await Tail.fromNow(sql, scope);
    if (!this.#hasStarted && !scope.replay) await this.#reporter.start(queue);
    this.#hasStarted = true;
    const { pages, accept, more } = await this.#tail.read();
    await this.#reporter.report(pages, queue);
    accept();
    if (more) this.#isDue = true;
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
    if (this.#queue.length === 0) {
      this.#stuckSince = null;
      return true;
    }
    this.#stuckSince ??= performance.now();
    return false;
  }
}
