/** Parts of a file, for uploads in chunks, where each chunk is a step on any node. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import type { MediaItem } from '../../adapters/port/publish.ts';
import { createIncoming } from '../../src/features/media/incoming.ts';
import { createLocalStorage } from '../../src/features/media/local-storage.ts';
import { Media } from '../../src/features/media/media.ts';
import { createMediaMemory } from '../../src/features/media/memory.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const BASE = 'https://troupe.test';
const clip = Uint8Array.from(readFileSync(new URL('../../simulators/samples/clip.mp4', import.meta.url)));
const never = new AbortController().signal;
const video = (url: string): MediaItem => ({ url, kind: 'video', extension: 'mp4' });

async function desk(
  t: Test,
  { answer = () => new Response(clip), folder }: { answer?: () => Response; folder?: string } = {},
) {
  const place = folder ?? (await temporaryFolder(t));
  const fetched: string[] = [];
  const storage = createLocalStorage(place);
  const media = new Media({
    storage,
    incoming: createIncoming(join(place, 'incoming')),
    fetch: async (input) => {
      fetched.push(new Request(input).url);
      return answer();
    },
    baseUrl: () => BASE,
    clock: Date.now,
  });
  return { media, storage, place, fetched };
}

void t.test('a file from elsewhere is downloaded once for all of its parts', async (t) => {
  const { media, fetched, place } = await desk(t);
  const item = video('https://cdn.test/clip.mp4?signature=geheim');
  const parts: Uint8Array[] = [];
  for (let from = 0; from < clip.length; from += 5000) {
    const part = await media.open(item, never, undefined, { part: { from, to: from + 5000 } });
    t.match(part, { contentType: 'video/mp4', size: clip.length });
    parts.push(part.bytes);
  }
  t.same(Buffer.concat(parts), Buffer.from(clip));
  t.equal(fetched.length, 1);
  t.same(readdirSync(join(place, 'incoming')), []);
});

void t.test('simultaneous callers share one download', async (t) => {
  const { media, fetched } = await desk(t);
  const asked = Array.from({ length: 8 }, (_, n) =>
    media.open(video('https://cdn.test/clip.mp4'), never, undefined, { part: { from: n, to: n + 1 } }),
  );
  for (const [n, { bytes }] of (await Promise.all(asked)).entries()) t.equal(bytes[0], clip[n]);
  t.equal(fetched.length, 1);
});

void t.test('only the requested part of a hosted file is read', async (t) => {
  const { media, storage, place, fetched } = await desk(t);
  const sha256 = createHash('sha256').update(clip).digest('hex');
  const path = join(place, 'incoming', 'x');
  writeFileSync(path, clip);
  await storage.put(`${sha256}.mp4`, { path, bytes: clip.length, sha256 });
  const memory = createMediaMemory(1000);
  await memory.during(async (hold) => {
    const part = { from: 100, to: 600 };
    const opened = await media.open(video(`${BASE}/media/${sha256}.mp4`), never, undefined, { part, hold });
    t.same(opened.bytes, clip.subarray(100, 600));
    t.equal(memory.used, 500, 'and no more is held');
  });
  t.same(fetched, []);
});

void t.test('bytes after the end are left out, and the size of the file is returned', async (t) => {
  const { media } = await desk(t);
  const part = { from: clip.length - 10, to: clip.length + 10 };
  const item = video('https://cdn.test/clip.mp4');
  t.match(await media.open(item, never, undefined, { part }), { bytes: { length: 10 }, size: clip.length });
  const behind = { from: clip.length + 5, to: clip.length + 10 };
  t.match(await media.open(item, never, undefined, { part: behind }), {
    bytes: { length: 0 },
    size: clip.length,
  });
});

void t.test('a file that is not a video, or too large, is refused before any of it is sent', async (t) => {
  const part = { from: 0, to: 10 };
  const page = await desk(t, { answer: () => new Response('<html>') });
  await t.rejects(page.media.open(video('https://cdn.test/a.mp4'), never, undefined, { part }), {
    name: 'MediaError',
    temporary: false,
  });
  const huge = await desk(t, {
    answer: () => new Response(clip, { headers: { 'content-length': '400000000' } }),
  });
  await t.rejects(huge.media.open(video('https://cdn.test/a.mp4'), never, undefined, { part }), {
    message: /larger than 300 MB/,
  });
  t.same(readdirSync(join(page.place, 'incoming')), []);
});

void t.test('a copy that was pruned meanwhile is downloaded again', async (t) => {
  const { media, storage, fetched } = await desk(t);
  const item = video('https://cdn.test/clip.mp4');
  const part = { from: 0, to: 10 };
  await media.open(item, never, undefined, { part });
  t.equal(await storage.prune(Date.now() + 1000), 1);
  t.same((await media.open(item, never, undefined, { part })).bytes, clip.subarray(0, 10));
  t.equal(fetched.length, 2);
});

void t.test('whole files are counted as they arrive, with or without a reported size', async (t) => {
  for (const headers of [{ 'content-length': String(clip.length) }, {}] as { [name: string]: string }[]) {
    const { media } = await desk(t, { answer: () => new Response(clip, { headers }) });
    const memory = createMediaMemory(100_000_000);
    await memory.during(async (hold) => {
      await media.open(video('https://cdn.test/clip.mp4'), never, undefined, { hold });
      t.equal(memory.used, clip.length);
    });
    t.equal(memory.used, 0);
  }
});
