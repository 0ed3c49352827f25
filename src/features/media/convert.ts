/**
 * Converts photos with sharp (libvips). Strangers send the files that are decoded here. So only the three photo formats
 * are accepted, pixels, time and parallel conversions are limited, and nothing is cached.
 */
import sharp, { type Sharp } from 'sharp';
import type { MediaType } from './sniff.ts';
import { Semaphore } from '../../base/semaphore.ts';
import type { Pixels } from './pixels.ts';
import { type PhotoType, type Recipe, scaledBy } from './recipe.ts';

/** The most pixels of a photo that is converted. Only cameras of 108 megapixels and decompression bombs have more. */
export const MAX_PIXELS = 100_000_000;
/** Decoding takes up to 4 bytes a pixel, and one of the 4 threads that files and DNS use too. */
const AT_ONCE = 2;
const SECONDS_EACH = 30;

sharp.cache(false);
sharp.concurrency(1);
// SVG, PDF, TIFF, HEIF and others are parsers that are not needed here
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});

/** Raised when a change of this file changes the output. */
const EDITION = 1;
/** Identifies the converter: another version may produce other bytes. */
export const converter = `${EDITION} sharp ${sharp.versions.sharp} libvips ${sharp.versions.vips}`;

/**
 * A photo that cannot be converted. The message continues a sentence that starts with the photo's name: `… is damaged`.
 */
export class ConversionError extends Error {
  override readonly name = 'ConversionError';
}

/** The first quality to try, and the lowest: below it a smaller picture looks better. */
const QUALITY = { first: 88, lowest: 76 };
const MAX_TRIES = 10;

const conversions = new Semaphore(AT_ONCE);

/**
 * Makes the copy: upright, cropped from the centre, in sRGB, without metadata, and the first frame of an animation.
 * Transparency becomes white if the type has none.
 * @throws ConversionError; the signal's reason when it ends the wait for a free slot
 */
export function convert(
  bytes: Uint8Array,
  recipe: Recipe,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  return conversions.run(async () => {
    try {
      return await smallEnough(bytes, recipe, signal);
    } catch (cause) {
      if (signal?.aborted) throw cause;
      throw cause instanceof ConversionError ? cause : new ConversionError(reasonOf(cause), { cause });
    }
  }, signal);
}

/** Lowers the quality first, then the number of pixels, until the copy is small enough. */
async function smallEnough(
  bytes: Uint8Array,
  { type, size: wanted, ratio, maxBytes }: Recipe,
  signal: AbortSignal | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  let size = wanted;
  let quality = QUALITY.first;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    signal?.throwIfAborted();
    const copy = await encode(bytes, { type, size, quality });
    if (maxBytes === null || copy.byteLength <= maxBytes) return copy;
    if (quality > QUALITY.lowest && type !== 'image/png') {
      quality = QUALITY.lowest;
    } else {
      const scale = Math.sqrt(maxBytes / copy.byteLength) * 0.95;
      size = scaledBy(Math.min(0.9, Math.max(0.2, scale)), size, ratio);
    }
  }
  throw new ConversionError(`cannot be made smaller than ${maxBytes} bytes`);
}

async function encode(
  bytes: Uint8Array,
  { type, size, quality }: { type: PhotoType; size: Pixels; quality: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const upright = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize(size.width, size.height, { fit: 'cover', position: 'centre' })
    .timeout({ seconds: SECONDS_EACH });
  switch (type) {
    case 'image/jpeg':
      return bytesOf(upright.flatten({ background: '#fff' }).jpeg({ quality }));
    case 'image/webp':
      return bytesOf(upright.webp({ quality }));
    case 'image/png':
      return bytesOf(upright.png());
    default:
      return type satisfies never;
  }
}

async function bytesOf(image: Sharp): Promise<Uint8Array<ArrayBuffer>> {
  return Uint8Array.from(await image.toBuffer());
}

/** The messages of libvips quote the file's content, so they are not passed on. */
function reasonOf(cause: unknown): string {
  const message = (cause as Error).message;
  if (/pixel limit/i.test(message)) return `has more than ${MAX_PIXELS / 1_000_000} megapixels`;
  if (/timeout/i.test(message)) return `took longer than ${SECONDS_EACH} seconds to convert`;
  return 'is damaged';
}

/** Whether a photo carries Exif, XMP or IPTC. @returns false for what cannot be read */
export async function hasMetadata(bytes: Uint8Array, type: MediaType): Promise<boolean> {
  if (!['image/jpeg', 'image/png', 'image/webp'].includes(type)) return false;
  try {
    const { exif, xmp, iptc } = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata();
    return [exif, xmp, iptc].some((one) => one !== undefined);
  } catch {
    return false; // damaged: the decoder will report it when its pixels are needed
  }
}
