/** One durable step of publishing. The checkpoint says which one. */
import type { Outcome } from '../../machines/outcome.ts';
import type { MediaRequirements, PublishStep, Repeatable, RepeatableStep } from '../port/publish.ts';
import { ask } from '../lib/http.ts';
import { HEAD, hostMedia, openPart } from '../lib/media.ts';
import { sealAddress } from '../lib/upload-address.ts';
import { readError, readPublishError } from './errors.ts';
import { type Started, progress, type Initing, markOf, postOf, settling, stageOf } from './checkpoint.ts';
import { chunksOf } from './chunks.ts';
import {
  creatorIn,
  creatorRequest,
  photosRequest,
  publishIdIn,
  uploadAddressIn,
  videoRequest,
} from './init.ts';
import { hasVideo, settingsOf } from './plan.ts';
import { FIRST_LOOK_AFTER_MS, settle } from './settle.ts';
import { leaveUpload, uploadChunk } from './upload.ts';

/** How long the creator's data may be used: TikTok requires reading it before each post. */
const CREATOR_LIFE_MS = 5 * 60_000;
/**
 * 1080p, 20 MB (photo posts). The width is limited to that of a phone's picture; upright photos are higher. TikTok
 * takes WebP too, but photos are sent as JPEG, as docs/contract.md promises ("Text and media for each network").
 */
const PHOTO: MediaRequirements = {
  types: ['image/jpeg'],
  maxBytes: 20_000_000,
  maxWidth: 1080,
  maxSide: 1920,
  ownAddress: true, // TikTok fetches only from verified hosts
};

export async function publish(step: PublishStep): Promise<Outcome> {
  if (step.plan.media.length === 0) return { kind: 'rejected', reason: 'TikTok takes no post without media' };
  const stage = stageOf(step.checkpoint);
  // With nothing left to send, the post goes live even if it was edited in between.
  if (stage.stage === 'settling') return settle(step, stage);
  if (stage.stage === 'begun') return askCreator(step, stage);
  const isEdited = stage.mark !== markOf(step);
  if (stage.stage === 'uploading') return isEdited ? leaveUpload(step, stage) : uploadChunk(step, stage);
  if (isEdited || step.now - stage.triedAt >= CREATOR_LIFE_MS) return askCreator(step, stage);
  return stage.kind === 'video' ? initVideo(step, stage) : initPhotos(step, stage);
}

/** Before bytes are sent nothing can be posted, and a repeated chunk goes into the same post. Photos post at `init`. */
export function repeatable({ checkpoint }: RepeatableStep): Repeatable {
  const stage = stageOf(checkpoint);
  return stage.stage !== 'initing' || stage.kind === 'video' ? 'yes' : 'no';
}

async function askCreator(step: PublishStep, { anew }: Pick<Started, 'anew'>): Promise<Outcome> {
  const { account, plan, now } = step;
  const answer = await ask(step.fetch, creatorRequest(account), step.signal);
  const creator = answer.kind === 'response' ? creatorIn(answer) : null;
  if (creator === null) return readError(answer, step);
  const { privacyLevel } = settingsOf(step.options);
  const { privacyLevels, username, off } = creator;
  if (privacyLevels !== null && !privacyLevels.includes(privacyLevel)) {
    const reason = `tiktokSettings.privacyLevel: TikTok does not offer ${privacyLevel} to this account, choose one of ${privacyLevels.join(', ')}`;
    return { kind: 'rejected', reason };
  }
  return progress({
    stage: 'initing',
    anew,
    mark: markOf(step),
    kind: hasVideo(plan) ? 'video' : 'photo',
    isPublic: privacyLevel === 'PUBLIC_TO_EVERYONE',
    username,
    off,
    triedAt: now,
  });
}

/** A publish id whose response was lost receives no bytes and never becomes a post. */
async function initVideo(step: PublishStep, stage: Initing): Promise<Outcome> {
  const { account, plan, now } = step;
  const file = await openPart(step, plan.media[0]!, HEAD);
  if ('kind' in file) return file;
  const { size } = file;
  const request = videoRequest(account, plan, { settings: settingsOf(step.options), off: stage.off, size });
  const answer = await ask(step.fetch, request, step.signal);
  const publishId = answer.kind === 'response' ? publishIdIn(answer) : null;
  const address = answer.kind === 'response' ? uploadAddressIn(answer) : null;
  if (publishId === null || address === null) return readError(answer, step);
  return progress({
    ...postOf(stage),
    stage: 'uploading',
    publishId,
    address: sealAddress(address, step),
    size,
    chunkSize: chunksOf(size).chunkSize,
    next: 0,
    at: now,
    stalled: 0,
  });
}

async function initPhotos(step: PublishStep, stage: Initing): Promise<Outcome> {
  const { account, plan, now } = step;
  const urls: string[] = [];
  for (const item of plan.media) {
    const hosted = await hostMedia(step, item, PHOTO);
    if ('kind' in hosted) return hosted;
    urls.push(new URL(hosted.url).href);
  }
  const request = photosRequest(account, plan, { settings: settingsOf(step.options), off: stage.off, urls });
  const answer = await ask(step.fetch, request, step.signal);
  const publishId = answer.kind === 'response' ? publishIdIn(answer) : null;
  if (publishId !== null) return progress(settling(stage, publishId, now), FIRST_LOOK_AFTER_MS);
  return readPublishError(answer, step);
}
