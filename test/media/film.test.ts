/** Hosted films are examined once, when they arrive: whether they are whole, and have a video track. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { filmFault } from '../../src/features/media/film.ts';
import { foreignTypeOf, sniff } from '../../src/features/media/sniff.ts';
import { startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const clip = readFileSync(new URL('../../simulators/samples/clip.mp4', import.meta.url));

const box = (name: string, ...content: Buffer[]): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0));
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, ...content]);
};
const handler = (kind: string) => box('hdlr', Buffer.alloc(8), Buffer.from(kind), Buffer.alloc(12));
const track = (kind: string) => box('trak', box('tkhd', Buffer.alloc(84)), box('mdia', handler(kind)));
const ftyp = box('ftyp', Buffer.from('isom\0\0\0\0'));
const film = (...tracks: Buffer[]) =>
  Buffer.concat([ftyp, box('moov', ...tracks), box('mdat', Buffer.alloc(500, 7))]);

void t.test('a film is whole if its boxes end within the file and one track is video', async (t) => {
  const folder = await temporaryFolder(t);
  const faultOf = (bytes: Buffer) => {
    const path = join(folder, 'film');
    writeFileSync(path, bytes);
    return filmFault(path, bytes.length);
  };
  t.equal(faultOf(clip), null);
  t.equal(faultOf(film(track('soun'), track('vide'))), null);
  t.equal(faultOf(Buffer.concat([ftyp, box('mdat', Buffer.alloc(9)), box('moov', track('vide'))])), null);
  const open = film(track('vide'));
  open.writeUInt32BE(0, open.length - 508);
  t.equal(faultOf(open), null, 'a last box without a size goes to the end of the file');

  for (const length of [clip.length - 1, Math.floor(clip.length / 2), 2000])
    t.match(faultOf(clip.subarray(0, length)), /is incomplete/, `${length} of ${clip.length} bytes`);
  t.match(faultOf(Buffer.concat([ftyp, box('mdat', Buffer.alloc(99))])), /no description of its tracks/);
  t.match(faultOf(film(track('soun'))), /no video track/);
  t.match(faultOf(film()), /no video track/);
  t.match(faultOf(Buffer.concat([ftyp, Buffer.alloc(100, 0x01)])), /is incomplete|is damaged/);
  t.match(faultOf(Buffer.concat([ftyp, Buffer.from('\0\0\0\x03junk')])), /is damaged/);
});

void t.test('an upload of half a film, of sound alone and of HEIC says what is wrong', async (t) => {
  const running = await startService(t);
  const upload = async (bytes: Buffer) => {
    const form = new FormData();
    form.set('file', new File([Uint8Array.from(bytes)], 'clip.mp4'));
    const response = await fetch(`${running.baseUrl}/v1/media/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${running.key}` },
      body: form,
    });
    return { status: response.status, ...((await response.json()) as object) };
  };
  t.equal((await upload(clip)).status, 200);
  t.match(await upload(clip.subarray(0, clip.length / 2)), {
    status: 400,
    code: 'media_unreadable',
    error: /^file is incomplete/,
  });
  t.match(await upload(film(track('soun'))), { status: 400, error: /no video track/ });
  t.match(await upload(Buffer.from('\0\0\0\x1cftypheic\0\0\0\0mif1heic')), {
    status: 400,
    code: 'media_type_unsupported',
    error: /^file is a HEIC picture, as iPhones make them, neither a JPEG.*convert it first/,
  });
});

void t.test('other files that people send are named, and none of them is taken', async (t) => {
  const files: [bytes: string, name: string | null][] = [
    ['\0\0\0\x1cftypheic', 'a HEIC picture, as iPhones make them'],
    ['\0\0\0\x1cftypavif', 'an AVIF picture'],
    ['\0\0\0\x1cftypM4A ', 'an M4A sound file'],
    ['II*\0\x08', 'a TIFF picture'],
    ['RIFF\x24\0\0\0AVI LIST', 'an AVI video'],
    ['\x1a\x45\xdf\xa3\x42\x82\x88matroska', 'a Matroska video'],
    ['<!DOCTYPE html><p>', 'a web page'],
    ['hello', null],
  ];
  for (const [text, name] of files) {
    const bytes = Buffer.from(text, 'latin1');
    t.equal(sniff(bytes), null);
    t.equal(foreignTypeOf(bytes), name, text);
  }
});
