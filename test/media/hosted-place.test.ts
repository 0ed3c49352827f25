/** What is hosted has an address without a key, so it does not say where it was made. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import sharp from 'sharp';
import t from 'tap';
import { erasePlaceOf } from '../../src/features/media/film-place.ts';
import { startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const AMSTERDAM = '+52.3700+004.8900/';
const XMP = '<x:xmpmeta><rdf:Description exif:GPSLatitude="52,22N" photoshop:City="Amsterdam"/></x:xmpmeta>';

const box = (name: string, ...content: Buffer[]): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0));
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, ...content]);
};
const text = (words: string) => Buffer.from(words, 'latin1');
const track = (...more: Buffer[]) =>
  box('trak', box('mdia', box('hdlr', Buffer.alloc(8), text('vide'), Buffer.alloc(12))), ...more);
const film = (...inMoov: Buffer[]) =>
  Buffer.concat([
    box('ftyp', text('qt  \0\0\0\0')),
    box('moov', track(), ...inMoov),
    box('mdat', Buffer.alloc(500, 7)),
  ]);
const appleKeys = box(
  'keys',
  Buffer.alloc(8),
  box('mdta', text('com.apple.quicktime.location.ISO6709')),
  box('mdta', text('com.apple.quicktime.make')),
);
const appleValues = box('ilst', box('\0\0\0\x01', box('data', Buffer.alloc(8), text(AMSTERDAM))));

/** Where films hold places, each alone. */
const FILMS: { [title: string]: Buffer } = {
  'user data of QuickTime': film(box('udta', box('\xa9xyz', text(`\0\x12\x15\xc7${AMSTERDAM}`)))),
  'user data of 3GPP': film(
    box('udta', box('loci', Buffer.alloc(6), text(`${AMSTERDAM}\0`), Buffer.alloc(14))),
  ),
  'user data of a track': film(track(box('udta', box('loci', Buffer.alloc(6), text(AMSTERDAM))))),
  "Apple's keys": film(box('meta', box('hdlr', Buffer.alloc(24)), appleKeys, appleValues)),
  "Apple's keys in user data": film(box('udta', box('meta', Buffer.alloc(4), appleKeys, appleValues))),
  "iTunes' items": film(
    box('udta', box('meta', Buffer.alloc(4), box('ilst', box('\xa9xyz', text(AMSTERDAM))))),
  ),
  'XMP in user data': film(box('udta', box('XMP_', text(XMP)))),
  'XMP beside the film': Buffer.concat([
    film(),
    box('uuid', Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex'), text(XMP)),
  ]),
  'keys beside the film': Buffer.concat([film(), box('meta', Buffer.alloc(4), appleKeys, appleValues)]),
};

const numbers = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
};
const wide = (...values: number[]) => Buffer.concat(values.map((value) => numbers(0, value)));

/** A film whose second track has samples of this format in three chunks between those of the picture. */
function withTrackOf(
  format: string,
  {
    keys = '',
    isWide = false,
    everySize = 0,
    places: words = ['52.3700 4.8900 A', '52.3701 4.8901BB', '52.3702 4.8902CC'],
  } = {},
) {
  const picture = Buffer.alloc(40, 7);
  const places = words.map((word) => text(word.padEnd(16)));
  const ftyp = box('ftyp', text('qt  \0\0\0\0'));
  const mdat = box('mdat', ...places.flatMap((place) => [picture, place]), picture);
  const starts = [0, 1, 2].map((index) => ftyp.length + 8 + 40 + index * 56);
  const sizes = everySize > 0 ? numbers(0, 8, 6) : numbers(0, 0, 5, 16, 6, 10, 9, 7);
  const table = box(
    'stbl',
    box('stsd', numbers(0, 1), box(format, Buffer.alloc(8), text(keys))),
    box('stsc', everySize > 0 ? numbers(0, 1, 1, 2, 1) : numbers(0, 2, 1, 1, 1, 2, 2, 1)),
    box('stsz', sizes),
    isWide ? box('co64', numbers(0, 3), wide(...starts)) : box('stco', numbers(0, 3, ...starts)),
  );
  const handler = box('hdlr', Buffer.alloc(8), text('meta'), Buffer.alloc(12));
  const telemetry = box('trak', box('mdia', handler, box('minf', table)));
  const sound = box('trak', box('mdia', box('hdlr', Buffer.alloc(8), text('soun'), Buffer.alloc(12))));
  return { bytes: Buffer.concat([ftyp, mdat, box('moov', track(), telemetry, sound)]), picture, sound };
}

const trackHeader = (id: number) => box('tkhd', numbers(0, 0, 0, id), Buffer.alloc(68));
const describing = (format: string) =>
  box('mdia', box('minf', box('stbl', box('stsd', numbers(0, 1), box(format, Buffer.alloc(8))))));

