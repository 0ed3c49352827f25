/** Pictures are uploaded to Hashnode's own storage, so that articles do not depend on ours. */
import type { MediaItem, OpenedMedia, PublishStep } from '../port/publish.ts';
import { ask, at, retryAfterMs, textAt } from '../lib/http.ts';
import { openMedia } from '../lib/media.ts';
import type { Json, Outcome } from '../../machines/outcome.ts';
import { progress, type Work } from './checkpoint.ts';
import { retry } from '../lib/outcome.ts';
import { readError } from './errors.ts';
import { call } from './graphql.ts';

const REQUIREMENTS = {
  types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
  maxBytes: 8_000_000,
  withoutMetadata: true,
};
const MAX_BROKEN_OFF = 2;
const ONCE_MORE_AFTER_MS = 5000;
const UPLOAD =
  'mutation($i: CreateImageUploadURLInput!){ createImageUploadURL(input:$i){ presignedPost { url fields } } }';

/**
 * Requests an upload form and uploads the file with it, in one step. A stored file that no article uses is invisible.
 */
export async function uploadPicture(step: PublishStep, work: Work, item: MediaItem): Promise<Outcome> {
  const opened = await openMedia(step, item, REQUIREMENTS);
  if ('kind' in opened) return opened;
  if (opened.bytes.length > REQUIREMENTS.maxBytes) {
    const index = work.pictures.length;
    return {
      kind: 'rejected',
      reason: `media/${index} has ${opened.bytes.length} bytes and Hashnode takes ${REQUIREMENTS.maxBytes} in a picture: make the file smaller`,
    };
  }
  const contentType = opened.contentType;
  const made = await call(step, { query: UPLOAD, variables: { i: { contentType } } });
  const form = at(made.data, 'createImageUploadURL', 'presignedPost');
  const url = textAt(form, 'url');
  const key = textAt(form, 'fields', 'key');
  if (url === null || key === null || !URL.canParse(url)) {
    return 'failed' in made
      ? readError(made.failed, step)
      : { kind: 'retry', reason: 'Hashnode: a response without an upload address for the picture' };
  }
  const { fetch, signal, now, account } = step;
  const stored = await ask(fetch, storeRequest(url, at(form, 'fields') ?? null, opened), signal);
  if (stored.kind === 'lost') {
    // A form can be used once. A new one may work at once.
    if (stored.sent && work.brokenOff < MAX_BROKEN_OFF) {
      return progress({ ...work, brokenOff: work.brokenOff + 1 }, ONCE_MORE_AFTER_MS);
    }
    return { kind: 'retry', reason: `Hashnode: ${stored.reason}` };
  }
  const { status } = stored;
  if (status === 201 || status === 204) {
    const path = key.split('/').map(encodeURIComponent).join('/');
    return progress({ ...work, pictures: [...work.pictures, `${account.endpoints['cdn']}/${path}`] });
  }
  const reason = `Hashnode: its storage did not take a picture (status ${status})`;
  if (status >= 400 && status < 500 && status !== 429 && status !== 408) return { kind: 'rejected', reason };
  return retry(reason, retryAfterMs(stored.headers, now));
}

/** All fields in the given order, the file last. */
function storeRequest(url: string, fields: Json, { bytes, contentType }: OpenedMedia): Request {
  const form = new FormData();
  for (const name of Object.keys(fields ?? {})) form.set(name, textAt(fields, name) ?? '');
  form.set('file', new File([bytes], 'picture', { type: contentType }));
  return new Request(url, { method: 'POST', body: form, redirect: 'manual' });
}
