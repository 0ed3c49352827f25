/**
 * Registers a video at Pinterest, uploads it to its storage, and waits for its processing. It is invisible until a
 * pin names it.
 */
import type { Outcome } from '../../machines/outcome.ts';
import type { MediaItem, PublishStep } from '../port/publish.ts';
import { type NetworkResponse, ask, at, textAt } from '../lib/http.ts';
import { openMedia } from '../lib/media.ts';
import { isServerError, readError } from './errors.ts';
import { progress, type Stage, tallyOf } from './checkpoint.ts';
import { get, post } from './request.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Processing takes seconds to some minutes. After that the delivery's own retries continue. */
const PROCESSING_DEADLINE_MS = 15 * MINUTE;
/** Longer than any wait between two checks: a later check starts a new wait. */
const PAUSE_MS = 2 * MINUTE;
/** Waits before a video that Pinterest has lost is uploaded again. */
const RESTART_AFTER_MS = [10 * SECOND, MINUTE];

/**
 * Registers and uploads the video in one step: the form fields that allow the upload work like a password and are not
 * stored. A step that failed leaves a registration that is never used.
 */
export async function uploadVideo(
  step: PublishStep,
  stage: Extract<Stage, { stage: 'begun' }>,
  item: MediaItem,
): Promise<Outcome> {
  const media = await openMedia(step, item);
  if ('kind' in media) return media;
  const registered = await ask(
    step.fetch,
    post(step.account, '/media', { media_type: 'video' }),
    step.signal,
  );
  const place = registered.kind === 'response' ? placeIn(registered) : null;
  if (place === null) return readError(registered, step);

  const form = new FormData();
  for (const [name, value] of place.fields) form.set(name, value);
  // the storage ignores fields after the file
  form.set('file', new File([media.bytes], `video.${item.extension}`, { type: media.contentType }));
  const request = new Request(place.url, { method: 'POST', body: form, redirect: 'manual' });
  const sent = await ask(step.fetch, request, step.signal);
  if (sent.kind === 'lost') return { kind: 'retry', reason: `Pinterest's storage: ${sent.reason}` };
  if (sent.status === 429) return readError(sent, step);
  if (sent.status >= 300) {
    // the storage responds in XML, which may repeat the signed fields
    return { kind: 'retry', reason: `Pinterest's storage refused the video with status ${sent.status}` };
  }
  return waitFor(
    {
      ...tallyOf(stage),
      stage: 'processing',
      video: { mediaId: place.mediaId, url: item.url },
      since: step.now,
      lookedAt: step.now,
    },
    step.now,
  );
}

function placeIn(
  answer: NetworkResponse,
): { mediaId: string; url: string; fields: [string, string][] } | null {
  const mediaId = textAt(answer.json, 'media_id');
  const url = textAt(answer.json, 'upload_url');
  const fields = at(answer.json, 'upload_parameters');
  if (answer.status >= 300 || mediaId === null || url === null || !URL.canParse(url)) return null;
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return null;
  return {
    mediaId,
    url,
    fields: Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  };
}

/** Checks whether the video is processed. */
export async function checkVideo(
  step: PublishStep,
  stage: Extract<Stage, { stage: 'processing' }>,
): Promise<Outcome> {
  const { account, now } = step;
  const path = `/media/${encodeURIComponent(stage.video.mediaId)}`;
  const answer = await ask(step.fetch, get(account, path), step.signal);
  // a failed check is repeated soon, until the deadline
  const proveNothing = answer.kind === 'lost' ? answer.sent : isServerError(answer);
  if (proveNothing) return waitFor(stage, now);
  if (answer.kind === 'lost') return readError(answer, step);
  if (answer.status === 404) return uploadAgain(step, stage);
  if (answer.status >= 300) return readError(answer, step);
  switch (textAt(answer.json, 'status')) {
    case 'succeeded':
      return progress({ ...tallyOf(stage), stage: 'ready', video: stage.video });
    case 'failed':
      return {
        kind: 'rejected',
        reason: 'Pinterest could not process the video: send an MP4 or MOV of 4 seconds to 15 minutes',
      };
    case 'registered':
    case 'processing':
    case null:
    default:
      return waitFor(stage, now);
  }
}

/** Pinterest no longer has the video. It does not document how long it keeps one. */
function uploadAgain(step: PublishStep, stage: Stage): Outcome {
  const afterMs = RESTART_AFTER_MS[stage.anew];
  if (afterMs === undefined) return { kind: 'rejected', reason: 'Pinterest loses the uploaded video' };
  return progress({ ...tallyOf(stage), stage: 'begun', anew: stage.anew + 1 }, afterMs);
}

/** Checks every five seconds at first, then less and less often. */
function waitFor(stage: Extract<Stage, { stage: 'processing' }>, now: number): Outcome {
  const since = now - stage.lookedAt > PAUSE_MS ? now : stage.since;
  const waitedMs = now - since;
  if (waitedMs >= PROCESSING_DEADLINE_MS) {
    return { kind: 'retry', reason: 'Pinterest is still processing the video after 15 minutes' };
  }
  const next = { ...stage, since, lookedAt: now };
  if (waitedMs < 30 * SECOND) return progress(next, 5 * SECOND);
  return progress(next, waitedMs < 3 * MINUTE ? 15 * SECOND : MINUTE);
}
