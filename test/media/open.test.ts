import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as fc from 'fast-check';
import t from 'tap';
import { MediaError, type MediaItem } from '../../adapters/port/publish.ts';
import { createGuard } from '../../src/base/outbound/guard.ts';
import { createMediaOpener } from '../../src/features/media/open.ts';
import { pixelsOf } from '../../src/features/media/pixels.ts';
import { sniff, type MediaType } from '../../src/features/media/sniff.ts';

const sample = (name: string) =>
  Uint8Array.from(readFileSync(new URL(`../../simulators/samples/${name}`, import.meta.url)));
const base64 = (text: string) => Uint8Array.from(Buffer.from(text, 'base64'));
const bytesOf = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part)),
  );

const photo = sample('photo.jpg');
const wide = sample('wide.png');
const clip = sample('clip.mp4');
const gif = base64('R0lGODlhAgACAIABAP8AAP///yH5BAEKAAEALAAAAAACAAIAAAIChFEAOw==');
/** A lossy WebP of 2 × 2 pixels. */
const webp = base64(
  'UklGRjwAAABXRUJQVlA4IDAAAADQAQCdASoCAAIAAgA0JaACdLoB+AADsAD+8Oj3/yC5YXXI1/8gP+QH/ID/+PIAAAA=',
);
const lossless = bytesOf('RIFF\x1a\0\0\0WEBPVP8L\x0e\0\0\0\x2f', [0xff, 0xc1, 0x95, 0x00], '\0'.repeat(9));
const extended = bytesOf('RIFF\x1a\0\0\0WEBPVP8X\x0a\0\0\0\x10\0\0\0', [0xaf, 4, 0], [0x83, 3, 0]);
const mov = bytesOf('\0\0\0\x14ftypqt  \0\0\0\0qt  ');
const webm = bytesOf([0x1a, 0x45, 0xdf, 0xa3], '\x9f\x42\x86\x81\x01\x42\x82\x84webm');

const item = (file: string): MediaItem => {
  const extension = /\.(\w+)(\?|$)/.exec(file)?.[1] ?? '';
  const kind = extension === 'gif' ? 'gif' : ['mp4', 'mov', 'webm'].includes(extension) ? 'video' : 'image';
  return { url: `https://cdn.example.com/${file}`, kind, extension };
};

/** An opener whose downloads all get this response. */
const opening = (answer: Response | Error, options: { maxBytes?: { image: number; video: number } } = {}) => {
  const fetch: typeof globalThis.fetch = async () => {
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return createMediaOpener({ fetch, ...options });
};
const open = (file: string, bytes: Uint8Array<ArrayBuffer>) => opening(new Response(bytes))(item(file));

void t.test('each kind of media is opened with its type, images and MP4s with their pixels', async () => {
  const files: [string, Uint8Array<ArrayBuffer>, MediaType, number | null, number | null][] = [
    ['a.jpg', photo, 'image/jpeg', 1200, 900],
    ['a.png', wide, 'image/png', 1800, 600],
    ['a.gif', gif, 'image/gif', 2, 2],
    ['a.webp', webp, 'image/webp', 2, 2],
    ['lossless.webp', lossless, 'image/webp', 512, 600],
    ['extended.webp', extended, 'image/webp', 1200, 900],
    ['a.mp4', clip, 'video/mp4', 640, 360],
    ['a.mov', mov, 'video/quicktime', null, null],
    ['a.webm', webm, 'video/webm', null, null],
  ];
  for (const [file, bytes, contentType, width, height] of files) {
    deepEqual(await open(file, bytes), { bytes, contentType, width, height }, file);
  }
});

void t.test('a photo that a phone stored rotated has the pixels of the upright one', async () => {
  for (const order of ['II', 'MM']) {
    const little = order === 'II';
    const short = (value: number) => (little ? [value, 0] : [0, value]);
    const long = (value: number) => (little ? [value, 0, 0, 0] : [0, 0, 0, value]);
    for (let orientation = 1; orientation <= 8; orientation += 1) {
      const entry = [
        ...(little ? [0x12, 1] : [1, 0x12]),
        ...short(3),
        ...long(1),
        ...short(orientation),
        0,
        0,
      ];
      const exif = bytesOf('Exif\0\0', order, short(42), long(8), short(1), entry);
      const lying = bytesOf(
        [0xff, 0xd8, 0xff, 0xe1, 0, exif.length + 2],
        [...exif],
        [0xff, 0xc2, 0, 11, 8, 3, 0x84, 4, 0xb0],
        '\0'.repeat(8),
      );
      const { width, height } = await open('phone.jpg', lying);
      deepEqual([width, height], orientation < 5 ? [1200, 900] : [900, 1200], `${order} ${orientation}`);
    }
  }
});

void t.test('the bytes decide the format, the name decides only the kind', async () => {
  equal((await open('cdn.jpg', webp)).contentType, 'image/webp');
  equal((await open('phone.mp4', mov)).contentType, 'video/quicktime');
  for (const [file, bytes] of [
    ['film.jpg', clip],
    ['picture.mp4', photo],
    ['moving.png', gif],
    ['still.gif', wide],
  ] as const) {
    await rejects(
      open(file, bytes),
      { name: 'MediaError', temporary: false, message: /though its name ends in/ },
      file,
    );
  }
});

void t.test('a file that no post can carry is refused, whatever its name', async () => {
  const files = {
    'a login page': bytesOf('<!doctype html><title>Log in</title>'),
    AVIF: bytesOf('\0\0\0\x1cftypavif\0\0\0\0'),
    HEIC: bytesOf('\0\0\0\x1cftypheic\0\0\0\0'),
    Matroska: bytesOf([0x1a, 0x45, 0xdf, 0xa3], '\x42\x82\x88matroska'),
    SVG: bytesOf('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    sound: bytesOf('RIFF\x24\0\0\0WAVEfmt '),
    'one byte': bytesOf([0xff]),
  };
  for (const [what, bytes] of Object.entries(files)) {
    await rejects(open('a.jpg', bytes), { temporary: false, message: /neither a JPEG/ }, what);
  }
});

void t.test('an empty file is refused', async () => {
  await rejects(opening(new Response(null))(item('a.jpg')), { temporary: false, message: /is empty/ });
});

void t.test(
  'a file over the limit is refused, however it reports its size, and the rest is not read',
  async () => {
    const maxBytes = { image: 2_000_000, video: 3_000_000 };
    const claimed = new Response(photo, { headers: { 'content-length': '2000001' } });
    await rejects(opening(claimed, { maxBytes })(item('a.jpg')), {
      temporary: false,
      message: 'https://cdn.example.com/a.jpg is larger than 2 MB.',
    });

    let pulled = 0;
    let cancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled += 1;
        controller.enqueue(new Uint8Array(1_000_000));
      },
      cancel: () => {
        cancelled = true;
      },
    });
    await rejects(opening(new Response(endless), { maxBytes })(item('a.mp4')), {
      message: /larger than 3 MB/,
    });
    ok(pulled <= 5 && cancelled, `${pulled} MB were read`);
  },
);

