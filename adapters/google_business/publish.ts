/** One durable step of publishing: host the photo, make the post, look whether it passed Google's review. */
import type { Outcome } from '../../machines/outcome.ts';
import type { MediaWish, PublishStep, Repeatable, RepeatableStep } from '../port/publish.ts';
import { ask } from '../lib/http.ts';
import { hostMedia } from '../lib/media.ts';
import { createRequest, type LocalPost, postIn, postRequest } from './request.ts';
import { type Moderating, type Posting, type Stage, stageOf } from './checkpoint.ts';
import { type Trouble, troubleOf, troubleOfLoss } from './errors.ts';
import { readSettings } from './settings.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Google's review takes seconds to minutes. */
const REVIEW_DEADLINE_MS = 15 * MINUTE;

const PHOTO: MediaWish = { types: ['image/jpeg'], maxBytes: 5_000_000 };

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

/** Google fetches photos itself, and only by their address. */
async function prepare(step: PublishStep): Promise<Outcome> {
  const { plan, options, now } = step;
  const photos: string[] = [];
  for (const item of plan.media) {
    const hosted = await hostMedia(step, item, PHOTO);
    if ('kind' in hosted) return hosted;
    photos.push(new URL(hosted.url).href);
  }
  const { action } = readSettings(options);
  return progress({ stage: 'posting', summary: plan.text, action, photos, triedAt: now }, 0);
}

async function create(step: PublishStep, stage: Posting): Promise<Outcome> {
  const { account, now } = step;
  const answer = await ask(step.fetch, createRequest(account, stage), step.signal);
  if (answer.kind === 'lost') {
    const reason = `Google: ${answer.reason}`;
    return answer.sent ? { kind: 'unknown', reason } : { kind: 'retry', reason };
  }
  const post = postIn(answer);
  return post
    ? outcomeOfPost(post, { stage: 'moderating', name: post.name, since: now }, now)
    : refused(answer, now);
}

function refused(answer: Parameters<typeof troubleOf>[0], now: number): Outcome {
  const { verdict, reason, afterMs } = troubleOf(answer, now);
  switch (verdict) {
    case 'fault':
    case 'conflict':
      return { kind: 'unknown', reason };
    case 'throttled':
      return { kind: 'retry', reason, ...(afterMs === undefined ? {} : { afterMs }) };
    case 'expired':
    case 'reauthorize':
      return { kind: verdict, reason };
    case 'missing':
    case 'permanent':
      return { kind: 'rejected', reason };
    default:
      return verdict satisfies never;
  }
}

async function watch(step: PublishStep, stage: Moderating): Promise<Outcome> {
  const { now } = step;
  const seen = await look(step, stage.name);
  if (!('verdict' in seen)) return outcomeOfPost(seen, stage, now);
  // It may be shown any moment, whatever hinders the look: who looks further is `verify`.
  const passes = ['fault', 'throttled', 'conflict', 'missing'].includes(seen.verdict);
  if (!passes || now - stage.since >= REVIEW_DEADLINE_MS) return { kind: 'unknown', reason: seen.reason };
  return again(stage, now, seen.afterMs);
}

/** Reads a post by its name. */
export async function look(step: PublishStep, name: string): Promise<LocalPost | Trouble> {
  const answer = await ask(step.fetch, postRequest(step.account, name), step.signal);
  if (answer.kind === 'lost') return troubleOfLoss(answer);
  return postIn(answer) ?? troubleOf(answer, step.now);
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

function progress(checkpoint: Stage, afterMs: number): Outcome {
  const committed = checkpoint.stage === 'moderating' ? { committed: true as const } : {};
  return { kind: 'progress', checkpoint, afterMs, ...committed };
}
