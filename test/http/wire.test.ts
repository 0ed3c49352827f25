import t from 'tap';
import { readBody, type Exchange } from '../../src/api/exchange.ts';
import { KEY, principal, request, start, statuses, wire } from './harness.ts';

const json = 'Content-Type: application/json';
const chunked = (...chunks: string[]) =>
  [...chunks, ''].map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`).join('');

void t.test('a chunked body is read like any other', async (t) => {
  const running = await start(t);
  const head = request('POST', '/v1/things', [json, 'Transfer-Encoding: chunked']);
  const { until } = await wire(t, running.server.port, head + chunked('{"na', 'me":"é', '"}'));
  t.match(await until(/made/), /^HTTP\/1\.1 200 OK\r\n[\s\S]*\{"made":\{"name":"Ã©"\}\}$/);
});

void t.test('Expect: 100-continue gets a response, then the request is served', async (t) => {
  const running = await start(t);
  const head = request('POST', '/v1/things', [json, 'Content-Length: 12', 'Expect: 100-continue']);
  const sent = await wire(t, running.server.port, head);
  t.match(await sent.until(/100 Continue/), /^HTTP\/1\.1 100 Continue/);
  sent.socket.write('{"name":"a"}');
  t.same(statuses(await sent.until(/made/)), [100, 200]);
});

void t.test('two requests on one connection are served one after the other', async (t) => {
  const running = await start(t);
  const sent = await wire(t, running.server.port, request('GET', '/v1/things/a'));
  await sent.until(/"id":"a"/);
  sent.socket.write(request('HEAD', '/v1/things/bb'));
  await sent.until(/ 200 OK[\s\S]* 200 OK[\s\S]*\r\n\r\n/);
  sent.socket.write(request('GET', '/v1/things/ccc'));
  const text = await sent.until(/"id":"ccc"/);
  t.same(statuses(text), [200, 200, 200]);
  t.notMatch(text, /"id":"bb"/);
});

void t.test('pipelined requests get their responses in their order', async (t) => {
  const running = await start(t);
  const sent = await wire(t, running.server.port, request('GET', '/none/1') + request('GET', '/none/2'));
  const text = await sent.until(/none\/2/);
  t.same(statuses(text), [404, 404]);
  t.ok(text.indexOf('/none/1') < text.indexOf('/none/2'));
});

void t.test(
  'a request pipelined behind a pending one closes the connection: responses are never mixed',
  async (t) => {
    const running = await start(t);
    const end = running.nextEnd();
    const sent = await wire(t, running.server.port, request('POST', '/v1/wait'));
    await running.waiting;
    sent.socket.write(request('GET', '/v1/things/a'));
    t.equal(await sent.closed, '');
    t.same(await end, { route: 'waitForIt', method: 'POST', status: 499 });
    running.release();
    t.equal(running.server.inFlight, 0);
  },
);

void t.test('an ambiguous length is refused and the connection closed', async (t) => {
  const running = await start(t);
  const body = '{"name":"a"}';
  const cases: [doubt: string, headers: string[]][] = [
    ['two lengths', ['Content-Length: 12', 'Content-Length: 0']],
    ['two equal lengths', ['Content-Length: 12', 'Content-Length: 12']],
    ['an empty length before a length', ['Content-Length: ', 'Content-Length: 12']],
    ['two encodings', ['Transfer-Encoding: identity', 'Transfer-Encoding: chunked']],
    ['an unknown encoding', ['Transfer-Encoding: xchunked']],
    ['an encoding inside chunks', ['Transfer-Encoding: gzip, chunked']],
    ['an encoding with a tab', ['Transfer-Encoding: \tchunked\t,']],
    ['a length with a sign', ['Content-Length: +12']],
    ['a negative length', ['Content-Length: -12']],
    ['a list of lengths', ['Content-Length: 12, 12']],
    ['a hexadecimal length', ['Content-Length: 0xc']],
    ['a length and an encoding', ['Content-Length: 12', 'Transfer-Encoding: chunked']],
  ];
  for (const [doubt, headers] of cases) {
    const sent = await wire(t, running.server.port, request('POST', '/v1/things', [json, ...headers], body));
    const text = await sent.closed;
    t.same(statuses(text), [400], doubt);
    t.match(text, /\r\nConnection: close\r\n/i, doubt);
  }
  t.equal(running.calls.length, 0);
  t.equal(running.server.inFlight, 0);
});

void t.test('a request smuggled behind an ambiguous length is never served', async (t) => {
  const running = await start(t);
  const smuggled = request('GET', '/v1/things', ['X-Request-Id: smuggled']);
  const carriers = [
    request('POST', '/v1/things', [json, 'Content-Length: 0', 'Content-Length: 12']) + smuggled,
    request('POST', '/v1/things', [json, 'Content-Length: 12', 'Content-Length: 0'], '{"name":"a"}') +
      smuggled,
    request('POST', '/v1/things', [json, 'Transfer-Encoding: xchunked']) + chunked() + smuggled,
    request('GET', '/v1/things/a', ['Content-Length: ', 'Content-Length: 5'], 'hello') + smuggled,
    request('HEAD', '/v1/things/a', ['Content-Length: 0', 'Content-Length: 5']) + smuggled,
  ];
  for (const carrier of carriers) {
    const sent = await wire(t, running.server.port, carrier);
    t.notMatch(await sent.closed, /smuggled/);
  }
  t.equal(running.calls.length, 0);
});

void t.test(
  'a body that is declared too large is refused before it is read, and the connection stays open',
  async (t) => {
    const running = await start(t);
    const body = Buffer.alloc(2_000_000, 'a');
    const head = request('POST', '/v1/things', [json, `Content-Length: ${body.length}`]);
    const sent = await wire(t, running.server.port, head);
    t.match(await sent.until(/requestId/), /^HTTP\/1\.1 413 [\s\S]*"code":"body_too_large"/);
    sent.socket.write(body);
    sent.socket.write(request('GET', '/v1/things/a'));
    t.same(statuses(await sent.until(/"id":"a"/)), [413, 200]);
  },
);

void t.test('a body that is declared far too large is refused, and the connection closed', async (t) => {
  const running = await start(t);
  const head = request('POST', '/v1/things', [json, 'Content-Length: 100000000000']);
  const sent = await wire(t, running.server.port, head, Buffer.alloc(100_000, 'a'));
  const text = await sent.closed;
  t.same(statuses(text), [413]);
  t.match(text, /\r\nConnection: close\r\n/);
});

void t.test('a chunked body is refused when it becomes too large, and no more of it is stored', async (t) => {
  const running = await start(t);
  const head = request('POST', '/v1/things', [json, 'Transfer-Encoding: chunked']);
  const piece = chunked('x'.repeat(50_000)).replace(/0\r\n\r\n$/, '');
  const sent = await wire(t, running.server.port, head, ...Array.from({ length: 25 }, () => piece));
  t.match(await sent.closed, /^HTTP\/1\.1 413 [\s\S]*1 MiB/);
  t.equal(running.calls.length, 0);
  t.equal(running.server.inFlight, 0);
});

void t.test('a body of exactly the limit is accepted, one byte more is not', async (t) => {
  const running = await start(t, { maxBodyBytes: 100 });
  const name = 'n'.repeat(100 - '{"name":""}'.length);
  t.equal((await running.post('/v1/things', { name })).status, 200);
  t.equal((await running.post('/v1/things', { name: `${name}n` })).status, 413);
});

void t.test('a body without a valid key is refused before it is read', async (t) => {
  const running = await start(t);
  const head = `POST /v1/things HTTP/1.1\r\nHost: x\r\n${json}\r\nContent-Length: 500000\r\n\r\n`;
  const sent = await wire(t, running.server.port, head);
  t.match(await sent.until(/requestId/), /^HTTP\/1\.1 401 /);
});

void t.test('a client that disconnects during its upload leaves nothing behind', async (t) => {
  const running = await start(t);
  const end = running.nextEnd();
  const head = request('POST', '/v1/things', [json, 'Content-Length: 500000', 'Expect: 100-continue']);
  const sent = await wire(t, running.server.port, head);
  await sent.until(/100 Continue/);
  t.equal(running.server.inFlight, 1);
  await new Promise((resolve) => sent.socket.write(Buffer.alloc(100_000, 'a'), resolve));
  sent.socket.resetAndDestroy();
  t.same(await end, { route: 'createThing', method: 'POST', status: 499 });
  t.equal(running.server.inFlight, 0);
  t.equal(running.calls.length, 0);
});

void t.test('a client that disconnects while its key is checked leaves nothing behind', async (t) => {
  let admit = () => {};
  let asked = () => {};
  const admitted = new Promise<void>((resolve) => (admit = resolve));
  const checking = new Promise<void>((resolve) => (asked = resolve));
  const running = await start(t, {
    authenticate: () => {
      asked();
      return admitted.then(() => principal);
    },
  });
  const end = running.nextEnd();
  const head = request('POST', '/v1/things', [json, 'Content-Length: 500000']);
  const sent = await wire(t, running.server.port, head, Buffer.alloc(20_000, 'a'));
  await checking;
  sent.socket.resetAndDestroy();
  t.equal((await end).status, 499);
  admit();
  await admitted;
  t.equal(running.calls.length, 0);
  t.equal(running.logged.length, 0);
});

void t.test(
  'a client that disconnects during its request gets no response, and nothing is logged',
  async (t) => {
    const running = await start(t);
    const sent = await wire(t, running.server.port, request('POST', '/v1/wait'));
    await running.waiting;
    const end = running.nextEnd();
    sent.socket.destroy();
    t.equal((await end).status, 499);
    running.release();
    t.equal((await running.call('/v1/things/a')).status, 200);
    t.equal(running.logged.length, 0);
  },
);

void t.test('a body that stalls is given up, and its memory freed', async (t) => {
  const running = await start(t);
  const end = running.nextEnd();
  const head = request('POST', '/v1/things', [json, 'Content-Length: 500000']);
  const sent = await wire(t, running.server.port, head, Buffer.alloc(100_000, 'a'));
  await sent.closed; // the server cuts a silent socket after about 12 s
  t.equal((await end).status, 499);
  t.equal(running.server.inFlight, 0);
});

void t.test('a long response waits for a client that reads slowly', async (t) => {
  const running = await start(t);
  const sent = await wire(t, running.server.port);
  sent.socket.pause();
  sent.socket.write(request('GET', '/v1/long'));
  const other = await running.call('/v1/things/a');
  t.equal(other.status, 200);
  t.equal(running.server.inFlight, 1);
  sent.socket.resume();
  const text = await sent.until(/"\}$/);
  t.equal(text.length - text.indexOf('\r\n\r\n') - 4, 6_000_011);
});

void t.test('a long response is given up when its client disconnects', async (t) => {
  const running = await start(t);
  const sent = await wire(t, running.server.port);
  sent.socket.pause();
  sent.socket.write(request('GET', '/v1/long'));
  await running.call('/v1/things/a');
  const end = running.nextEnd();
  sent.socket.resetAndDestroy();
  t.same(await end, { route: 'answerLong', method: 'GET', status: 499 });
});

void t.test('headers of 12 KB are accepted, for long tokens and cookies', async (t) => {
  const running = await start(t);
  const sent = await wire(
    t,
    running.server.port,
    request('GET', '/v1/things/a', [`X-Long: ${'x'.repeat(12_000)}`]),
  );
  t.match(await sent.until(/"id"/), /^HTTP\/1\.1 200 /);
});

void t.test('a method in lower case is another method', async (t) => {
  const running = await start(t);
  const sent = await wire(t, running.server.port, request('get', '/v1/things/a'));
  t.match(await sent.until(/requestId/), /^HTTP\/1\.1 405 /);
});

void t.test('a client that asks for it gets its connection closed', async (t) => {
  const running = await start(t);
  const sent = await wire(t, running.server.port, request('GET', '/v1/things/a', ['Connection: close']));
  t.match(await sent.closed, /"id":"a"/);
});

void t.test('a raw route reads its body as it arrives, and streams its response', async (t) => {
  async function* letters() {
    yield Buffer.from('abc');
    yield Buffer.from('');
    yield Buffer.from('def');
  }
  const exchanges: Exchange[] = [];
  const running = await start(t, {
    raw: [
      {
        method: 'POST',
        path: '/count',
        handle(exchange) {
          let bytes = 0;
          exchange.readChunks((chunk, last) => {
            bytes += chunk.byteLength;
            if (last) exchange.answer({ status: 200, headers: [], body: String(bytes) });
          });
        },
      },
      {
        method: 'GET',
        path: '/letters/{length}',
        handle(exchange) {
          exchanges.push(exchange);
          return exchange.stream({
            status: 200,
            headers: [['content-type', 'text/plain']],
            length: Number(exchange.params['length']),
            body: letters(),
          });
        },
      },
      {
        method: 'GET',
        path: '/fails/{after}',
        handle: (exchange) =>
          exchange.stream({
            status: 200,
            headers: [],
            length: 6,
            body: (async function* () {
              if (exchange.params['after'] === '3') yield Buffer.from('abc');
              throw new Error('the disk is gone');
            })(),
          }),
      },
      {
        method: 'POST',
        path: '/later',
        async handle(exchange) {
          await new Promise((resolve) => setImmediate(resolve));
          readBody(exchange, 1_000_000, (body) =>
            exchange.answer({ status: 200, headers: [], body: String((body as Uint8Array).byteLength) }),
          );
        },
      },
    ],
  });
  const post = async (path: string, body: Uint8Array) =>
    (await fetch(running.base + path, { method: 'POST', body: Buffer.from(body) })).text();
  t.equal(await post('/count', Buffer.alloc(5_000_000)), '5000000');
  t.equal(await post('/later', Buffer.alloc(900_000)), '900000');

  const whole = await fetch(`${running.base}/letters/6`);
  t.equal(whole.headers.get('content-length'), '6');
  t.equal(await whole.text(), 'abcdef');
  t.match(exchanges[0]?.address, /^127\.0\.0\.1$|^$/);
  const head = await fetch(`${running.base}/letters/6`, { method: 'HEAD' });
  t.equal(head.headers.get('content-length'), '6');
  t.equal(await (await fetch(`${running.base}/letters/4`)).text(), 'abcd', 'no more than was promised');
  await t.rejects(
    fetch(`${running.base}/letters/7`).then((answer) => answer.text()),
    'less than was promised is cut off',
  );
  await t.rejects(fetch(`${running.base}/fails/3`).then((answer) => answer.text()));
  const early = await fetch(`${running.base}/fails/0`);
  t.equal(early.status, 500);
  t.equal(running.server.inFlight, 0);
});

void t.test('a key is read from the header only', async (t) => {
  const running = await start(t);
  t.equal((await fetch(`${running.base}/v1/things?authorization=Bearer+${KEY}`)).status, 401);
});
