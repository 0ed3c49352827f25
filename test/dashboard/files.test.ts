/** The dashboard's files as browsers receive them. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { readDashboard } from '../../src/faces/dashboard/files.ts';
import { createHttpServer } from '../../src/faces/http/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SCRIPT = `console.log(${'"x"+'.repeat(500)}"")`;

async function served(t: Test, { built = true, secure = false } = {}) {
  const folder = await temporaryFolder(t);
  if (built) {
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>The page</title>');
    await writeFile(join(folder, 'icon.svg'), '<svg/>');
    await writeFile(join(folder, 'assets/index-abc.js'), SCRIPT);
    await writeFile(join(folder, 'assets/index-abc.js.br'), brotliCompressSync(SCRIPT));
    await writeFile(join(folder, 'assets/index-abc.js.gz'), gzipSync(SCRIPT));
    await writeFile(join(folder, 'assets/index-abc.js.map'), '{}');
    await writeFile(join(folder, '.built-from'), 'a stamp');
  }
  const server = createHttpServer({
    operations: [],
    authenticate: () => null,
    context: {} as never,
    log: { error: () => {} },
    baseUrl: 'http://localhost',
    rate: null,
    raw: [
      {
        method: 'GET',
        path: '/v1/there',
        handle: (exchange) => exchange.answer({ status: 200, headers: [], body: 'there' }),
      },
    ],
    pages: readDashboard(folder, { secure }).serve,
  });
  await server.listen('127.0.0.1', 0);
  t.teardown(() => server.drain());
  return (path: string, headers: { [name: string]: string } = {}, method = 'GET') =>
    fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { accept: 'text/html', ...headers }, method });
}

void t.test('the root and every address below /app return the page, which is not cached', async (t) => {
  const get = await served(t);
  for (const path of ['/', '/app', '/app/', '/app/w/acme/posts', '/app/w/acme/posts/post_1']) {
    const answer = await get(path);
    t.equal(answer.status, 200, path);
    t.match(await answer.text(), 'The page', path);
    t.equal(answer.headers.get('cache-control'), 'no-cache');
    const policy = answer.headers.get('content-security-policy')!;
    t.match(policy, "default-src 'self'");
    t.match(policy, "frame-ancestors 'none'");
    t.notMatch(policy, /script-src|unsafe-eval/);
  }
  const first = await get('/app');
  const again = await get('/app', { 'if-none-match': first.headers.get('etag')! });
  t.equal(again.status, 304);
  t.equal((await get('/app', {}, 'HEAD')).status, 200);
});

void t.test('scripts are cached for ever, and compressed as well as the browser supports', async (t) => {
  const get = await served(t);
  for (const [accepted, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
    ['br;q=0, gzip', 'gzip'],
  ] as const) {
    const answer = await get('/app/assets/index-abc.js', { accept: '*/*', 'accept-encoding': accepted });
    t.equal(answer.headers.get('content-encoding'), encoding, accepted);
    t.equal(await answer.text(), SCRIPT);
    t.equal(answer.headers.get('content-type'), 'text/javascript; charset=utf-8');
    t.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    t.equal(answer.headers.get('vary'), 'accept-encoding');
    t.equal(answer.headers.get('x-content-type-options'), 'nosniff');
  }
});

void t.test(
  'the rest of the service is unchanged: addresses outside the dashboard return no page',
  async (t) => {
    const get = await served(t);
    t.equal(await (await get('/v1/there')).text(), 'there');
    for (const path of [
      '/v1/nothing',
      '/app/api/nothing',
      '/apple',
      '/app/assets/index-old.js',
      '/app/assets/index-abc.js.map',
      '/app/../package.json',
      '/app/%2e%2e/package.json',
      '/assets/index-abc.js',
    ]) {
      const answer = await get(path);
      t.equal(answer.status, 404, path);
      t.match(answer.headers.get('content-type'), 'application/json', path);
    }
    t.notMatch(await (await get('/app/.built-from')).text(), 'a stamp', 'no file but those of the dashboard');
    t.equal((await get('/app', { accept: 'application/json' })).status, 404, 'a program asks for no page');
    t.equal((await get('/app', {}, 'POST')).status, 404);
  },
);

void t.test('a service without a built dashboard says how to build it', async (t) => {
  const get = await served(t, { built: false, secure: true });
  const answer = await get('/');
  t.equal(answer.status, 200);
  t.match(await answer.text(), 'npm run build -w web');
  t.equal(answer.headers.get('strict-transport-security'), 'max-age=31536000');
});
