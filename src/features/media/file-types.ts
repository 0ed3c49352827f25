/** Types of media, and their extensions (docs/contract.md, Media). */
import type { MediaItem } from '../../../adapters/port/publish.ts';
import type { MediaType } from './sniff.ts';

const TYPE_BY_EXTENSION: { [extension: string]: MediaType } = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  pdf: 'application/pdf',
};

/** @param extension lower case, without the dot. @returns null for a type that no post can carry */
export function typeOfExtension(extension: string): MediaType | null {
  return TYPE_BY_EXTENSION[extension] ?? null;
}

const EXTENSION_BY_TYPE: { [type in MediaType]: string } = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'application/pdf': 'pdf',
};

/** The extension under which a file of this type is hosted. */
export const extensionOf = (type: MediaType): string => EXTENSION_BY_TYPE[type];

export function kindOf(type: MediaType): MediaItem['kind'] {
  if (type === 'image/gif') return 'gif';
  if (type === 'application/pdf') return 'document';
  return type.startsWith('image/') ? 'image' : 'video';
}
