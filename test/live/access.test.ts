import t from 'tap';
import type { Context } from '../../src/service/context.ts';
import { createHttpServer } from '../../src/faces/http/server.ts';
import { attachLive, liveRoute } from '../../src/faces/live/socket.ts';
import type { Principal } from '../../src/api/principal.ts';
import { connectClient, KEY, makeWorkspace, type Refused, silent, start, until } from './harness.ts';

void t.test('a key in the header opens a socket, which receives the list of its workspaces', async (t) => {
  const { client, workspace } = await start(t);
  const one = await client();
  t.same(await one.take('ready'), {
    type: 'ready',
    workspaces: [{ slug: workspace.slug, name: workspace.name }],
  });
});

void t.test('a key in the first message works too, and messages sent meanwhile are kept', async (t) => {
  const asked: ((answer: Principal | null) => void)[] = [];
  const { client, workspace, keys, say } = await start(t, {
    live: { authenticate: () => new Promise((resolve) => void asked.push(resolve)) },
  });
  const one = await client({ key: null });
  one.send({ type: 'auth', key: KEY });
  one.send({ type: 'subscribe', workspace: workspace.slug });
  one.send({ type: 'ping' });
  await until(() => asked.length > 0);
  t.same(one.said, []);
  asked[0]!(keys.get(KEY)!);
  await one.take('ready');
  await one.take('subscribed');
  await one.take('pong');
  await say(['post_a']);
  t.match(await one.take('event'), { seq: 1, postId: 'post_a' });
});

void t.test('a wrong key in the header is refused before the upgrade', async (t) => {
  const { client, live } = await start(t);
  for (const key of ['trp_bad', '']) {
    const refused = await client({ key }).catch((error: unknown) => error as Refused);
    t.match(refused, { status: 401, body: { code: 'unauthorized', error: /key/, requestId: /./ } });
    t.match((refused as Refused).headers, {
      'www-authenticate': 'Bearer',
      'content-type': /^application\/json/,
    });
  }
  t.equal(live.stats().sockets, 0);
});

void t.test('a wrong key in the first message closes the socket with 4401 and a reason', async (t) => {
  const { client } = await start(t);
  const one = await client({ key: null });
  one.send({ type: 'auth', key: 'trp_bad' });
  t.match(await one.closed, { code: 4401, reason: /unknown/ });
  t.match(one.said, [{ type: 'error', code: 'unauthorized', param: '/key' }]);
});

void t.test('a first message without a key closes the socket with 4401', async (t) => {
  const { client } = await start(t);
  for (const message of ['{"type":"ping"}', 'hello']) {
    const one = await client({ key: null });
    one.send(message);
    t.match(await one.closed, { code: 4401, reason: /first message must be \{"type":"auth"/ });
  }
});

void t.test('a client that sends nothing is closed with 4401 after the time limit', async (t) => {
  const { client, live } = await start(t, { live: { authTimeoutMs: 30, sweepMs: 5 } });
  const known = await client();
  const one = await client({ key: null });
  t.match(await one.closed, { code: 4401, reason: /no key within 0.03 s/ });
  t.equal(live.stats().sockets, 1, 'one with a key stays');
  known.send({ type: 'ping' });
  await known.take('pong');
});

void t.test('when Postgres is down and a key cannot be checked, the error says try again', async (t) => {
  const { client } = await start(t, {
    live: { authenticate: () => Promise.reject(new Error('the database is away')) },
  });
  const refused = await client().catch((error: unknown) => error as Refused);
  t.match(refused, { status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '2' } });
  const one = await client({ key: null });
  one.send({ type: 'auth', key: KEY });
  t.match(await one.closed, { code: 1013, reason: /try again/ });

  const throwing = await start(t, {
    live: {
      authenticate() {
        throw new Error('the database is away');
      },
    },
  });
  t.match(await throwing.client().catch((error: unknown) => error as Refused), { status: 503 });
  const two = await throwing.client({ key: null });
  two.send({ type: 'auth', key: KEY });
  t.match(await two.closed, { code: 1013 });
});

void t.test(
  'pages of other sites are refused; our pages, and clients that send the header, are not',
  async (t) => {
    const { client } = await start(t);
    for (const origin of ['https://evil.example', 'http://troupe.example', 'null']) {
      const refused = await client({ key: null, origin }).catch((error: unknown) => error as Refused);
      t.match(refused, { status: 403, body: { code: 'foreign_origin' } }, origin);
    }
    const page = await client({ key: null, origin: 'https://troupe.example' });
    page.send({ type: 'auth', key: KEY });
    await page.take('ready');
    const script = await client({ origin: 'https://evil.example' });
    await script.take('ready');
  },
);

void t.test('an invalid query is refused with 400 and the reason', async (t) => {
  const { client } = await start(t);
  const cases = [
    ['?workspce=a', { code: 'unknown_parameter', param: '/workspce', error: /did you mean workspace/ }],
    ['?after=-1', { code: 'invalid', param: '/after' }],
    ['?after=soon', { code: 'invalid', param: '/after' }],
    ['?after=1&after=2', { code: 'repeated_parameter', param: '/after' }],
  ] as const;
  for (const [query, body] of cases) {
    const refused = await client({ query }).catch((error: unknown) => error as Refused);
    t.match(refused, { status: 400, body }, query);
  }
});

