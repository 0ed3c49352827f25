/**
 * A page of another site can make its own name lead to this service (DNS rebinding), and is then of the same origin.
 * What takes or gives the cookie of a person therefore answers only to names of this service; taken from the table of routes.
 */
import { request } from 'node:http';
import t from 'tap';
import { isOwnHost } from '../../src/features/auth/own-host.ts';
import { createSessions } from '../../src/features/auth/sessions.ts';
import { startService } from '../support/service.ts';

const EVIL = 'evil.example';
/** Any value where the path wants one. */
const filled = (path: string) => path.replace(/\{\w+\}/g, 'any');

interface Asked {
  method: string;
  path: string;
  host: string;
  headers?: { [name: string]: string };
  body?: object;
}

/** fetch lets nobody choose the Host. */
function ask(
  baseUrl: string,
  { method, path, host, headers = {}, body }: Asked,
): Promise<{ status: number; cookies: string[]; text: string }> {
  const { port } = new URL(baseUrl);
  const sent = { origin: `http://${host}`, 'sec-fetch-site': 'same-origin', ...headers, host };
  const text = body === undefined ? undefined : JSON.stringify(body);
  const json =
    text === undefined ? {} : { 'content-type': 'application/json', 'content-length': text.length };
  return new Promise((resolve, reject) => {
    const made = request(
      { host: '127.0.0.1', port, method, path, headers: { ...sent, ...json } },
      (response) => {
        let received = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          received += chunk;
        });
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            cookies: response.headers['set-cookie'] ?? [],
            text: received,
          }),
        );
      },
    );
    made.on('upgrade', (_, socket) => {
      socket.destroy();
      resolve({ status: 101, cookies: [], text: '' });
    });
    made.on('error', reject).end(text);
  });
}

void t.test('by a foreign Host nothing takes the cookie, and nobody signs in or sets up', async (t) => {
  const { service, baseUrl, key, call } = await startService(t);
  const { userId } = (await service.authenticate(key))!;
  const sessions = createSessions({ sql: service.directory, baseUrl: () => baseUrl, clock: Date.now });
  const cookie = (await sessions.begin(service.directory, userId))[1].split(';')[0]!;
  const port = new URL(baseUrl).port;

  const own = await ask(baseUrl, {
    method: 'GET',
    path: '/v1/accounts',
    host: `localhost:${port}`,
    headers: { cookie },
  });
  t.equal(own.status, 200, 'the cookie is good');

  let refused = 0;
  for (const { method, path } of service.http.routes) {
    const asked = { method, path: filled(path), host: `${EVIL}:${port}` };
    const without = await ask(baseUrl, asked);
    const withCookie = await ask(baseUrl, { ...asked, headers: { cookie } });
    const name = `${method} ${path}`;
    // 401: an operation, which wants to know who calls; the others give the cookie
    if (/^\/(app\/api|connect)\//.test(path) && without.status !== 401)
      t.match(without, { status: 403, text: /foreign_origin/ }, name);
    // what does not take the cookie answers the same without it
    if (withCookie.status === 403) refused += 1;
    else t.equal(withCookie.status, without.status, name);
    t.same([...without.cookies, ...withCookie.cookies], [], `${name} gives no cookie`);
    if (without.status === 401) t.equal(withCookie.status, 403, `${name} asks who calls`);
  }
  const owner = { name: 'Eve', email: 'eve@example.org', password: 'correct horse battery', key };
  for (const path of ['/app/api/setup', '/app/api/session']) {
    const asked = { method: 'POST', path, host: `${EVIL}:${port}`, body: owner };
    t.match(await ask(baseUrl, asked), { status: 403, text: /foreign_origin/ }, path);
  }
  t.ok(refused > 100, `${refused} routes take the cookie`);

  const link = (await call('POST', '/v1/connect-links', {})).body.connectLink as { url: string };
  const form = `${new URL(link.url).pathname}/bluesky`;
  const page = { method: 'GET', path: form, headers: { cookie: `troupe-connect=${'a'.repeat(43)}` } };
  t.match(await ask(baseUrl, { ...page, host: `${EVIL}:${port}` }), { status: 403, cookies: [] }, form);
  t.match(await ask(baseUrl, { ...page, host: `localhost:${port}` }), { status: 200 }, form);

  for (const path of ['/v1/live']) {
    const upgrade = {
      cookie,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    };
    const socket = { method: 'GET', path, host: `${EVIL}:${port}`, headers: upgrade };
    t.match(await ask(baseUrl, socket), { status: 403, text: /foreign_origin/ }, path);
  }
});

void t.test('by each name of its own a fresh installation says how to set it up', async (t) => {
  const { baseUrl } = await startService(t);
  const port = new URL(baseUrl).port;
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '127.0.0.2', '192.168.1.10']) {
    const shown = await ask(baseUrl, { method: 'GET', path: '/app/api/session', host: `${host}:${port}` });
    t.match(shown, { status: 200, text: /"setup":\{/ }, host);
  }
});

void t.test('the names of a service are its public one, those that are set, and addresses', async (t) => {
  const rule = { baseUrl: 'https://troupe.example.org', names: ['troupe.internal'] };
  for (const host of [
    'troupe.example.org',
    'TROUPE.example.org:443',
    'troupe.internal:3000',
    'localhost:3000',
    '[fe80::1]:80',
  ])
    t.ok(isOwnHost(host, rule), host);
  for (const host of [
    '',
    EVIL,
    'troupe.example.org.evil.example',
    'a@localhost@evil.example',
    '127.0.0.1.evil.example',
    'x',
  ])
    t.notOk(isOwnHost(host, rule), host);
});
