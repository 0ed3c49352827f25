/**
 * Converted copies of photos. A copy's name is a hash of its source and recipe. So every node finds an existing copy
 * before making one, and two nodes that make it at the same time store the same file.
 */
import { createHash } from 'node:crypto';
import {
  MediaError,
  type MediaItem,
  type MediaRequirements,
  type OpenedMedia,
} from '../../../adapters/port/publish.ts';
import { ConversionError, convert, converter, hasMetadata } from './convert.ts';
import { placeOf } from './open.ts';
import { copyKey, type PhotoFacts, type Recipe, recipeFor } from './recipe.ts';
import { SharedWork } from './shared-work.ts';
import type { MediaType } from './sniff.ts';
import { convertedName } from './storage.ts';
import type { StoredFiles } from './stored-files.ts';

/** Older copies are stored again before they are handed out, so that none is deleted while a network downloads it. */
const RENEW_AFTER_MS = 7 * 86_400_000;

export class Copies {
  readonly #files: StoredFiles;
  readonly #clock: () => number;
  readonly #making = new SharedWork<string>();

  /** @param clock epoch ms */
  constructor(files: StoredFiles, clock: () => number) {
    this.#files = files;
    this.#clock = clock;
  }

  /** The conversion that an opened photo needs; null if it needs none. @throws MediaError when the photo is damaged */
  async recipeOf(
    opened: OpenedMedia,
    item: MediaItem,
    requirements: MediaRequirements,
  ): Promise<Recipe | null> {
    const { bytes, width, height } = opened;
    const type = opened.contentType as MediaType;
    if (width === null || height === null)
      throw new MediaError(`${placeOf(item.url)} is damaged: it has no size in pixels.`, false);
    const photo: PhotoFacts = {
      type,
      bytes: bytes.byteLength,
      pixels: { width, height },
      hasMetadata: requirements.withoutMetadata === true && (await hasMetadata(bytes, type)),
    };
    return recipeFor(photo, requirements);
  }

  /** Makes sure that the store has the copy. @returns its name. @throws MediaError when it cannot be made */
  async ensure(
    opened: OpenedMedia,
    item: MediaItem,
    { recipe, signal }: { recipe: Recipe; signal: AbortSignal },
  ): Promise<string> {
    const sha256 = createHash('sha256').update(opened.bytes).digest('hex');
    const name = convertedName(copyKey(sha256, recipe, converter), recipe.type);
    const stored = await this.#files.stat(name);
    if (stored !== null && this.#clock() - stored.storedAt < RENEW_AFTER_MS) return name;
    const make = async () => {
      const copy = await convert(opened.bytes, recipe);
      return this.#files.put(
        (take) => take(copy),
        () => name,
      );
    };
    try {
      return await this.#making.run(name, make, signal);
    } catch (error) {
      if (!(error instanceof ConversionError)) throw error;
      throw new MediaError(`${placeOf(item.url)} ${error.message}.`, false);
    }
  }
}
