/** Every response says where it ends: a client of any kind may send its next request on the same connection. */
import sharp from 'sharp';
import t from 'tap';
import { insertLinks } from '../../store/links.ts';
import type { Answer, RawRoute } from '../../src/api/exchange.ts';
import { startService } from '../support/service.ts';
import { KEY, start } from './harness.ts';
import { oneConnection } from './one-connection.ts';

const STATUSES = [
  200, 201, 202, 204, 205, 206, 301, 302, 303, 304, 307, 308, 400, 401, 404, 405, 416, 500, 503,
];
const BODIES: { [name: string]: Answer['body'] } = {
  none: null,
  empty: '',
  text: 'é',
  bytes: new Uint8Array([1, 2, 3]),
  long: 'x'.repeat(200_000),
};
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];

void t.test('a response of any status and with any body, or none, ends where it says', async (t) => {
  const raw: RawRoute[] = ['now', 'later'].map((when) => ({
    method: 'GET',
    path: `/${when}/{status}/{body}`,
    async handle(exchange) {
      if (when === 'later') await new Promise(setImmediate);
      const { status, body } = exchange.params;
      exchange.answer({ status: Number(status), headers: [], body: BODIES[body!]! });
    },
  }));
  const { server } = await start(t, { raw });
  const connection = oneConnection(t, server.port);
  for (const when of ['now', 'later'])
    for (const status of STATUSES)
      for (const [name, body] of Object.entries(BODIES))
        for (const method of ['GET', 'HEAD']) {
          if ((status === 204 || status === 304) && name !== 'none') continue; // no such response is made
          const response = await connection.ask(method, `/${when}/${status}/${name}`);
          const length = body === null ? 0 : Buffer.byteLength(body);
          const what = `${method} ${when} ${status} ${name}`;
          t.equal(response.status, status, what);
          t.equal(response.body.length, method === 'HEAD' ? 0 : length, what);
          if (status !== 204 && status !== 304)
            t.equal(response.headers.get('content-length'), String(length), what);
        }
  t.equal(connection.closes, 0);
});

void t.test(
  'every route of the service responds to every method, one after another on one connection',
  async (t) => {
    const { service, key } = await startService(t, { platforms: ['mastodon'] });
    const { http } = service;
    t.ok(http.routes.length > 150, 'every route is listed');
    const connection = oneConnection(t, http.port);
    const seen = new Set<number>();
    for (const path of new Set(http.routes.map((route) => route.path.replaceAll(/\{\w+\}/g, 'x'))))
      for (const method of METHODS)
        for (const headers of [[], [`Authorization: Bearer ${key}`, 'Content-Type: application/json']]) {
          const ask = connection.ask(
            method,
            path,
            headers,
            method === 'POST' && headers.length > 0 ? '[]' : '',
          );
          const { status } = await ask.catch((error: unknown) => {
            throw new Error(`${method} ${path}: ${String(error)}`);
          });
          seen.add(status);
        }
    t.equal(connection.closes, 0, 'no response closes the connection');
    t.ok([200, 204, 400, 401, 404, 405].every((status) => seen.has(status)));
  },
);

void t.test('redirects and unchanged files leave the connection usable', async (t) => {
  const { service, workspaceId, baseUrl, key } = await startService(t, { platforms: ['mastodon'] });
  const link = { workspaceId, ownerId: 'rule_x', messageId: 'pr_x', url: 'https://example.com/bread' };
  await insertLinks(service.sql, [{ ...link, code: '23456789ab' }], 0);
  const form = new FormData();
  form.set('file', new Blob([await pixel()]), 'pixel.png');
  const authorization = `Bearer ${key}`;
  const upload = await fetch(`${baseUrl}/v1/media/upload`, {
    method: 'POST',
    body: form,
    headers: { authorization },
  });
  const { pathname } = new URL(((await upload.json()) as { url: string }).url);
  const connection = oneConnection(t, service.http.port);
  const ask = async (expected: number, ...request: Parameters<typeof connection.ask>) => {
    const { status, headers } = await connection.ask(...request);
    t.equal(status, expected, request.join(' '));
    t.equal((await connection.ask('GET', '/healthz')).status, 200, `after ${request.join(' ')}`);
    return headers;
  };
  for (const method of ['GET', 'HEAD']) {
    await ask(302, method, '/l/23456789ab');
    await ask(302, method, '/l/23456789ab', ['User-Agent: Mozilla/5.0 (X11; Linux x64) Chrome/142.0.0.0']);
    const etag = (await ask(200, method, pathname)).get('etag');
    await ask(304, method, pathname, [`If-None-Match: ${etag}`]);
    await ask(416, method, pathname, ['Range: bytes=900000-']);
    await ask(206, method, pathname, ['Range: bytes=0-1']);
    const page = await ask(200, method, '/', ['Accept: text/html']);
    await ask(304, method, '/', ['Accept: text/html', `If-None-Match: ${page.get('etag')}`]);
  }
  t.equal(connection.closes, 0);
});

const pixel = () =>
  sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
    .png()
    .toBuffer();

void t.test(
  'each response says for how long the connection may be used again, unless it closes it',
  async (t) => {
    const { server } = await start(t);
    const connection = oneConnection(t, server.port);
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS', 'TRACE'])
      for (const path of ['/v1/things', '/v1/things/a', '/none', '/v1/long', '/%ff']) {
        const { headers } = await connection.ask(method, path, [`Authorization: Bearer ${KEY}`]);
        t.equal(headers.get('connection'), 'keep-alive', `${method} ${path}`);
        t.equal(headers.get('keep-alive'), 'timeout=5', `${method} ${path}`);
      }
    const far = ['Content-Type: application/json', 'Content-Length: 100000000'];
    const closing = await connection.ask('POST', '/v1/things', [`Authorization: Bearer ${KEY}`, ...far]);
    t.equal(closing.headers.get('connection'), 'close');
    t.notOk(closing.headers.has('keep-alive'));
  },
);
