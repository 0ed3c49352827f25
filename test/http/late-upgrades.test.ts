/** Sockets whose key has to be looked up first stay open (src/faces/http/uws-late-upgrades.ts explains the library's fault). */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { HttpResponse } from 'uWebSockets.js';
import * as uws from 'uWebSockets.js';
import { WebSocket } from 'ws';
import { createUwsServer } from '../../src/faces/http/uws.ts';
import { LateUpgrades } from '../../src/faces/http/uws-late-upgrades.ts';
import { longTest } from '../support/long.ts';

/** Longer than the library waits for a silent client, ms. */
const LONG_MS = 40_000;

/** A response that counts how often it is corked. */
function countedResponse() {
  const count = { corked: 0 };
  const cork = (run: () => void) => {
    count.corked += 1;
    run();
  };
  return { count, res: { cork } as unknown as HttpResponse };
}

async function opened(t: Test): Promise<LateUpgrades> {
  const upgrades = new LateUpgrades(uws);
  t.teardown(() => upgrades.close());
  await upgrades.open();
  return upgrades;
}

void t.test('the response that becomes a WebSocket is not corked itself', async (t) => {
  const upgrades = await opened(t);
  const { res, count } = countedResponse();
  let runs = 0;
  for (let each = 0; each < 3; each += 1) upgrades.run(res, () => (runs += 1));
  t.equal(runs, 3);
  t.equal(count.corked, 0, 'the library would read its memory again');
});

longTest('the request to ourselves stays open', async (t) => {
  const upgrades = await opened(t);
  await sleep(LONG_MS);
  const { res, count } = countedResponse();
  upgrades.run(res, () => undefined);
  t.equal(count.corked, 0);
});

void t.test('before the server listens and after it was closed, the response is corked', async (t) => {
  const upgrades = new LateUpgrades(uws);
  const { res, count } = countedResponse();
  upgrades.run(res, () => undefined);
  await upgrades.open();
  upgrades.close();
  upgrades.run(res, () => undefined);
  t.equal(count.corked, 2);
  await upgrades.open();
  upgrades.run(res, () => undefined);
  t.equal(count.corked, 3, 'one that was closed stays closed');
});

void t.test('a socket that is accepted late gets its messages', async (t) => {
  const server = createUwsServer({
    onRequest: (exchange) => exchange.answer({ status: 418, headers: [], body: '' }),
    onBadFraming: (exchange) => exchange.answer({ status: 400, headers: [], body: '' }),
    onEnd() {},
  });
  t.teardown(() => server.close());
  server.app.ws('/socket', {
    upgrade(res, req, context) {
      res.onAborted(() => undefined);
      const key = req.getHeader('sec-websocket-key');
      setTimeout(() => server.upgrade(res, () => res.upgrade({}, key, '', '', context)), 1);
    },
    open: (ws) => void ws.send('hello'),
    message: (ws, text) => void ws.send(text),
  });
  await server.listen('127.0.0.1', 0);
  for (let each = 0; each < 20; each += 1) {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/socket`);
    const [hello] = (await once(socket, 'message')) as [Buffer];
    t.equal(hello.toString(), 'hello');
    socket.send('back');
    const [back] = (await once(socket, 'message')) as [Buffer];
    t.equal(back.toString(), 'back');
    socket.close(1000);
    t.equal((await once(socket, 'close'))[0], 1000);
  }
});

void t.test('a server that is closed while it starts listening ends', async (t) => {
  const server = createUwsServer({ onRequest() {}, onBadFraming() {}, onEnd() {} });
  const listening = server.listen('127.0.0.1', 0);
  server.close();
  await listening;
  await sleep(20);
  t.equal(server.inFlight, 0);
});
