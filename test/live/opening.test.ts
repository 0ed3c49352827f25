/** Sockets whose key has to be looked up first stay open (src/faces/live/upgrade.ts explains what the library does). */
import { once } from 'node:events';
import { Script } from 'node:vm';
import t from 'tap';
import { WebSocket } from 'ws';
import { createUwsServer } from '../../src/faces/http/uws.ts';
import type { Hub } from '../../src/faces/live/hub.ts';
import { attachLive } from '../../src/faces/live/socket.ts';
import { silent } from './harness.ts';

/** With an `open` handler that does the work itself, some ten of them are cut. */
const SERVERS = 300;

void t.test('the first messages do not close a new socket', async (t) => {
  let cut = 0;
  for (let each = 0; each < SERVERS; each += 1) if (!(await staysOpen())) cut += 1;
  t.equal(cut, 0, `first sockets of ${SERVERS} servers that were cut in the moment of opening`);
});

/** Whether the first socket of a new server is open after its start. */
async function staysOpen(): Promise<boolean> {
  const server = createUwsServer({
    onRequest: (exchange) => exchange.answer({ status: 418, headers: [], body: 'not live' }),
    onBadFraming: (exchange) => exchange.answer({ status: 400, headers: [], body: '' }),
    onEnd() {},
  });
  const live = attachLive(server.app, {
    hub: {} as Hub, // nothing is watched
    authenticate: async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return {
        userId: 'usr_1',
        keyId: 'key_1',
        get workspaces() {
          compile();
          return [];
        },
      };
    },
    baseUrl: 'https://troupe.example',
    log: silent,
  });
  await server.listen('127.0.0.1', 0);
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/v1/live`, {
    headers: { authorization: 'Bearer trp_good' },
  });
  const closed = once(socket, 'close').then(() => false);
  // a socket that is cut gets neither: without the race the test would wait for ever
  const gets = (event: 'message' | 'pong') => Promise.race([closed, once(socket, event).then(() => true)]);
  const isGreeted = await gets('message');
  if (isGreeted) socket.ping();
  const isOpen = isGreeted && (await gets('pong'));
  socket.terminate();
  live.close();
  server.close();
  return isOpen;
}

/** Lets V8 compile something new, as the first run of any code does: what that allocates is what the fault needs. */
function compile(): void {
  for (let each = 0; each < 50; each += 1)
    new Script(
      `(() => { const a = ${Math.random()}; function f(x) { return x + a; } class K { m(z) { return [f(z), { a }]; } } return new K().m(1); })()`,
    ).runInThisContext();
}
