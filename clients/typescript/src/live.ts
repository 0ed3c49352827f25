/**
 * The live feed of a workspace, as an iterator that reconnects and resumes. It reconnects by itself rather than with a library: the end of
 * a key must end it, and it must not read faster than its reader.
 */
import { TroupeError, type TroupeErrorCode, TroupeUnreachable } from './errors.ts';
import type { Transport } from './call.ts';
import type { LiveEvent, LiveMessage, LiveStart } from './live-messages.ts';

export interface LiveOptions {
  /** Slug; your first workspace when absent. */
  workspace?: string;
  /** Number of the last event that you have dealt with; everything after it comes first. Absent means from now on. */
  after?: number;
  /** Only events about these, 1 to 100, a post with its deliveries. */
  resources?: { type: string; id: string }[];
  /** After silence of this length the service is asked for an answer; without one the connection counts as broken, ms. Default 45,000. */
  silenceMs?: number;
  /** Ends the iterator quietly. */
  signal?: AbortSignal;
}

/** What a node says on the feed. */
type Said =
  | LiveEvent
  | LiveStart
  | { type: 'ready' | 'unsubscribed' }
  | { type: 'pong'; positions: { [workspace: string]: number } }
  | {
      type: 'error';
      error: string;
      code: TroupeErrorCode;
      param?: string;
      workspace?: string;
      oldest?: number;
    };

/** When this many messages wait for the reader, the socket is closed, and opened again when they are read. */
const MAX_WAITING = 10_000;
const SILENCE_MS = 45_000;
const PAUSE_LEAST_MS = 500;
const PAUSE_SPREAD_MS = 4_500;
const CLOSED_FOR_GOOD = 4401;

/**
 * @throws TroupeError when the key is refused or the workspace is not yours; TroupeUnreachable when the first connection fails. Later
 *   ones are tried until the signal ends it.
 */
export async function* follow(
  transport: Transport,
  options: LiveOptions,
): AsyncGenerator<LiveMessage, void, undefined> {
  const { signal } = options;
  const place = { after: options.after ?? null };
  let wasOpen = false;
  const isEnded = () => signal?.aborted === true;
  while (!isEnded()) {
    const connection = new Connection(transport, options, place);
    try {
      for (;;) {
        const message = await connection.next();
        if (message === null) break;
        yield message;
      }
    } finally {
      connection.close();
    }
    wasOpen ||= connection.subscribed;
    if (isEnded()) return;
    if (connection.failure !== null) throw connection.failure;
    if (!wasOpen)
      throw new TroupeUnreachable(`${transport.baseUrl}: the live feed cannot be reached`, {
        cause: null,
        idempotencyKey: null,
      });
    // not all at once after a restart of the service
    await transport.pause(PAUSE_LEAST_MS + Math.random() * PAUSE_SPREAD_MS, signal).catch(() => {});
  }
}

/** One socket, until it closes. */
class Connection {
  /** Whether the service has accepted the subscription. */
  subscribed = false;
  /** Why there must not be another connection. */
  failure: TroupeError | null = null;
  readonly #socket: WebSocket;
  readonly #place: { after: number | null };
  readonly #waiting: LiveMessage[] = [];
  #isOver = false;
  #wake: () => void = () => {};
  #silence: ReturnType<typeof setTimeout> | undefined;
  readonly #silenceMs: number;
  readonly #stop = () => this.close();
  readonly #signal: AbortSignal | undefined;

  constructor(
    transport: Transport,
    { workspace, resources, signal, silenceMs = SILENCE_MS }: LiveOptions,
    place: { after: number | null },
  ) {
    this.#place = place;
    this.#silenceMs = silenceMs;
    this.#signal = signal;
    signal?.addEventListener('abort', this.#stop);
    this.#socket = new WebSocket(`${transport.baseUrl.replace(/^http/, 'ws')}/v1/live`);
    this.#socket.addEventListener('open', () => {
      this.#say({ type: 'auth', key: transport.key });
      this.#say({
        type: 'subscribe',
        ...(workspace !== undefined && { workspace }),
        ...(place.after !== null && { after: place.after }),
        ...(resources && { resources }),
      });
    });
    this.#socket.addEventListener('message', ({ data }) => this.#hear(JSON.parse(String(data)) as Said));
    // Node 22 tells of a connection that was refused by this alone
    this.#socket.addEventListener('error', () => this.#end());
    this.#socket.addEventListener('close', ({ code, reason }) => {
      if (code === CLOSED_FOR_GOOD)
        this.failure ??= new TroupeError(reason || 'the key is not valid', {
          status: 401,
          code: 'unauthorized',
        });
      this.#end();
    });
    this.#listen();
  }

  /** @returns the next message; null when the socket has closed and everything it brought was read */
  async next(): Promise<LiveMessage | null> {
    while (this.#waiting.length === 0 && !this.#isOver)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    return this.#waiting.shift() ?? null;
  }

  close(): void {
    this.#end();
    this.#socket.close();
  }

  #end(): void {
    this.#isOver = true;
    clearTimeout(this.#silence);
    this.#signal?.removeEventListener('abort', this.#stop);
    this.#wake();
  }

  #say(message: object): void {
    this.#socket.send(JSON.stringify(message));
  }

  /** Waits for silence: first it asks, then it gives the connection up. */
  #listen(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      if (this.#socket.readyState === WebSocket.OPEN) this.#say({ type: 'ping' });
      this.#silence = setTimeout(() => this.close(), this.#silenceMs);
    }, this.#silenceMs);
  }

  #hear(said: Said): void {
    if (this.#isOver) return;
    this.#listen();
    switch (said.type) {
      case 'event':
        this.#place.after = said.seq;
        return this.#keep(said);
      case 'subscribed':
        this.subscribed = true;
        this.#place.after = said.resumedFrom ?? said.seq;
        return this.#keep(said);
      case 'pong':
        // of single posts with few events, the place in the feed would become too old
        this.#place.after = Math.max(this.#place.after ?? 0, ...Object.values(said.positions));
        return;
      case 'error':
        if (said.code === 'feed_gap')
          return this.#keep({ type: 'gap', workspace: said.workspace ?? '', oldest: said.oldest ?? null });
        if (said.code !== 'unavailable')
          this.failure = new TroupeError(said.error, {
            status: 0,
            code: said.code,
            ...(said.param && { field: said.param }),
          });
        return this.close();
      case 'unsubscribed':
        return this.close();
      case 'ready':
        return;
      default: // a message that a later version added
    }
  }

  #keep(message: LiveMessage): void {
    this.#waiting.push(message);
    this.#wake();
    if (this.#waiting.length >= MAX_WAITING) this.close();
  }
}
