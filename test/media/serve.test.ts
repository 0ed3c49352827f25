import t, { type Test } from 'tap';
import { mediaRoute } from '../../src/features/media/serve.ts';
import type { MediaStorage } from '../../src/features/media/storage.ts';
import { start, wire } from '../http/harness.ts';

const name = `${'a'.repeat(64)}.mp4`;
const MB = 1024 * 1024;

/** A server over a store with one file. */
async function serving(t: Test, read: MediaStorage['read'], bytes = 200 * MB) {
  const storage: MediaStorage = {
    stat: async (asked) => (asked === name ? { bytes, storedAt: 0 } : null),
    put: () => Promise.reject(new Error('nobody puts')),
    read,
    remove: async () => undefined,
    prune: async () => 0,
    check: async () => undefined,
    close: async () => undefined,
  };
  return start(t, { raw: [mediaRoute(storage, { error() {} })] });
}

void t.test(
  'a file is read no faster than its reader accepts it, and no further after a disconnect',
  async (t) => {
    let read = 0;
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const running = await serving(t, async function* () {
      try {
        for (; read < 200; read += 1) yield new Uint8Array(MB);
      } finally {
        end();
      }
    });
    const ending = running.nextEnd();
    const { socket, until } = await wire(
      t,
      running.server.port,
      `GET /media/${name} HTTP/1.1\r\nHost: x\r\n\r\n`,
    );
    await until(/HTTP\/1\.1 200 /);
    socket.pause();
    // what the two kernels buffer between them: the reading stops
    let before = -1;
    while (before !== read) {
      before = read;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    t.ok(read < 100, `${read} MB were read for one who takes none`);
    socket.destroy();
    await ended;
    t.equal((await ending).status, 499);
  },
);

void t.test(
  'a file that is deleted before its response is not found, and one deleted later is cut off',
  async (t) => {
    const gone = Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT' });
    // oxlint-disable-next-line require-yield -- it fails before it has anything
    const never = await serving(t, async function* () {
      throw gone;
    });
    t.equal((await fetch(`${never.base}/media/${name}`)).status, 404);
    const half = await serving(t, async function* () {
      yield new Uint8Array(MB);
      throw gone;
    });
    const response = await fetch(`${half.base}/media/${name}`);
    t.equal(response.status, 200);
    await t.rejects(response.arrayBuffer());
    t.same(never.logged, []);
  },
);

void t.test('nothing is read for HEAD, for an unchanged copy or for a range outside the file', async (t) => {
  const running = await serving(t, () => {
    throw new Error('nobody reads');
  });
  const ask = (init: RequestInit) => fetch(`${running.base}/media/${name}`, init);
  const lazy = await serving(t, async function* () {
    yield* [];
    throw new Error('nobody reads');
  });
  const head = await fetch(`${lazy.base}/media/${name}`, { method: 'HEAD' });
  t.same([head.status, head.headers.get('content-length')], [200, String(200 * MB)]);
  t.equal((await ask({ headers: { 'if-none-match': '*' } })).status, 304);
  t.equal((await ask({ headers: { range: `bytes=${200 * MB}-` } })).status, 416);
  t.same([...running.logged, ...lazy.logged], []);
});
