import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import t from 'tap';
import { videoPixelsOf } from '../../src/features/media/video-pixels.ts';

const clip = readFileSync(new URL('../../simulators/samples/clip.mp4', import.meta.url));

const box = (name: string, ...content: Uint8Array[]): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0));
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, ...content]);
};

/** A box whose size takes 64 bits. */
const longBox = (name: string, content: Uint8Array): Buffer => {
  const head = Buffer.alloc(16);
  head.writeUInt32BE(1);
  head.write(name, 4, 'latin1');
  head.writeBigUInt64BE(BigInt(16 + content.length), 8);
  return Buffer.concat([head, content]);
};

const UPRIGHT = [1, 0, 0, 1];
const LYING = [0, 1, -1, 0];

/** @param turn the matrix' a, b, c and d */
function track(width: number, height: number, { version = 0, turn = UPRIGHT } = {}): Buffer {
  const matrix = version === 1 ? 52 : 40;
  const header = Buffer.alloc(matrix + 44);
  header.writeUInt8(version);
  const [a = 0, b = 0, c = 0, d = 0] = turn;
  for (const [place, value] of [a, b, 0, c, d].entries())
    header.writeInt32BE(value * 0x10000, matrix + place * 4);
  header.writeUInt32BE(width * 0x10000, matrix + 36);
  header.writeUInt32BE(height * 0x10000, matrix + 40);
  return box('trak', box('edts'), box('tkhd', header));
}

const sound = track(0, 0);
const file = box('ftyp', Buffer.from('isom'));

void t.test('the size of a film is that of its first track with a picture', async (t) => {
  t.strictSame(videoPixelsOf(clip, 'video/mp4'), { width: 640, height: 360 });
  const film = Buffer.concat([file, box('moov', sound, track(1280, 720), track(64, 48))]);
  t.strictSame(videoPixelsOf(film, 'video/mp4'), { width: 1280, height: 720 });
});

void t.test('the header is found after the media data, in long boxes and in version 1', async (t) => {
  const moov = box('moov', track(1920, 1080, { version: 1 }));
  const film = Buffer.concat([file, longBox('mdat', Buffer.alloc(5000, 7)), moov]);
  t.strictSame(videoPixelsOf(film, 'video/quicktime'), { width: 1920, height: 1080 });
});

void t.test('a film that a phone stored rotated has its displayed height', async (t) => {
  const film = box('moov', track(1920, 1080, { turn: LYING }));
  t.strictSame(videoPixelsOf(film, 'video/mp4'), { width: 1080, height: 1920 });
});

void t.test('sound alone, a truncated file and other types have no size', async (t) => {
  t.equal(videoPixelsOf(box('moov', sound), 'video/mp4'), null);
  t.equal(videoPixelsOf(clip.subarray(0, 240), 'video/mp4'), null);
  t.equal(videoPixelsOf(clip, 'video/webm'), null);
  t.equal(videoPixelsOf(new Uint8Array(), 'video/mp4'), null);
});

void t.test('no bytes make the reader throw, hang or return an invalid value', async () => {
  const film = Buffer.concat([file, box('moov', sound, track(1280, 720))]);
  const mutated = fc
    .tuple(fc.array(fc.tuple(fc.nat(film.length - 1), fc.nat(255))), fc.nat(film.length))
    .map(([changes, length]) => {
      const bytes = Uint8Array.from(film);
      for (const [index, value] of changes) bytes[index] = value;
      return bytes.subarray(0, length);
    });
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), mutated), (bytes) => {
      const pixels = videoPixelsOf(bytes, 'video/mp4');
      return pixels === null || (pixels.width > 0 && pixels.height > 0);
    }),
    { numRuns: 2000 },
  );
});
