import { createCipheriv, createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import sharp from 'sharp';
import t, { type Test } from 'tap';
import {
  MediaError,
  type MediaItem,
  type MediaPart,
  type MediaRequirements,
} from '../../adapters/port/publish.ts';
import { converter } from '../../src/features/media/convert.ts';
import { createIncoming } from '../../src/features/media/incoming.ts';
import { createLocalStorage } from '../../src/features/media/local-storage.ts';
import { Media } from '../../src/features/media/media.ts';
import { pixelsOf } from '../../src/features/media/pixels.ts';
import { copyKey, recipeFor } from '../../src/features/media/recipe.ts';
import { type MediaStorage, StorageError } from '../../src/features/media/storage.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const BASE = 'https://troupe.example.org';
const INSTAGRAM: MediaRequirements = {
  types: ['image/jpeg'],
  maxBytes: 8_000_000,
  ratio: { min: 0.8, max: 1.91 },
};
const BLUESKY: MediaRequirements = {
  types: ['image/jpeg', 'image/png', 'image/webp'],
  maxBytes: 1_999_999,
  withoutMetadata: true,
};
const DAY = 86_400_000;

type Bytes = Uint8Array<ArrayBuffer>;
interface Desk {
  folder: string;
  /** How often each address was downloaded. */
  fetched: { [url: string]: number };
  open: (
    url: string,
    requirements?: MediaRequirements,
    kind?: MediaItem['kind'],
    part?: MediaPart,
  ) => ReturnType<Media['open']>;
  host: (
    url: string,
    requirements?: MediaRequirements,
    kind?: MediaItem['kind'],
  ) => ReturnType<Media['host']>;
}

const never = new AbortController().signal;
const itemAt = (url: string, kind: MediaItem['kind'] = 'image'): MediaItem => ({
  url,
  kind,
  extension: url.slice(url.lastIndexOf('.') + 1),
});

/** One node's media with a folder, and files at addresses. */
async function desk(
  t: Test,
  files: { [url: string]: Bytes },
  { folder, clock = Date.now }: { folder?: string; clock?: () => number } = {},
): Promise<Desk & { storage: MediaStorage }> {
  const place = folder ?? (await temporaryFolder(t));
  const fetched: Desk['fetched'] = {};
  const storage = createLocalStorage(place);
  const media = new Media({
    storage,
    incoming: createIncoming(join(place, 'incoming')),
    fetch: async (input) => {
      const url = input as string;
      fetched[url] = (fetched[url] ?? 0) + 1;
      return new Response(files[url] ?? null, { status: files[url] ? 200 : 404 });
    },
    baseUrl: () => BASE,
    clock,
  });
  return {
    folder: place,
    fetched,
    storage,
    open: (url, requirements, kind, part) => media.open(itemAt(url, kind), never, requirements, { part }),
    host: (url, requirements, kind) => media.host(itemAt(url, kind), never, requirements),
  };
}

/** Where a hosted file is on the disk. */
function fileOf(folder: string, url: string): string {
  const name = url.slice(url.lastIndexOf('/') + 1);
  return join(folder, name.replace('c-', '').slice(0, 2), name);
}

const copiesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.includes('c-'));

const image = (width: number, height: number, background = '#3366cc') =>
  sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false });
const bytes = async (of: { toBuffer(): Promise<Uint8Array> }): Promise<Bytes> =>
  Uint8Array.from(await of.toBuffer());
const jpeg = (width: number, height: number) => bytes(image(width, height).jpeg());

/** A photo that does not compress, always the same. */
function noise(width: number, height: number) {
  const raw = createCipheriv('aes-128-ctr', Buffer.alloc(16, 1), Buffer.alloc(16)).update(
    Buffer.alloc(width * height * 3),
  );
  return sharp(raw, { raw: { width, height, channels: 3 } });
}

/** Red on top, green in the middle, blue below: each a third. */
function flag(width: number, height: number) {
  const third = Math.round(height / 3);
  const stripe = (background: string) => ({
    create: { width, height: third, channels: 3 as const, background },
  });
  return image(width, height, '#00ff00').composite([
    { input: stripe('#ff0000'), top: 0, left: 0 },
    { input: stripe('#0000ff'), top: height - third, left: 0 },
  ]);
}

/** Colour of one pixel, by its strongest part. */
async function colourAt(of: Uint8Array, left: number, top: number): Promise<string> {
  const pixel = await sharp(of).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer();
  const most = Math.max(...pixel);
  return ['red', 'green', 'blue'].filter((_, index) => pixel[index]! > most - 40).join('+');
}

