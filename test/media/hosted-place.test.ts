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

void t.test('a film that is damaged anywhere causes no error and keeps its length', async (t) => {
  const erase = await eraser(t);
  const films = Object.values(FILMS);
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
