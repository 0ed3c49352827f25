import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { lostBy } from '../../adapters/lib/http.ts';
import { createGuard, isPublic, type GuardOptions } from '../../src/base/outbound/guard.ts';

const PUBLIC = [
  'https://example.com/a.jpg',
  'http://example.com:8080/a.jpg?size=1',
  'https://93.184.215.14/a.jpg',
  'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/a.jpg',
  'https://bücher.example.com/ä.jpg',
  'https://localhost.example.com/',
  'https://internal.example.com/',
];

/** URLs that lead to private addresses, in all known disguises. */
const HOSTILE = {
  'the loopback address': 'http://127.0.0.1/',
  'another loopback address': 'http://127.9.9.9/',
  'a decimal address': 'http://2130706433/',
  'an octal address': 'http://0177.0.0.1/',
  'a hexadecimal address': 'http://0x7f000001/',
  'a mixed address': 'http://0x7f.1/',
  'a short address': 'http://127.1/',
  'full-width digits': 'http://１２７.０.０.１/',
  'circled digits': 'http://①②⑦.⓪.⓪.①/',
  'an ideographic full stop': 'http://127。0。0。1/',
  'a percent-encoded address': 'http://%31%32%37.0.0.1/',
  'a final dot': 'http://127.0.0.1./',
  'the unspecified address': 'http://0.0.0.0/',
  'a lone zero': 'http://0/',
  'a private address (10)': 'http://10.1.2.3/',
  'a private address (172.16)': 'http://172.31.255.255/',
  'a private address (192.168)': 'http://192.168.0.1/',
  'carrier-grade NAT': 'http://100.64.0.1/',
  'cloud metadata': 'http://169.254.169.254/latest/meta-data/',
  'cloud metadata as one number': 'http://2852039166/',
  'cloud metadata of Alibaba': 'http://100.100.100.200/',
  'cloud metadata of Azure': 'http://168.63.129.16/',
  'cloud metadata of Oracle': 'http://192.0.0.192/',
  'cloud metadata by name': 'http://metadata.google.internal/',
  multicast: 'http://224.0.0.1/',
  broadcast: 'http://255.255.255.255/',
  'the benchmarking range': 'http://198.18.0.1/',
  'a documentation range': 'http://203.0.113.5/',
  'reserved for the future': 'http://240.0.0.1/',
  'the loopback address of IPv6': 'http://[::1]/',
  'the loopback address of IPv6 in full': 'http://[0:0:0:0:0:0:0:1]/',
  'the unspecified address of IPv6': 'http://[::]/',
  'IPv4 mapped into IPv6': 'http://[::ffff:127.0.0.1]/',
  'IPv4 mapped into IPv6 in hex': 'http://[::ffff:7f00:1]/',
  'a public IPv4 mapped into IPv6': 'http://[::ffff:93.184.215.14]/',
  'IPv4-compatible IPv6': 'http://[::127.0.0.1]/',
  NAT64: 'http://[64:ff9b::7f00:1]/',
  'local NAT64': 'http://[64:ff9b:1::a00:1]/',
  '6to4': 'http://[2002:7f00:1::]/',
  Teredo: 'http://[2001:0:7f00:1::]/',
  'a unique local address': 'http://[fd00:ec2::254]/',
  'a link-local address of IPv6': 'http://[fe80::1]/',
  'a site-local address': 'http://[fec0::1]/',
  'multicast of IPv6': 'http://[ff02::1]/',
  'a documentation range of IPv6': 'http://[2001:db8::1]/',
  'a part of IPv6 that was never handed out': 'http://[4000::1]/',
  localhost: 'http://localhost/',
  'localhost in capitals': 'http://LOCALHOST/',
  'localhost with a final dot': 'http://localhost./',
  'a name below localhost': 'http://app.localhost/',
  'a name of multicast DNS': 'http://printer.local/',
  'a name of a home network': 'http://nas.home.arpa/',
  'a name without a dot': 'http://postgres:5432/',
  'a user name that looks like the host': 'http://example.com@127.0.0.1/',
  'a backslash before the host': 'http:\\\\127.0.0.1\\@example.com/',
  'a tab inside the host': 'http://127.0.\t0.1/',
  'a user name': 'https://rosa@example.com/',
  'a password': 'https://:geheim@example.com/',
  'the port of mail': 'http://example.com:25/',
  'the port of secure shell': 'http://example.com:22/',
  'the port of a bad protocol': 'http://example.com:6667/',
  'a file': 'file:///etc/passwd',
  'an FTP address': 'ftp://example.com/a.jpg',
  gopher: 'gopher://127.0.0.1:6379/_FLUSHALL',
  data: 'data:image/png;base64,AAAA',
  javascript: 'javascript:alert(1)',
  blob: 'blob:https://example.com/1',
  'a relative address': '/a.jpg',
  'no scheme': '//example.com/a.jpg',
  nothing: '',
};