/** How fragments say where the samples of the second track are. */
interface Fragmented {
  /** Flags and fields of its `tfhd` after the id, given where the fragment starts. */
  header: (at: number) => Buffer;
  flags: number;
  /** Flags and fields of its `trun` after the number of samples; `start`: from the fragment to its samples. */
  run: (start: number) => Buffer;
  runFlags: number;
}
const FRAGMENTED: { [title: string]: Fragmented } = {
  'a start and sizes in each fragment': {
    flags: 0x20000,
    header: () => Buffer.alloc(0),
    runFlags: 0x201,
    run: (start) => numbers(start, 9, 7),
  },
  'a base, a size of all samples, and more fields of each': {
    flags: 0x13,
    header: (at) => Buffer.concat([numbers(0, at, 1, 8)]),
    runFlags: 0x105,
    run: (start) => numbers(start, 0, 500, 500),
  },
  'samples behind those of the picture, of the size that the film says': {
    flags: 0,
    header: () => Buffer.alloc(0),
    runFlags: 0x100,
    run: () => numbers(500, 500),
  },
};

/** A film in two fragments, each with a sample of the picture and two of a track of this format. */
function fragmented(format: string, { header, flags, run, runFlags }: Fragmented, words = '52.37 4.89') {
  const picture = box('trak', trackHeader(1), describing('avc1'));
  const start = Buffer.concat([
    box('ftyp', text('iso5\0\0\0\0')),
    box(
      'moov',
      picture,
      box('trak', trackHeader(2), describing(format)),
      box('mvex', box('trex', numbers(0, 1, 1, 500, 40, 0)), box('trex', numbers(0, 2, 1, 500, 8, 0))),
    ),
  ]);
  const mdat = box('mdat', Buffer.alloc(40, 7), text(words.padEnd(16, '!')));
  const fragment = (at: number, size: number): Buffer =>
    box(
      'moof',
      box('traf', box('tfhd', numbers(0x20000, 1)), box('trun', numbers(1, 1, size + 8))),
      box(
        'traf',
        box('tfhd', numbers(flags, 2), header(at)),
        box('trun', numbers(runFlags, 2), run(size + 48)),
      ),
    );
  const { length } = fragment(0, 0);
  const second = start.length + length + mdat.length;
  return Buffer.concat([start, fragment(start.length, length), mdat, fragment(second, length), mdat]);
}

async function eraser(t: Parameters<typeof temporaryFolder>[0]) {
  const path = join(await temporaryFolder(t), 'film');
  return (bytes: Uint8Array) => {
    writeFileSync(path, bytes);
    const isErased = erasePlaceOf(path, bytes.length);
    return { isErased, after: readFileSync(path) };
  };
}

void t.test('a place in any box of a film becomes free space, and nothing else changes', async (t) => {
  const erase = await eraser(t);
  for (const [title, before] of Object.entries(FILMS)) {
    const { isErased, after } = erase(before);
    t.ok(isErased, title);
    t.equal(after.length, before.length, title);
    t.notMatch(after.toString('latin1'), /52\.37|Amsterdam|52,22/, title);
    for (const kept of [track(), box('mdat', Buffer.alloc(500, 7))]) t.ok(after.includes(kept), title);
    t.same(erase(after), { isErased: false, after }, `${title}: nothing is left to erase`);
  }
});

void t.test('a film without a place keeps every byte', async (t) => {
  const erase = await eraser(t);
  const clip = readFileSync(new URL('../../simulators/samples/clip.mp4', import.meta.url));
  const other = box('udta', box('\xa9nam', text('Holiday')), box('meta', text('\0\0\0\0no such thing')));
  const drm = box('uuid', Buffer.alloc(16, 3), text('GPS City'));
  for (const before of [clip, film(other), Buffer.concat([film(), drm])])
    t.same(erase(before), { isErased: false, after: before });
});

void t.test('a track that records places along a film is emptied, and nothing else changes', async (t) => {
  const erase = await eraser(t);
  const location = 'com.apple.quicktime.location.ISO6709';
  const films = {
    ...Object.fromEntries(['gpmd', 'camm', 'rtmd', 'djmd', 'dbgi'].map((name) => [name, withTrackOf(name)])),
    'mebx with places': withTrackOf('mebx', { keys: location }),
    'large files': withTrackOf('gpmd', { isWide: true }),
    'samples of one size': withTrackOf('camm', { everySize: 8 }),
  };
  for (const [title, { bytes: before, picture, sound }] of Object.entries(films)) {
    const { isErased, after } = erase(before);
    t.ok(isErased, title);
    t.equal(after.length, before.length, title);
    t.notMatch(after.toString('latin1'), /52\.37|4\.89|BB|CC/, title);
    t.notOk(after.includes('meta'), `${title}: no player finds a track without content`);
    for (const kept of [track(), sound]) t.ok(after.includes(kept), title);
    const pictures = after.toString('latin1').split(picture.toString('latin1')).length - 1;
    t.equal(pictures, 4, title);
    t.same(erase(after), { isErased: false, after }, `${title}: nothing is left to erase`);
  }
  for (const other of [
    withTrackOf('mebx', { keys: 'com.apple.quicktime.video-orientation' }),
    withTrackOf('tx3g'),
  ])
    t.same(erase(other.bytes), { isErased: false, after: other.bytes }, 'other tracks stay');
});

