/** Media: the parts that other features and the service use. */
import type { Operation } from '../../api/operation.ts';
import type { MediaContext } from './context.ts';
import { hostMedia, uploadMedia } from './operations.ts';

export type { MediaContext } from './context.ts';
export { mediaAddress } from './address.ts';
export { expiresAt, expiryWarnings } from './expiry.ts';
export { hostAddress } from './keep.ts';
export { mediaItems, skippedBecause } from './items.ts';
export type { Media } from './media.ts';
export type { Hold, MediaMemory } from './memory.ts';
export type { ProbeFile } from './probe.ts';

export const mediaOperations: readonly Operation<MediaContext>[] = [hostMedia, uploadMedia];

/** The groups of its operations in the API description. */
export const mediaTags = {
  Media: 'Host images and videos for posts.',
};
