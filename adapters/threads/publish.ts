/**
 * One durable step of publishing: make the container, look whether it is finished, publish it. Which one it is says the
 * checkpoint; what a refusal means for it is at the end.
 */
import type { Outcome } from '../../machines/outcome.ts';
import type { MediaWish, PublishStep, Repeatable, RepeatableStep } from '../port/publish.ts';
import { ask } from '../lib/http.ts';
import { hostMedia } from '../lib/media.ts';
import { nextLook } from '../meta/container-wait.ts';
import { idAt } from '../meta/graph-call.ts';
import { emptied, processing, type Processing, type Publishing, type Stage, stageOf } from './checkpoint.ts';
import {
  containerRequest,
  type ContainerStatus,
  containerStatus,
  publishRequest,
  statusRequest,
} from './containers.ts';
import { type Trouble, troubleOf, troubleOfLoss, troubleOfMessage } from './errors.ts';
import { permalinkOf } from './own-posts.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Waits before the second, third and fourth container; then the post is given up. */
const ANEW_AFTER_MS = [10 * SECOND, MINUTE, 5 * MINUTE];
/** Waits before a media URL is offered again: their fetcher flickers (9004). */
const UNFETCHED_AFTER_MS = [20 * SECOND, MINUTE];
/** Waits before a container they do not find is asked for again (24/4279009 says "not ready" as well as "unknown"). */
const MISSED_AFTER_MS = [10 * SECOND, 30 * SECOND, MINUTE];
/** A container seen finished longer ago than this is looked at before it is published: much may have happened since. */
const LOOK_AGAIN_AFTER_MS = MINUTE;

const PHOTO: MediaWish = { types: ['image/jpeg', 'image/png'], maxBytes: 8_000_000 };

export async function publish(step: PublishStep): Promise<Outcome> {
  const stage = stageOf(step.checkpoint);
  switch (stage.stage) {
    case 'making':
      return make(step, stage);
    case 'processing': {
      const seen = await look(step, stage.containerId);
      return 'verdict' in seen ? outcomeOf(seen, stage, step.now) : outcomeOfStatus(seen, stage, step.now);
    }
    case 'publishing':
      return goLive(step, stage);
    default:
      return stage satisfies never;
  }
}

export function repeatable({ checkpoint }: RepeatableStep): Repeatable {
  return stageOf(checkpoint).stage === 'publishing' ? 'no' : 'yes';
}

async function make(step: PublishStep, stage: Extract<Stage, { stage: 'making' }>): Promise<Outcome> {
  const { account, plan, now } = step;
  const [item] = plan.media;
  const hosted = item && (await hostMedia(step, item, item.kind === 'image' ? PHOTO : undefined));
  if (hosted && 'kind' in hosted) return hosted;
  const media = item && hosted ? { item, url: hosted.url } : null;

  const answer = await ask(step.fetch, containerRequest(account, plan.text, media), step.signal);
  // A container whose id was lost is seen by nobody.
  if (answer.kind === 'lost') return outcomeOf(troubleOfLoss(answer), stage, now);
  const containerId = idAt(answer);
  if (containerId === null) return outcomeOf(troubleOf(answer, now), stage, now);
  const times = { madeAt: now, since: now, lookedAt: now };
  const made: Processing = { ...stage, stage: 'processing', containerId, text: plan.text, ...times };
  // A text is finished nearly at once; looking is cheaper than waiting.
  return media === null ? progress(made, SECOND) : waitFor(made, now);
}

async function goLive(step: PublishStep, stage: Publishing): Promise<Outcome> {
  const { now } = step;
  if (now - stage.lookedAt > LOOK_AGAIN_AFTER_MS) {
    const seen = await look(step, stage.containerId);
    if ('verdict' in seen) return outcomeOf(seen, processing(stage), now);
    if (seen.code !== 'FINISHED') return outcomeOfStatus(seen, processing(stage), now);
  }
  const answer = await ask(step.fetch, publishRequest(step.account, stage.containerId), step.signal);
  if (answer.kind === 'lost') {
    const reason = `Threads: ${answer.reason}`;
    return answer.sent ? { kind: 'unknown', reason } : { kind: 'retry', reason };
  }
  const id = idAt(answer);
  if (id !== null) return { kind: 'published', networkPostId: id, url: await permalinkOf(step, id) };
  return refused(step, stage, troubleOf(answer, now));
}

