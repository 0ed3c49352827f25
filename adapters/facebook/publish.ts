/** One durable step of publishing: stage a photo, make the post; or a step of a video (`video.ts`). */
import type { Outcome } from '../../machines/outcome.ts';
import type {
  MediaItem,
  MediaRequirements,
  PublishStep,
  Repeatable,
  RepeatableStep,
} from '../port/publish.ts';
import { ask } from '../lib/http.ts';
import { openMedia } from '../lib/media.ts';
import { idAt } from '../meta/request.ts';
import { addressOf, feedRequest, photoRequest } from './request.ts';
import { type Posting, progress, type Stage, stageOf } from './checkpoint.ts';
import { outcomeOf, readError, lostFailure } from './errors.ts';
import { finish, start, transfer, watch } from './video.ts';

/**
 * The reference allows 10 MB, but the error for files that are too large (1366046) says 4 MB, so the limit here is 4
 * MB.
 */
const PHOTO: MediaRequirements = { types: ['image/jpeg', 'image/png'], maxBytes: 4_000_000 };
const GIF: MediaRequirements = { types: ['image/gif'], maxBytes: 4_000_000 };

export async function publish(step: PublishStep): Promise<Outcome> {
  const stage = stageOf(step.checkpoint, isVideo(step.plan.media));
  switch (stage.stage) {
    case 'staging':
      return stageNext(step, stage);
    case 'posting':
      return makePost(step, stage);
    case 'starting':
      return start(step, stage);
    case 'transferring':
      return transfer(step, stage);
    case 'finishing':
      return finish(step, stage);
    case 'processing':
      return watch(step, stage);
    default:
      return stage satisfies never;
  }
}

export function repeatable({ checkpoint, plan }: RepeatableStep): Repeatable {
  const { stage } = stageOf(checkpoint, isVideo(plan.media));
  return stage === 'posting' || stage === 'finishing' ? 'no' : 'yes';
}

export function isVideo(media: MediaItem[]): boolean {
  return media[0]?.kind === 'video';
}

async function stageNext(step: PublishStep, stage: Extract<Stage, { stage: 'staging' }>): Promise<Outcome> {
  const { plan, now } = step;
  const { photos, anew } = stage;
  const item = plan.media[photos.length];
  if (!item) {
    const link = plan.linkPreview && { link: plan.linkPreview.url };
    return progress({ stage: 'posting', photos, text: plan.text, triedAt: now, anew, ...link }, 0);
  }

  const media = await openMedia(step, item, item.kind === 'gif' ? GIF : PHOTO);
  if ('kind' in media) return media;
  const file = new File([media.bytes], `photo-${photos.length + 1}`, { type: media.contentType });
  const answer = await ask(step.fetch, photoRequest(step.account, file, item.alt), step.signal);
  // A photo whose id was lost stays invisible.
  if (answer.kind === 'lost') return outcomeOf(lostFailure(answer), stage);
  const id = idAt(answer);
  if (id === null) {
    const failure = readError(answer, now);
    const named = { ...failure, reason: `media/${photos.length}: ${failure.reason}` };
    return outcomeOf(named, stage);
  }
  return progress({ ...stage, photos: [...photos, id] }, 0);
}

const withoutPreview = (reason: string) => `the post shows no preview of the page it links to: ${reason}`;

async function makePost(step: PublishStep, stage: Posting): Promise<Outcome> {
  const { account, now } = step;
  const answer = await ask(step.fetch, feedRequest(account, stage), step.signal);
  if (answer.kind === 'lost') {
    const reason = `Facebook: ${answer.reason}`;
    return answer.sent ? { kind: 'unknown', reason } : { kind: 'retry', reason };
  }
  const id = idAt(answer, 'post_id') ?? idAt(answer);
  if (id !== null) {
    const warnings = stage.linkRefused && { warnings: [withoutPreview(stage.linkRefused)] };
    return { kind: 'published', networkPostId: id, url: addressOf(id), ...warnings };
  }
  const failure = readError(answer, now);
  if (failure.verdict === 'link_refused' && stage.link !== undefined) {
    const { link: _, ...rest } = stage;
    return progress({ ...rest, linkRefused: failure.reason }, 0);
  }
  // Seen in practice: 500 with code 2 after the post was made, seven times in a row.
  const proves = failure.verdict !== 'temporary' && failure.verdict !== 'maybe_live';
  return proves ? outcomeOf(failure, stage) : { kind: 'unknown', reason: failure.reason };
}
