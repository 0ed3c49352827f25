/** WebM films and PDF documents are hosted without the place where they, or the photos in them, were made. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { PDFDocument, PDFName } from 'pdf-lib';
import sharp from 'sharp';
import t from 'tap';
import { erasePdfPlaceIn } from '../../src/features/media/pdf-place.ts';
import { eraseWebmPlaceOf } from '../../src/features/media/webm-place.ts';
import { startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const bytes = (hex: string) => Buffer.from(hex, 'hex');
/** An element of EBML; its length has 8 bytes, all ones if it is unknown. */
function element(id: string, content: Buffer, { isOpen = false } = {}): Buffer {
  const length = bytes('0100000000000000');
  if (isOpen) length.fill(0xff, 1);
  else length.writeUInt32BE(content.length, 4);
  return Buffer.concat([bytes(id), length, content]);
}
const tag = (name: string, value: string) =>
  element(
    '7373',
    element('67c8', Buffer.concat([element('45a3', Buffer.from(name)), element('4487', Buffer.from(value))])),
  );
const cluster = (isOpen: boolean) =>
  element('1f43b675', Buffer.concat([element('e7', bytes('01')), element('a3', Buffer.alloc(99_000, 7))]), {
    isOpen,
  });
function webm(tags: Buffer, { isOpen = false } = {}): Buffer {
  const header = element('1a45dfa3', element('4282', Buffer.from('webm')));
  const parts = [
    element('1549a966', Buffer.alloc(9)),
    cluster(isOpen),
    cluster(isOpen),
    element('1254c367', tags),
  ];
  return Buffer.concat([header, element('18538067', Buffer.concat(parts), { isOpen })]);
}
const PLACE = tag('LOCATION', '+52.3700+004.8900/');
const TITLE = tag('TITLE', 'A holiday');

void t.test(
  'the tags of a WebM film that name a place become free space, and nothing else changes',
  async (t) => {
    const path = join(await temporaryFolder(t), 'film.webm');
    for (const isOpen of [false, true]) {
      const before = webm(Buffer.concat([TITLE, PLACE]), { isOpen });
      writeFileSync(path, before);
      t.ok(await eraseWebmPlaceOf(path, before.length));
      const after = readFileSync(path);
      const tags = Buffer.concat([TITLE, PLACE]).length;
      t.ok(after.subarray(0, -tags).equals(before.subarray(0, -tags)), 'what comes before the tags stays');
      const free = element('ec', Buffer.alloc(tags - 9));
      t.ok(after.subarray(-tags).equals(free), 'one element of free space, as long as the tags');
      t.notOk(await eraseWebmPlaceOf(path, before.length), 'nothing is left to erase');
      const other = webm(TITLE, { isOpen });
      writeFileSync(path, other);
      t.notOk(await eraseWebmPlaceOf(path, other.length), 'tags without a place stay');
      t.ok(readFileSync(path).equals(other));
    }
  },
);

void t.test('a WebM film that is damaged anywhere causes no error and keeps its length', async (t) => {
  const path = join(await temporaryFolder(t), 'film.webm');
  const whole = webm(PLACE).subarray(0, 300);
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.nat(255), fc.nat(), async (at, value, end) => {
      const damaged = Buffer.from(whole.subarray(0, 1 + (end % whole.length)));
      damaged[at % damaged.length] = value;
      writeFileSync(path, damaged);
      await eraseWebmPlaceOf(path, damaged.length);
      return readFileSync(path).length === damaged.length;
    }),
    { numRuns: 300 },
  );
});

const photo = (place: object) =>
  sharp({ create: { width: 30, height: 20, channels: 3, background: '#c33' } })
    .withExif({ IFD0: { Artist: 'Rosa' }, ...place })
    .jpeg()
    .toBuffer();
const withPlace = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 22/1 12/1' } };
const xmp = (words: string) =>
  `<?xpacket begin="" id="W5M0"?><x:xmpmeta>${words}</x:xmpmeta><?xpacket end="w"?>`;

async function pdf({ place = {}, words = '' } = {}): Promise<Buffer<ArrayBuffer>> {
  const document = await PDFDocument.create();
  const image = await document.embedJpg(await photo(place));
  document.addPage([300, 200]).drawImage(image);
  const metadata = document.context.stream(xmp(words), { Type: 'Metadata', Subtype: 'XML' });
  document.catalog.set(PDFName.of('Metadata'), document.context.register(metadata));
  return Buffer.from(await document.save());
}

void t.test(
  'places in the photos and the metadata of a PDF are overwritten, and it opens as before',
  async (t) => {
    const before = await pdf({ place: withPlace, words: '<photoshop:City>Amsterdam</photoshop:City>' });
    const after = Buffer.from(before);
    t.ok(erasePdfPlaceIn(after));
    t.equal(after.length, before.length);
    t.notMatch(after.toString('latin1'), /Amsterdam|Exif|Rosa/);
    t.notOk(erasePdfPlaceIn(Buffer.from(after)), 'nothing is left to erase');
    const start = after.indexOf(Buffer.from([0xff, 0xd8, 0xff]));
    const pixels = (file: Buffer) => sharp(file.subarray(start)).raw().toBuffer();
    t.same(await pixels(after), await pixels(before), 'the picture is the same');
    t.equal((await PDFDocument.load(after)).getPageCount(), 1);

    const harmless = await pdf({ words: '<dc:title>Menu</dc:title>' });
    const same = Buffer.from(harmless);
    t.notOk(erasePdfPlaceIn(same), 'a document without a place');
    t.ok(same.equals(harmless), 'keeps every byte');
  },
);

void t.test(
  'an upload of either is hosted without the place, under the hash of what is hosted',
  async (t) => {
    const running = await startService(t);
    const files = { 'film.webm': webm(PLACE), 'menu.pdf': await pdf({ place: withPlace }) };
    for (const [name, before] of Object.entries(files)) {
      const form = new FormData();
      form.set('file', new File([Uint8Array.from(before)], name));
      const headers = { authorization: `Bearer ${running.key}` };
      const response = await fetch(`${running.baseUrl}/v1/media/upload`, {
        method: 'POST',
        headers,
        body: form,
      });
      t.equal(response.status, 200, name);
      const { url } = (await response.json()) as { url: string };
      const hosted = Buffer.from(await (await fetch(url)).arrayBuffer());
      t.equal(hosted.length, before.length, name);
      t.notMatch(hosted.toString('latin1'), /52\.37|Exif/, name);
      t.ok(url.includes(createHash('sha256').update(hosted).digest('hex')), name);
    }
  },
);
