/**
 * Decides how a photo must be converted to meet the requirements of a network. Pure: two nodes compute the same recipe
 * and the same name.
 */
import { createHash } from 'node:crypto';
import type { MediaRequirements } from '../../../adapters/port/publish.ts';
import type { Pixels } from './pixels.ts';
import type { MediaType } from './sniff.ts';

/** Types that photos can be converted into. */
export type PhotoType = 'image/jpeg' | 'image/png' | 'image/webp';

export interface PhotoFacts {
  type: MediaType;
  bytes: number;
  /** As shown, with Exif's orientation applied. */
  pixels: Pixels;
  /** It carries Exif, XMP or IPTC, which may name places, people and devices. */
  hasMetadata: boolean;
}

export interface Recipe {
  type: PhotoType;
  /** Size of the copy: cropped from the centre to this shape, and scaled to this size. */
  size: Pixels;
  ratio: { min: number; max: number } | null;
  maxBytes: number | null;
}

/** What must be done so that a photo meets the requirements; null when it already does. */
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

/**
 * The photo's own type if the network accepts it, else the first accepted type. A PNG that is too large becomes a JPEG,
 * because PNG has no quality to lower.
 */
function typeFor({ type }: PhotoFacts, { types }: MediaRequirements, tooLarge: boolean): PhotoType {
  const isTaken = types?.includes(type) ?? true;
  if (isTaken && isPhotoType(type) && !(tooLarge && type === 'image/png')) return type;
  return types?.find(isPhotoType) ?? 'image/jpeg';
}

/** Cropped to the shape, then scaled down; never enlarged. */
function sizeFor(pixels: Pixels, { ratio, maxSide, maxWidth }: MediaRequirements): Pixels {
  const cropped = cropTo(pixels, ratio);
  const longer = Math.max(cropped.width, cropped.height);
  const scale = Math.min(1, (maxSide ?? longer) / longer, (maxWidth ?? cropped.width) / cropped.width);
  return scaledBy(scale, cropped, ratio);
}

/** Scaled and rounded to whole pixels without leaving the allowed shapes. */
export function scaledBy(scale: number, { width, height }: Pixels, ratio?: Recipe['ratio']): Pixels {
  if (scale === 1) return { width, height };
  const whole = (side: number) => Math.max(1, Math.floor(side * scale));
  return cropTo({ width: whole(width), height: whole(height) }, ratio);
}

/**
 * The largest part whose shape is between `min` and `max` (width by height), rounded so that it stays in the range.
 * Whole pixels meet a single shape only nearly, so a difference of one pixel is no reason to crop.
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
 * The name of a copy: the same source and recipe give the same name on every node.
 * @param converter the converter with its version, because another version may produce other bytes
 */
export function copyKey(sourceSha256: string, recipe: Recipe, converter: string): string {
  const { type, size, ratio, maxBytes } = recipe;
  const parts = [converter, sourceSha256, type, size.width, size.height, ratio?.min, ratio?.max, maxBytes];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
