import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { S3Storage, objectAddress, type S3Settings } from '../../src/features/media/s3-storage.ts';
import type { WaitingFile } from '../../src/features/media/storage.ts';
import { startService } from '../support/service.ts';
import { silent } from '../support/stage.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { KEYS, REGION, startFakeS3 } from './fake-s3.ts';

const photo = Uint8Array.from(readFileSync(new URL('../../simulators/samples/photo.jpg', import.meta.url)));
const sha256 = createHash('sha256').update(photo).digest('hex');
const name = `${sha256}.jpg`;

const settingsFor = (endpoint: string): S3Settings => ({
  endpoint,
  region: REGION,
  bucket: 'pictures',
  prefix: 'troupe/é x/',
  ...KEYS,
  pathStyle: true,
});

async function waitingPhoto(t: Test): Promise<WaitingFile> {
  const path = join(await temporaryFolder(t), 'waiting');
  writeFileSync(path, photo);
  return { path, bytes: photo.length, sha256 };
}

async function readAll(from: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of from) chunks.push(chunk);
  return Uint8Array.from(Buffer.concat(chunks));
}

void t.test(
  'a bucket stores a file under prefix and name, with its type, and returns it in parts',
  async (t) => {
    const s3 = await startFakeS3(t);
    const storage = new S3Storage(settingsFor(s3.endpoint));
    t.teardown(() => storage.close());
    t.equal(await storage.stat(name), null);
    const file = await waitingPhoto(t);
    await storage.put(name, file);
    t.notOk(existsSync(file.path), 'the waiting file is used up');
    t.same([...s3.objects.keys()], [`pictures/troupe/é x/${name}`]);
    t.equal(s3.objects.get(`pictures/troupe/é x/${name}`)!.type, 'image/jpeg');
    const put = s3.requests.find(({ what }) => what.startsWith('PUT'))!;
    t.match(put.headers, { 'content-length': String(photo.length), 'x-amz-content-sha256': sha256 });

    const kept = await storage.stat(name);
    t.equal(kept?.bytes, photo.length);
    t.ok(Math.abs(kept!.storedAt - Date.now()) < 5_000);
    t.same(await readAll(storage.read(name, { from: 0, to: photo.length - 1 })), photo);
    t.same(await readAll(storage.read(name, { from: 5, to: 9 })), photo.subarray(5, 10));
    t.equal(await storage.prune(), 0);
    await storage.remove(name);
    t.equal(await storage.stat(name), null);
    await t.resolves(storage.remove(name), 'it may be gone already');
  },
);

void t.test('the bucket is named in the path or in the host', async (t) => {
  const settings = { ...settingsFor('https://s3.example.org'), prefix: 'a/' };
  t.equal(objectAddress(settings, name), `https://s3.example.org/pictures/a/${name}`);
  t.equal(
    objectAddress({ ...settings, pathStyle: false }, name),
    `https://pictures.s3.example.org/a/${name}`,
  );
  const below = { ...settings, endpoint: 'https://example.org:9000/s3' };
  t.equal(objectAddress(below, name), `https://example.org:9000/s3/pictures/a/${name}`);
});