void t.test('a request that is not for a WebSocket is left to the other routes', async (t) => {
  const { port } = await start(t);
  const answer = await fetch(`http://127.0.0.1:${port}/v1/live`);
  t.equal(answer.status, 418);
});

void t.test('a request to the live feed that is not a handshake gets an error that says so', async (t) => {
  const { hub, keys, workspace } = await start(t);
  const baseUrl = 'https://troupe.example';
  const authenticate = (key: string) => keys.get(key) ?? null;
  const server = createHttpServer({
    operations: [],
    authenticate,
    context: {} as Context,
    log: silent,
    baseUrl,
    rate: null,
    raw: [liveRoute(baseUrl)],
  });
  const live = attachLive(server.uws, { hub, authenticate, baseUrl, log: silent });
  await server.listen('127.0.0.1', 0);
  const one = connectClient(server.port, { query: `?workspace=${workspace.slug}` });
  await one.take('subscribed');

  const plain = await fetch(`http://127.0.0.1:${server.port}/v1/live`);
  t.equal(plain.status, 426);
  t.equal(plain.headers.get('upgrade'), 'websocket');
  t.match(await plain.json(), { code: 'upgrade_required', error: /WebSocket client/ });

  live.close();
  t.match(await one.closed, { code: 1001 });
  await server.drain();
});

void t.test('a revoked key closes its sockets at the next check, and no others', async (t) => {
  const { client, keys, live, workspace } = await start(t);
  keys.set('trp_other', { userId: 'usr_2', keyId: 'key_2', workspaces: [workspace] });
  const [first, second, other] = await Promise.all([client(), client(), client({ key: 'trp_other' })]);
  keys.delete(KEY);
  await live.recheck();
  for (const one of [first, second]) t.match(await one.closed, { code: 4401, reason: /revoked/ });
  other.send({ type: 'ping' });
  await other.take('pong');

  live.dropKey('key_2');
  t.match(await other.closed, { code: 4401, reason: /revoked/ });
});

void t.test('keys are checked again at an interval', async (t) => {
  const { client, keys } = await start(t, { live: { recheckMs: 5 } });
  const one = await client();
  keys.delete(KEY);
  t.match(await one.closed, { code: 4401 });
});

void t.test('an outage while keys are checked again closes no socket', async (t) => {
  const { client, keys, live } = await start(t, {
    live: {
      authenticate(key) {
        if (away) throw new Error('the database is away');
        return keys.get(key) ?? null;
      },
    },
  });
  let away = false;
  const one = await client();
  away = true;
  await live.recheck();
  one.send({ type: 'ping' });
  await one.take('pong');
});

void t.test(
  'a person who is no longer a member of a workspace is told so, and receives nothing more of it',
  async (t) => {
    const { client, keys, live, workspace, sql, say } = await start(t);
    const second = await makeWorkspace(sql);
    const principal = keys.get(KEY)!;
    keys.set(KEY, { ...principal, workspaces: [workspace, second] });
    const one = await client();
    one.send({ type: 'subscribe', workspace: workspace.slug });
    one.send({ type: 'subscribe', workspace: second.slug });
    await one.take('subscribed');
    await one.take('subscribed');
    keys.set(KEY, { ...principal, workspaces: [second] });
    await live.recheck();
    t.match(await one.take('error'), { code: 'not_a_member', param: '/workspace' });
    t.match(await one.take('unsubscribed'), { workspace: workspace.slug });
    await say(['post_a']);
    one.send({ type: 'ping' });
    t.same((await one.take('pong'))['positions'], { [second.slug]: 0 });
    t.same(one.seqs(), []);
  },
);

void t.test('a socket accepts a newer key of the same user, and stays open with it', async (t) => {
  const { client, keys, live } = await start(t);
  keys.set('trp_new', { ...keys.get(KEY)!, keyId: 'key_new' });
  keys.set('trp_other', { userId: 'usr_2', keyId: 'key_2', workspaces: [] });
  const one = await client();
  await one.take('ready');
  one.send({ type: 'auth', key: 'trp_new' });
  await one.take('ready');
  keys.delete(KEY);
  await live.recheck();
  one.send({ type: 'auth', key: 'trp_other' });
  t.match(await one.take('error'), { code: 'another_user', param: '/key' });
  one.send({ type: 'ping' });
  await one.take('pong');
});

void t.test('above the limit of open sockets, a client is asked to try later', async (t) => {
  const { client } = await start(t, { live: { maxSockets: 1 } });
  await client();
  const refused = await client().catch((error: unknown) => error as Refused);
  t.match(refused, { status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '2' } });
});

void t.test('closing ends every socket with 1001 and opens no more', async (t) => {
  const { client, live, port } = await start(t);
  const all = await Promise.all([client(), client({ key: null })]);
  live.close();
  for (const one of all) t.same(await one.closed, { code: 1001, reason: 'going away' });
  t.match(await connectClient(port).opened.catch((error: unknown) => error), { status: 503 });
  t.same(live.stats(), { sockets: 0, workspaces: 0, bufferedBytes: 0, slow: 0 });
});