void t.test('a public URL passes', async () => {
  const guard = createGuard();
  for (const url of PUBLIC) equal(guard.check(url), null, url);
});

void t.test('a URL that leads to a private address is refused, in every disguise', async () => {
  const guard = createGuard();
  for (const [what, url] of Object.entries(HOSTILE)) {
    const refused = guard.check(url);
    equal(refused?.code, 'URL_REFUSED', `${what}: ${url}`);
    match(refused?.message ?? '', /^The URL.* .*\.$/, what);
    await rejects(guard.fetch(url), { code: 'URL_REFUSED' }, what);
  }
});

void t.test('a refusal contains no user, path or query of the URL', async () => {
  const guard = createGuard();
  for (const url of [
    'http://rosa:geheim@example.com/geheim?a=geheim',
    'http://10.0.0.1/geheim?a=geheim#geheim',
  ]) {
    const { message } = guard.check(url) ?? { message: 'geheim' };
    ok(!message.includes('geheim') && !message.includes('rosa'), message);
  }
});

void t.test('text that is not an address is not public', async () => {
  for (const text of ['', 'example.com', '1.2.3', 'fe80::1%eth0', '::ffff:10.0.0.1'])
    equal(isPublic(text), false, text);
});

void t.test('an allowed origin passes wherever it leads, its neighbours do not', async (t) => {
  const server = await serve(t, (_, response) => response.end('pong'));
  const guard = guardFor(t, { allow: [`${server.origin}/ignored/path`] });
  equal(await (await guard.fetch(`${server.origin}/ping`)).text(), 'pong');
  equal(guard.check(server.origin.replace('http:', 'https:'))?.code, 'URL_REFUSED');
  equal(guard.check(server.origin.replace(/\d+$/, '1'))?.code, 'URL_REFUSED');
  equal(guard.check(server.origin.replace('127.0.0.1', '127.0.0.2'))?.code, 'URL_REFUSED');
  equal(guard.check(server.origin.replace('//', '//rosa@'))?.code, 'URL_REFUSED');
  equal(guard.allows(`${server.origin}/hook`), true);
  for (const url of ['https://example.com/', 'nonsense', '']) equal(guard.allows(url), false, url);
});

void t.test('a public name that resolves to a private address is refused on connecting', async (t) => {
  const server = await serve(t, (_, response) => response.end());
  const guard = guardFor(t, { lookup: async () => [{ address: '127.0.0.1', family: 4 }] });
  const url = `http://inside.example.com:${server.port}/`;
  equal(guard.check(url), null);
  await rejects(guard.fetch(url), {
    name: 'UrlRefused',
    code: 'URL_REFUSED',
    message: /inside\.example\.com/,
  });
  equal(server.seen.length, 0);
});

void t.test('one private address among public ones is enough to refuse a name', async (t) => {
  const guard = guardFor(t, {
    lookup: async () => [
      { address: '93.184.215.14', family: 4 },
      { address: '::ffff:127.0.0.1', family: 6 },
    ],
  });
  await rejects(guard.fetch('http://both.example.com/'), { code: 'URL_REFUSED' });
});

