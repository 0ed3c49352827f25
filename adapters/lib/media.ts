/** Media on its way to a network: opened or hosted, with what keeps it from being had as an outcome. */
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

/** Why there are no bytes. */
export type NoMedia = { kind: 'retry' | 'rejected'; reason: string };

/** The media's bytes, converted where they do not fit the requirements; or the outcome when there are none. */
export function openMedia(
  step: Pick<PublishStep, 'open'>,
  item: MediaItem,
  requirements?: MediaRequirements,
): Promise<OpenedMedia | NoMedia> {
  return orOutcome(() => step.open(item, requirements));
}

/** A part of the media's bytes as they are, with the size of the whole; or the outcome when there is none. */
export async function openPart(
  step: Pick<PublishStep, 'open'>,
  item: MediaItem,
  part: MediaPart,
): Promise<(OpenedMedia & { size: number }) | NoMedia> {
  const opened = await orOutcome(() => step.open(item, undefined, part));
  if ('kind' in opened) return opened;
  // who hands out whole files only is as good
  if (opened.size === undefined) {
    return { ...opened, bytes: opened.bytes.subarray(part.from, part.to), size: opened.bytes.length };
  }
  return { ...opened, size: opened.size };
}

/** Enough to tell what a file is. */
export const HEAD: MediaPart = { from: 0, to: 4096 };

/** An address the network can fetch the media from; or the outcome when there is none. */
export function hostMedia(
  step: Pick<PublishStep, 'host'>,
  item: MediaItem,
  requirements?: MediaRequirements,
): Promise<HostedMedia | NoMedia> {
  return orOutcome(() => step.host(item, requirements));
}

/** A file name that says what the file is: after a conversion that is not what its address says. */
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
