/** The PDF of a carousel: its pages, bytes and limits, and the rotation of photos. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import * as fc from 'fast-check';
import { decodePDFRawStream, PDFArray, PDFDocument, type PDFPage, PDFRawStream } from 'pdf-lib';
import t from 'tap';
import type { OpenedMedia } from '../../adapters/port/publish.ts';
import { orientationOf } from '../../adapters/linkedin/orientation.ts';
import { pdfOf } from '../../adapters/linkedin/pdf.ts';
import { item, open } from '../contract/media.ts';

const BOUND = { title: 'Boats', maxBytes: 100_000_000 };
const photo = await open(item('photo.jpg')); // 1200 by 900

/** The photo as a camera in another orientation stores it. */
function held(orientation: number, order: 'II' | 'MM' = 'MM'): OpenedMedia {
  const little = order === 'II';
  const short = (value: number) => (little ? [value, 0] : [0, value]);
  const long = (value: number) => (little ? [value, 0, 0, 0] : [0, 0, 0, value]);
  const entries = [
    ...short(0x000b), // another tag before it
    ...short(2),
    ...long(4),
    ...Buffer.from('abc\0'),
    ...(little ? [0x12, 1] : [1, 0x12]),
    ...short(3),
    ...long(1),
    ...short(orientation),
    0,
    0,
  ];
  const tiff = [...Buffer.from(order), ...short(42), ...long(8), ...short(2), ...entries, ...long(0)];
  const exif = [...Buffer.from('Exif\0\0'), ...tiff];
  const segment = [0xff, 0xe1, 0, exif.length + 2, ...exif];
  const bytes = Uint8Array.from([0xff, 0xd8, ...segment, ...photo.bytes.subarray(2)]);
  return { ...photo, bytes };
}

async function pagesOf(media: OpenedMedia[]): Promise<{ width: number; height: number }[]> {
  const pdf = await pdfOf(media, BOUND);
  ok(typeof pdf !== 'string', String(pdf));
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  return document.getPages().map((page) => page.getSize());
}

void t.test('each image has a page of its own size', async () => {
  deepEqual(await pagesOf([photo, held(6), photo]), [
    { width: 1080, height: 810 },
    { width: 810, height: 1080 },
    { width: 1080, height: 810 },
  ]);
});

void t.test('the same images give the same bytes, without a date', async () => {
  const first = await pdfOf([photo, held(3)], BOUND);
  const second = await pdfOf([photo, held(3)], BOUND);
  ok(typeof first !== 'string' && typeof second !== 'string');
  ok(Buffer.from(first).equals(second));
  ok(
    !/Date|\/ID/.test(
      Buffer.from(first)
        .toString('latin1')
        .replaceAll(/stream[^]*?endstream/g, ''),
    ),
  );
});

void t.test('images are embedded unchanged, not compressed again', async () => {
  const pdf = await pdfOf([photo], BOUND);
  ok(typeof pdf !== 'string');
  ok(Buffer.from(pdf).includes(Buffer.from(photo.bytes)));
});

void t.test('too many or too large images, and other files, are refused in a sentence', async () => {
  match(
    String(await pdfOf([photo, photo], { ...BOUND, maxBytes: photo.bytes.length })),
    /bytes and LinkedIn takes/,
  );
  match(String(await pdfOf([await open(item('wide.png'))], BOUND)), /media\/0 is image\/png/);
  const broken = { ...photo, bytes: photo.bytes.slice(0, 40) };
  match(String(await pdfOf([photo, broken], BOUND)), /media\/1 is no JPEG/);
});

void t.test('the orientation of a photo is read in both byte orders', async () => {
  equal(orientationOf(photo.bytes), 1);
  for (const order of ['II', 'MM'] as const) {
    for (let orientation = 1; orientation <= 8; orientation += 1) {
      equal(orientationOf(held(orientation, order).bytes), orientation);
    }
    equal(orientationOf(held(9, order).bytes), 1);
  }
});

void t.test('a photo is shown upright', async () => {
  // where the stored picture's top left and top right are on the page
  const corners: { [orientation: number]: [topLeft: string, topRight: string] } = {
    1: ['top left', 'top right'],
    2: ['top right', 'top left'],
    3: ['bottom right', 'bottom left'],
    4: ['bottom left', 'bottom right'],
    5: ['top left', 'bottom left'],
    6: ['top right', 'bottom right'],
    7: ['bottom right', 'top right'],
    8: ['bottom left', 'top left'],
  };
  for (let orientation = 1; orientation <= 8; orientation += 1) {
    const pdf = await pdfOf([held(orientation)], BOUND);
    ok(typeof pdf !== 'string');
    const [page] = (await PDFDocument.load(pdf)).getPages();
    const { width, height } = page!.getSize();
    const content = drawnOn(page!);
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = (/([-\d. ]+) cm/.exec(content)?.[1] ?? '')
      .trim()
      .split(/\s+/)
      .map(Number);
    const place = (u: number, v: number) => {
      const [x, y] = [a * u + c * v + e, b * u + d * v + f];
      return `${y > height / 2 ? 'top' : 'bottom'} ${x > width / 2 ? 'right' : 'left'}`;
    };
    deepEqual([place(0, 1), place(1, 1)], corners[orientation], `orientation ${orientation}`);
  }
});

/** What is drawn on a page. */
function drawnOn(page: PDFPage): string {
  const contents = page.node.Contents();
  ok(contents instanceof PDFArray);
  const streams = contents.asArray().map((ref) => page.doc.context.lookup(ref));
  return streams
    .map((stream) => (stream instanceof PDFRawStream ? decodePDFRawStream(stream).decode() : []))
    .map((bytes) => String.fromCharCode(...bytes))
    .join('\n');
}

void t.test('no bytes make the orientation reader throw or return an invalid value', async () => {
  const head = [...held(6).bytes.subarray(0, 120)];
  const mutated = fc
    .tuple(fc.array(fc.tuple(fc.nat(119), fc.nat(255))), fc.nat(120))
    .map(([changes, length]) => {
      const bytes = Uint8Array.from(head);
      for (const [index, value] of changes) bytes[index] = value;
      return bytes.subarray(0, length);
    });
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), mutated), (bytes) => {
      const orientation = orientationOf(bytes);
      return Number.isInteger(orientation) && orientation >= 1 && orientation <= 8;
    }),
    { numRuns: 2000 },
  );
});
