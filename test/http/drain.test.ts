import { createServer, type AddressInfo } from 'node:net';
import t from 'tap';
import { request, start, statuses, wire } from './harness.ts';

void t.test(
  'draining finishes a request in flight, closes its connection, and accepts no new one',
  async (t) => {
    const running = await start(t);
    const sent = await wire(t, running.server.port, request('POST', '/v1/wait'));
    const idle = await wire(t, running.server.port, request('GET', '/v1/things/a'));
    await idle.until(/"id"/);
    await running.waiting;

    const drained = running.server.drain();
    await t.rejects(fetch(`${running.base}/v1/things/a`), 'nobody listens any more');
    // open connections may still send requests, and are closed
    idle.socket.write(request('GET', '/v1/things/b'));
    t.match(await idle.until(/"id":"b"/), /\r\nConnection: close\r\n[\s\S]*"id":"b"/i);

    running.release();
    const text = await sent.closed;
    t.same(statuses(text), [200]);
    t.match(text, /\r\nConnection: close\r\n/i);
    t.match(text, /\{"waited":true\}$/);
    await drained;
  },
);

void t.test('draining without requests in flight ends at once, and closes idle connections', async (t) => {
  const running = await start(t);
  const idle = await wire(t, running.server.port, request('GET', '/v1/things/a'));
  await idle.until(/"id"/);
  await running.server.drain();
  await idle.closed;
  t.pass();
});

void t.test('draining waits ten seconds for a request, then cuts it', async (t) => {
  const running = await start(t);
  const sent = await wire(t, running.server.port, request('POST', '/v1/wait'));
  await running.waiting;
  const began = performance.now();
  await running.server.drain();
  const took = performance.now() - began;
  t.ok(took > 9_900 && took < 15_000, `took ${took} ms`);
  t.equal(await sent.closed, '');
  running.release();
});

void t.test('draining waits until a long response is sent', async (t) => {
  const running = await start(t);
  const sent = await wire(t, running.server.port);
  sent.socket.pause();
  sent.socket.write(request('GET', '/v1/long'));
  await running.call('/v1/things/a');
  const drained = running.server.drain();
  sent.socket.resume();
  const text = await sent.closed;
  await drained;
  t.equal(text.length - text.indexOf('\r\n\r\n') - 4, 6_000_011);
});

void t.test('closing twice, or after draining, is harmless', async (t) => {
  const running = await start(t);
  await running.server.drain();
  running.server.close();
  running.server.close();
  t.pass();
});

void t.test('a port that another program uses is refused, never shared', async (t) => {
  const running = await start(t);
  await t.rejects(
    start(t, {}).then(({ server }) => server.listen('127.0.0.1', running.server.port)),
    {
      message: /cannot listen on 127\.0\.0\.1 port \d+: another program has it/,
    },
  );
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  t.teardown(() => other.close());
  const { port } = other.address() as AddressInfo;
  await t.rejects(
    start(t).then(({ server }) => server.listen('127.0.0.1', port)),
    /cannot listen/,
  );
});
