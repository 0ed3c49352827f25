/**
 * Files. A photo is one call; a GIF or video is sent in parts and may be processed for a while. All calls of one file
 * are one step: a file is invisible until a post names it, so a step that failed starts with a new file.
 */
import type { AccountAccess } from '../port/account.ts';
import type { MediaItem, MediaRequirements, OpenedMedia, PublishStep } from '../port/publish.ts';
import { ask, at, brief, textAt, type NetworkResponse, type Lost } from '../lib/http.ts';
import { openMedia } from '../lib/media.ts';
import type { Outcome } from '../../machines/outcome.ts';
import { messageOf, readError } from './errors.ts';
import type { Failure } from '../lib/outcome.ts';
import { authorization } from '../lib/request.ts';
import { addressOf, postRequest } from './request.ts';
import { progress, type UploadedFile, type Work } from './checkpoint.ts';

const MB = 1_000_000;
/** Parts of 1 to 4 MB are proven; 5 MB is the stated ceiling. */
const PART_BYTES = 4 * MB;
/** Segments are numbered 0 to 999. */
const MAX_PARTS = 1000;
/** The lifetime of a file if X does not state it. */
const FILE_LIFE_SECONDS = 86_400;
/** The wait if X does not say when to check again. */
const CHECK_AFTER_MS = 5000;
const MAX_PROCESSING_MS = 15 * 60_000;
/** Longer than any wait between two checks: a later attempt of the delivery starts a new wait. */
const PAUSE_MS = 3 * 60_000;
const MAX_REUPLOADS = 3;

const KINDS: { [kind in MediaItem['kind']]?: { category: string; requirements: MediaRequirements } } = {
  image: {
    category: 'tweet_image',
    requirements: { types: ['image/jpeg', 'image/png', 'image/webp'], maxBytes: 5 * MB },
  },
  gif: { category: 'tweet_gif', requirements: { types: ['image/gif'], maxBytes: 15 * MB } },
  video: {
    category: 'tweet_video',
    requirements: { types: ['video/mp4', 'video/quicktime', 'video/webm'], maxBytes: 512 * MB },
  },
};

export async function uploadFile(step: PublishStep, work: Work, item: MediaItem): Promise<Outcome> {
  const kind = KINDS[item.kind];
  if (!kind) return { kind: 'rejected', reason: `X takes no .${item.extension} files` };
  const { category, requirements } = kind;
  const opened = await openMedia(step, item, requirements);
  if ('kind' in opened) return opened;
  const send = item.kind === 'image' ? sendWhole : sendInParts;
  const uploaded = await send(step, opened, category);
  if ('kind' in uploaded) return uploaded;
  const failure = item.alt === undefined ? null : await describeFile(step, uploaded.file.id, item.alt);
  if (failure) return failure;
  const files = [...work.files, uploaded.file];
  if (uploaded.file.ready) return progress({ ...work, files });
  return progress({ ...work, files, processing: { since: step.now, lookedAt: step.now } }, uploaded.afterMs);
}

/** @returns null once X has the description */
async function describeFile(step: PublishStep, id: string, text: string): Promise<Failure | null> {
  const request = { id, metadata: { alt_text: { text } } };
  const answer = await ask(step.fetch, postRequest(step.account, '/2/media/metadata', request), step.signal);
  return answer.kind === 'response' && answer.status < 300 ? null : readError(answer, step);
}

type Uploaded = { file: UploadedFile; afterMs: number };

async function sendWhole(
  step: PublishStep,
  opened: OpenedMedia,
  category: string,
): Promise<Uploaded | Failure> {
  const body = new FormData();
  body.set('media_category', category);
  body.set('media', new File([opened.bytes], 'media', { type: opened.contentType }));
  return readUploaded(
    await ask(step.fetch, formRequest(step.account, '/2/media/upload', body), step.signal),
    step,
  );
}

async function sendInParts(
  step: PublishStep,
  { bytes, contentType }: OpenedMedia,
  category: string,
): Promise<Uploaded | Failure> {
  const { account, fetch, signal } = step;
  const parts = Math.ceil(bytes.length / PART_BYTES);
  if (parts > MAX_PARTS)
    return { kind: 'rejected', reason: `X takes ${MAX_PARTS} parts, the file has ${parts}` };
  const command = { media_type: contentType, media_category: category, total_bytes: bytes.length };
  const started = await ask(fetch, postRequest(account, '/2/media/upload/initialize', command), signal);
  const id = idOf(started);
  if (id === null) return readError(started, step);

  const path = `/2/media/upload/${encodeURIComponent(id)}`;
  for (let part = 0; part < parts; part += 1) {
    const body = new FormData();
    body.set('segment_index', String(part));
    body.set('media', new File([bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES)], 'part'));
    const answer = await ask(fetch, formRequest(account, `${path}/append`, body), signal);
    if (answer.kind === 'lost' || answer.status >= 300) return readError(answer, step);
  }
  return readUploaded(await ask(fetch, postRequest(account, `${path}/finalize`), signal), step);
}

