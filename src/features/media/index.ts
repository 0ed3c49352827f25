/** Media: the parts that other features and the service use. */
import type { Operation } from '../../api/operation.ts';
import type { MediaContext } from './context.ts';
import { deleteFile, listFiles, updateFile } from './library.ts';
import { hostMedia, uploadMedia } from './operations.ts';

export type { MediaContext } from './context.ts';
export { mediaAddress } from './address.ts';
export { expiresAt, expiryWarnings } from './expiry.ts';
export { hostAddress } from './keep.ts';
export { mediaItems, skippedBecause } from './items.ts';
export { MAX_ALT_TEXT } from './library.ts';
export type { Media } from './media.ts';
export type { Hold, MediaMemory } from './memory.ts';
export type { ProbeFile } from './probe.ts';
export { removeFiles } from './remove-files.ts';

export const mediaOperations: readonly Operation<MediaContext>[] = [
  listFiles,
  hostMedia,
  uploadMedia,
  updateFile,
  deleteFile,
];

/** The groups of its operations in the API description. */
export const mediaTags = {
  Media: 'Host images and videos for posts, and the library of what is hosted.',
};
