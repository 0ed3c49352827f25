/**
 * Checks whether the video of a delivery exists when the response to a chunk was lost. The session shows it; if the
 * session no longer exists, the channel's own list of uploads is searched.
 */
import type { Finding, Json } from '../../machines/outcome.ts';
import type { PublishStep } from '../port/publish.ts';
import { ask, at, textAt } from '../lib/http.ts';
import { onlySince } from '../lib/own-list.ts';
import { openAddress } from '../lib/upload-address.ts';
import { readError } from './errors.ts';
import { findingOf, type Failure } from '../lib/outcome.ts';
import { isLast, markOf, stageOf, type Uploading } from './checkpoint.ts';
import { privacyOf } from './plan.ts';
import { get } from './request.ts';
import { addressOfVideo, probeRequest, stateIn, warningsOf } from './session.ts';

const MINUTE = 60_000;
/** The list may lag some minutes. */
const LISTED_WITHIN_MS = 10 * MINUTE;
const LIST_AGAIN_AFTER_MS = 2 * MINUTE;
/** YouTube's times are whole seconds. */
const ROUNDING_MS = 2000;
/**
 * Clocks of self-hosted machines may be wrong by minutes: within this time, videos with the same title are not
 * distinguished.
 */
const MAX_CLOCK_SKEW_MS = 5 * MINUTE;
const MAX_LISTED = 50;
/** The result when the list does not show whether the video exists. */
const UNREAD =
  'the video was found by its title in the list of uploads: its visibility was not checked, look in YouTube Studio';

export async function verify(step: PublishStep): Promise<Finding> {
  const { account, checkpoint, now } = step;
  const stage = stageOf(checkpoint);
  if (stage.stage === 'begun') return checkpoint ? { kind: 'absent', checkpoint } : { kind: 'absent' };

  const session = openAddress(stage.session, step);
  if (session === null) return withoutSession(step, stage);
  const answer = await ask(step.fetch, probeRequest(account, session, stage.size), step.signal);
  const state = answer.kind === 'response' ? stateIn(answer) : null;
  switch (state?.kind) {
    case 'more':
      return {
        kind: state.offset > stage.offset ? 'progress' : 'absent',
        checkpoint: { ...stage, offset: state.offset, at: now, stalled: 0 },
      };
    case 'done':
      // a video that YouTube rejected is not visible: the next step asks again and reports the reason
      return state.video.refusal === null
        ? live(
            state.video.id,
            warningsOf(state.video, stage.mark === markOf(step) ? privacyOf(step.options) : null),
          )
        : { kind: 'progress', checkpoint: { ...stage, offset: stage.size, at: now } };
    case 'gone':
      return withoutSession(step, stage);
    case undefined:
    default:
      return findingOf(readError(answer, step));
  }
}

/** Without its last chunk a session makes no video; after it the list has to show whether there is one. */
async function withoutSession(step: PublishStep, stage: Uploading): Promise<Finding> {
  const afresh = { stage: 'begun', anew: stage.anew };
  if (!isLast(stage)) return { kind: 'absent', checkpoint: afresh };
  const uploads = await newestUploads(step);
  if (!Array.isArray(uploads)) return findingOf(uploads);
  const alike = uploads.filter(
    (video) =>
      textAt(video, 'snippet', 'title') === stage.title && timeOf(video) >= stage.at - MAX_CLOCK_SKEW_MS,
  );
  const { only, isAmbiguous } = await onlySince(step, alike, {
    since: stage.at - ROUNDING_MS,
    timeOf,
    idOf,
  });
  const id = only === null ? null : idOf(only);
  if (id !== null) return live(id, [UNREAD]);
  if (isAmbiguous) {
    const reason = 'the channel has videos with the same title from about the same time';
    return { kind: 'cannot_tell', reason };
  }
  if (step.now - stage.at < LISTED_WITHIN_MS) {
    return { kind: 'retry', reason: 'YouTube does not list the video yet', afterMs: LIST_AGAIN_AFTER_MS };
  }
  return { kind: 'absent', checkpoint: afresh };
}

/** The newest uploads of the channel, or the reason why they cannot be read. */
async function newestUploads(step: PublishStep): Promise<Json[] | Failure> {
  const { account, fetch, signal } = step;
  const channel = await ask(
    fetch,
    get(account, 'channels', { part: 'contentDetails', mine: 'true' }),
    signal,
  );
  const playlistId =
    channel.kind === 'response'
      ? textAt(channel.json, 'items', 0, 'contentDetails', 'relatedPlaylists', 'uploads')
      : null;
  if (playlistId === null) return readError(channel, step);
  const query = { part: 'snippet,contentDetails', playlistId, maxResults: String(MAX_LISTED) };
  const answer = await ask(fetch, get(account, 'playlistItems', query), signal);
  if (answer.kind === 'lost' || answer.status !== 200) return readError(answer, step);
  const items = at(answer.json, 'items');
  return Array.isArray(items) ? items : [];
}

function idOf(video: Json | undefined): string | null {
  return textAt(video, 'contentDetails', 'videoId') ?? textAt(video, 'snippet', 'resourceId', 'videoId');
}

/** An unreadable time counts as new, because the title is compared too. */
function timeOf(video: Json): number {
  const publishedAt =
    textAt(video, 'contentDetails', 'videoPublishedAt') ?? textAt(video, 'snippet', 'publishedAt') ?? '';
  const time = Date.parse(publishedAt);
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time;
}

function live(id: string, warnings: string[] = []): Finding {
  const found = { networkPostId: id, url: addressOfVideo(id) };
  return { kind: 'live', ...found, ...(warnings.length > 0 && { warnings }) };
}
