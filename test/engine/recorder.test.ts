import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { ask } from '../../adapters/lib/http.ts';
import { createGuard } from '../../src/base/outbound/guard.ts';
import {
  MAX_ANSWER_BYTES,
  MAX_BYTES,
  MAX_EXCHANGES,
  MAX_REQUEST_BYTES,
  Recorder,
} from '../../src/engine/recorder.ts';

const TOKEN = 'a-secret-token-of-rosa';
const NOW = Date.parse('2026-05-04T08:00:00Z');

interface Got {
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** A server on this machine, called with the guarded fetch that adapters get, and watched by a recorder. */
async function scene(t: Test, answer: (response: ServerResponse, got: Got) => void) {
  const got: Got[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      got.push({ headers: request.headers, body: Buffer.concat(parts) });
      answer(response, got.at(-1)!);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const guard = createGuard({ allow: [url] });
  t.teardown(async () => {
    await guard.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const recorder = new Recorder();
  const fetch = recorder.watch({ fetch: guard.fetch, clock: () => NOW, credentials: { token: TOKEN } });
  const { signal } = new AbortController();
  return { url, got, recorder, fetch, server, signal };
}

void t.test(
  'a call is recorded with its request and its response, and both arrive as they were sent',
  async (t) => {
    const { url, got, recorder, fetch, signal } = await scene(t, (response) => {
      response.writeHead(429, {
        'content-type': 'application/json',
        'retry-after': '7',
        'x-ratelimit-remaining': '0',
        'x-request-id': 'req-1',
        'set-cookie': `session=${TOKEN}`,
      });
      response.end(JSON.stringify({ error: `too many for ${TOKEN}` }));
    });
    const body = JSON.stringify({ text: 'Zoë', token: TOKEN });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}`, cookie: 'a=b' };
    const request = new Request(`${url}/bot${TOKEN}/send?sig=abc&n=1`, { method: 'POST', headers, body });
    const answer = await ask(fetch, request, signal);
    t.match(answer, { kind: 'response', status: 429, json: { error: `too many for ${TOKEN}` } });
    t.equal(got[0]!.body.toString(), body);
    t.equal(
      got[0]!.headers['content-length'],
      String(Buffer.byteLength(body)),
      'its length is known, as ever',
    );
    t.equal(got[0]!.headers.authorization, `Bearer ${TOKEN}`);

    const recorded = recorder.end()!;
    t.match(recorded, { leftOut: 0, withoutBodies: 0 });
    const [exchange] = recorded.exchanges;
    t.ok(exchange!.ms! >= 0);
    t.strictSame(
      { ...exchange, ms: 0 },
      {
        at: NOW,
        ms: 0,
        method: 'POST',
        url: `${url}/bot[redacted]/send?sig=[redacted]&n=1`,
        request: {
          type: 'application/json',
          size: Buffer.byteLength(body),
          body: '{"text":"Zoë","token":"[redacted]"}',
        },
        answer: {
          status: 429,
          headers: {
            'content-type': 'application/json',
            'retry-after': '7',
            'x-ratelimit-remaining': '0',
            'x-request-id': 'req-1',
          },
          size: 47,
          body: '{"error":"too many for [redacted]"}',
        },
        error: null,
      },
    );
  },
);

void t.test('a sent file is not read, and a form is recorded by its fields', async (t) => {
  const { url, got, recorder, fetch, signal } = await scene(t, (response) => response.end());
  const bytes = new Uint8Array(100_000).fill(7);
  const form = new FormData();
  form.set('photo', new Blob([bytes], { type: 'image/jpeg' }), 'a.jpg');
  const chunk = { 'content-type': 'video/mp4', 'content-range': 'bytes 0-99999/300000' };
  const fields = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'abc' });
  for (const request of [
    new Request(url, { method: 'POST', body: form }),
    new Request(url, { method: 'PUT', body: bytes, headers: chunk }),
    new Request(url, { method: 'POST', body: fields }),
  ])
    await ask(fetch, request, signal);
  t.equal(got[1]!.body.length, 100_000);
  t.equal(got[1]!.headers['content-length'], '100000');
  t.match(
    recorder.end()!.exchanges.map(({ request }) => request),
    [
      { type: 'multipart/form-data', size: null, body: null },
      { type: 'video/mp4', size: 100_000, body: null },
      {
        type: /^application\/x-www-form-urlencoded/,
        body: 'grant_type=refresh_token&refresh_token=[redacted]',
      },
    ],
  );
});

void t.test('a streaming upload is passed on as it comes', async (t) => {
  const { url, got, recorder, fetch } = await scene(t, (response) => response.end('done'));
  let pulled = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled += 1;
      if (pulled > 50) controller.close();
      else controller.enqueue(new Uint8Array(10_000));
    },
  });
  const request = new Request(url, { method: 'POST', body, duplex: 'half' });
  t.equal(await (await fetch(request)).text(), 'done');
  t.equal(got[0]!.body.length, 500_000);
  t.match(recorder.end()!.exchanges, [{ request: { type: null, size: null, body: null } }]);
});

void t.test('a body is recorded when it is read, however it is read, and arrives complete', async (t) => {
  const { url, recorder, fetch } = await scene(t, (response) => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
    response.end('{"id":12345678901234567890}');
  });
  t.equal(await (await fetch(url)).text(), '{"id":12345678901234567890}');
  t.strictSame(await (await fetch(url)).json(), { id: 12345678901234567000 });
  t.equal((await (await fetch(url)).arrayBuffer()).byteLength, 27);
  t.equal((await (await fetch(url)).blob()).size, 27);
  const unread = await fetch(url);
  const streamed = await fetch(url);
  const parts: Uint8Array[] = [];
  for await (const part of streamed.body!) parts.push(part as Uint8Array);
  t.equal(Buffer.concat(parts).length, 27);
  await unread.body!.cancel();

  const bodies = recorder.end()!.exchanges.map(({ answer }) => answer!.body);
  const counted = '27 bytes of application/json; charset=utf-8';
  t.strictSame(bodies, [
    '{"id":12345678901234567890}',
    '{"id":12345678901234567890}',
    counted,
    counted,
    null,
    null,
  ]);
});

void t.test('a response that is not text is recorded by its size', async (t) => {
  const { url, recorder, fetch, signal } = await scene(t, (response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg' });
    response.end(Buffer.alloc(5120, 0xff));
  });
  await ask(fetch, new Request(url), signal);
  t.match(recorder.end()!.exchanges, [{ answer: { body: /^\d+ bytes of image\/jpeg$/ } }]);
});

void t.test('responses that nobody reads keep no connection open', async (t) => {
  const { url, recorder, fetch, server } = await scene(t, (response) => response.end('x'.repeat(1000)));
  for (let count = 0; count < 30; count += 1) await (await fetch(url)).body!.cancel();
  const open = await new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  t.ok(open <= 2, `${open} connections`);
  t.equal(recorder.end()!.exchanges.length, 30);
});

void t.test('a failed call is recorded with its reason, and the adapter gets the same error', async (t) => {
  const { url, recorder, fetch, server, signal } = await scene(t, (response) => response.destroy());
  t.match(await ask(fetch, new Request(`${url}/${TOKEN}`), signal), { kind: 'lost', sent: true });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  t.match(await ask(fetch, new Request(url), signal), { kind: 'lost', sent: false });
  await t.rejects(fetch('http://10.0.0.1/'), { code: 'URL_REFUSED' });
  t.match(recorder.end()!.exchanges, [
    { answer: null, error: /^the connection broke/, url: `${url}/[redacted]` },
    { answer: null, error: 'no connection (ECONNREFUSED)' },
    { answer: null, error: 'no connection (URL_REFUSED)' },
  ]);
});

/** A fetch that responds at once, without a network. */
function direct(answer: (request: Request) => Response, credentials: unknown = {}) {
  const recorder = new Recorder();
  const fetch = recorder.watch({
    fetch: async (input) => answer(input as Request),
    clock: () => NOW,
    credentials,
  });
  const call = async (url: string, init?: RequestInit) =>
    (await fetch(new Request(`https://example.org${url}`, init))).text();
  return { recorder, fetch, call };
}

void t.test('the first and the last calls are kept, with the number of those in between', async (t) => {
  const { recorder, call } = direct(() => new Response('ok'));
  for (let count = 1; count <= 100; count += 1) await call(`/${count}`);
  const { exchanges, leftOut } = recorder.end()!;
  t.equal(exchanges.length, MAX_EXCHANGES);
  t.equal(leftOut, 60);
  const numbers = exchanges.map(({ url }) => Number(new URL(url).pathname.slice(1)));
  t.strictSame(numbers.slice(8, 12), [9, 10, 71, 72]);
  t.equal(numbers.at(-1), 100);
});

void t.test('an attempt is limited in bytes: the oldest bodies are dropped first, and counted', async (t) => {
  const { recorder, call } = direct(() => new Response(`{"e":"${'ü'.repeat(5000)}"}`));
  const body = JSON.stringify({ text: '€'.repeat(5000) });
  const headers = { 'content-type': 'application/json' };
  for (let count = 0; count < 40; count += 1) await call('/', { method: 'POST', body, headers });
  await new Promise((resolve) => setImmediate(resolve));
  const recorded = recorder.end()!;
  const size = Buffer.byteLength(JSON.stringify(recorded));
  t.ok(size <= MAX_BYTES + 200, `${size} bytes`);
  t.ok(recorded.withoutBodies > 0 && recorded.withoutBodies < 40);
  t.equal(recorded.exchanges[0]!.answer!.body, null);
  const { request, answer } = recorded.exchanges.at(-1)!;
  t.ok(Buffer.byteLength(answer!.body!) <= MAX_ANSWER_BYTES + 3);
  t.ok(Buffer.byteLength(request.body!) <= MAX_REQUEST_BYTES + 3);
  t.match(answer!.body, /ü…$/, 'cut between characters, and marked');
  t.equal(answer!.size, 10_008, 'the whole size is told');
});

void t.test('calls with long addresses and headers also stay below the limit', async (t) => {
  const headers = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [`x-ratelimit-limit-${at}`, 'ü1'.repeat(60)]),
  );
  const { recorder, call } = direct(() => {
    const response = new Response('ok');
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  });
  for (let count = 0; count < 60; count += 1) await call(`/${'long-'.repeat(400)}`);
  const recorded = recorder.end()!;
  t.ok(Buffer.byteLength(JSON.stringify(recorded)) <= MAX_BYTES + 200);
  t.equal(recorded.exchanges.length + recorded.leftOut, 60);
});

void t.test('half a secret at the end of a cut text is removed', async (t) => {
  const secret = 'S3cret-'.repeat(300);
  for (const before of [16_384 - 1000, 16_384 - 20, 16_384 - 2100]) {
    // many known ones before it, which redaction makes short, so that the end moves to the front
    const filler = `${secret},`.repeat(Math.floor(before / (secret.length + 1)));
    const { recorder, call } = direct(
      () => new Response(`${filler}${'.'.repeat(before - filler.length)}${secret}`),
      { secret },
    );
    await call('/');
    t.notMatch(JSON.stringify(recorder.end()), 'S3cret');
  }
});

void t.test('a text that becomes known as a secret later is removed from earlier records', async (t) => {
  const fresh = 'brand-new-credential';
  const { recorder, call } = direct(() => new Response(`{"opaque":"${fresh}"}`));
  await call(`/${fresh}`);
  const cut = direct(() => new Response(`${'.'.repeat(MAX_ANSWER_BYTES - 9)}${fresh}`));
  await cut.call('/');
  for (const { recorder: one } of [{ recorder }, cut]) {
    one.hide({ accessToken: fresh });
    const told = JSON.stringify(one.end());
    t.notMatch(told, 'brand', 'not even the part that a cut has left');
  }
});

void t.test('calls after the end are not recorded, until the attempt continues', async (t) => {
  const { recorder, fetch, call } = direct(() => new Response('late'));
  t.equal(recorder.end(), null, 'without a call there is nothing');
  recorder.resume();
  const response = await fetch(new Request('https://example.org/1'));
  const ended = recorder.end()!;
  t.equal(await response.text(), 'late');
  await call('/2');
  t.match(ended.exchanges, [{ answer: { status: 200, body: null } }]);
  t.equal(recorder.end()!.exchanges.length, 1);
  recorder.resume();
  await call('/3');
  t.equal(recorder.end()!.exchanges.length, 2);
});

void t.test('a text that Postgres cannot store is stored without the characters it refuses', async (t) => {
  const { recorder, call } = direct(
    () => new Response('{"a":"\0"}', { headers: { 'content-type': 'text/plain' } }),
  );
  const body = '{"a":"\0"}';
  await call('/', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
  await new Promise((resolve) => setImmediate(resolve));
  const text = JSON.stringify(recorder.end());
  t.notMatch(text, String.raw`\u0000`);
  t.ok(text.isWellFormed());
});
