/**
 * Pictures are uploaded to Hashnode's own storage, so that articles do not depend on ours: an upload address, a PUT of
 * the file, and a confirmation. Source: Hashnode's changelog of 1 September 2026 ("presignedPost is deprecated").
 */
import type { MediaItem, OpenedMedia, PublishStep } from '../port/publish.ts';
import { ask, at, retryAfterMs, textAt } from '../lib/http.ts';
import { openMedia } from '../lib/media.ts';
import type { Outcome } from '../../machines/outcome.ts';
import { progress, type Work } from './checkpoint.ts';
import { retry } from '../lib/outcome.ts';
import { codeOf, readError } from './errors.ts';
import { call } from './graphql.ts';

const REQUIREMENTS = {
  types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
  maxBytes: 8_000_000,
  withoutMetadata: true,
};
const MAX_BROKEN_OFF = 2;
const ONCE_MORE_AFTER_MS = 5000;
const ADDRESS =
  'mutation($i: CreateImageUploadInput!){ createImageUploadURL(input:$i){ presignedPut { url cdnUrl key } } }';
const CONFIRM = 'mutation($i: ConfirmImageUploadInput!){ confirmImageUpload(input:$i){ ok cdnUrl } }';

/** Where a picture goes, and the address it has once it is confirmed. */
interface Upload {
  url: string;
  cdnUrl: string;
  key: string;
}

/**
 * Uploads one picture, in one step: the upload address works for 60 seconds only. A stored file that no article uses is
 * invisible, so an upload that fails is started again.
 */
export async function uploadPicture(step: PublishStep, work: Work, item: MediaItem): Promise<Outcome> {
  const opened = await openMedia(step, item, REQUIREMENTS);
  if ('kind' in opened) return opened;
  if (opened.bytes.length > REQUIREMENTS.maxBytes) {
    return tooLarge(work, `has ${opened.bytes.length} bytes`);
  }
  const upload = await addressFor(step, opened.contentType);
  if ('kind' in upload) return upload;
  return (await store(step, work, upload, opened)) ?? confirm(step, work, upload);
}

async function addressFor(step: PublishStep, contentType: string): Promise<Upload | Outcome> {
  const made = await call(step, { query: ADDRESS, variables: { i: { contentType } } });
  const put = at(made.data, 'createImageUploadURL', 'presignedPut');
  const url = textAt(put, 'url');
  const cdnUrl = textAt(put, 'cdnUrl');
  const key = textAt(put, 'key');
  if (url !== null && cdnUrl !== null && key !== null && URL.canParse(url)) return { url, cdnUrl, key };
  return 'failed' in made
    ? readError(made.failed, step)
    : { kind: 'retry', reason: 'Hashnode: a response without an upload address for the picture' };
}

/** @returns null if the picture was stored */
async function store(
  step: PublishStep,
  work: Work,
  { url }: Upload,
  { bytes, contentType }: OpenedMedia,
): Promise<Outcome | null> {
  const headers = { 'content-type': contentType };
  const request = new Request(url, { method: 'PUT', headers, body: bytes, redirect: 'manual' });
  const stored = await ask(step.fetch, request, step.signal);
  if (stored.kind === 'response' && stored.status >= 200 && stored.status < 300) return null;
  // The connection broke, or the address has expired (403). A new address may work at once.
  const again = stored.kind === 'lost' ? stored.sent : stored.status === 403;
  if (again && work.brokenOff < MAX_BROKEN_OFF) return fromTheStart(work);
  if (stored.kind === 'lost') return { kind: 'retry', reason: `Hashnode: ${stored.reason}` };
  const { status } = stored;
  const reason = `Hashnode: its storage did not take a picture (status ${status})`;
  if (status >= 400 && status < 500 && status !== 429 && status !== 408) return { kind: 'rejected', reason };
  return retry(reason, retryAfterMs(stored.headers, step.now));
}

/** Only a confirmed picture may be used: without `ok: true`, Hashnode deletes the file. */
async function confirm(step: PublishStep, work: Work, { key, cdnUrl }: Upload): Promise<Outcome> {
  const made = await call(step, { query: CONFIRM, variables: { i: { key } } });
  const confirmed = at(made.data, 'confirmImageUpload');
  const ok = at(confirmed, 'ok');
  if (ok === true) {
    const address = textAt(confirmed, 'cdnUrl') ?? cdnUrl;
    return progress({ ...work, pictures: [...work.pictures, address], brokenOff: 0 });
  }
  if (ok === false) return tooLarge(work, 'was not confirmed: it is too large');
  if (!('failed' in made)) {
    return { kind: 'retry', reason: 'Hashnode: a response that does not confirm the picture' };
  }
  const { failed } = made;
  const lost = failed.kind === 'lost' ? failed.sent : codeOf(failed) === 'NOT_FOUND';
  return lost && work.brokenOff < MAX_BROKEN_OFF ? fromTheStart(work) : readError(failed, step);
}

/** Uploads the picture again, under a new address. */
function fromTheStart(work: Work): Outcome {
  return progress({ ...work, brokenOff: work.brokenOff + 1 }, ONCE_MORE_AFTER_MS);
}

function tooLarge({ pictures }: Work, what: string): Outcome {
  return {
    kind: 'rejected',
    reason: `media/${pictures.length} ${what} and Hashnode takes ${REQUIREMENTS.maxBytes} bytes in a picture: make the file smaller`,
  };
}
