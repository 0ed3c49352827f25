import { connect as connectTcp } from 'node:net';
import t, { type Test } from 'tap';
import { createUwsServer } from '../../../src/faces/http/uws.ts';
import { attachInspect, type InspectOptions } from '../../../src/faces/inspector/socket.ts';
import { createHub } from '../../../src/faces/live/hub.ts';
import { silent } from '../../live/harness.ts';
import { type RunningService, startService } from '../../support/service.ts';
import { plain, refusal, states, ticket, until, wsAddress } from './harness.ts';
import { kinds } from '../../../src/kinds/index.ts';

/** Another node on the same database, without notices between them. */
async function secondNode(t: Test, { service }: RunningService, options: Partial<InspectOptions> = {}) {
  const { sql, directory, authenticate, context } = service;
  const hub = createHub({ sql, log: silent });
  const server = createUwsServer({
    onRequest: (exchange) => exchange.answer({ status: 418, headers: [], body: '' }),
    onBadFraming: (exchange) => exchange.answer({ status: 400, headers: [], body: '' }),
    onEnd() {},
  });
  const inspect = attachInspect(server, {
    sql,
    directory,
    cell: context.cell,
    kinds,
    hub,
    authenticate,
    baseUrl: 'http://127.0.0.1',
    log: silent,
    clock: context.clock,
    pollMs: 20,
    ...options,
  });
  await server.listen('127.0.0.1', 0);
  t.teardown(() => {
    inspect.close();
    hub.close();
    server.close();
  });
  return { inspect, port: server.port, baseUrl: `http://127.0.0.1:${server.port}` };
}

void t.test('a ticket of one node works on another, which reports the same', async (t) => {
  const running = await startService(t);
  const { call, accounts } = running;
  const other = await secondNode(t, running);
  const { search } = new URL(await ticket(running));
  const one = plain(wsAddress(other.baseUrl, search));
  await until(() => one.told.length === 5 * 3);
  const { body } = await call('POST', '/v1/posts', {
    content: 'Over there',
    accountIds: [accounts['telegram']],
    publishNow: true,
  });
  await until(() => states(one.told, body.post.id).includes('published'));
  t.same(states(one.told, body.post.id), ['publishing', 'published']);
  other.inspect.close(1001, 'going away');
  t.match(await one.closed, { code: 1001 });
});

void t.test('while Postgres does not respond nothing is lost, and nothing is sent twice', async (t) => {
  const running = await startService(t);
  const { call, accounts, service } = running;
  let away = false;
  let failed = 0;
  const sql = new Proxy(service.sql, {
    apply(target, self, args: unknown[]) {
      if (!away) return Reflect.apply(target, self, args) as unknown;
      failed += 1;
      const rejected = Promise.reject(new Error('the database is away'));
      rejected.catch(() => undefined); // a part of a statement is awaited by nobody
      return rejected;
    },
  });
  const other = await secondNode(t, running, { sql });
  const one = plain(wsAddress(other.baseUrl), { key: running.key });
  await one.opened;
  await until(() => one.told.length === 5 * 3);
  away = true;
  const { body } = await call('POST', '/v1/posts', {
    content: 'Meanwhile',
    accountIds: [accounts['telegram']],
    publishNow: true,
  });
  await running.until(body.post.id, ({ status }) => status === 'published');
  await until(() => failed >= 7);
  t.equal(one.told.length, 5 * 3);
  away = false;
  await until(() => states(one.told, body.post.id).includes('published'));
  t.same(states(one.told, body.post.id), ['publishing', 'published']);
});

void t.test(
  'a client that reads nothing gets nothing more and is closed with a reason, and others do not wait',
  async (t) => {
    const running = await startService(t);
    const { service, workspaceId } = running;
    const { inspect, port, baseUrl } = await secondNode(t, running, { slowMs: 300 });
    const pad = 'x'.repeat(200_000);
    for (let count = 0; count < 40; count += 1)
      await service.sql`
      insert into actors (id, workspace_id, kind, version, seq, status, snapshot, updated_at)
      values (${`post_pad${count}`}, ${workspaceId}, 'post', 1, 1, 'done',
        ${JSON.stringify({ status: 'done', value: 'removed', context: { pad } })}::json, now())`;
    const tcp = connectTcp(port, '127.0.0.1');
    const received: Buffer[] = [];
    tcp.on('data', (chunk: Buffer) => {
      received.push(chunk);
      if (received.length === 1) tcp.pause();
    });
    const ended = new Promise<void>((resolve) => tcp.on('close', () => resolve()));
    tcp.write(
      `GET /v1/inspect HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${running.key}\r\nUpgrade: websocket\r\n` +
        'Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
    );
    await until(() => received.length > 0);
    const reader = plain(wsAddress(baseUrl, '?kind=account'), { key: running.key });
    await until(() => reader.told.length === 5 * 3);
    await until(() => inspect.stats().slow > 0);
    tcp.resume();
    await ended;
    const bytes = Buffer.concat(received);
    t.match(bytes.subarray(-200).toString('latin1'), /too slow: nothing was read for 0.3 s/);
    t.ok(bytes.length < 16_000_000, 'most was never given to the socket');
    t.equal(inspect.stats().slow, 1);
    t.equal(reader.socket.readyState, reader.socket.OPEN);
  },
);

void t.test('the sockets of a node are limited, and how often one may be opened', async (t) => {
  const running = await startService(t);
  const { key } = running;
  const { baseUrl, inspect } = await secondNode(t, running, { maxSockets: 2, opensPerMinute: 3 });
  const open = () => plain(wsAddress(baseUrl, '?kind=post'), { key });
  const one = open();
  open();
  await until(() => inspect.stats().sockets === 2);
  t.match(await refusal(open()), { status: 503, headers: { 'retry-after': '2' } });
  one.socket.close();
  await until(() => inspect.stats().sockets === 1);
  const third = open();
  await third.opened;
  third.socket.close();
  await until(() => inspect.stats().sockets === 1);
  t.match(await refusal(open()), {
    status: 429,
    body: { code: 'rate_limited', error: /try again in \d+ s/ },
  });
  inspect.close();
  t.match(await refusal(open()), { status: 503, body: { code: 'unavailable' } });
});
