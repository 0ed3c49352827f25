/**
 * The file of a post. All calls for one file are one step: anybody can upload to the address LinkedIn names, so the
 * address is not stored, and a step that failed starts with a new file.
 */
import type { Outcome } from '../../machines/outcome.ts';
import type { LinkPreview, MediaItem, MediaRequirements, OpenedMedia, PublishStep } from '../port/publish.ts';
import { ask, textAt } from '../lib/http.ts';
import { pictureOf } from '../lib/link-preview.ts';
import { openMedia } from '../lib/media.ts';
import { readError } from './errors.ts';
import type { Failure } from '../lib/outcome.ts';
import { progress, type Work } from './checkpoint.ts';
import { pdfOf } from './pdf.ts';
import { ownerOf, postRequest, putRequest } from './request.ts';
import { uploadVideo } from './video.ts';

const MB = 1_000_000;
/** The byte limit is not documented; reports name 5 and 8 MB. Fewer than 36,152,320 pixels. */
const IMAGE: MediaRequirements = {
  types: ['image/jpeg', 'image/png', 'image/gif'],
  maxBytes: 5 * MB,
  maxSide: 6000,
};
/** LinkedIn shows pages about 1,080 pixels wide; 20 of these stay far below its limit for documents. */
const PAGE: MediaRequirements = { types: ['image/jpeg'], maxBytes: 2 * MB, maxSide: 2160 };
const MAX_DOCUMENT_BYTES = 100 * MB;
/** LinkedIn splits a document into pages first. A post that named it at once failed with 500 in practice. */
const DOCUMENT_REST_MS = 3000;

export async function uploadFile(step: PublishStep, work: Work): Promise<Outcome> {
  const [item] = step.plan.media;
  if (item === undefined) return { kind: 'rejected', reason: 'LinkedIn: there is no media to upload' };
  if (step.plan.media.length > 1) return uploadCarousel(step, work);
  if (item.kind === 'video') return uploadVideo(step, work, item);
  return item.kind === 'document' ? uploadDocument(step, work, item) : uploadImage(step, work, item);
}

async function uploadImage(step: PublishStep, work: Work, item: MediaItem): Promise<Outcome> {
  const opened = await openMedia(step, item, item.kind === 'gif' ? { types: ['image/gif'] } : IMAGE);
  if ('kind' in opened) return opened;
  const urn = await upload(step, 'image', opened.bytes);
  return typeof urn === 'string' ? progress({ ...work, file: { urn, kind: 'image' } }) : urn;
}

/**
 * Uploads the picture of a page's preview. A picture that cannot be had, or that LinkedIn refuses, is left out: the post goes on
 * without it.
 */
export async function uploadThumbnail(step: PublishStep, work: Work, preview: LinkPreview): Promise<Outcome> {
  const item = pictureOf(preview);
  const opened = item && (await openMedia(step, item, IMAGE));
  if (!opened || 'kind' in opened) return progress({ ...work, thumbnail: null });
  const urn = await upload(step, 'image', opened.bytes);
  if (typeof urn === 'string') return progress({ ...work, thumbnail: urn });
  return urn.kind === 'rejected' ? progress({ ...work, thumbnail: null }) : urn;
}

async function uploadDocument(step: PublishStep, work: Work, item: MediaItem): Promise<Outcome> {
  const opened = await openMedia(step, item);
  return 'kind' in opened ? opened : keepDocument(step, work, opened.bytes);
}

async function uploadCarousel(step: PublishStep, work: Work): Promise<Outcome> {
  const pages: OpenedMedia[] = [];
  for (const item of step.plan.media) {
    const opened = await openMedia(step, item, PAGE);
    if ('kind' in opened) return opened;
    pages.push(opened);
  }
  const pdf = await pdfOf(pages, { title: work.title ?? '', maxBytes: MAX_DOCUMENT_BYTES });
  return typeof pdf === 'string' ? { kind: 'rejected', reason: pdf } : keepDocument(step, work, pdf);
}

async function keepDocument(step: PublishStep, work: Work, bytes: Uint8Array<ArrayBuffer>): Promise<Outcome> {
  if (bytes.length > MAX_DOCUMENT_BYTES) {
    return {
      kind: 'rejected',
      reason: `the PDF has ${bytes.length} bytes and LinkedIn takes ${MAX_DOCUMENT_BYTES}`,
    };
  }
  const urn = await upload(step, 'document', bytes);
  if (typeof urn !== 'string') return urn;
  return progress({ ...work, file: { urn, kind: 'document' } }, DOCUMENT_REST_MS);
}

/** Requests an upload address and uploads the whole file. */
async function upload(
  step: PublishStep,
  kind: 'image' | 'document',
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string | Failure> {
  const { account, fetch, signal } = step;
  const body = { initializeUploadRequest: { owner: ownerOf(account) } };
  const started = await ask(
    fetch,
    postRequest(account, `/rest/${kind}s?action=initializeUpload`, body),
    signal,
  );
  const json = started.kind === 'response' && started.status < 300 ? started.json : null;
  const url = textAt(json, 'value', 'uploadUrl');
  const urn = textAt(json, 'value', kind);
  if (url === null || urn === null || !URL.canParse(url)) return readError(started, step);
  const put = await ask(fetch, putRequest(account, url, bytes), signal);
  return put.kind === 'response' && put.status >= 200 && put.status < 300 ? urn : readError(put, step);
}
