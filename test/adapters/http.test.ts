/** What an adapter knows after a call: the response, whether a lost request may have arrived, how long to wait. */
import t from 'tap';
import { ask, brief, retryAfterMs } from '../../adapters/lib/http.ts';

const NOW = Date.parse('2026-05-04T08:00:00Z');
const request = () => new Request('https://boats.test/post?token=geheim', { method: 'POST' });
const { signal } = new AbortController();

/** What undici's fetch rejects with. */
const failed = (code: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(`connect ${code}`), { code }) });
const lostBy = (cause: unknown) => ask(() => Promise.reject(cause), request(), signal);

void t.test('a request that may have arrived counts as sent', async (t) => {
  for (const code of ['ECONNRESET', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT', 'EPIPE', 'REDIRECT_FAILED'])
    t.strictSame(
      await lostBy(failed(code)),
      { kind: 'lost', sent: true, reason: `the connection broke (${code})` },
      code,
    );
  for (const name of ['TimeoutError', 'AbortError'])
    t.strictSame(await lostBy(new DOMException('ended', name)), {
      kind: 'lost',
      sent: true,
      reason: 'no answer in time',
    });
  t.match(await lostBy('a text'), { kind: 'lost', sent: true }, 'what nobody foresaw');
});

void t.test('a connection that was never established sent no request', async (t) => {
  for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'UND_ERR_CONNECT_TIMEOUT', 'CERT_HAS_EXPIRED'])
    t.strictSame(
      await lostBy(failed(code)),
      { kind: 'lost', sent: false, reason: `no connection (${code})` },
      code,
    );
  t.match(await lostBy(Object.assign(new Error('refused'), { code: 'URL_REFUSED' })), { sent: false });
});

void t.test(
  'a connection that breaks within the body is a lost response, and the error hides the address',
  async (t) => {
    const body = new ReadableStream({ pull: (controller) => controller.error(failed('UND_ERR_SOCKET')) });
    const answer = await ask(() => Promise.resolve(new Response(body)), request(), signal);
    t.match(answer, { kind: 'lost', sent: true });
    t.notMatch(JSON.stringify(answer), /geheim/);
  },
);

void t.test('a JSON body is read as JSON', async (t) => {
  const read = (text: string) => ask(() => Promise.resolve(new Response(text)), request(), signal);
  t.match(await read('{"id":7}'), { kind: 'response', status: 200, json: { id: 7 }, text: '{"id":7}' });
  t.match(await read('<html>'), { kind: 'response', json: null, text: '<html>' });
});

void t.test('Retry-After is seconds or a date; anything else is ignored', async (t) => {
  const wait = (value: string | null) =>
    retryAfterMs(new Headers(value === null ? {} : { 'retry-after': value }), NOW);
  t.equal(wait('90'), 90_000);
  t.equal(wait('-5'), 0);
  t.equal(wait('Mon, 04 May 2026 08:02:00 GMT'), 120_000);
  t.equal(wait('Mon, 04 May 2026 07:00:00 GMT'), 0, 'a date that has passed');
  t.equal(wait('soon'), undefined);
  t.equal(wait(null), undefined);
});

void t.test("a network's message is cut to 500 characters", async (t) => {
  t.equal(brief('  two \n lines '), 'two lines');
  t.equal(brief('x'.repeat(501)).length, 500);
});