void t.test('the places of a film in fragments are emptied, however they are listed', async (t) => {
  const erase = await eraser(t);
  for (const [title, listed] of Object.entries(FRAGMENTED)) {
    const before = fragmented('gpmd', listed);
    const { isErased, after } = erase(before);
    t.ok(isErased, title);
    t.equal(after.length, before.length, title);
    t.notMatch(after.toString('latin1'), /52\.37|4\.89|!/, title);
    t.equal(after.toString('latin1').split('\x07'.repeat(40)).length, 3, `${title}: the picture stays`);
    t.equal(
      after.toString('latin1').split('traf').length,
      3,
      `${title}: no fragment lists a track that is gone`,
    );
    t.ok(after.includes(box('trak', trackHeader(1), describing('avc1'))), title);
    t.same(erase(after), { isErased: false, after }, `${title}: nothing is left to erase`);
    const sound = fragmented('mp4a', listed);
    t.same(erase(sound), { isErased: false, after: sound }, `${title}: another track stays`);
  }
});

void t.test(
  'subtitles go if a camera wrote the place into them, and stay if people wrote them',
  async (t) => {
    const erase = await eraser(t);
    const [listed] = Object.values(FRAGMENTED);
    for (const words of ['GPS(4.89,52.3)', '[latitude: 52.3', '$GPRMC,1,A,52.3', 'Lat: -52.3']) {
      const { isErased, after } = erase(fragmented('tx3g', listed!, words));
      t.ok(isErased, words);
      t.notMatch(after.toString('latin1'), /52\.3/, words);
    }
    for (const words of ['Where is Lat?', 'Flat: 52', 'My GPS is lost']) {
      const before = fragmented('tx3g', listed!, words);
      t.same(erase(before), { isErased: false, after: before }, words);
    }
    const dji = withTrackOf('text', { places: ['GPS(4.8900,52.3', 'GPS(4.8901,52.BB', 'GPS(4.8902,52.CC'] });
    t.notMatch(erase(dji.bytes).after.toString('latin1'), /4\.89|BB|CC/, 'in a film without fragments');
  },
);

void t.test('a film that is damaged anywhere causes no error and keeps its length', async (t) => {
  const erase = await eraser(t);
  const films = [
    ...Object.values(FILMS),
    withTrackOf('gpmd').bytes,
    withTrackOf('camm', { isWide: true, everySize: 8 }).bytes,
    ...Object.values(FRAGMENTED).map((listed) => fragmented('camm', listed)),
  ];
  fc.assert(
    fc.property(fc.nat(films.length - 1), fc.nat(), fc.nat(255), fc.nat(), (which, at, value, end) => {
      const bytes = Buffer.from(films[which]!.subarray(0, 1 + (end % films[which]!.length)));
      bytes[at % bytes.length] = value;
      return erase(bytes).after.length === bytes.length;
    }),
    { numRuns: 300 },
  );
});

const photoWithPlace = (type: 'jpeg' | 'png' | 'webp') =>
  sharp({ create: { width: 30, height: 20, channels: 3, background: '#c33' } })
    .withExif({ IFD0: { Artist: 'Rosa' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 22/1 12/1' } })
    .withMetadata({ orientation: 6 })
    .toFormat(type)
    .toBuffer();

void t.test(
  'an upload and a download are hosted without the place, under the hash of what is hosted',
  async (t) => {
    const running = await startService(t);
    const headers = { authorization: `Bearer ${running.key}` };
    const files: [string, Buffer][] = [['film.mov', FILMS['user data of QuickTime']!]];
    for (const type of ['jpeg', 'png', 'webp'] as const)
      files.push([`photo.${type}`, await photoWithPlace(type)]);
    for (const [name, before] of files) {
      const form = new FormData();
      form.set('file', new File([Uint8Array.from(before)], name));
      const request = { method: 'POST', headers, body: form };
      const response = await fetch(`${running.baseUrl}/v1/media/upload`, request);
      t.equal(response.status, 200, name);
      const { url } = (await response.json()) as { url: string };
      const hosted = Buffer.from(await (await fetch(url)).arrayBuffer());
      t.ok(url.includes(createHash('sha256').update(hosted).digest('hex')), name);
      if (name.startsWith('film')) t.notMatch(hosted.toString('latin1'), /52\.37/);
      else {
        const [was, is] = await Promise.all([sharp(before).metadata(), sharp(hosted).metadata()]);
        t.ok(was.exif!.length > is.exif!.length, name);
        t.equal(is.orientation, 6, name);
        t.same(await sharp(hosted).raw().toBuffer(), await sharp(before).raw().toBuffer(), name);
      }
      const again = await running.call('POST', '/v1/media', { url });
      t.match(again, { status: 200, body: { url } }, `${name} is hosted once`);
    }
  },
);
