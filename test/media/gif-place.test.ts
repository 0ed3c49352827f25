// Runs alone: the service does not let sharp read GIFs, for its whole process
/** The place in the metadata of a GIF is removed, and its pictures stay. */
import t from 'tap';
import * as fc from 'fast-check';
import sharp from 'sharp';
import { withoutLocation } from '../../src/features/media/location.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Three pictures, as an animation. */
async function animation(): Promise<Bytes> {
  const frames = await Promise.all(
    ['#c33', '#3c3', '#33c'].map((background) =>
      sharp({ create: { width: 20, height: 10, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  return Uint8Array.from(
    await sharp(frames, { join: { animated: true } })
      .gif({ delay: [90, 90, 90] })
      .toBuffer(),
  );
}

const subBlock = (text: string) => [text.length, ...Buffer.from(text, 'latin1')];
const comment = (text: string) => [0x21, 0xfe, ...subBlock(text), 0];
/** The packet is no sub-block: the bytes after it, 1, 255, 254 … 0, 0, lead readers to the end. */
const xmp = (packet: string) => [
  0x21,
  0xff,
  ...subBlock('XMP DataXMP'),
  ...Buffer.from(packet, 'latin1'),
  1,
  ...Array.from({ length: 256 }, (_, index) => 255 - index),
  0,
];
const PLACE =
  '<x:xmpmeta><rdf:Description exif:GPSLatitude="52,22N" photoshop:City="Amsterdam"/></x:xmpmeta>';

/** The file with these blocks before its first extension or picture, and bytes after its end. */
function withBlocks(gif: Bytes, blocks: number[], after: number[] = []): Bytes {
  const at = 13 + ((gif[10]! & 0x80) === 0 ? 0 : 3 * 2 ** ((gif[10]! & 7) + 1));
  return Uint8Array.from([...gif.subarray(0, at), ...blocks, ...gif.subarray(at), ...after]);
}

const pixels = (gif: Bytes) => sharp(gif, { animated: true }).raw().toBuffer({ resolveWithObject: true });
const strip = (gif: Bytes) => withoutLocation(gif, 'image/gif');

void t.test('a GIF with a place loses comments and XMP, and keeps its pictures', async (t) => {
  const plain = await animation();
  const files = {
    XMP: withBlocks(plain, xmp(PLACE)),
    'a comment': withBlocks(plain, comment('GPS 52.37 4.89')),
    both: withBlocks(plain, [...comment('by Rosa'), ...xmp(PLACE)]),
    'bytes after the end': withBlocks(plain, [], [...Buffer.from(PLACE, 'latin1')]),
  };
  const before = await pixels(plain);
  t.equal((await sharp(plain, { animated: true }).metadata()).pages, 3);
  for (const [title, file] of Object.entries(files)) {
    const after = strip(file);
    t.notMatch(Buffer.from(after).toString('latin1'), /GPS|Amsterdam|Rosa/, title);
    t.same(after, plain, `${title}: what is left is the file without it`);
    t.same((await pixels(after)).data, before.data, title);
  }
});

void t.test('a GIF without a place keeps every byte', async (t) => {
  const plain = await animation();
  for (const file of [
    plain,
    withBlocks(plain, [...comment('by Rosa'), ...xmp('<x:xmpmeta>Rosa</x:xmpmeta>')]),
  ])
    t.equal(strip(file), file);
});

void t.test('a damaged GIF causes no error and grows by no byte', async () => {
  const file = withBlocks(await animation(), [...comment('GPS 52.37'), ...xmp(PLACE)]);
  fc.assert(
    fc.property(fc.nat(), fc.nat(255), fc.nat(), (at, value, end) => {
      const bytes = file.slice(0, 1 + (end % file.length));
      bytes[at % bytes.length] = value;
      return strip(bytes).length <= bytes.length;
    }),
    { numRuns: 500 },
  );
});