void t.test('a photo that meets the requirements is unchanged, and keeps its own address', async (t) => {
  const photo = await jpeg(1200, 900);
  const at = await desk(t, { 'https://x.org/a.jpg': photo });
  t.same(await at.host('https://x.org/a.jpg', INSTAGRAM), {
    url: 'https://x.org/a.jpg',
    contentType: 'image/jpeg',
    width: 1200,
    height: 900,
  });
  t.same((await at.open('https://x.org/a.jpg', BLUESKY)).bytes, photo);
  t.same(copiesIn(at.folder), []);
});

void t.test('the contents of an address are remembered between the steps of a post', async (t) => {
  const at = await desk(t, {
    'https://x.org/a.jpg': await jpeg(1200, 900),
    'https://x.org/b.jpg': await jpeg(90, 900),
  });
  for (let i = 0; i < 3; i += 1) {
    await at.host('https://x.org/a.jpg', INSTAGRAM);
    await at.host('https://x.org/b.jpg', INSTAGRAM);
  }
  t.same(at.fetched, { 'https://x.org/a.jpg': 1, 'https://x.org/b.jpg': 1 });
});

void t.test('the addresses of videos and GIFs are returned without reading them', async (t) => {
  const at = await desk(t, {});
  for (const [url, kind, contentType] of [
    ['https://x.org/a.gif', 'gif', 'image/gif'],
    ['https://x.org/a.mov', 'video', 'video/quicktime'],
  ] as const) {
    t.same(await at.host(url, {}, kind), { url, contentType, width: null, height: null });
  }
  t.same(at.fetched, {});
});

void t.test('a network that only accepts our host gets our address, with the same bytes', async (t) => {
  const photo = Uint8Array.from(readFileSync(new URL('../../simulators/samples/photo.jpg', import.meta.url)));
  const at = await desk(t, { 'https://x.org/a.jpg': photo });
  const { url, contentType } = await at.host('https://x.org/a.jpg', { ownAddress: true });
  t.match(url, /^https:\/\/troupe\.example\.org\/media\/c-[0-9a-f]+\.jpg$/);
  t.equal(contentType, 'image/jpeg');
  t.same(await at.open(url), await at.open('https://x.org/a.jpg'));
  const again = await at.host(url, { ownAddress: true });
  t.equal(again.url, url, 'what is ours stays where it is');
});

