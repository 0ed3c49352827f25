import { deepEqual, equal, ok } from 'node:assert/strict';
import { deflateSync, crc32 } from 'node:zlib';
import * as fc from 'fast-check';
import sharp from 'sharp';
import t from 'tap';
import { withoutLocation } from '../../src/features/media/location.ts';
import { pixelsOf } from '../../src/features/media/pixels.ts';

type Bytes = Uint8Array<ArrayBuffer>;
const TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
type Type = (typeof TYPES)[number];

const AMSTERDAM = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 22/1 12/1' } };
const XMP =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  '<rdf:Description rdf:about="" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:City="Amsterdam"/>' +
  '</rdf:RDF></x:xmpmeta>';

/** A picture of 6 by 4 pixels, as phones store it: rotated by Exif, with a colour profile. */
function photo(
  type: Type,
  {
    gps = false,
    xmp = '',
    orientation = 1,
    artist = '',
  }: { gps?: boolean; xmp?: string; orientation?: number; artist?: string } = {},
): Promise<Bytes> {
  const raw = Buffer.from(Array.from({ length: 72 }, (_, index) => (index * 37) % 256));
  let image = sharp(raw, { raw: { width: 6, height: 4, channels: 3 } }).withIccProfile('p3');
  if (orientation !== 1 || gps || artist !== '') {
    image = image.withExif({
      IFD0: { Orientation: String(orientation), ...(artist && { Artist: artist }) },
      ...(gps && AMSTERDAM),
    });
    image = image.withMetadata({ orientation });
  }
  if (xmp !== '') image = image.withXmp(xmp);
  const format =
    type === 'image/jpeg'
      ? image.jpeg()
      : type === 'image/png'
        ? image.png()
        : image.webp({ lossless: true });
  return format.toBuffer().then((bytes) => Uint8Array.from(bytes));
}

const text = (bytes: Bytes) => Buffer.from(bytes).toString('latin1');
const pixels = (bytes: Bytes) => sharp(bytes).raw().toBuffer();

for (const type of TYPES) {
  void t.test(`${type}: a location in Exif is removed; orientation, colours and pixels stay`, async () => {
    const before = await photo(type, { gps: true, orientation: 6 });
    const was = await sharp(before).metadata();
    ok(was.exif && was.icc);
    equal(was.orientation, 6);
    const after = withoutLocation(before, type);
    const is = await sharp(after).metadata();
    equal(is.orientation, 6);
    deepEqual(is.icc, was.icc);
    deepEqual(await pixels(after), await pixels(before));
    deepEqual([is.width, is.height], [was.width, was.height]);
    ok((is.exif?.length ?? 0) < 40, 'Exif holds the orientation alone');
    equal(withoutLocation(after, type), after, 'nothing is left to take out');
  });

  void t.test(`${type}: an upright photo with a location has no Exif afterwards`, async () => {
    const after = withoutLocation(await photo(type, { gps: true }), type);
    equal((await sharp(after).metadata()).exif, undefined);
  });

  void t.test(`${type}: a location in XMP is removed`, async () => {
    const before = await photo(type, { xmp: XMP });
    const xmpOf = async (bytes: Bytes) => (await sharp(bytes).metadata()).xmp?.toString() ?? '';
    ok((await xmpOf(before)).includes('Amsterdam'));
    const after = withoutLocation(before, type);
    equal(await xmpOf(after), '');
    deepEqual(await pixels(after), await pixels(before));
  });

  void t.test(`${type}: a photo without a location is unchanged, including its author`, async () => {
    const before = await photo(type, {
      artist: 'Rosa',
      orientation: 3,
      xmp: XMP.replaceAll(/photoshop:City="\w+"/g, ''),
    });
    equal(withoutLocation(before, type), before);
  });

  void t.test(`${type}: a file that is truncated or changed anywhere causes no error`, async () => {
    const before = await photo(type, { gps: true, orientation: 6, xmp: XMP });
    await fc.assert(
      fc.asyncProperty(
        fc.nat(before.length - 1),
        fc.nat(255),
        fc.nat(before.length),
        async (at, value, end) => {
          const changed = before.slice(0, end);
          if (at < end) changed[at] = value;
          const after = withoutLocation(changed, type);
          ok(after.length <= changed.length + 40);
          pixelsOf(after, type);
        },
      ),
      { numRuns: 300 },
    );
  });
}

void t.test('a photo that ends within its picture loses its location too', async () => {
  const before = await photo('image/jpeg', { gps: true, xmp: XMP });
  const after = withoutLocation(before.slice(0, before.length - 10), 'image/jpeg');
  ok(!text(after).includes('Amsterdam'));
  ok(!text(after).includes('Exif'));
});

void t.test('data after the picture, with a location of their own, are removed', async () => {
  const plain = await photo('image/jpeg');
  const preview = await photo('image/jpeg', { gps: true });
  const after = withoutLocation(Uint8Array.from([...plain, ...preview]), 'image/jpeg');
  deepEqual(after, plain);
});

void t.test('a location in IPTC is removed from a JPEG', async () => {
  const plain = await photo('image/jpeg');
  const content = Buffer.from(
    'Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x0e\x1c\x02\x5a\0\x09Amsterdam',
    'latin1',
  );
  const length = content.length + 2;
  const segment = [0xff, 0xed, length >> 8, length & 0xff, ...content];
  const before = Uint8Array.from([...plain.subarray(0, 2), ...segment, ...plain.subarray(2)]);
  deepEqual(withoutLocation(before, 'image/jpeg'), plain);
});

void t.test('XMP in pieces, and compressed text of a PNG, count as a location', async () => {
  const jpeg = await photo('image/jpeg');
  const piece = Buffer.from('http://ns.adobe.com/xmp/extension/\0<exif:GP', 'latin1');
  const segment = [0xff, 0xe1, 0, piece.length + 2, ...piece];
  const inPieces = Uint8Array.from([...jpeg.subarray(0, 2), ...segment, ...jpeg.subarray(2)]);
  deepEqual(withoutLocation(inPieces, 'image/jpeg'), jpeg);

  const png = await photo('image/png');
  const named = Buffer.concat([
    Buffer.from('zTXtRaw profile type exif\0\0', 'latin1'),
    deflateSync('exif 1 00'),
  ]);
  const chunk = Buffer.alloc(named.length + 8);
  chunk.writeUInt32BE(named.length - 4);
  named.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(named), named.length + 4);
  const before = Uint8Array.from([...png.subarray(0, 33), ...chunk, ...png.subarray(33)]);
  ok((await sharp(before).metadata()).width);
  deepEqual(withoutLocation(before, 'image/png'), png);
});

void t.test('videos and documents are not examined', () => {
  const bytes = Uint8Array.from(Buffer.from('Exif GPS'));
  for (const type of ['video/mp4', 'video/quicktime', 'video/webm', 'application/pdf'] as const) {
    equal(withoutLocation(bytes, type), bytes);
  }
  return Promise.resolve();
});
