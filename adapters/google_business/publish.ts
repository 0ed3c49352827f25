/** One durable step of publishing: host the photo, create the post, or check whether it passed Google's review. */
import type { Outcome } from '../../machines/outcome.ts';
import type { MediaRequirements, PublishStep, Repeatable, RepeatableStep } from '../port/publish.ts';
import { ask } from '../lib/http.ts';
import { hostMedia } from '../lib/media.ts';
import { createRequest, type LocalPost, postIn, postRequest } from './request.ts';
import { type Moderating, type Posting, progress, stageOf } from './checkpoint.ts';
import { readError, readPublishError } from './errors.ts';
import type { Failure } from '../lib/outcome.ts';
import { readSettings } from './settings.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Google's review takes seconds to minutes. */
const REVIEW_DEADLINE_MS = 15 * MINUTE;

const PHOTO: MediaRequirements = { types: ['image/jpeg'], maxBytes: 5_000_000 };

export async function publish(step: PublishStep): Promise<Outcome> {
  const stage = stageOf(step.checkpoint);
  if (stage === null) return prepare(step);
  switch (stage.stage) {
    case 'posting':
      return create(step, stage);
    case 'moderating':
      return watch(step, stage);
    default:
      return stage satisfies never;
  }
}

export function repeatable({ checkpoint }: RepeatableStep): Repeatable {
  return stageOf(checkpoint)?.stage === 'posting' ? 'no' : 'yes';
}

/** Google fetches photos itself, from their address. */
async function prepare(step: PublishStep): Promise<Outcome> {
  const { plan, options, now } = step;
  const photos: string[] = [];
  for (const item of plan.media) {
    const hosted = await hostMedia(step, item, PHOTO);
    if ('kind' in hosted) return hosted;
    photos.push(new URL(hosted.url).href);
  }
  const { action } = readSettings(options);
  return progress({ stage: 'posting', summary: plan.text, action, photos, triedAt: now });
}

async function create(step: PublishStep, stage: Posting): Promise<Outcome> {
  const { account, now } = step;
  const answer = await ask(step.fetch, createRequest(account, stage), step.signal);
  const post = answer.kind === 'response' ? postIn(answer) : null;
  return post === null
    ? readPublishError(answer, step)
    : outcomeOfPost(post, { stage: 'moderating', name: post.name, since: now }, now);
}

async function watch(step: PublishStep, stage: Moderating): Promise<Outcome> {
  const { now } = step;
  const post = await look(step, stage.name);
  if ('post' in post) return outcomeOfPost(post.post, stage, now);
  // the post may go live at any moment, so a failed status check is not a failed post; `verify` continues
  const { failure, isMissing } = post;
  const passes = isMissing || failure.kind === 'retry';
  if (!passes || now - stage.since >= REVIEW_DEADLINE_MS) return { kind: 'unknown', reason: failure.reason };
  return again(stage, now, failure.kind === 'retry' ? failure.afterMs : 0);
}

/** Reads a post by its name; or the reason why it could not be read. */
export async function look(
  step: PublishStep,
  name: string,
): Promise<{ post: LocalPost } | { failure: Failure; isMissing: boolean }> {
  const answer = await ask(step.fetch, postRequest(step.account, name), step.signal);
  const post = answer.kind === 'response' ? postIn(answer) : null;
  if (post !== null) return { post };
  return {
    failure: readError(answer, step),
    isMissing: answer.kind === 'response' && answer.status === 404,
  };
}

function outcomeOfPost(post: LocalPost, stage: Moderating, now: number): Outcome {
  switch (post.state) {
    case 'live':
      return { kind: 'published', networkPostId: post.name, url: post.url };
    case 'rejected':
      return {
        kind: 'rejected',
        reason:
          'Google’s review rejected the post and gives no reason. Phone numbers in the text are often one: use the button CALL instead.',
      };
    case 'processing':
      if (now - stage.since < REVIEW_DEADLINE_MS) return again(stage, now);
      return { kind: 'unknown', reason: 'Google is still reviewing the post after 15 minutes' };
    default:
      return post.state satisfies never;
  }
}

function again(stage: Moderating, now: number, atLeastMs = 0): Outcome {
  const waitedMs = now - stage.since;
  const waitMs = waitedMs < 30 * SECOND ? 5 * SECOND : waitedMs < 2 * MINUTE ? 15 * SECOND : MINUTE;
  return progress(stage, Math.max(waitMs, atLeastMs));
}