void t.test(
  'a bucket that refuses, fails, is full, breaks off or is missing differs from a missing file',
  async (t) => {
    const s3 = await startFakeS3(t);
    const settings = settingsFor(s3.endpoint);
    const storage = new S3Storage(settings);
    const stranger = new S3Storage({ ...settings, secretAccessKey: 'hunter2hunter2' });
    const nobody = new S3Storage({ ...settings, endpoint: 'http://127.0.0.1:9' });
    t.teardown(() => Promise.all([storage, stranger, nobody].map((one) => one.close())));
    const file = await waitingPhoto(t);
    const refused = { name: 'StorageError', code: 'unavailable', message: /answered 403 \(check its keys/ };
    await t.rejects(stranger.stat(name), refused);
    await t.rejects(stranger.put(name, file), {
      code: 'misconfigured',
      message: /TROUPE_S3_SECRET_ACCESS_KEY is wrong/,
    });
    await t.rejects(nobody.stat(name), { code: 'unavailable', message: /does not respond \(/ });
    s3.failing = 500;
    await t.rejects(storage.stat(name), { code: 'unavailable', message: /answered 500/ });
    await t.rejects(storage.put(name, file), { code: 'unavailable', message: /answered 500/ });
    s3.failing = 507;
    await t.rejects(storage.put(name, file), { code: 'full' });
    t.ok(existsSync(file.path), 'the file waits on');
    s3.failing = null;
    await t.rejects(readAll(storage.read(name, { from: 0, to: 3 })), {
      code: 'unavailable',
      message: /answered 404 NoSuchKey/,
    });
    await t.rejects(storage.put(name, { ...file, sha256: '0'.repeat(64) }), { code: 'unavailable' });
    await storage.put(name, file);
    s3.cutting = true;
    await t.rejects(readAll(storage.read(name, { from: 0, to: photo.length - 1 })), { message: /broke off/ });
    await t.rejects(storage.stat('../../secret'), { name: 'RangeError' });
  },
);

void t.test(
  'a start with wrong S3 settings is refused, and the error is a sentence that names the setting',
  async (t) => {
    const s3 = await startFakeS3(t);
    const settings = settingsFor(s3.endpoint);
    const wrong = { name: 'StorageError', code: 'misconfigured' };
    await t.rejects(startService(t, { s3: { ...settings, secretAccessKey: 'hunter2hunter2' } }), {
      ...wrong,
      message: /refuses the signature: TROUPE_S3_SECRET_ACCESS_KEY is wrong/,
    });
    await t.rejects(startService(t, { s3: { ...settings, bucket: 'nowhere' } }), {
      ...wrong,
      message: 'the S3 store has no bucket "nowhere" (TROUPE_S3_BUCKET)',
    });
    const storage = new S3Storage(settings);
    t.teardown(() => storage.close());
    await storage.check();
    t.equal(s3.objects.size, 0, 'what the check writes is deleted');
    await storage.put(name, await waitingPhoto(t));
    await storage.check();
    s3.readOnly = true;
    await t.rejects(storage.check(), { ...wrong, message: /s3:PutObject/ });
  },
);

void t.test('an unreachable store does not keep the service from starting', async (t) => {
  const warned: string[] = [];
  const log = { ...silent, warn: (_: object, message: string) => void warned.push(message) } as never;
  const settings = settingsFor('http://127.0.0.1:9');
  await startService(t, { s3: settings, log });
  t.ok(warned.some((message) => /store of hosted files cannot be reached/.test(message)));
});

void t.test('a bucket that is deleted while the service runs is not "try again shortly"', async (t) => {
  const s3 = await startFakeS3(t);
  const running = await startService(t, { s3: settingsFor(s3.endpoint) });
  s3.buckets.clear();
  const url = `${running.sandbox.url}/samples/photo.jpg`;
  const { status, body } = await running.call('POST', '/v1/media', { url });
  t.equal(status, 503);
  t.match(body.error, /has no bucket "pictures".*operator of this service has to fix its settings/);
  t.notMatch(body.error, /shortly/);
});

void t.test('the service stores and serves its media in a bucket, and reports when it cannot', async (t) => {
  const s3 = await startFakeS3(t);
  const folder = await temporaryFolder(t);
  const running = await startService(t, { mediaFolder: folder, s3: settingsFor(s3.endpoint) });
  const upload = async () => {
    const form = new FormData();
    form.set('file', new File([photo], 'a.jpg'));
    const headers = { authorization: `Bearer ${running.key}` };
    const response = await fetch(`${running.baseUrl}/v1/media/upload`, {
      method: 'POST',
      headers,
      body: form,
    });
    return { status: response.status, body: (await response.json()) as { url: string; code: string } };
  };
  const { body } = await upload();
  t.equal(body.url, `${running.baseUrl}/media/${name}`, 'the address is ours, wherever the file is');
  t.same(new Uint8Array(await (await fetch(body.url)).arrayBuffer()), photo);
  const some = await fetch(body.url, { headers: { range: 'bytes=3-5' } });
  t.same([some.status, new Uint8Array(await some.arrayBuffer())], [206, photo.slice(3, 6)]);
  t.equal((await fetch(body.url, { method: 'HEAD' })).headers.get('content-length'), String(photo.length));
  t.equal((await fetch(body.url.replace(sha256, '0'.repeat(64)))).status, 404);
  const puts = () => s3.requests.filter(({ what }) => what.startsWith('PUT') && what.endsWith(name)).length;
  t.equal(puts(), 1);
  await upload();
  t.equal(puts(), 1, 'the same bytes are not sent again');

  s3.cutting = true;
  const cut = await fetch(body.url);
  await t.rejects(cut.arrayBuffer(), 'a cut tells the client that the file is not whole');
  s3.cutting = false;
  s3.failing = 503;
  const away = await fetch(body.url);
  t.equal(away.status, 503);
  t.equal(away.headers.get('retry-after'), '5');
  t.match(await upload(), { status: 503, body: { code: 'storage_unavailable' } });
  s3.failing = null;
  s3.objects.clear();
  s3.failing = 507;
  t.match((await upload()).status, 503);
  t.same(readdirSync(join(folder, 'incoming')), []);
});
