/** Files: one upload is one step. The server processes a video afterwards, which is checked every few seconds. */
import type { AccountAccess } from '../port/account.ts';
import type { MediaItem, MediaRequirements, OpenedMedia, PublishStep } from '../port/publish.ts';
import { ask, textAt, type NetworkResponse, type Lost } from '../lib/http.ts';
import { fileNameOf, openMedia } from '../lib/media.ts';
import type { Outcome } from '../../machines/outcome.ts';
import { messageOf, readError } from './errors.ts';
import type { Failure } from '../lib/outcome.ts';
import { authorization } from '../lib/request.ts';
import { addressOf } from './request.ts';
import { progress, type UploadedFile, type Work } from './checkpoint.ts';

/** docs/contract.md, "Text and media for each network": the wait for a video's processing. */
const MAX_PROCESSING_MS = 5 * 60_000;
/** Default rate limit of a server: 300 requests in 5 minutes, for the whole account. */
const CHECK_SOON_MS = 2000;
const CHECK_LATER_MS = 5000;
const SOON_MS = 30_000;
const PAUSE_MS = 60_000;
const MAX_LOST_FILES = 2;
/**
 * The defaults of `image_size_limit` and `image_matrix_limit` (16 MiB, 33,177,600 pixels): within sides of 5760 pixels
 * no photo has more. The server itself scales down to a quarter of that.
 */
const PHOTO: MediaRequirements = { maxBytes: 16 * 1024 * 1024, maxSide: 5760 };

export async function uploadFile(step: PublishStep, work: Work, item: MediaItem): Promise<Outcome> {
  const { account, fetch, signal, now } = step;
  // a server names its own limit of videos when it refuses one
  const opened = await openMedia(step, item, item.kind === 'video' ? undefined : PHOTO);
  if ('kind' in opened) return opened;

  let answer = await ask(fetch, uploadRequest(account, opened, item.alt, 'v2'), signal);
  if (answer.kind === 'response' && (answer.status === 404 || answer.status === 405)) {
    // The server only knows the older call, which returns when the file is ready.
    answer = await ask(fetch, uploadRequest(account, opened, item.alt, 'v1'), signal);
  }
  const id = idOf(answer);
  if (answer.kind === 'lost' || id === null) return readError(answer, step);
  const ready = answer.status === 200;
  const files = [...work.files, { id, uploadedAt: now, ready }];
  return ready
    ? progress({ ...work, files })
    : progress({ ...work, files, processing: { since: now, lookedAt: now } }, CHECK_SOON_MS);
}

/** Checks whether the server has processed a file. */
export async function checkFile(step: PublishStep, work: Work, file: UploadedFile): Promise<Outcome> {
  const state = await askForFile(step, file.id);
  switch (state.kind) {
    case 'ready': {
      const files = work.files.map((other) => (other.id === file.id ? { ...file, ready: true } : other));
      return progress({ ...work, files });
    }
    case 'processing':
      return waitForFiles(step, work);
    case 'gone':
      // After a status was tried, a file that is not found may be attached to it: then search for the status.
      return work.triedAt === null
        ? uploadAgain(work, state.reason)
        : { kind: 'unknown', reason: `the uploaded media may be posted: ${state.reason}` };
    case 'failed':
      return { kind: 'rejected', reason: state.reason };
    case 'retry':
    case 'rejected':
    case 'expired':
    case 'reauthorize':
      return state;
    default:
      return state satisfies never;
  }
}

/** Checks again soon, until the deadline. A long pause (a later attempt of the delivery) starts a new wait. */
export function waitForFiles({ now }: PublishStep, work: Work): Outcome {
  const { processing } = work;
  const since = processing === null || now - processing.lookedAt > PAUSE_MS ? now : processing.since;
  const elapsed = now - since;
  if (elapsed >= MAX_PROCESSING_MS) {
    const reason = `the server is still processing the media after ${MAX_PROCESSING_MS / 60_000} minutes`;
    return { kind: 'retry', reason };
  }
  const afterMs = elapsed < SOON_MS ? CHECK_SOON_MS : CHECK_LATER_MS;
  return progress({ ...work, processing: { since, lookedAt: now } }, afterMs);
}

type FileState =
  | { kind: 'ready' }
  | { kind: 'processing' }
  /** The server does not know it, or it is attached to a status. */
  | { kind: 'gone'; reason: string }
  | { kind: 'failed'; reason: string }
  | Failure;

export async function askForFile(step: PublishStep, id: string): Promise<FileState> {
  const { account, fetch, signal } = step;
  const answer = await ask(fetch, fileRequest(account, id), signal);
  if (answer.kind === 'response') {
    if (answer.status === 206) return { kind: 'processing' };
    if (answer.status === 404) return { kind: 'gone', reason: messageOf(answer, step) };
    if (answer.status === 422) return { kind: 'failed', reason: messageOf(answer, step) };
    if (answer.status === 200 && idOf(answer) !== null) return { kind: 'ready' };
  }
  return readError(answer, step);
}

function uploadRequest(
  account: AccountAccess,
  opened: OpenedMedia,
  alt: string | undefined,
  version: 'v1' | 'v2',
): Request {
  const body = new FormData();
  body.set('file', new File([opened.bytes], fileNameOf('media', opened), { type: opened.contentType }));
  if (alt !== undefined) body.set('description', alt);
  return new Request(addressOf(account, `/api/${version}/media`), {
    method: 'POST',
    headers: authorization(account),
    body,
  });
}

function fileRequest(account: AccountAccess, id: string): Request {
  return new Request(addressOf(account, `/api/v1/media/${encodeURIComponent(id)}`), {
    headers: authorization(account),
  });
}

function idOf(answer: NetworkResponse | Lost): string | null {
  return answer.kind === 'response' && answer.status < 300 ? textAt(answer.json, 'id') : null;
}

/** Unattached files are deleted after about a day. */
function uploadAgain(work: Work, reason: string): Outcome {
  const lostFiles = work.lostFiles + 1;
  if (lostFiles > MAX_LOST_FILES) return { kind: 'rejected', reason };
  return progress({ ...work, files: [], processing: null, lostFiles });
}