/** What a refusal of `threads_publish` means. To end or to begin anew on it, the container must not say "published". */
async function refused(step: PublishStep, stage: Publishing, trouble: Trouble): Promise<Outcome> {
  const { verdict, reason } = trouble;
  const unknown: Outcome = { kind: 'unknown', reason };
  if (verdict === 'temporary' || verdict === 'maybe_live') return unknown;
  const seen = await look(step, stage.containerId);
  if ('code' in seen) {
    if (seen.code === 'PUBLISHED') return unknown;
    return outcomeOf(trouble, verdict === 'not_ready' ? processing(stage) : stage, step.now);
  }
  // These are said before anything is done; of the others nobody knows.
  const untouched = verdict === 'throttled' || verdict === 'reauthorize';
  return untouched ? outcomeOf(trouble, stage, step.now) : unknown;
}

/** Reads a container's status. */
export async function look(step: PublishStep, containerId: string): Promise<ContainerStatus | Trouble> {
  const answer = await ask(step.fetch, statusRequest(step.account, containerId), step.signal);
  if (answer.kind === 'lost') return troubleOfLoss(answer);
  return containerStatus(answer) ?? troubleOf(answer, step.now);
}

/** What a container's status means, before anything is published. */
function outcomeOfStatus(seen: ContainerStatus, stage: Processing, now: number): Outcome {
  switch (seen.code) {
    case 'IN_PROGRESS':
      return waitFor({ ...stage, missed: 0 }, now);
    case 'FINISHED':
      // what was missed stays counted: "finished" and "not ready" cannot take turns for ever
      return progress({ ...stage, stage: 'publishing', lookedAt: now }, 0);
    case 'PUBLISHED':
      return { kind: 'unknown', reason: 'Threads says that the post is published already' };
    case 'EXPIRED':
      return makeAnew(stage, 'the container expired before it was published');
    case 'ERROR':
      return outcomeOf(troubleOfMessage(seen.message), stage, now);
    default:
      return seen satisfies never;
  }
}

/** What trouble means where nothing can be live. */
function outcomeOf(trouble: Trouble, stage: Stage, now: number): Outcome {
  const { verdict, reason, afterMs } = trouble;
  switch (verdict) {
    case 'temporary':
    case 'throttled':
    case 'maybe_live':
      return { kind: 'retry', reason, ...(afterMs === undefined ? {} : { afterMs }) };
    case 'not_ready': {
      // Of the account itself, or of a post to be made, it says nothing that time would mend.
      if (stage.stage === 'making') return { kind: 'rejected', reason };
      const afterMs = MISSED_AFTER_MS[stage.missed];
      if (afterMs === undefined) return makeAnew(stage, reason);
      const waiting = stage.stage === 'publishing' ? processing(stage) : stage;
      return progress({ ...waiting, missed: stage.missed + 1, lookedAt: now }, afterMs);
    }
    case 'unfetched': {
      const afterMs = UNFETCHED_AFTER_MS[stage.unfetched];
      if (afterMs === undefined) return { kind: 'rejected', reason };
      return progress({ ...emptied(stage), unfetched: stage.unfetched + 1 }, afterMs);
    }
    case 'new_container':
      return makeAnew(stage, reason);
    case 'reauthorize':
      return { kind: 'reauthorize', reason };
    case 'permanent':
      return { kind: 'rejected', reason };
    default:
      return verdict satisfies never;
  }
}

function makeAnew(stage: Stage, reason: string): Outcome {
  const afterMs = ANEW_AFTER_MS[stage.anew];
  if (afterMs === undefined) return { kind: 'rejected', reason };
  return progress({ ...emptied(stage), anew: stage.anew + 1, missed: 0 }, afterMs);
}

/** Past the deadline the delivery's own retries take over; each of them, coming after a long pause, waits anew. */
function waitFor(stage: Processing, now: number): Outcome {
  const look = nextLook(stage, now);
  if (look === null) {
    return { kind: 'retry', reason: 'Threads is still processing the media after 8 minutes' };
  }
  const { afterMs, ...waited } = look;
  return progress({ ...stage, ...waited }, afterMs);
}

function progress(checkpoint: Stage, afterMs: number): Outcome {
  return { kind: 'progress', checkpoint, afterMs };
}
