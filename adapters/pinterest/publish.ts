/** One durable step of publishing a pin. The checkpoint says which one. */
import type { Json, Outcome } from '../../machines/outcome.ts';
import type {
  MediaItem,
  MediaRequirements,
  PublishStep,
  Repeatable,
  RepeatableStep,
} from '../port/publish.ts';
import { ask, textAt } from '../lib/http.ts';
import { hostMedia } from '../lib/media.ts';
import { isUnfetched, readError, readPublishError } from './errors.ts';
import {
  type Creating,
  progress,
  pinOf,
  samePin,
  type Stage,
  stageOf,
  tallyOf,
  type Video,
} from './checkpoint.ts';
import { pictureOf, videoOf } from './plan.ts';
import { post } from './request.ts';
import { checkVideo, uploadVideo } from './video.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Waits before a picture is sent again that Pinterest could not fetch. */
const UNFETCHED_AFTER_MS = [20 * SECOND, MINUTE];
/** A stored try older than this is stored again before the pin is sent: `verify` counts its minute from it. */
const TRY_LIFE_MS = 30 * SECOND;
/** The documentation names JPEG and PNG up to 20 MB, and for some accounts up to 10 MB. */
const PICTURE: MediaRequirements = { types: ['image/jpeg', 'image/png'], maxBytes: 10_000_000 };
/** Accepted by address in practice, though not documented. If it is not accepted, Pinterest returns an error. */
const GIF: MediaRequirements = { types: ['image/gif'], maxBytes: 20_000_000 };

export async function publish(step: PublishStep): Promise<Outcome> {
  const picture = pictureOf(step.plan);
  if (!picture) return { kind: 'rejected', reason: 'Pinterest takes no pin without a picture' };
  const video = videoOf(step.plan);
  const stage = startedFor(stageOf(step.checkpoint), video);
  switch (stage.stage) {
    case 'begun':
      return video ? uploadVideo(step, stage, video) : note(step, stage, null);
    case 'processing':
      return checkVideo(step, stage);
    case 'ready':
      return note(step, stage, stage.video);
    case 'creating': {
      const isRecorded = samePin(stage.pin, pinOf(step)) && step.now - stage.triedAt < TRY_LIFE_MS;
      return isRecorded ? create(step, stage, picture) : note(step, stage, stage.video);
    }
    default:
      return stage satisfies never;
  }
}

export function repeatable({ checkpoint }: RepeatableStep): Repeatable {
  return stageOf(checkpoint).stage === 'creating' ? 'no' : 'yes';
}

/** An edit may have replaced or removed the video. */
function startedFor(stage: Stage, video: MediaItem | undefined): Stage {
  if (stage.stage === 'begun') return stage;
  const has = stage.video?.url;
  return has === video?.url ? stage : { ...tallyOf(stage), stage: 'begun' };
}

/** Stores what will be sent, so that the pin can be found if the response is lost. */
function note(step: PublishStep, stage: Stage, video: Video | null): Outcome {
  return progress({ ...tallyOf(stage), stage: 'creating', video, pin: pinOf(step), triedAt: step.now });
}

async function create(step: PublishStep, stage: Creating, picture: MediaItem): Promise<Outcome> {
  const hosted = await hostMedia(step, picture, picture.kind === 'gif' ? GIF : PICTURE);
  if ('kind' in hosted) return hosted;
  const answer = await ask(
    step.fetch,
    pinRequest(step, stage, { url: new URL(hosted.url).href, alt: picture.alt }),
    step.signal,
  );
  const id = answer.kind === 'response' && answer.status < 300 ? textAt(answer.json, 'id') : null;
  if (id !== null && id !== '') return { kind: 'published', networkPostId: id, url: addressOfPin(id) };
  if (answer.kind === 'lost' || !isUnfetched(answer)) return readPublishError(answer, step);
  const afterMs = UNFETCHED_AFTER_MS[stage.unfetched];
  if (afterMs === undefined) return readError(answer, step);
  return progress({ ...stage, unfetched: stage.unfetched + 1 }, afterMs);
}

/** Empty fields are left out rather than sent as "". */
function pinRequest(
  { account }: Pick<PublishStep, 'account'>,
  { pin, video }: Creating,
  picture: { url: string; alt: string | undefined },
): Request {
  const { boardId, title, description, link } = pin;
  const media: { [name: string]: Json } = video
    ? { source_type: 'video_id', media_id: video.mediaId, cover_image_url: picture.url }
    : { source_type: 'image_url', url: picture.url };
  return post(account, '/pins', {
    ...(boardId === '' ? {} : { board_id: boardId }),
    ...(title === '' ? {} : { title }),
    ...(description === '' ? {} : { description }),
    ...(link === '' ? {} : { link }),
    ...(picture.alt !== undefined && { alt_text: picture.alt }),
    media_source: media,
  });
}

export function addressOfPin(id: string): string {
  return `https://www.pinterest.com/pin/${encodeURIComponent(id)}/`;
}