void t.test(
  'a name is resolved once for each connection, so that the result cannot change in between',
  async (t) => {
    const server = await serve(t, (_, response) => response.end());
    const answers = ['127.0.0.1', '93.184.215.14', '93.184.215.14'];
    let asked = 0;
    const guard = guardFor(t, {
      lookup: async () => [{ address: answers[asked++] ?? '', family: 4 }],
    });
    await rejects(guard.fetch(`http://rebind.example.com:${server.port}/`), { code: 'URL_REFUSED' });
    equal(asked, 1);
    equal(server.seen.length, 0);
  },
);

void t.test('a name that does not resolve is a failed connection, not a refusal', async (t) => {
  const guard = guardFor(t, { lookup: async () => [] });
  const cause = await guard.fetch('http://nowhere.example.com/').catch((error: unknown) => error);
  deepEqual(lostBy(cause), { kind: 'lost', sent: false, reason: 'no connection (ENOTFOUND)' });
});

void t.test('an error of the resolver is passed on', async (t) => {
  const guard = guardFor(t, {
    lookup: () => Promise.reject(Object.assign(new Error('try later'), { code: 'EAI_AGAIN' })),
  });
  const cause = await guard.fetch('http://later.example.com/').catch((error: unknown) => error);
  equal(lostBy(cause).sent, false);
});

void t.test('a redirect to a private address is refused, and counts as never sent', async (t) => {
  for (const target of [
    'http://169.254.169.254/latest/meta-data/',
    'http://127.0.0.1:1/',
    '//[::1]/',
    'file:///etc/passwd',
    'http://rosa@example.com/',
    'http://[broken/',
  ]) {
    const server = await serve(t, (_, response) => response.writeHead(302, { location: target }).end());
    const guard = guardFor(t, { allow: [server.origin] });
    const cause = await guard.fetch(server.origin).catch((error: unknown) => error);
    equal((cause as { code?: string }).code, 'URL_REFUSED', target);
    equal(lostBy(cause).sent, false, target);
  }
});

void t.test('nothing but the sandbox itself leads to the sandbox', async (t) => {
  const sandbox = await serve(t, ({ url }, response) =>
    url === '/moved' ? response.writeHead(302, { location: '/' }).end() : response.end('simulated'),
  );
  const server = await serve(t, (_, response) => response.writeHead(302, { location: sandbox.origin }).end());
  const guard = guardFor(t, { allow: [server.origin, sandbox.origin], sandbox: sandbox.origin });
  const refusedIn = (call: Promise<Response>) =>
    call.then(
      () => null,
      (error: { code?: string }) => error.code,
    );
  equal(await (await guard.fetch(`${sandbox.origin}/moved`)).text(), 'simulated');
  equal(await refusedIn(guard.fetch(server.origin)), 'URL_REFUSED', 'a redirect from elsewhere');
  equal(await refusedIn(guard.fetchReal(sandbox.origin)), 'URL_REFUSED', 'a call for a real network');
  equal(guard.check(sandbox.origin, 'real')?.code, 'URL_REFUSED');
  equal(guard.check(sandbox.origin, 'simulated'), null);
});

void t.test('a redirect is followed at most five times', async (t) => {
  const server = await serve(t, ({ url }, response) => {
    const left = Number(url?.slice(1));
    if (left === 0) response.end('there');
    else response.writeHead(301, { location: `/${left - 1}` }).end('moved');
  });
  const guard = guardFor(t, { allow: [server.origin] });
  equal(await (await guard.fetch(`${server.origin}/5`)).text(), 'there');
  await rejects(guard.fetch(`${server.origin}/6`), { code: 'URL_REFUSED', message: /more than 5 times/ });
});

void t.test('headers that may hold credentials are sent only to their origin', async (t) => {
  const other = await serve(t, (_, response) => response.end());
  const server = await serve(t, ({ url }, response) => {
    const location = url === '/near' ? '/end' : other.origin;
    if (url === '/end') response.end();
    else response.writeHead(302, { location }).end();
  });
  const guard = guardFor(t, { allow: [server.origin, other.origin] });
  const headers = {
    authorization: 'Bearer geheim',
    cookie: 'session=geheim',
    'x-api-key': 'geheim',
    accept: 'image/jpeg',
  };
  await guard.fetch(`${server.origin}/near`, { headers });
  equal(server.seen.at(-1)?.headers.authorization, 'Bearer geheim');
  await guard.fetch(`${server.origin}/far`, { headers });
  const [arrived] = other.seen;
  equal(arrived?.headers.accept, 'image/jpeg');
  ok(!JSON.stringify(arrived?.headers).includes('geheim'));
});