void t.test('for instagram a PNG becomes a JPEG on white, at an address of ours', async (t) => {
  const clear = sharp({
    create: { width: 1000, height: 1000, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  });
  const at = await desk(t, { 'https://x.org/a.png': await bytes(clear.png()) });
  const hosted = await at.host('https://x.org/a.png', INSTAGRAM);
  t.match(hosted, { contentType: 'image/jpeg', width: 1000, height: 1000 });
  t.match(hosted.url, /^https:\/\/troupe\.example\.org\/media\/c-[0-9a-f]{64}\.jpg$/);
  const copy = readFileSync(fileOf(at.folder, hosted.url));
  t.equal((await sharp(copy).metadata()).format, 'jpeg');
  t.equal(await colourAt(copy, 500, 500), 'red+green+blue', 'white');
  t.same((await at.open('https://x.org/a.png', INSTAGRAM)).bytes, Uint8Array.from(copy), 'and opened alike');
});

void t.test('a photo that is too tall or too wide is cropped from its centre', async (t) => {
  const at = await desk(t, {
    'https://x.org/tall.jpg': await bytes(flag(600, 3000).jpeg()),
    'https://x.org/wide.jpg': await bytes(flag(3000, 600).rotate(0).jpeg()),
  });
  const tall = await at.host('https://x.org/tall.jpg', INSTAGRAM);
  t.match(tall, { width: 600, height: 750 });
  const copy = readFileSync(fileOf(at.folder, tall.url));
  t.equal(await colourAt(copy, 300, 5), 'green', 'top and bottom are off');
  t.equal(await colourAt(copy, 300, 745), 'green');
  const wide = await at.host('https://x.org/wide.jpg', INSTAGRAM);
  t.match(wide, { width: 1146, height: 600 });
  t.equal(await colourAt(readFileSync(fileOf(at.folder, wide.url)), 573, 10), 'red', 'the height is whole');
});

void t.test('a rotated photo is turned upright, and its location is removed', async (t) => {
  // stored 900 x 600 and to be turned right: red, which is above, ends at the right
  const lying = flag(900, 600).withExif({
    IFD0: { Artist: 'Rosa', Orientation: '6' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' },
  });
  const stored = await bytes(
    sharp(await bytes(lying.withMetadata({ orientation: 6 }).jpeg()))
      .keepExif()
      .jpeg(),
  );
  const facts = await sharp(stored).metadata();
  t.equal(facts.orientation, 6);
  const at = await desk(t, { 'https://x.org/a.jpg': stored });
  for (const requirements of [undefined, { ratio: { min: 0.5, max: 0.7 } }]) {
    const fits = await at.host('https://x.org/a.jpg', requirements);
    t.match(
      fits,
      { width: 600, height: 900, url: /troupe\.example\.org/ },
      'a copy, for it says where it was taken',
    );
    const copy = readFileSync(fileOf(at.folder, fits.url));
    t.equal((await sharp(copy).metadata()).orientation, 6);
    t.notOk(copy.includes('Rosa'));
    t.same(
      await sharp(copy).raw().toBuffer(),
      await sharp(stored).raw().toBuffer(),
      'nothing is compressed again',
    );
  }
  const asked = await at.open('https://x.org/a.jpg');
  t.same(asked.bytes, readFileSync(fileOf(at.folder, (await at.host('https://x.org/a.jpg')).url)));
  t.same((await at.open('https://x.org/a.jpg', undefined, undefined, { from: 0, to: 9 })).bytes, asked.bytes);

  const opened = await at.open('https://x.org/a.jpg', { withoutMetadata: true });
  t.match(opened, { width: 600, height: 900, contentType: 'image/jpeg' });
  const { exif, orientation, width, height } = await sharp(opened.bytes).metadata();
  t.same(
    { exif, orientation, width, height },
    { exif: undefined, orientation: undefined, width: 600, height: 900 },
  );
  t.equal(await colourAt(opened.bytes, 595, 450), 'red');
  t.equal(await colourAt(opened.bytes, 5, 450), 'blue');

  const cropped = await at.host('https://x.org/a.jpg', INSTAGRAM);
  t.match(cropped, { width: 600, height: 750 }, 'the shape is judged as it is shown');
  t.equal(await colourAt(readFileSync(fileOf(at.folder, cropped.url)), 595, 375), 'red');
});

void t.test(
  'for bluesky a photo is compressed below 2 MB, and scaled down if that is not enough',
  async (t) => {
    const detailed = await bytes(noise(2200, 1600).blur(0.6).jpeg({ quality: 100 }));
    const grain = await bytes(noise(3000, 2000).png());
    const at = await desk(t, { 'https://x.org/a.jpg': detailed, 'https://x.org/b.png': grain });
    t.ok(detailed.length > 2_000_000 && grain.length > 10_000_000);
    const compressed = await at.open('https://x.org/a.jpg', BLUESKY);
    t.ok(compressed.bytes.length < 2_000_000, String(compressed.bytes.length));
    const scaled = await at.open('https://x.org/b.png', BLUESKY);
    t.ok(scaled.bytes.length < 2_000_000, String(scaled.bytes.length));
    t.equal(scaled.contentType, 'image/jpeg', 'a PNG that is too large gets nowhere as a PNG');
    t.ok(scaled.width! < 3000 && Math.abs(scaled.width! / scaled.height! - 1.5) < 0.01, 'in its shape');
  },
);

void t.test('a photo of an accepted type keeps it when it only has too many pixels', async (t) => {
  const at = await desk(t, { 'https://x.org/a.png': await bytes(image(3000, 1000).png()) });
  const opened = await at.open('https://x.org/a.png', { types: ['image/jpeg', 'image/png'], maxSide: 1500 });
  t.match(opened, { contentType: 'image/png', width: 1500, height: 500 });
});

void t.test('the first frame of an animation is converted', async (t) => {
  const frames = sharp(
    [await bytes(image(400, 400, '#ff0000').png()), await bytes(image(400, 400, '#0000ff').png())],
    {
      join: { animated: true },
    },
  );
  const animated = await bytes(frames.webp({ loop: 0 }));
  t.equal((await sharp(animated).metadata()).pages, 2);
  const at = await desk(t, { 'https://x.org/a.webp': animated });
  const opened = await at.open('https://x.org/a.webp', INSTAGRAM);
  t.match(opened, { contentType: 'image/jpeg', width: 400, height: 400 });
  t.equal(await colourAt(opened.bytes, 200, 200), 'red');
});

void t.test(
  'decompression bombs, damaged files and photos that stay too large are refused for good, in words',
  async (t) => {
    const bomb = await bytes(image(12_000, 12_000).png({ compressionLevel: 9 }));
    const photo = await bytes(noise(800, 600).jpeg());
    const damaged = photo.slice();
    damaged.fill(0xff, 2000, photo.length / 2);
    const at = await desk(t, {
      'https://x.org/bomb.png': bomb,
      'https://x.org/damaged.jpg': photo.slice(0, 3000),
      'https://x.org/header.jpg': photo.slice(0, 100),
      'https://x.org/page.jpg': Uint8Array.from(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
      'https://x.org/noise.jpg': photo,
    });
    const cases: [string, MediaRequirements, RegExp][] = [
      ['https://x.org/bomb.png', INSTAGRAM, /^https:\/\/x\.org\/bomb\.png has more than 100 megapixels\.$/],
      ['https://x.org/damaged.jpg', { maxSide: 100 }, /damaged\.jpg is damaged\.$/],
      ['https://x.org/header.jpg', INSTAGRAM, /header\.jpg is damaged: it has no size in pixels\.$/],
      ['https://x.org/page.jpg', INSTAGRAM, /page\.jpg is an SVG drawing, neither a JPEG/],
      ['https://x.org/noise.jpg', { maxBytes: 100 }, /noise\.jpg cannot be made smaller than 100 bytes\.$/],
      ['https://x.org/none.jpg', INSTAGRAM, /none\.jpg answered 404/],
    ];
    for (const [url, requirements, message] of cases) {
      for (const way of [at.open, at.host]) {
        const had: Promise<unknown> = way(url, requirements);
        await t.rejects(had, { name: 'MediaError', temporary: false, message }, url);
      }
    }
    t.same(readdirSync(join(at.folder, 'incoming')), []);
    t.same(copiesIn(at.folder), []);
  },
);

void t.test('two nodes that convert at once store one file, and a third finds it', async (t) => {
  const url = 'https://x.org/a.png';
  const files = { [url]: await bytes(noise(1200, 400).png()) };
  const one = await desk(t, files);
  const two = await desk(t, files, { folder: one.folder });
  const hosted = await Promise.all([one, two, one, two].map((node) => node.host(url, INSTAGRAM)));
  t.equal(new Set(hosted.map((answer) => answer.url)).size, 1);
  t.equal(copiesIn(one.folder).length, 1);

  const path = fileOf(one.folder, hosted[0]!.url);
  const mark = await jpeg(764, 400);
  writeFileSync(path, mark); // so that converting again would show
  const three = await desk(t, files, { folder: one.folder });
  t.same((await three.open(url, INSTAGRAM)).bytes, mark);
  t.same(await three.host(url, INSTAGRAM), { ...hosted[0]!, width: 764, height: 400 });
});

void t.test('a copy is stored again after a week, and deleted after a month', async (t) => {
  const url = 'https://x.org/a.png';
  const files = { [url]: await bytes(image(900, 900).png()) };
  const first = await desk(t, files);
  const path = fileOf(first.folder, (await first.host(url, INSTAGRAM)).url);
  const now = Date.now();
  const aged = (ms: number) => utimesSync(path, new Date(now - ms), new Date(now - ms));
  const again = async () => (await desk(t, files, { folder: first.folder })).host(url, INSTAGRAM);

  aged(6 * DAY);
  await again();
  t.ok(statSync(path).mtimeMs < now - 5 * DAY, 'a younger one is left');
  aged(8 * DAY);
  await again();
  t.ok(statSync(path).mtimeMs > now - DAY, 'an older one is made anew');
  t.equal(await first.storage.prune(now - 30 * DAY), 0);
  aged(31 * DAY);
  t.equal(await first.storage.prune(now - 30 * DAY), 1);
  t.same(copiesIn(first.folder), []);
});

void t.test('files hosted here are read from the store, not over the network', async (t) => {
  const photo = await jpeg(300, 3000);
  const at = await desk(t, {});
  const name = `${createHash('sha256').update(photo).digest('hex')}.jpg`;
  const path = join(at.folder, 'incoming', 'x');
  writeFileSync(path, photo);
  await at.storage.put(name, { path, bytes: photo.length, sha256: name.slice(0, 64) });
  const url = `${BASE}/media/${name}`;
  t.same((await at.open(url)).bytes, photo);
  t.match(await at.host(url, INSTAGRAM), { width: 300, height: 375, url: /\/media\/c-/ });
  t.same(at.fetched, {});
  await t.rejects(at.open(`${BASE}/media/${'0'.repeat(64)}.jpg`), {
    temporary: false,
    message: /is not hosted here any more/,
  });
  await t.rejects(at.open(`${BASE}.evil.org/media/${name}`), /answered 404/, 'another host is asked');
  t.equal(Object.keys(at.fetched).length, 1);
});

void t.test('a store that is full or unreachable is a temporary error of the delivery', async (t) => {
  const place = await temporaryFolder(t);
  const photo = await bytes(image(900, 900).png());
  for (const code of ['full', 'unavailable'] as const) {
    const local = createLocalStorage(place);
    const media = new Media({
      storage: { ...local, put: () => Promise.reject(new StorageError(code, `the store is ${code}`)) },
      incoming: createIncoming(join(place, 'incoming')),
      fetch: async () => new Response(photo),
      baseUrl: () => BASE,
      clock: Date.now,
    });
    const failed = media.host(itemAt('https://x.org/a.png'), never, INSTAGRAM);
    await t.rejects(failed, { name: 'MediaError', temporary: true, message: `the store is ${code}.` });
  }
  t.same(readdirSync(join(place, 'incoming')), []);
});

void t.test('a delivery that runs out of time stops waiting, and the copy is still made', async (t) => {
  const place = await temporaryFolder(t);
  const photo = await bytes(noise(2000, 2000).png());
  const storage = createLocalStorage(place);
  const options = {
    storage,
    incoming: createIncoming(join(place, 'incoming')),
    baseUrl: () => BASE,
    clock: Date.now,
  };
  const abort = new AbortController();
  const media = new Media({
    ...options,
    fetch: async () => {
      setImmediate(() => abort.abort(new DOMException('The operation timed out', 'TimeoutError')));
      return new Response(photo);
    },
  });
  const item = itemAt('https://x.org/a.png');
  const failed = await media.host(item, abort.signal, INSTAGRAM).catch((fault: unknown) => fault);
  t.ok(failed instanceof MediaError && failed.temporary, String(failed));
});

void t.test('a recipe meets all its requirements, for photos of any size', async (t) => {
  const side = fc.integer({ min: 50, max: 20_000 });
  const width = fc.oneof(fc.constant(1), fc.double({ min: 1.3, max: 4, noNaN: true })); // a single shape, or a range
  const ratio = fc.tuple(fc.double({ min: 0.2, max: 3, noNaN: true }), width);
  const requirements = fc.record(
    { maxSide: fc.integer({ min: 50, max: 5000 }), maxWidth: fc.integer({ min: 50, max: 5000 }), ratio },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(side, side, requirements, (width, height, { ratio: range, ...rest }) => {
      const requirements: MediaRequirements = {
        ...rest,
        ...(range && { ratio: { min: range[0], max: range[0] * range[1] } }),
      };
      const photo = { type: 'image/jpeg' as const, bytes: 1, pixels: { width, height }, hasMetadata: false };
      const recipe = recipeFor(photo, requirements);
      const size = recipe?.size ?? photo.pixels;
      const whole = size.width >= 1 && size.height >= 1 && size.width <= width && size.height <= height;
      const inSide = Math.max(size.width, size.height) <= (requirements.maxSide ?? Infinity);
      const inWidth = size.width <= (requirements.maxWidth ?? Infinity);
      const { min, max } = requirements.ratio ?? { min: 0, max: Infinity };
      const shape = size.width / size.height;
      // a single shape is met within one pixel of either side
      const near =
        Math.abs(size.width - size.height * min) <= 1 || Math.abs(size.height - size.width / min) <= 1;
      const inRange = min === max ? near : shape >= min && shape <= max;
      const settled = recipeFor({ ...photo, pixels: size }, requirements) === null;
      return whole && inSide && inWidth && inRange && settled;
    }),
  );
  t.pass('held');
});

void t.test('a copy is named by its source, its recipe and the converter', async (t) => {
  const photo = {
    type: 'image/png' as const,
    bytes: 9,
    pixels: { width: 10, height: 10 },
    hasMetadata: false,
  };
  const recipe = recipeFor(photo, INSTAGRAM)!;
  const names = [
    copyKey('a', recipe, converter),
    copyKey('b', recipe, converter),
    copyKey('a', recipe, 'another'),
    copyKey('a', { ...recipe, maxBytes: 1 }, converter),
    copyKey('a', { ...recipe, size: { width: 9, height: 10 } }, converter),
  ];
  t.equal(new Set(names).size, names.length);
  t.equal(copyKey('a', { ...recipe }, converter), names[0]);
  t.match(converter, /sharp \d+.*libvips \d+/);
  t.equal(pixelsOf(await jpeg(7, 5), 'image/jpeg')?.width, 7);
});
