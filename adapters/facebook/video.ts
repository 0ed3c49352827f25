/**
 * A video takes three phases: opening an upload returns the video's id, its bytes are sent in the pieces that
 * Facebook requests, and the last call publishes it. Facebook then converts it, and may still find it unusable.
 */
import type { Outcome } from '../../machines/outcome.ts';
import type { PublishStep } from '../port/publish.ts';
import { type NetworkResponse, ask, at, brief, textAt } from '../lib/http.ts';
import { HEAD, openPart } from '../lib/media.ts';
import { idAt } from '../meta/request.ts';
import { addressOf, finishRequest, startRequest, transferRequest, videoRequest } from './request.ts';
import { type Finishing, type Processing, progress, type Stage } from './checkpoint.ts';
import { outcomeOf, type Failure, readError, lostFailure } from './errors.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Bytes sent in one step. A step whose response was lost sends them again. */
const MAX_BYTES_A_STEP = 64 * 1024 * 1024;
const PROCESSING_DEADLINE_MS = 10 * MINUTE;
/** How long to ask a published video for the id of its post. After that the video's own id is used. */
const POST_ID_WITHIN_MS = 5 * MINUTE;

type At<S extends Stage['stage']> = Extract<Stage, { stage: S }>;

export async function start(step: PublishStep, stage: At<'starting'>): Promise<Outcome> {
  const [item] = step.plan.media;
  if (!item) return { kind: 'rejected', reason: 'Facebook makes no video of nothing' };
  const media = await openPart(step, item, HEAD);
  if ('kind' in media) return media;
  const answer = await ask(step.fetch, startRequest(step.account, media.size), step.signal);
  if (answer.kind === 'lost') return outcomeOf(lostFailure(answer), stage);
  const [sessionId, videoId] = [idAt(answer, 'upload_session_id'), idAt(answer, 'video_id')];
  const piece = pieceAt(answer);
  if (sessionId === null || videoId === null || piece === null) {
    return outcomeOf(readError(answer, step.now), stage);
  }
  return progress({ stage: 'transferring', ...piece, sessionId, videoId, anew: stage.anew }, 0);
}

export async function transfer(step: PublishStep, stage: At<'transferring'>): Promise<Outcome> {
  const [item] = step.plan.media;
  if (!item) return { kind: 'rejected', reason: 'Facebook makes no video of nothing' };
  const { sessionId } = stage;
  const name = `video.${item.extension}`;
  const until = stage.offset + MAX_BYTES_A_STEP;
  let { offset, end } = stage;
  while (offset < end && offset < until) {
    const media = await openPart(step, item, { from: offset, to: end });
    if ('kind' in media) return offset > stage.offset ? progress({ ...stage, offset, end }, 0) : media;
    const chunk = new File([media.bytes], name, { type: media.contentType });
    const answer = await ask(
      step.fetch,
      transferRequest(step.account, sessionId, offset, chunk),
      step.signal,
    );
    const piece = answer.kind === 'lost' ? null : pieceAt(answer);
    // Without progress the same piece would be sent for ever.
    const isNext = piece !== null && (piece.offset > offset || piece.offset === piece.end);
    if (!isNext) {
      if (offset > stage.offset) break; // the bytes sent so far are kept; the next step will see the failure again
      const failure = answer.kind === 'lost' ? lostFailure(answer) : readError(answer, step.now);
      return outcomeOf(failure, stage);
    }
    ({ offset, end } = piece);
  }
  if (offset < end) return progress({ ...stage, offset, end }, 0);
  const { videoId, anew } = stage;
  const { text } = step.plan;
  return progress({ stage: 'finishing', videoId, sessionId, text, triedAt: step.now, anew }, 0);
}

/** The piece that Facebook requests next. At its end nothing is left to send. */
function pieceAt(answer: NetworkResponse): { offset: number; end: number } | null {
  const [offset, end] = [textAt(answer.json, 'start_offset'), textAt(answer.json, 'end_offset')];
  if (answer.status >= 300 || offset === null || end === null) return null;
  const piece = { offset: Number(offset), end: Number(end) };
  return Number.isSafeInteger(piece.offset) && Number.isSafeInteger(piece.end) ? piece : null;
}

