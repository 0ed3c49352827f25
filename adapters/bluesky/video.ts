/**
 * Videos go to the video service, which re-encodes them and stores the result on the account's server. It acts there
 * with a token that the server issues for this purpose; the token is used in the step that requests it and never
 * stored. Then the service is asked every few seconds for the progress.
 */
import type { AccountAccess } from '../port/account.ts';
import type { MediaItem, OpenedMedia, PublishStep } from '../port/publish.ts';
import { ask, at, brief, textAt, type NetworkResponse, type Lost } from '../lib/http.ts';
import type { Json, Outcome } from '../../machines/outcome.ts';
import { openMedia } from '../lib/media.ts';
import { readError } from './errors.ts';
import { progress, type VideoJob, type Work } from './checkpoint.ts';
import { accessToken, didOf, query, upload } from './xrpc.ts';

const MAX_VIDEO_BYTES = 300_000_000;
/** The server refuses tokens with a lifetime over an hour. */
const TOKEN_LIFE_SECONDS = 1800;
/** Short videos are processed in seconds, so the first checks come quickly. */
const CHECK_SOON_MS = 2000;
const CHECK_LATER_MS = 5000;
const SOON_MS = 60_000;
/** A job that takes longer counts as stuck. Later attempts of the delivery check it again. */
const MAX_PROCESSING_MS = 30 * 60_000;
/** Failures of the service itself. All others are about the file. */
const WORTH_ANOTHER_TRY = new Set(['pds_upload_failure', 'generic_failure']);
const MAX_FAILURES = 2;

export function processVideo(step: PublishStep, work: Work, item: MediaItem): Promise<Outcome> {
  return work.job === null ? sendVideo(step, work, item) : checkJob(step, work, work.job);
}

async function sendVideo(step: PublishStep, work: Work, item: MediaItem): Promise<Outcome> {
  const { account, fetch, signal, now } = step;
  const opened = await openMedia(step, item);
  if ('kind' in opened) return opened;
  if (opened.bytes.length > MAX_VIDEO_BYTES) {
    const reason = `media[0] has ${opened.bytes.length} bytes, bluesky takes ${MAX_VIDEO_BYTES}`;
    return { kind: 'rejected', reason };
  }
  const permission = await ask(fetch, serviceAuthRequest(account, now), signal);
  const token = permission.kind === 'response' ? textAt(permission.json, 'token') : null;
  if (token === null) return readError(permission, step);

  const name = `${work.rkey}-${work.videoFailures}.${item.extension}`;
  const answer = await ask(fetch, uploadVideoRequest(account, opened, name, token), signal);
  const job = readJob(answer);
  if (job === null) return readError(answer, step);
  const { width, height } = opened;
  const started: VideoJob = { id: job.id, startedAt: now, width, height };
  return job.blob === null
    ? progress({ ...work, job: started }, CHECK_SOON_MS)
    : keepBlob(work, started, job.blob);
}

async function checkJob(step: PublishStep, work: Work, job: VideoJob): Promise<Outcome> {
  const answer = await ask(step.fetch, jobStatusRequest(step.account, job.id), step.signal);
  const found = readJob(answer);
  if (found === null) {
    const failure = readError(answer, step);
    return failure.kind === 'rejected' ? sendAgain(work, failure.reason) : failure; // the service has lost the job
  }
  if (found.blob !== null) return keepBlob(work, job, found.blob);
  if (found.state === 'JOB_STATE_FAILED') {
    return WORTH_ANOTHER_TRY.has(found.failureCode)
      ? sendAgain(work, found.reason)
      : { kind: 'rejected', reason: found.reason };
  }
  const age = step.now - job.startedAt;
  if (age > MAX_PROCESSING_MS) {
    return {
      kind: 'retry',
      reason: `bluesky is still processing the video after ${MAX_PROCESSING_MS / 60_000} minutes`,
    };
  }
  return progress(work, age < SOON_MS ? CHECK_SOON_MS : CHECK_LATER_MS);
}

function serviceAuthRequest(account: AccountAccess, now: number): Request {
  const params = {
    // A port is percent-encoded in a did:web (https://w3c-ccg.github.io/did-method-web/)
    aud: `did:web:${encodeURIComponent(new URL(account.endpoints['pds'] ?? '').host)}`,
    lxm: 'com.atproto.repo.uploadBlob',
    exp: String(Math.floor(now / 1000) + TOKEN_LIFE_SECONDS),
  };
  return query(account, 'pds', 'com.atproto.server.getServiceAuth', params, accessToken(account));
}

function uploadVideoRequest(
  account: AccountAccess,
  opened: OpenedMedia,
  name: string,
  token: string,
): Request {
  const params = { did: didOf(account), name };
  return upload(account, 'video', 'app.bsky.video.uploadVideo', opened, { params, token });
}

function jobStatusRequest(account: AccountAccess, jobId: string): Request {
  return query(account, 'video', 'app.bsky.video.getJobStatus', { jobId });
}

interface JobState {
  id: string;
  state: string;
  blob: Json | null;
  failureCode: string;
  reason: string;
}

/**
 * Reads a job. According to the lexicon it is under `jobStatus`; in practice it also comes without. For a video that
 * the service has seen before it returns 409 with the earlier job, which is just as good.
 */
function readJob(answer: NetworkResponse | Lost): JobState | null {
  if (answer.kind === 'lost' || (answer.status !== 200 && answer.status !== 409)) return null;
  const job = at(answer.json, 'jobStatus') ?? answer.json;
  const id = textAt(job, 'jobId');
  if (id === null) return null;
  const failureCode = textAt(job, 'failureCode') ?? '';
  const words = textAt(job, 'message') ?? textAt(job, 'error') ?? failureCode;
  return {
    id,
    state: textAt(job, 'state') ?? '',
    blob: at(job, 'blob') ?? null,
    failureCode,
    reason: brief(`the video could not be processed: ${words}`),
  };
}

function keepBlob(work: Work, job: VideoJob, blob: Json): Outcome {
  const { width, height } = job;
  return progress({ ...work, job: null, blobs: [{ blob, width, height }] });
}

function sendAgain(work: Work, reason: string): Outcome {
  const videoFailures = work.videoFailures + 1;
  if (videoFailures >= MAX_FAILURES) return { kind: 'rejected', reason };
  return progress({ ...work, job: null, videoFailures }, CHECK_LATER_MS);
}
