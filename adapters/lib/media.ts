/** Opens or hosts media for a network. A failure to get the media becomes an outcome. */
import {
  MediaError,
  type HostedMedia,
  type MediaItem,
  type MediaPart,
  type MediaRequirements,
  type OpenedMedia,
  type PublishStep,
} from '../port/publish.ts';
import { brief } from './http.ts';

/** The outcome that explains why there are no bytes. */
export type NoMedia = { kind: 'retry' | 'rejected'; reason: string };

/** The media's bytes, converted if they do not meet the requirements; or the outcome if there are none. */
export function openMedia(
  step: Pick<PublishStep, 'open'>,
  item: MediaItem,
  requirements?: MediaRequirements,
): Promise<OpenedMedia | NoMedia> {
  return orOutcome(() => step.open(item, requirements));
}

/** A part of the media's unconverted bytes, with the size of the whole file; or the outcome if there is none. */
export async function openPart(
  step: Pick<PublishStep, 'open'>,
  item: MediaItem,
  part: MediaPart,
): Promise<(OpenedMedia & { size: number }) | NoMedia> {
  const opened = await orOutcome(() => step.open(item, undefined, part));
  if ('kind' in opened) return opened;
  // a provider that only returns whole files works as well
  if (opened.size === undefined) {
    return { ...opened, bytes: opened.bytes.subarray(part.from, part.to), size: opened.bytes.length };
  }
  return { ...opened, size: opened.size };
}

/** Enough bytes to recognise the type of a file. */
export const HEAD: MediaPart = { from: 0, to: 4096 };

/** An address from which the network can fetch the media; or the outcome if there is none. */
export function hostMedia(
  step: Pick<PublishStep, 'host'>,
  item: MediaItem,
  requirements?: MediaRequirements,
): Promise<HostedMedia | NoMedia> {
  return orOutcome(() => step.host(item, requirements));
}

/** A file name whose extension matches the content. After a conversion the address has another extension. */
export function fileNameOf(name: string, { contentType }: OpenedMedia): string {
  return `${name}.${EXTENSIONS[contentType] ?? 'bin'}`;
}

const EXTENSIONS: { [contentType: string]: string } = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'application/pdf': 'pdf',
};

async function orOutcome<T>(have: () => Promise<T>): Promise<T | NoMedia> {
  try {
    return await have();
  } catch (cause) {
    if (!(cause instanceof MediaError)) throw cause;
    return { kind: cause.temporary ? 'retry' : 'rejected', reason: brief(cause.message) };
  }
}

/**
 * What a checkpoint remembers of the media that it was made for: a file that was uploaded with another description is another file.
 */
export const mediaKeys = (media: readonly MediaItem[]): string[] =>
  media.map(({ url, alt }) => (alt === undefined ? url : `${url} ${alt}`));