/** Publishes. The same session again is the same video, never a second post. */
export async function finish(step: PublishStep, stage: Finishing): Promise<Outcome> {
  const { account, now } = step;
  const answer = await ask(step.fetch, finishRequest(account, stage.sessionId, stage.text), step.signal);
  if (answer.kind === 'lost') {
    const reason = `Facebook: ${answer.reason}`;
    return answer.sent ? { kind: 'unknown', reason } : { kind: 'retry', reason };
  }
  if (answer.status < 300 && at(answer.json, 'success') === true)
    return progress(processingOf(stage, now), SECOND);
  const failure = readError(answer, now);
  const { verdict, reason } = failure;
  // Facebook also reports this for a session that is finished already.
  const certain = verdict === 'throttled' || verdict === 'reauthorize';
  if (certain) return outcomeOf(failure, stage);
  if (verdict === 'temporary' || verdict === 'maybe_live') return { kind: 'unknown', reason };
  const video = await look(step, stage.videoId);
  if ('verdict' in video || video.state !== 'waiting') return { kind: 'unknown', reason };
  return outcomeOf(failure, stage);
}

function processingOf({ videoId, sessionId }: Finishing, now: number): Processing {
  return { stage: 'processing', videoId, sessionId, since: now };
}

export async function watch(step: PublishStep, stage: Processing): Promise<Outcome> {
  const { now } = step;
  const { since } = stage;
  const waitedMs = now - since;
  const video = await look(step, stage.videoId);
  if ('verdict' in video) {
    // It cannot be read yet, or Facebook is busy. It will still become live.
    const passes = ['temporary', 'throttled', 'missing'].includes(video.verdict);
    if (!passes || waitedMs >= PROCESSING_DEADLINE_MS) return { kind: 'unknown', reason: video.reason };
    return again(stage, now, video.afterMs);
  }
  switch (video.state) {
    case 'published':
      if (video.postId === null && waitedMs < POST_ID_WITHIN_MS) return again(stage, now);
      return published(step, stage.videoId, video.postId);
    case 'failed':
      return { kind: 'rejected', reason: video.reason };
    case 'waiting':
    case 'processing':
      if (waitedMs < PROCESSING_DEADLINE_MS) return again(stage, now);
      return { kind: 'unknown', reason: 'Facebook is still processing the video after 10 minutes' };
    default:
      return video satisfies never;
  }
}

function again(stage: Processing, now: number, atLeastMs = 0): Outcome {
  const waitMs = now - stage.since < MINUTE ? 5 * SECOND : 30 * SECOND;
  return progress(stage, Math.max(waitMs, atLeastMs));
}

function published(step: PublishStep, videoId: string, postId: string | null): Outcome {
  const networkPostId = postId === null ? videoId : prefixed(step.account.remoteId, postId);
  return { kind: 'published', networkPostId, url: addressOf(networkPostId) };
}

/** Ids of posts are `{page}_{post}`; a video names the second part alone, or both. */
export function prefixed(pageId: string, postId: string): string {
  return postId.includes('_') ? postId : `${pageId}_${postId}`;
}

type VideoState =
  | { state: 'published'; postId: string | null }
  /** The upload is finished, the video is being converted. */
  | { state: 'processing' }
  /** The upload is not finished. */
  | { state: 'waiting' }
  | { state: 'failed'; reason: string };

/** Reads the state of a video. */
export async function look(step: PublishStep, videoId: string): Promise<VideoState | Failure> {
  const answer = await ask(step.fetch, videoRequest(step.account, videoId), step.signal);
  if (answer.kind === 'lost') return lostFailure(answer);
  return videoStateIn(answer) ?? readError(answer, step.now);
}

function videoStateIn(answer: NetworkResponse): VideoState | null {
  const status = at(answer.json, 'status');
  const videoStatus = textAt(status, 'video_status');
  if (answer.status >= 300 || videoStatus === null) return null;
  const isPublished = textAt(status, 'publishing_phase', 'publish_status') === 'published';
  // "published" alone only repeats the request, and is true before the video is published
  if (isPublished || (videoStatus === 'ready' && at(answer.json, 'published') === true)) {
    const postId = textAt(answer.json, 'post_id');
    return { state: 'published', postId: postId === '' ? null : postId };
  }
  switch (videoStatus) {
    case 'error':
    case 'upload_failed':
    case 'expired': {
      const phases = ['processing_phase', 'uploading_phase', 'publishing_phase'];
      const words = phases.map((phase) => textAt(status, phase, 'error', 'message')).find((text) => text);
      return { state: 'failed', reason: brief(`Facebook could not use the video: ${words ?? videoStatus}`) };
    }
    case 'uploading':
    case 'upload_complete':
      return { state: 'waiting' };
    case 'processing':
    case 'ready':
    default:
      return { state: 'processing' };
  }
}
