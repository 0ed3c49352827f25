/** Sends a video's bytes, one chunk per step. After the last one TikTok publishes the post. */
import type { Outcome } from '../../machines/outcome.ts';
import type { OpenedMedia, PublishStep } from '../port/publish.ts';
import { type NetworkResponse, ask } from '../lib/http.ts';
import { openPart } from '../lib/media.ts';
import { openAddress } from '../lib/upload-address.ts';
import { isServerError, messageOf, readError } from './errors.ts';
import { lostOutcome } from '../lib/outcome.ts';
import { progress, settling, type Uploading } from './checkpoint.ts';
import { chunkAfter, isLastChunk, rangeOf } from './chunks.ts';
import { restart, failed, FIRST_LOOK_AFTER_MS } from './settle.ts';
import { askStatus } from './status.ts';

/** How often TikTok may expect another chunk than the one sent. */
const MAX_STALLED = 3;

export async function uploadChunk(step: PublishStep, stage: Uploading): Promise<Outcome> {
  const { plan, now } = step;
  const file = await openPart(step, plan.media[0]!, rangeOf(stage, stage.next));
  if ('kind' in file) return file;
  const address = openAddress(stage.address, step);
  if (address === null) return askWhere(step, stage, null, 'the kept address of the upload does not open');
  // the file at the address changed, so the upload of the first one can never be completed
  if (file.size !== stage.size) return leaveUpload(step, stage);

  const answer = await ask(step.fetch, chunkRequest(address, stage, file), step.signal);
  if (answer.kind === 'lost') return lostOutcome('TikTok', answer);
  const { status } = answer;
  if (status === 201) return progress(settling(stage, stage.publishId, now), FIRST_LOOK_AFTER_MS);
  if (status === 206 && !isLastChunk(stage, stage.next)) {
    return progress({ ...stage, next: stage.next + 1, at: now, stalled: 0 });
  }
  if (isServerError(answer)) return { kind: 'unknown', reason: messageOf(answer, step) };
  if (status === 401 || status === 429) return readError(answer, step);
  if (status < 300)
    return { kind: 'unknown', reason: `TikTok responded with ${status} to the last part of the video` };
  return askWhere(step, stage, answer, `TikTok refused a part of the video with status ${status}`);
}

/**
 * The post was edited and needs a new upload. But this one may be complete already, by a try whose response was lost.
 */
export function leaveUpload(step: PublishStep, stage: Uploading): Promise<Outcome> {
  return askWhere(step, stage, null, 'the post was changed while its video was uploaded');
}

/** The address alone allows the upload, so no token is sent. */
function chunkRequest(address: string, stage: Uploading, { bytes, contentType }: OpenedMedia): Request {
  const { from, to } = rangeOf(stage, stage.next);
  return new Request(address, {
    method: 'PUT',
    headers: { 'content-type': contentType, 'content-range': `bytes ${from}-${to - 1}/${stage.size}` },
    body: bytes,
    redirect: 'manual',
  });
}

/**
 * A chunk was refused: its position is wrong, or the address has expired after an hour. The status shows what TikTok
 * has.
 */
async function askWhere(
  step: PublishStep,
  stage: Uploading,
  refusal: NetworkResponse | null,
  reason: string,
): Promise<Outcome> {
  const { now } = step;
  const status = await askStatus(step, stage.publishId);
  switch (status.kind) {
    case 'complete':
      return progress(settling(stage, stage.publishId, now));
    case 'failed':
      return failed(stage, status.reason);
    case 'unclear':
      return isLastChunk(stage, stage.next) || !status.isPassing
        ? { kind: 'unknown', reason: status.failure.reason }
        : { kind: 'retry', reason: status.failure.reason };
    case 'processing':
      break;
    default:
      return status satisfies never;
  }
  const stored = status.uploadedBytes ?? (refusal === null ? null : storedBy(refusal));
  if (!status.isUpload || (stored !== null && stored >= stage.size)) {
    return progress(settling(stage, stage.publishId, now), FIRST_LOOK_AFTER_MS);
  }
  if (stored === null && isLastChunk(stage, stage.next)) return { kind: 'unknown', reason };
  if (refusal?.status !== 416 || stage.stalled >= MAX_STALLED) return restart(stage, reason);
  const next = stored === null ? stage.next : chunkAfter(stage, stored);
  return progress({ ...stage, next, at: now, stalled: stage.stalled + 1 }, 1000);
}

/** A 416 names in Content-Range the bytes TikTok has: `bytes 0-9999999/50000123`. */
function storedBy({ headers }: NetworkResponse): number | null {
  const last = /^bytes 0-(\d+)\//.exec(headers.get('content-range') ?? '')?.[1];
  return last === undefined ? null : Number(last) + 1;
}
