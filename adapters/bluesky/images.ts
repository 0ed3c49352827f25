/** Photos: one upload is one step, so that a failure in the middle of ten repeats one upload, not all. */
import type { AccountAccess } from '../port/account.ts';
import type { LinkPreview, MediaItem, MediaRequirements, OpenedMedia, PublishStep } from '../port/publish.ts';
import { ask, at, type NetworkResponse, type Lost } from '../lib/http.ts';
import type { Json, Outcome } from '../../machines/outcome.ts';
import { pictureOf } from '../lib/link-preview.ts';
import { openMedia } from '../lib/media.ts';
import { readError } from './errors.ts';
import { progress, type Work } from './checkpoint.ts';
import { accessToken, upload } from './xrpc.ts';

/** `maxSize` of the image in app.bsky.embed.images and app.bsky.embed.gallery. */
const MAX_IMAGE_BYTES = 2_000_000;
/** Blobs are published as uploaded, including the location in their Exif data, so clients have to remove it. */
const PHOTO: MediaRequirements = {
  types: ['image/jpeg', 'image/png', 'image/webp'],
  maxBytes: MAX_IMAGE_BYTES - 1, // "under 2 MB" (docs/contract.md)
  withoutMetadata: true,
};

export async function uploadImage(step: PublishStep, work: Work, item: MediaItem): Promise<Outcome> {
  const opened = await openMedia(step, item, PHOTO);
  if ('kind' in opened) return opened;
  if (opened.bytes.length > MAX_IMAGE_BYTES) {
    const reason = `media[${work.blobs.length}] has ${opened.bytes.length} bytes, bluesky takes ${MAX_IMAGE_BYTES}`;
    return { kind: 'rejected', reason };
  }
  const answer = await ask(step.fetch, uploadBlobRequest(step.account, opened), step.signal);
  const blob = readBlob(answer);
  if (blob === null) return readError(answer, step);
  const { width, height } = opened;
  return progress({ ...work, blobs: [...work.blobs, { blob, width, height }] });
}

/** `maxSize` of `thumb` in app.bsky.embed.external. */
const THUMB: MediaRequirements = { ...PHOTO, maxBytes: 1_000_000 };

/**
 * Uploads the picture of a page's preview. A picture that cannot be had, or that the server refuses, is left out: the post goes
 * on without it.
 */
export async function uploadThumb(step: PublishStep, work: Work, preview: LinkPreview): Promise<Outcome> {
  const item = pictureOf(preview);
  const opened = item && (await openMedia(step, item, THUMB));
  if (!opened || 'kind' in opened) return progress({ ...work, thumb: null });
  const answer = await ask(step.fetch, uploadBlobRequest(step.account, opened), step.signal);
  const blob = readBlob(answer);
  if (blob !== null) {
    const { width, height } = opened;
    return progress({ ...work, thumb: { blob, width, height } });
  }
  const failure = readError(answer, step);
  return failure.kind === 'rejected' ? progress({ ...work, thumb: null }) : failure;
}

function uploadBlobRequest(account: AccountAccess, opened: OpenedMedia): Request {
  return upload(account, 'pds', 'com.atproto.repo.uploadBlob', opened, { token: accessToken(account) });
}

function readBlob(answer: NetworkResponse | Lost): Json | null {
  if (answer.kind === 'lost' || answer.status !== 200) return null;
  return at(answer.json, 'blob') ?? null;
}