void t.test('a POST that is redirected becomes a GET without its body', async (t) => {
  const server = await serve(t, ({ method, url }, response) => {
    if (url === '/') response.writeHead(303, { location: '/made' }).end();
    else response.end(method);
  });
  const guard = guardFor(t, { allow: [server.origin] });
  const request = new Request(`${server.origin}/`, { method: 'POST', body: 'a=b' });
  equal(await (await guard.fetch(request)).text(), 'GET');
  equal(server.seen.at(-1)?.headers['content-type'], undefined);
});

void t.test('a body arrives complete and with its length', async (t) => {
  const server = await serve(t, () => undefined);
  server.onBody = (body, response) => response.end(body);
  const guard = guardFor(t, { allow: [server.origin] });
  const body = new Uint8Array(200_000).fill(7);
  const answer = await guard.fetch(new Request(server.origin, { method: 'POST', body }));
  deepEqual(new Uint8Array(await answer.arrayBuffer()), body);
  equal(server.seen[0]?.headers['content-length'], '200000');
});

void t.test('a body is never sent a second time', async (t) => {
  const other = await serve(t, (_, response) => response.end());
  const server = await serve(t, (_, response) => response.writeHead(307, { location: other.origin }).end());
  const guard = guardFor(t, { allow: [server.origin, other.origin] });
  const sent = guard.fetch(new Request(server.origin, { method: 'POST', body: 'secret=geheim' }));
  await rejects(sent, { code: 'REDIRECT_FAILED', message: new RegExp(other.origin) });
  equal(other.seen.length, 0);
});

void t.test(
  'a POST whose redirect fails may have been executed, so it never counts as never sent',
  async (t) => {
    const closed = await serve(t, () => undefined);
    closed.stop();
    for (const location of ['http://10.0.0.1/', closed.origin]) {
      const server = await serve(t, (_, response) => response.writeHead(302, { location }).end());
      const guard = guardFor(t, { allow: [server.origin, closed.origin] });
      const request = new Request(server.origin, { method: 'POST', body: 'post me' });
      const cause = await guard.fetch(request).catch((error: unknown) => error);
      equal(lostBy(cause).sent, true, location);
    }
  },
);

void t.test('the caller decides about redirects, as with fetch', async (t) => {
  const server = await serve(t, (_, response) => response.writeHead(302, { location: '/next' }).end());
  const guard = guardFor(t, { allow: [server.origin] });
  equal((await guard.fetch(server.origin, { redirect: 'manual' })).status, 302);
  await rejects(guard.fetch(server.origin, { redirect: 'error' }), { code: 'URL_REFUSED' });
});

void t.test('a signal ends a call', async (t) => {
  const server = await serve(t, () => undefined);
  const guard = guardFor(t, { allow: [server.origin] });
  const controller = new AbortController();
  server.onRequest = () => controller.abort();
  await rejects(guard.fetch(server.origin, { signal: controller.signal }), { name: 'AbortError' });
});

function guardFor(t: Test, options: GuardOptions) {
  const guard = createGuard(options);
  t.teardown(() => guard.close());
  return guard;
}

/** A server on a free port of this machine that records its requests. */
async function serve(t: Test, answer: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const seen: IncomingMessage[] = [];
  const hooks = {
    onRequest: () => undefined as void,
    onBody: null as ((body: Buffer, response: ServerResponse) => void) | null,
  };
  const server = createServer((request, response) => {
    seen.push(request);
    hooks.onRequest();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => hooks.onBody?.(Buffer.concat(chunks), response));
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  t.teardown(stop);
  return Object.assign(hooks, { seen, port, origin: `http://127.0.0.1:${port}`, stop });
}
