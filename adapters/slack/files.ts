/** Photos: requests an upload address and uploads the bytes, in one step. A file that is not shared is invisible. */
import type { MediaItem, OpenedMedia, PublishStep } from '../port/publish.ts';
import { ask, textAt, type NetworkResponse, type Lost } from '../lib/http.ts';
import { openMedia } from '../lib/media.ts';
import type { Outcome } from '../../machines/outcome.ts';
import { callForm, isOk } from './request.ts';
import { progress, type Work } from './checkpoint.ts';

const REQUIREMENTS = {
  types: ['image/jpeg', 'image/png', 'image/gif'],
  maxBytes: 1_000_000_000,
  withoutMetadata: true,
};

/** @param failed makes the outcome of a response without success */
export async function uploadPhoto(
  step: PublishStep,
  work: Work,
  item: MediaItem,
  failed: (answer: NetworkResponse | Lost) => Outcome,
): Promise<Outcome> {
  const opened = await openMedia(step, item, REQUIREMENTS);
  if ('kind' in opened) return opened;
  const filename = `photo-${work.files.length + 1}.${item.extension}`;
  const place = await callForm(step, 'files.getUploadURLExternal', {
    filename,
    length: String(opened.bytes.length),
    ...(item.alt !== undefined && { alt_txt: item.alt }),
  });
  const id = isOk(place) ? textAt(place.json, 'file_id') : null;
  const url = isOk(place) ? textAt(place.json, 'upload_url') : null;
  if (id === null || url === null || !URL.canParse(url)) return failed(place);
  const stored = await ask(step.fetch, bytesRequest(url, opened), step.signal);
  // success is 200 with a text such as "OK - 183221"; Slack's errors have 200 too, as JSON with a code
  const error = stored.kind === 'response' ? textAt(stored.json, 'error') : null;
  if (stored.kind === 'response' && stored.status === 200 && error === null) {
    return progress({ ...work, files: [...work.files, id] });
  }
  if (stored.kind === 'response' && stored.status < 500 && stored.status !== 429) {
    // For another status the documentation says to start again with a new address.
    const why = error ?? `status ${stored.status}`;
    return { kind: 'retry', reason: `Slack did not take the file ${filename} (${why})` };
  }
  return failed(stored);
}

/** The address alone allows the upload, so no token is sent. */
function bytesRequest(url: string, { bytes }: OpenedMedia): Request {
  return new Request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: bytes,
    redirect: 'manual',
  });
}
