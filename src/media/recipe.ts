/** Turns the requirements of a network into what is done to a photo. Pure: two nodes compute the same recipe and name. */
import { createHash } from 'node:crypto';
import type { MediaRequirements } from '../../adapters/port/publish.ts';
import type { Pixels } from './pixels.ts';
import type { MediaType } from './sniff.ts';

/** Types that photos can be converted into. */
export type PhotoType = 'image/jpeg' | 'image/png' | 'image/webp';

export interface PhotoFacts {
  type: MediaType;
  bytes: number;
  /** As shown: Exif's orientation is counted in. */
  pixels: Pixels;
  /** It carries Exif, XMP or IPTC: places, names, devices. */
  hasMetadata: boolean;
}

export interface Recipe {
  type: PhotoType;
  /** Of the copy: cropped from the centre to this shape, and scaled to this size. */
  size: Pixels;
  ratio: { min: number; max: number } | null;
  maxBytes: number | null;
}

/** What has to be done so that a photo fits a requirements; null where it fits as it is. */
export function recipeFor(photo: PhotoFacts, requirements: MediaRequirements): Recipe | null {
  const { pixels } = photo;
  const size = sizeFor(pixels, requirements);
  const tooLarge = requirements.maxBytes !== undefined && photo.bytes > requirements.maxBytes;
  const fits =
    (requirements.types?.includes(photo.type) ?? true) &&
    !tooLarge &&
    size.width === pixels.width &&
    size.height === pixels.height &&
    !(requirements.withoutMetadata === true && photo.hasMetadata);
  if (fits) return null;
  return {
    type: typeFor(photo, requirements, tooLarge),
    size,
    ratio: requirements.ratio ?? null,
    maxBytes: requirements.maxBytes ?? null,
  };
}

const PHOTO_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'] satisfies PhotoType[];
const isPhotoType = (type: string): type is PhotoType => PHOTO_TYPES.includes(type);

/** The photo's own where that is taken, else the first of the required types. A PNG that is too large gets nowhere as a PNG. */
function typeFor({ type }: PhotoFacts, { types }: MediaRequirements, tooLarge: boolean): PhotoType {
  const taken = types?.includes(type) ?? true;
  if (taken && isPhotoType(type) && !(tooLarge && type === 'image/png')) return type;
  return types?.find(isPhotoType) ?? 'image/jpeg';
}

/** Cropped to the shape, then scaled down; never enlarged. */
function sizeFor(pixels: Pixels, { ratio, maxSide, maxWidth }: MediaRequirements): Pixels {
  const cropped = cropTo(pixels, ratio);
  const longer = Math.max(cropped.width, cropped.height);
  const scale = Math.min(1, (maxSide ?? longer) / longer, (maxWidth ?? cropped.width) / cropped.width);
  return scaledBy(scale, cropped, ratio);
}

/** Scaled and rounded to whole pixels, in the shape all the same. */
export function scaledBy(scale: number, { width, height }: Pixels, ratio?: Recipe['ratio']): Pixels {
  if (scale === 1) return { width, height };
  const whole = (side: number) => Math.max(1, Math.floor(side * scale));
  return cropTo({ width: whole(width), height: whole(height) }, ratio);
}

/**
 * The largest part of a shape between `min` and `max` (width by height), rounded to be inside of the range. One shape is
 * met by whole pixels only nearly: a pixel's difference is no reason to crop.
 */
function cropTo({ width, height }: Pixels, ratio: Recipe['ratio'] | undefined): Pixels {
  if (!ratio) return { width, height };
  const { min, max } = ratio;
  const near = Math.abs(width - height * min) <= 1 || Math.abs(height - width / min) <= 1;
  if (min === max && near) return { width, height };
  if (width / height < min) return { width, height: Math.max(1, Math.floor(width / min)) };
  if (width / height > max) return { width: Math.max(1, Math.floor(height * max)), height };
  return { width, height };
}

/**
 * What a copy is named by: the same source and recipe are the same file, on every node.
 * @param converter what converts, with its version: another one may give other bytes
 */
export function copyKey(sourceSha256: string, recipe: Recipe, converter: string): string {
  const { type, size, ratio, maxBytes } = recipe;
  const said = [converter, sourceSha256, type, size.width, size.height, ratio?.min, ratio?.max, maxBytes];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}
