/** Uploads files into the site's library: one upload is one step. */
import type { Outcome } from '../../machines/outcome.ts';
import type { MediaItem, OpenedMedia, PublishStep } from '../port/publish.ts';
import { type NetworkResponse, ask, type Lost, textAt } from '../lib/http.ts';
import { openMedia } from '../lib/media.ts';
import { readError, readPublishError } from './errors.ts';
import { fileStem, progress, type StoredFile, type Work } from './checkpoint.ts';
import { refusedOr } from './clean-up.ts';
import { addressOf, authorization, getRequest, postRequest, type Site } from './site.ts';

/** How often the site is asked to make the smaller sizes before the file is used as it is. */
const MAX_FINISHING = 3;
const FINISH_AFTER_MS = 5000;

const EXTENSIONS: { [type: string]: string } = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
};

export async function uploadFile(step: PublishStep, work: Work, item: MediaItem): Promise<Outcome> {
  const { account, fetch, signal } = step;
  const opened = await openMedia(step, item);
  if ('kind' in opened) return refusedOr(opened, work);
  const stem = fileStem(step, work, item);
  const answer = await ask(fetch, uploadRequest(account, opened, item, stem), signal);
  const file = fileIn(answer, item);
  if (file !== null) return progress({ ...work, files: [...work.files, file] });
  const attachmentId = answer.kind === 'response' ? answer.headers.get('x-wp-upload-attachment-id') : null;
  if (attachmentId !== null && /^\d+$/.test(attachmentId)) {
    // the file is stored, but its smaller sizes could not be made
    const unfinished = { file: { id: attachmentId, source: '', ...factsOf(item) }, tries: 0 };
    return progress({ ...work, unfinished }, FINISH_AFTER_MS);
  }
  return refusedOr(readPublishError(answer, step), work, answer);
}

/** Asks the site to continue making the smaller sizes; after some tries the file is used without them. */
export async function finishFile(
  step: PublishStep,
  work: Work,
  { file, tries }: NonNullable<Work['unfinished']>,
): Promise<Outcome> {
  const { account, fetch, signal } = step;
  const path = `/wp/v2/media/${file.id}`;
  const request =
    tries < MAX_FINISHING
      ? postRequest(account, `${path}/post-process`, { action: 'create-image-subsizes' })
      : getRequest(account, path, { context: 'edit' });
  const answer = await ask(fetch, request, signal);
  const source = answer.kind === 'response' && answer.status < 300 ? textAt(answer.json, 'source_url') : null;
  if (source !== null)
    return progress({ ...work, unfinished: null, files: [...work.files, { ...file, source }] });
  const failure = readError(answer, step);
  if (tries >= MAX_FINISHING || failure.kind === 'reauthorize') return refusedOr(failure, work, answer);
  return progress({ ...work, unfinished: { file, tries: tries + 1 } }, FINISH_AFTER_MS);
}

/**
 * Sends raw bytes, or a form where the file has a description. The name is ASCII, because every server accepts that in this header.
 */
function uploadRequest(site: Site, opened: OpenedMedia, item: MediaItem, stem: string): Request {
  const extension = EXTENSIONS[opened.contentType] ?? item.extension;
  const name = `${stem}.${extension}`;
  const address = addressOf(site.endpoints['api'] ?? '', '/wp/v2/media');
  if (item.alt !== undefined) {
    const body = new FormData();
    body.set('file', new File([opened.bytes], name, { type: opened.contentType }));
    body.set('alt_text', item.alt);
    return new Request(address, { method: 'POST', headers: authorization(site), redirect: 'manual', body });
  }
  return new Request(address, {
    method: 'POST',
    headers: {
      ...authorization(site),
      'content-type': opened.contentType,
      'content-disposition': `attachment; filename="${name}"`,
    },
    redirect: 'manual',
    body: opened.bytes,
  });
}

/** The new file; null if the response has none. */
function fileIn(answer: NetworkResponse | Lost, item: MediaItem): StoredFile | null {
  return answer.kind === 'response' && answer.status < 300 ? storedFile(answer.json, item) : null;
}

export function storedFile(json: NetworkResponse['json'], item: MediaItem): StoredFile | null {
  const id = textAt(json, 'id');
  const source = textAt(json, 'source_url');
  if (id === null || source === null || !URL.canParse(source)) return null;
  return { id, source, ...factsOf(item) };
}

const factsOf = ({ kind, alt }: MediaItem): Pick<StoredFile, 'isVideo' | 'alt'> => ({
  isVideo: kind === 'video',
  ...(alt !== undefined && { alt }),
});