void t.test('a file of exactly the limit is opened', async () => {
  const maxBytes = { image: photo.length, video: 0 };
  equal((await opening(new Response(photo), { maxBytes })(item('a.jpg'))).bytes.length, photo.length);
});

void t.test('only errors that may pass by themselves are temporary', async () => {
  for (const [status, temporary] of [
    [400, false],
    [401, false],
    [403, false],
    [404, false],
    [410, false],
    [408, true],
    [425, true],
    [429, true],
    [500, true],
    [503, true],
  ] as const) {
    const answer = new Response('no', { status });
    await rejects(
      opening(answer)(item('a.jpg')),
      { temporary, message: new RegExp(String(status)) },
      `${status}`,
    );
  }
  const reset = new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) });
  await rejects(opening(reset)(item('a.jpg')), {
    name: 'MediaError',
    temporary: true,
    message: /ECONNRESET/,
  });
});

void t.test('a connection that breaks during the file is temporary', async () => {
  const broken = new ReadableStream<Uint8Array>({
    pull: (controller) =>
      controller.error(Object.assign(new Error('terminated'), { code: 'UND_ERR_SOCKET' })),
  });
  await rejects(opening(new Response(broken))(item('a.jpg')), { name: 'MediaError', temporary: true });
});

void t.test('an address that the guard refuses is refused permanently', async () => {
  const guard = createGuard();
  const open = createMediaOpener({ fetch: guard.fetch });
  const inside = { ...item('a.jpg'), url: 'http://169.254.169.254/a.jpg?token=geheim' };
  const error = await open(inside).catch((cause: unknown) => cause);
  ok(error instanceof MediaError);
  equal(error.temporary, false);
  equal(
    error.message,
    "http://169.254.169.254/a.jpg may not be fetched. The URL's host 169.254.169.254 is not a public address.",
  );
  await guard.close();
});

void t.test('a sentence about a URL omits its user, query and fragment', async () => {
  const signed = { ...item('a.jpg'), url: 'https://rosa:geheim@cdn.example.com/a.jpg?sig=geheim#geheim' };
  for (const answer of [new Response('no', { status: 404 }), new Response('text'), new Error('geheim')]) {
    const error: unknown = await opening(answer)(signed).catch((cause: unknown) => cause);
    ok(error instanceof MediaError);
    ok(error.message.startsWith('https://cdn.example.com/a.jpg '), error.message);
    ok(!error.message.includes('geheim'), error.message);
  }
});

void t.test('an image host is asked for the format of the file name', async () => {
  let accept: string | null = null;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    accept = new Request(input, init).headers.get('accept');
    return new Response(photo);
  };
  await createMediaOpener({ fetch })(item('a.jpg'));
  equal(accept, 'image/jpeg, */*;q=0.1');
});

void t.test('a download ends with the signal, or at its time limit', async (t) => {
  const controller = new AbortController();
  const silent = createServer(() => controller.abort());
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    silent.close();
    silent.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/a.jpg`;
  const late = {
    name: 'MediaError',
    temporary: true,
    message: `${url} could not be fetched: no answer in time.`,
  };
  const open = createMediaOpener({ fetch: globalThis.fetch });
  await rejects(open({ ...item('a.jpg'), url }, controller.signal), late);
  const hasty = createMediaOpener({ fetch: globalThis.fetch, timeoutMs: 1 });
  await rejects(hasty({ ...item('a.jpg'), url }), late);
});

void t.test('no bytes make the header readers throw, hang or return an invalid value', async () => {
  const heads = [photo, wide, gif, webp, lossless, extended, clip].map((bytes) => [
    ...bytes.subarray(0, 200),
  ]);
  const mutated = fc
    .tuple(fc.constantFrom(...heads), fc.array(fc.tuple(fc.nat(199), fc.nat(255))), fc.nat(200))
    .map(([head, changes, length]) => {
      const bytes = Uint8Array.from(head);
      for (const [index, value] of changes) if (index < bytes.length) bytes[index] = value;
      return bytes.subarray(0, length);
    });
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), mutated), (bytes) => {
      const type = sniff(bytes);
      const pixels = type && pixelsOf(bytes, type);
      return pixels === null || (pixels.width > 0 && pixels.height > 0);
    }),
    { numRuns: 2000 },
  );
});
