/** A video: parts of 4 MiB go to the addresses that LinkedIn names, then LinkedIn processes it for a while. */
import type { Outcome } from '../../machines/outcome.ts';
import type { MediaItem, PublishStep } from '../port/publish.ts';
import { ask, at, brief, textAt, type NetworkResponse } from '../lib/http.ts';
import { openMedia } from '../lib/media.ts';
import { messageOf, readError } from './errors.ts';
import { progress, type Work } from './checkpoint.ts';
import { getRequest, ownerOf, postRequest, putRequest } from './request.ts';

const CHECK_AFTER_MS = 5000;
const MAX_PROCESSING_MS = 15 * 60_000;
/** Longer than any wait between two checks: a later attempt of the delivery starts a new wait. */
const PAUSE_MS = 3 * 60_000;
/** The wait if the token may not read videos, which the documentation leaves open. */
const BLIND_WAIT_MS = 20_000;

export async function uploadVideo(step: PublishStep, work: Work, item: MediaItem): Promise<Outcome> {
  const { account, fetch, signal, now } = step;
  const opened = await openMedia(step, item, { types: ['video/mp4'], maxBytes: 500_000_000 });
  if ('kind' in opened) return opened;
  const { bytes } = opened;
  const initializeUploadRequest = {
    owner: ownerOf(account),
    fileSizeBytes: bytes.length,
    uploadCaptions: false,
    uploadThumbnail: false,
  };
  const begin = postRequest(account, '/rest/videos?action=initializeUpload', { initializeUploadRequest });
  const started = await ask(fetch, begin, signal);
  const place = started.kind === 'response' && started.status < 300 ? placeIn(started) : null;
  if (place === null) return readError(started, step);

  const uploadedPartIds: string[] = [];
  for (const { url, first, last } of place.parts) {
    const put = await ask(fetch, putRequest(account, url, bytes.slice(first, last + 1)), signal);
    const etag = put.kind === 'response' && put.status < 300 ? put.headers.get('etag') : null;
    if (etag === null) return readError(put, step);
    uploadedPartIds.push(etag);
  }
  const { urn, uploadToken } = place;
  const end = { finalizeUploadRequest: { video: urn, uploadToken, uploadedPartIds } };
  const ended = await ask(fetch, postRequest(account, '/rest/videos?action=finalizeUpload', end), signal);
  if (ended.kind === 'lost' || ended.status >= 300) return readError(ended, step);
  const processing = { since: now, lookedAt: now };
  return progress({ ...work, file: { urn, kind: 'video' }, processing }, CHECK_AFTER_MS);
}

interface Place {
  urn: string;
  /** Sent back unchanged, even if it is empty. */
  uploadToken: string;
  parts: { url: string; first: number; last: number }[];
}

function placeIn({ json }: NetworkResponse): Place | null {
  const value = at(json, 'value');
  const urn = textAt(value, 'video');
  const instructions = at(value, 'uploadInstructions');
  if (urn === null || !Array.isArray(instructions) || instructions.length === 0) return null;
  const parts: Place['parts'] = [];
  for (const instruction of instructions) {
    const url = textAt(instruction, 'uploadUrl');
    const first = at(instruction, 'firstByte');
    const last = at(instruction, 'lastByte');
    if (url === null || !URL.canParse(url) || typeof first !== 'number' || typeof last !== 'number')
      return null;
    parts.push({ url, first, last });
  }
  return { urn, uploadToken: textAt(value, 'uploadToken') ?? '', parts };
}

/** Checks whether LinkedIn has processed the video. */
export async function checkVideo(
  step: PublishStep,
  work: Work,
  processing: NonNullable<Work['processing']>,
): Promise<Outcome> {
  const { account, fetch, signal, now } = step;
  const urn = work.file?.urn ?? '';
  const answer = await ask(fetch, getRequest(account, `/rest/videos/${encodeURIComponent(urn)}`), signal);
  const ready = progress({ ...work, processing: null });
  if (answer.kind === 'response' && answer.status === 403) {
    const left = BLIND_WAIT_MS - (now - processing.since);
    return left <= 0 ? ready : progress(work, left);
  }
  const status = answer.kind === 'response' && answer.status < 300 ? textAt(answer.json, 'status') : null;
  if (answer.kind === 'lost' || status === null) return readError(answer, step);
  if (status === 'AVAILABLE') return ready;
  if (status === 'PROCESSING_FAILED') {
    const why = textAt(answer.json, 'processingFailureReason') ?? 'it does not say why';
    return { kind: 'rejected', reason: brief(`LinkedIn could not process the video: ${why}`) };
  }
  if (status !== 'PROCESSING' && status !== 'WAITING_UPLOAD') {
    return { kind: 'retry', reason: messageOf(answer, step) };
  }
  const since = now - processing.lookedAt > PAUSE_MS ? now : processing.since;
  if (now - since >= MAX_PROCESSING_MS) {
    return {
      kind: 'retry',
      reason: `LinkedIn is still processing the video after ${MAX_PROCESSING_MS / 60_000} minutes`,
    };
  }
  return progress({ ...work, processing: { since, lookedAt: now } }, CHECK_AFTER_MS);
}