function readUploaded(answer: NetworkResponse | Lost, step: PublishStep): Uploaded | Failure {
  const { now } = step;
  const id = idOf(answer);
  if (answer.kind === 'lost' || id === null) return readError(answer, step);
  const lifeSeconds = numberAt(answer, 'expires_after_secs') ?? FILE_LIFE_SECONDS;
  const state = stateOf(answer);
  if (state.kind === 'failed') return { kind: 'rejected', reason: state.reason };
  const ready = state.kind === 'ready';
  const file = { id, ready, usableUntil: now + lifeSeconds * 1000 };
  return { file, afterMs: ready ? 0 : state.afterMs };
}

/** Checks whether X has processed a file. */
export async function checkFile(step: PublishStep, work: Work, file: UploadedFile): Promise<Outcome> {
  const { account, fetch, signal, now } = step;
  const answer = await ask(fetch, statusRequest(account, file.id), signal);
  if (answer.kind === 'response' && answer.status === 404) return forgotten(work);
  if (answer.kind === 'lost' || idOf(answer) === null) return readError(answer, step);
  const state = stateOf(answer);
  switch (state.kind) {
    case 'ready': {
      const files = work.files.map((other) => (other.id === file.id ? { ...file, ready: true } : other));
      return progress({ ...work, files, processing: null });
    }
    case 'failed':
      return { kind: 'rejected', reason: state.reason };
    case 'processing':
      return waitForFile(work, now, state.afterMs);
    default:
      return state satisfies never;
  }
}

function waitForFile(work: Work, now: number, afterMs: number): Outcome {
  const { processing } = work;
  const since = processing === null || now - processing.lookedAt > PAUSE_MS ? now : processing.since;
  if (now - since >= MAX_PROCESSING_MS) {
    const reason = `X is still processing the media after ${MAX_PROCESSING_MS / 60_000} minutes`;
    return { kind: 'retry', reason };
  }
  return progress({ ...work, processing: { since, lookedAt: now } }, afterMs);
}

/** Files that have expired or soon will are uploaded again before the post is sent. */
export function forgotten(work: Work): Outcome {
  const reuploads = work.reuploads + 1;
  if (reuploads > MAX_REUPLOADS)
    return { kind: 'rejected', reason: 'X forgets the media before it can be posted' };
  return progress({ ...work, files: [], processing: null, reuploads });
}

function statusRequest(account: AccountAccess, id: string): Request {
  const query = new URLSearchParams({ command: 'STATUS', media_id: id });
  return new Request(addressOf(account, `/2/media/upload?${query.toString()}`), {
    headers: authorization(account),
  });
}

export function formRequest(account: AccountAccess, path: string, body: FormData): Request {
  return new Request(addressOf(account, path), { method: 'POST', headers: authorization(account), body });
}

type FileState =
  | { kind: 'ready' }
  | { kind: 'failed'; reason: string }
  | { kind: 'processing'; afterMs: number };

/** A file without `processing_info` is ready. */
function stateOf(answer: NetworkResponse): FileState {
  const info = at(answer.json, 'data', 'processing_info');
  const state = textAt(info, 'state');
  if (info === undefined || info === null || state === 'succeeded') return { kind: 'ready' };
  if (state === 'failed') {
    const words = textAt(info, 'error', 'message') ?? textAt(info, 'error', 'name');
    return { kind: 'failed', reason: brief(`X could not process the media: ${words ?? messageOf(answer)}`) };
  }
  const seconds = at(info, 'check_after_secs');
  return { kind: 'processing', afterMs: typeof seconds === 'number' ? seconds * 1000 : CHECK_AFTER_MS };
}

export function idOf(answer: NetworkResponse | Lost): string | null {
  return answer.kind === 'response' && answer.status < 300 ? textAt(answer.json, 'data', 'id') : null;
}

function numberAt(answer: NetworkResponse, name: string): number | null {
  const value = at(answer.json, 'data', name);
  return typeof value === 'number' ? value : null;
}
