/** One durable step: start a session, or send it one chunk. */
import type { Outcome } from '../../machines/outcome.ts';
import type { MediaPart, PublishStep, Repeatable } from '../port/publish.ts';
import { ask } from '../lib/http.ts';
import { HEAD, openPart } from '../lib/media.ts';
import { openAddress, sealAddress } from '../lib/upload-address.ts';
import { readError, readPublishError } from './errors.ts';
import {
  type Started,
  CHUNK_BYTES,
  progress,
  isLast,
  markOf,
  stageOf,
  type Uploading,
} from './checkpoint.ts';
import { privacyOf } from './plan.ts';
import {
  addressOfVideo,
  chunkRequest,
  type FilePart,
  probeRequest,
  sessionIn,
  type SessionState,
  startRequest,
  stateIn,
  warningsOf,
} from './session.ts';

const SECOND = 1000;
/** Waits before the second and third session, when one no longer exists. */
const RESTART_AFTER_MS = [10 * SECOND, 60 * SECOND];
/** Waits before a chunk is sent again that was not stored. */
const STALLED_AFTER_MS = [SECOND, 10 * SECOND, 60 * SECOND];

const ADDRESS_LOST = 'the kept address of the upload does not open any more';

export async function publish(step: PublishStep): Promise<Outcome> {
  const [item] = step.plan.media;
  if (!item) return { kind: 'rejected', reason: 'YouTube takes no post without a video' };
  const stage = stageOf(step.checkpoint);
  const file = await openPart(step, item, stage.stage === 'begun' ? HEAD : chunkOf(stage));
  if ('kind' in file) return file;
  if (stage.stage === 'begun') return begin(step, stage, file);
  const isSame = stage.mark === markOf(step) && stage.size === file.size;
  return isSame ? send(step, stage, file) : leave(step, stage);
}

/** A session makes one video. It is asked for that video before it is replaced by another session. */
export const repeatable = (): Repeatable => 'yes';

async function begin(step: PublishStep, { anew }: Started, file: FilePart): Promise<Outcome> {
  const { account, plan, now } = step;
  const words = { plan, privacy: privacyOf(step.options) };
  const answer = await ask(step.fetch, startRequest(account, words, file), step.signal);
  const session = answer.kind === 'response' ? sessionIn(answer, account) : null;
  if (session === null) return readError(answer, step);
  return progress({
    stage: 'uploading',
    anew,
    session: sealAddress(session, step),
    mark: markOf(step),
    title: plan.title ?? '',
    size: file.size,
    offset: 0,
    at: now,
    stalled: 0,
  });
}

async function send(step: PublishStep, stage: Uploading, file: FilePart): Promise<Outcome> {
  const session = openAddress(stage.session, step);
  if (session === null) return gone(stage, ADDRESS_LOST);
  const answer = await ask(step.fetch, nextRequest(step, stage, session, file), step.signal);
  if (answer.kind === 'response') {
    const state = stateIn(answer);
    if (state !== null) return outcomeOf(state, stage, step, privacyOf(step.options));
  }
  return readPublishError(answer, step);
}

/** The bytes to send next. */
function chunkOf({ offset, size }: Uploading): MediaPart {
  return { from: offset, to: Math.min(offset + CHUNK_BYTES, size) };
}

/** YouTube may have all bytes without a response that names the video: then the session is asked for it. */
function nextRequest({ account }: PublishStep, stage: Uploading, session: string, file: FilePart): Request {
  if (stage.offset >= stage.size) return probeRequest(account, session, stage.size);
  return chunkRequest(account, session, file, chunkOf(stage));
}

/** @param requestedPrivacy the requested visibility; null if it was edited in between */
function outcomeOf(
  state: SessionState,
  stage: Uploading,
  { now }: PublishStep,
  requestedPrivacy: string | null,
): Outcome {
  switch (state.kind) {
    case 'done': {
      const { id, refusal } = state.video;
      if (refusal !== null) return { kind: 'rejected', reason: refusal };
      const warnings = warningsOf(state.video, requestedPrivacy);
      const live = { networkPostId: id, url: addressOfVideo(id) };
      return { kind: 'published', ...live, ...(warnings.length > 0 && { warnings }) };
    }
    case 'more': {
      const { offset } = state;
      if (offset > stage.offset) return progress({ ...stage, offset, at: now, stalled: 0 });
      const afterMs = STALLED_AFTER_MS[stage.stalled];
      if (afterMs === undefined)
        return { kind: 'retry', reason: 'YouTube stores none of the bytes it is sent' };
      return progress({ ...stage, offset, at: now, stalled: stage.stalled + 1 }, afterMs);
    }
    case 'gone':
      return gone(stage, 'YouTube does not know the upload any more');
    default:
      return state satisfies never;
  }
}

/**
 * The post, or the file at the media's address, was changed, so this session gets no more bytes. But it may have all
 * of them already, by a try whose response was lost, so it is asked first.
 */
async function leave(step: PublishStep, stage: Uploading): Promise<Outcome> {
  const session = openAddress(stage.session, step);
  if (session === null) return gone(stage, ADDRESS_LOST);
  const answer = await ask(step.fetch, probeRequest(step.account, session, stage.size), step.signal);
  const state = answer.kind === 'response' ? stateIn(answer) : null;
  if (state === null) return readPublishError(answer, step);
  if (state.kind === 'more') return restart(stage, 'the post was changed while its video was uploaded');
  return outcomeOf(state, stage, step, null);
}

/** Only a session that was sent its last chunk can have made a video. */
function gone(stage: Uploading, reason: string): Outcome {
  return isLast(stage) ? { kind: 'unknown', reason } : restart(stage, reason);
}

function restart({ anew }: Uploading, reason: string): Outcome {
  const afterMs = RESTART_AFTER_MS[anew];
  return afterMs === undefined
    ? { kind: 'retry', reason }
    : progress({ stage: 'begun', anew: anew + 1 }, afterMs);
}
