/** Photos: a place for the bytes, then the bytes, in one step. A file that is not shared is seen by nobody. */
import type { MediaItem, OpenedMedia, PublishStep } from '../port/publish.ts';
import { ask, textAt, type Answer, type Lost } from '../lib/http.ts';
import { openMedia } from '../lib/media.ts';
import type { Outcome } from '../../machines/outcome.ts';
import { callForm, isOk } from './request.ts';
import { progress, type Work } from './checkpoint.ts';

const REQUIREMENTS = {
  types: ['image/jpeg', 'image/png', 'image/gif'],
  maxBytes: 1_000_000_000,
  withoutMetadata: true,
};

/** @param failed what an answer without success comes to */
export async function uploadPhoto(
  step: PublishStep,
  work: Work,
  item: MediaItem,
  failed: (answer: Answer | Lost) => Outcome,
): Promise<Outcome> {
  const opened = await openMedia(step, item, REQUIREMENTS);
  if ('kind' in opened) return opened;
  const filename = `photo-${work.files.length + 1}.${item.extension}`;
  const place = await callForm(step, 'files.getUploadURLExternal', {
    filename,
    length: String(opened.bytes.length),
  });
  const id = isOk(place) ? textAt(place.json, 'file_id') : null;
  const url = isOk(place) ? textAt(place.json, 'upload_url') : null;
  if (id === null || url === null || !URL.canParse(url)) return failed(place);
  const stored = await ask(step.fetch, bytesRequest(url, opened), step.signal);
  // "200 with plain text such as OK - 183221"; Slack's errors come with 200 too, as JSON with a word for it
  const error = stored.kind === 'answer' ? textAt(stored.json, 'error') : null;
  if (stored.kind === 'answer' && stored.status === 200 && error === null) {
    return progress({ ...work, files: [...work.files, id] });
  }
  if (stored.kind === 'answer' && stored.status < 500 && stored.status !== 429) {
    // "Another status: begin again" with a new place.
    const why = error ?? `status ${stored.status}`;
    return { kind: 'retry', reason: `Slack did not take the file ${filename} (${why})` };
  }
  return failed(stored);
}

/** The address is all that is needed: no token goes there. */
function bytesRequest(url: string, { bytes }: OpenedMedia): Request {
  return new Request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: bytes,
    redirect: 'manual',
  });
}
