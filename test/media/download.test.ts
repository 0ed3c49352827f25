import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { MAX_HOSTED_BYTES } from '../../src/features/media/hosting.ts';
import { createIncoming } from '../../src/features/media/incoming.ts';
import { createLocalStorage } from '../../src/features/media/local-storage.ts';
import { cleanUp } from '../../src/features/media/cleanup.ts';
import { wire } from '../http/harness.ts';
import { startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const clip = readFileSync(new URL('../../simulators/samples/clip.mp4', import.meta.url));
const photo = Uint8Array.from(readFileSync(new URL('../../simulators/samples/photo.jpg', import.meta.url)));
const name = `${createHash('sha256').update(photo).digest('hex')}.jpg`;
const waiting = (folder: string) => readdirSync(join(folder, 'incoming'));

/** A foreign web server. */
async function elsewhere(t: Test, answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function until(what: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 60_000; !what(); await pause(10))
    if (Date.now() > deadline) throw new Error('it never came');
}

void t.test(
  'a file behind a signed link is hosted under its own bytes, and its link is not stored',
  async (t) => {
    const folder = await temporaryFolder(t);
    const origin = await elsewhere(t, (request, response) => {
      response.end(request.url === '/signed?token=s3cret' ? photo : '');
    });
    const running = await startService(t, { mediaFolder: folder, allowedOrigins: [origin] });
    const { status, body } = await running.call('POST', '/v1/media', {
      url: `${origin}/signed?token=s3cret`,
    });
    t.equal(status, 200);
    t.match(
      body,
      { url: `${running.baseUrl}/media/${name}`, altText: null },
      'the extension is that of the bytes',
    );
    t.same(new Uint8Array(await (await fetch(body.url)).arrayBuffer()), photo);
    t.notMatch(JSON.stringify(await running.service.sql`select * from media`), /s3cret|signed/);
    t.same(waiting(folder), []);

    const again = await running.call('POST', '/v1/media', { url: body.url });
    t.same(again.body, body, 'a file of ours is ours already');
  },
);

void t.test(
  'a file that cannot be hosted is refused in a sentence that names the field and hides the query',
  async (t) => {
    const folder = await temporaryFolder(t);
    const huge =
      (length: string | null): RequestListener =>
      (_, response) => {
        if (length !== null) response.setHeader('content-length', length);
        const chunk = Buffer.alloc(1024 * 1024, 1);
        const write = () => {
          while (response.write(chunk));
          response.once('drain', write);
        };
        write();
      };
    const routes: { [path: string]: RequestListener } = {
      '/missing': (_, response) => response.writeHead(404).end(),
      '/broken': (_, response) => response.writeHead(503).end(),
      '/empty': (_, response) => response.end(),
      '/page.jpg': (_, response) => response.setHeader('content-type', 'image/jpeg').end('<html></html>'),
      '/inside': (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/meta' }).end(),
      '/cut': (_, response) => {
        response.setHeader('content-length', photo.length * 2);
        response.write(photo, () => response.destroy());
      },
      '/claims': huge(String(MAX_HOSTED_BYTES * 2)),
      '/endless': huge(null),
    };
    const origin = await elsewhere(t, (request, response) =>
      routes[new URL(request.url!, 'http://x').pathname]!(request, response),
    );
    const running = await startService(t, { mediaFolder: folder, allowedOrigins: [origin] });
    const cases: [string, number, string][] = [
      ['/missing', 400, 'media_unreachable'],
      ['/broken', 502, 'media_unreachable'],
      ['/empty', 400, 'media_unreachable'],
      ['/page.jpg', 400, 'media_type_unsupported'],
      ['/inside', 400, 'media_unreachable'],
      ['/cut', 502, 'media_unreachable'],
      ['/claims', 413, 'media_too_large'],
      ['/endless', 413, 'media_too_large'],
    ];
    for (const [path, status, code] of cases) {
      const answer = await running.call('POST', '/v1/media', { url: `${origin}${path}?token=s3cret` });
      t.equal(answer.status, status, `${path}: ${JSON.stringify(answer.body)}`);
      t.match(answer.body, { code, param: '/url', error: /^url/ }, path);
      t.notMatch(answer.body.error, /s3cret/, path);
    }
    for (const url of [
      'http://127.0.0.1:1/x',
      'http://10.0.0.1/a.jpg',
      'ftp://example.org/a.jpg',
      'file:///etc/passwd',
    ]) {
      const { status, body } = await running.call('POST', '/v1/media', { url });
      t.equal(status, 400, url);
      t.match(body, { param: '/url', error: /may not be fetched/ }, url);
    }
    for (const body of [{}, { url: 7 }, { url: 'not a url' }, { url: `${origin}/missing`, extra: 1 }])
      t.equal((await running.call('POST', '/v1/media', body)).status, 400, JSON.stringify(body));
    t.same(waiting(folder), []);
    t.same(readdirSync(folder), ['incoming']);
  },
);

void t.test('a request with a repeated Idempotency-Key does not download the address again', async (t) => {
  let asked = 0;
  let hold: (() => void) | null = null;
  const origin = await elsewhere(t, (_, response) => {
    asked += 1;
    if (asked === 1) hold = () => response.end(photo);
    else response.writeHead(410).end();
  });
  const running = await startService(t, { allowedOrigins: [origin] });
  const headers = { 'idempotency-key': 'once' };
  const ask = (url: string) => running.call('POST', '/v1/media', { url }, headers);
  const first = ask(`${origin}/a`);
  await until(() => hold !== null);
  t.equal((await ask(`${origin}/a`)).status, 409, 'while the first runs');
  hold!();
  t.equal((await first).status, 200);
  const second = await ask(`${origin}/a`);
  t.same([second.status, second.headers.get('idempotent-replayed')], [200, 'true']);
  t.same(second.body, (await first).body);
  t.equal((await ask(`${origin}/b`)).status, 422);
  t.equal(asked, 1);
});

const head = (key: string, length: string) =>
  `POST /v1/media/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
  `Content-Type: multipart/form-data; boundary=b\r\n${length}\r\n\r\n`;
const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';

void t.test('an interrupted upload leaves nothing behind', async (t) => {
  const folder = await temporaryFolder(t);
  const running = await startService(t, { mediaFolder: folder });
  const { port } = new URL(running.baseUrl);
  const { socket } = await wire(t, Number(port), head(running.key, 'Content-Length: 1000000'), part, photo);
  await until(() => waiting(folder).length === 1);
  socket.destroy();
  await until(() => waiting(folder).length === 0);
  t.same(readdirSync(folder), ['incoming']);
});

void t.test('uploads above the limit are asked to wait', async (t) => {
  const folder = await temporaryFolder(t);
  const running = await startService(t, { mediaFolder: folder });
  const port = Number(new URL(running.baseUrl).port);
  const begin = () => wire(t, port, head(running.key, 'Content-Length: 1000000'), part, photo);
  const uploads = await Promise.all(Array.from({ length: 64 }, begin));
  await until(() => waiting(folder).length === 64);
  t.match(await (await begin()).until(/"busy"/), /HTTP\/1\.1 503 [^]*retry-after: 5/);
  for (const { socket } of uploads) socket.destroy();
  await until(() => waiting(folder).length === 0);
  const after = await running.call('POST', '/v1/media', { url: `${running.sandbox.url}/samples/photo.jpg` });
  t.equal(after.status, 200);
});

void t.test('a body shorter than its form is refused, and the next request is not part of it', async (t) => {
  const folder = await temporaryFolder(t);
  const running = await startService(t, { mediaFolder: folder });
  const { port } = new URL(running.baseUrl);
  const lying = `Content-Length: ${part.length + 100}\r\nConnection: close`;
  const { until: read } = await wire(t, Number(port), head(running.key, lying), part, photo.subarray(0, 100));
  t.match(await read(/invalid_form/), /HTTP\/1\.1 400 /);
  t.same(waiting(folder), []);
});

void t.test(
  'more than 100 MB is refused: at once if the length says so, else when it becomes too long',
  async (t) => {
    const folder = await temporaryFolder(t);
    const running = await startService(t, { mediaFolder: folder });
    const port = Number(new URL(running.baseUrl).port);
    const told = await wire(t, port, head(running.key, `Content-Length: ${MAX_HOSTED_BYTES + 100_000}`));
    t.match(await told.until(/media_too_large/), /HTTP\/1\.1 413 /);

    const chunk = Buffer.alloc(1024 * 1024, 1);
    const chunked = Buffer.concat([
      Buffer.from(`${chunk.length.toString(16)}\r\n`),
      chunk,
      Buffer.from('\r\n'),
    ]);
    const first = `${part.length.toString(16)}\r\n${part}\r\n`;
    const untold = await wire(t, port, head(running.key, 'Transfer-Encoding: chunked'), first);
    for (let i = 0; i < 101 && !untold.socket.destroyed; i += 1) {
      if (!untold.socket.write(chunked))
        await Promise.race([new Promise((resolve) => untold.socket.once('drain', resolve)), untold.closed]);
    }
    t.match(await untold.until(/media_too_large/), /HTTP\/1\.1 413 /);
    t.same(waiting(folder), []);
  },
);

void t.test('a large file is written to the disk as it arrives, and is served completely', async (t) => {
  const folder = await temporaryFolder(t);
  const running = await startService(t, { mediaFolder: folder });
  const large = Buffer.alloc(60_000_000, 7);
  large.set(clip);
  large.writeUInt32BE(large.length - clip.length, clip.length);
  large.write('free', clip.length + 4, 'latin1');
  const end = '\r\n--b--\r\n';
  const length = `Content-Length: ${part.length + large.length + end.length}`;
  const port = Number(new URL(running.baseUrl).port);
  const half = large.length / 2;
  const sent = await wire(t, port, head(running.key, length), part, large.subarray(0, half));
  const onDisk = () => waiting(folder).map((file) => statSync(join(folder, 'incoming', file)).size)[0] ?? 0;
  await until(() => onDisk() > half - 1000); // the parser holds back bytes that may start a boundary
  t.ok(onDisk() <= half);
  sent.socket.write(large.subarray(half));
  sent.socket.write(end);
  const [, url = ''] = /"url":"([^"]+)"/.exec(await sent.until(/"url"/)) ?? [];
  t.match(url, /\.mp4$/);
  const hash = createHash('sha256');
  for await (const chunk of (await fetch(url)).body!) hash.update(chunk);
  t.equal(hash.digest('hex'), /([0-9a-f]{64})/.exec(url)![1]);
});

void t.test('files of uploads whose process died are deleted, but not of running uploads', async (t) => {
  const folder = await temporaryFolder(t);
  mkdirSync(join(folder, 'incoming'));
  for (const [file, ageMs] of [
    ['left', 2 * 3_600_000],
    ['under-way', 60_000],
  ] as const) {
    const path = join(folder, 'incoming', file);
    writeFileSync(path, 'x');
    utimesSync(path, new Date(), new Date(Date.now() - ageMs));
  }
  const what = { storage: createLocalStorage(folder), incoming: createIncoming(join(folder, 'incoming')) };
  t.equal(await cleanUp({ ...what, clock: Date.now }), 1);
  t.same(waiting(folder), ['under-way']);
});
