/**
 * Supervises the embedded Postgres while the service runs. Its states:
 * - up: the process runs; checked twice a second
 * - restarting: the process died and is being restarted on the same port, so the connection pools reconnect by
 * themselves
 * - failed: it died or failed to start too often within ten minutes, or came back at another address: a person, or the
 * supervisor of the service, has to restart Troupe
 * Pauses between restarts double, because a full disk or a damaged file does not fix itself.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { processBirth } from './process-identity.ts';
import type { EmbeddedPostgres } from './postgres.ts';

/** How often the process is checked, ms. */
const CHECK_MS = 500;
/** Restarts within WINDOW_MS before the keeper gives up. */
export const MAX_RESTARTS = 5;
const WINDOW_MS = 10 * 60_000;
const FIRST_PAUSE_MS = 500;

export interface KeeperStatus {
  state: 'up' | 'restarting' | 'failed';
  /** What is wrong, as a sentence; empty while it is up. */
  detail: string;
}

export interface KeeperOptions {
  /** Starts the server, or adopts a running one. */
  start: () => Promise<EmbeddedPostgres>;
  /** Receives one sentence for each event. */
  log: (message: string) => void;
  /** Identifies the process behind an id; null when it has ended. Default: asks the system. */
  birthOf?: (pid: number) => string | null;
  /** Default: a timer that does not keep the process alive. */
  wait?: (ms: number) => Promise<void>;
  /** A monotonic clock, ms. */
  now?: () => number;
}

export class PostgresKeeper {
  readonly #options: Required<KeeperOptions>;
  #server: EmbeddedPostgres;
  #birth: string | null;
  #status: KeeperStatus = { state: 'up', detail: '' };
  /** When the last restarts started. */
  #restarts: number[] = [];
  #isStopping = false;
  readonly #running: Promise<void>;

  /** Starts the server and supervises it from then on. @throws EmbeddedPostgresError when it does not start at all */
  static async start(options: KeeperOptions): Promise<PostgresKeeper> {
    return new PostgresKeeper(await options.start(), options);
  }

  private constructor(server: EmbeddedPostgres, options: KeeperOptions) {
    this.#server = server;
    this.#options = {
      birthOf: processBirth,
      wait: (ms) => pause(ms, undefined, { ref: false }),
      now: () => performance.now(),
      ...options,
    };
    this.#birth = this.#options.birthOf(server.pid);
    this.#running = this.#run();
  }

  /** The address of the database, the same as long as this process runs. */
  get url(): string {
    return this.#server.url;
  }

  /** Process id of the server. */
  get pid(): number {
    return this.#server.pid;
  }

  get status(): KeeperStatus {
    return this.#status;
  }

  /** Stops the server. If it is being restarted, waits for that first. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    if (this.#status.state === 'restarting') await this.#running;
    await this.#server.stop();
  }

  async #run(): Promise<void> {
    while (!this.#isStopping && this.#status.state !== 'failed') {
      await this.#options.wait(CHECK_MS);
      if (this.#isStopping || this.#isAlive()) continue;
      this.#set('restarting', 'the embedded Postgres ended and is being restarted');
      await this.#restart();
    }
  }

  #isAlive(): boolean {
    return this.#birth !== null && this.#options.birthOf(this.#server.pid) === this.#birth;
  }

  /** Tries until the server runs, or the limit of restarts is reached. */
  async #restart(): Promise<void> {
    while (!this.#isStopping) {
      const now = this.#options.now();
      this.#restarts = [...this.#restarts.filter((at) => at > now - WINDOW_MS), now];
      const tries = this.#restarts.length;
      if (tries > MAX_RESTARTS) {
        const detail = `the embedded Postgres ended ${MAX_RESTARTS} times within ten minutes: restart Troupe`;
        return this.#set('failed', detail);
      }
      await this.#options.wait(FIRST_PAUSE_MS * 2 ** (tries - 1));
      if (await this.#startAgain()) return;
    }
  }

  /** @returns false when it has to be tried again */
  async #startAgain(): Promise<boolean> {
    const { url } = this.#server;
    try {
      this.#server = await this.#options.start();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#set('restarting', `the embedded Postgres does not start: ${reason}`);
      return false;
    }
    this.#birth = this.#options.birthOf(this.#server.pid);
    if (this.#server.url === url) this.#set('up', '');
    else this.#set('failed', 'another program has taken the port of the embedded Postgres: restart Troupe');
    return true;
  }

  #set(state: KeeperStatus['state'], detail: string): void {
    this.#status = { state, detail };
    this.#options.log(state === 'up' ? 'The embedded Postgres runs again.' : `${detail}.`);
  }
}
