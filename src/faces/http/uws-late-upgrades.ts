/**
 * Makes a request a WebSocket after the call that brought the request has returned, because a key had to be looked up.
 * The library wants this to happen inside a `cork` callback. After the callback of the request's own response it reads
 * memory of that response once more (uws-pack 20.0.8). Where the new socket has stayed at the same address, this memory
 * is free by then; if anything was stored there, the library may close the socket at once (code 1006). That happened to
 * a third of the first sockets of a process, because code that runs for the first time is compiled.
 * Inside the callback of another response this does not happen: the library corks one response at a time. So the
 * server keeps one request to itself open and never responds to it.
 */
import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type * as Uws from 'uWebSockets.js';
import type { HttpResponse, TemplatedApp, us_listen_socket } from 'uWebSockets.js';

const OWN_HOST = '127.0.0.1';

export class LateUpgrades {
  readonly #uws: typeof Uws;
  readonly #app: TemplatedApp;
  #client: Socket | null = null;
  #pending: HttpResponse | null = null;
  #isClosed = false;

  constructor(uws: typeof Uws) {
    this.#uws = uws;
    this.#app = uws.App();
  }

  /**
   * Sends the request to ourselves. Resolves when it has arrived, or when this machine does not allow it: then `run`
   * uses the response itself.
   */
  async open(): Promise<void> {
    if (this.#isClosed) return;
    const path = `/${randomUUID()}`;
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    this.#app.any('/*', (res, req) => {
      if (req.getUrl() === path) end(this.#keep(res));
      else res.close(); // another program found the port
    });
    const listening = await new Promise<us_listen_socket | false>((resolve) => {
      this.#app.listen(OWN_HOST, 0, resolve);
    });
    if (listening === false || this.#isClosed) return; // a closed socket must not be asked for its port
    this.#client = connect(this.#uws.us_socket_local_port(listening), OWN_HOST)
      .on('error', end)
      .on('close', end)
      .unref();
    this.#client.write(`GET ${path} HTTP/1.1\r\nHost: ${OWN_HOST}\r\n\r\n`);
    await ended;
    if (!this.#isClosed) this.#uws.us_listen_socket_close(listening);
  }

  #keep(res: HttpResponse): void {
    res.onAborted(() => {
      this.#pending = null;
    });
    this.#pending = res;
  }

  /** @param upgrade calls `upgrade` of the response that becomes a WebSocket, before it returns */
  run(res: HttpResponse, upgrade: () => void): void {
    (this.#pending ?? res).cork(upgrade);
  }

  close(): void {
    this.#isClosed = true;
    this.#client?.destroy();
    this.#app.close();
  }
}
