/**
 * One durable step of publishing: make a container, look whether it is finished, publish it. Which one it is says the
 * checkpoint; what a refusal means for it is at the end.
 */
import type { Outcome } from '../../machines/outcome.ts';
import type { PublishStep, Repeatable, RepeatableStep } from '../port/publish.ts';
import { ask, brief } from '../lib/http.ts';
import { nextLook } from '../meta/container-wait.ts';
import { emptied, type Publishing, type Stage, stageOf, tallyOf } from './checkpoint.ts';
import {
  childRequest,
  type ContainerStatus,
  containerStatus,
  createdId,
  parentRequest,
  publishRequest,
  singleRequest,
  statusRequest,
} from './containers.ts';
import { type Trouble, troubleOf, troubleOfLoss, troubleOfStatus } from './errors.ts';
import { permalinkOf } from './own-media.ts';
import { offer } from './photos.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Waits before the second, third and fourth set of containers; then the post is given up. */
const ANEW_AFTER_MS = [10 * SECOND, MINUTE, 5 * MINUTE];
/** Waits before a media URL is offered again: their fetcher flickers (9004). */
const UNFETCHED_AFTER_MS = [20 * SECOND, MINUTE];
/** Waits before a container they do not find is asked for again: within two minutes it mostly is there (24/2207008). */
const MISSED_AFTER_MS = [20 * SECOND, MINUTE];
/** A container seen finished longer ago than this is looked at before it is published: much may have happened since. */
const LOOK_AGAIN_AFTER_MS = MINUTE;

export async function publish(step: PublishStep): Promise<Outcome> {
  const stage = stageOf(step.checkpoint);
  switch (stage.stage) {
    case 'making':
      return make(step, stage);
    case 'gathering':
      return gather(step, stage);
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
  const item = plan.media[stage.children.length];
  if (!item) return { kind: 'rejected', reason: 'Instagram takes no post without media' };
  const single = plan.media.length === 1;
  const offered = await offer(step, item);
  if ('kind' in offered)
    return single ? offered : { ...offered, reason: nameOf(stage.children.length, offered) };
  const fetched = { ...item, url: offered.url };
  const id = await create(
    step,
    single ? singleRequest(account, plan, fetched) : childRequest(account, fetched),
  );
  if (typeof id !== 'string') return outcomeOf(single ? id : naming(stage.children.length, id), stage, now);

  if (single) return processFrom(stage, id, now);
  const children = [...stage.children, id];
  if (children.length < plan.media.length) return progress({ ...stage, children }, 0);
  const wait = { since: now, lookedAt: now };
  return waitFor({ ...tallyOf(stage), stage: 'gathering', children, finished: 0, ...wait }, now);
}

/** The parent may be made only when every child is finished. */
async function gather(step: PublishStep, stage: Extract<Stage, { stage: 'gathering' }>): Promise<Outcome> {
  const { now } = step;
  for (const [index, child] of stage.children.entries()) {
    if (index < stage.finished) continue;
    const reached: Stage = { ...stage, finished: index };
    const seen = await look(step, child);
    if ('verdict' in seen) return outcomeOf(seen, reached, now);
    if (seen.code === 'ERROR') return outcomeOf(naming(index, troubleOfStatus(seen.status)), reached, now);
    if (seen.code !== 'FINISHED') return outcomeOfStatus(seen, reached, now);
  }
  const id = await create(step, parentRequest(step.account, step.plan, stage.children));
  return typeof id === 'string' ? processFrom(stage, id, now) : outcomeOf(id, stage, now);
}

/** Says which item of a carousel the trouble is about. */
function naming(index: number, trouble: Trouble): Trouble {
  return { ...trouble, reason: nameOf(index, trouble) };
}

function nameOf(index: number, { reason }: { reason: string }): string {
  return brief(`media/${index}: ${reason}`);
}

function processFrom(stage: Stage, containerId: string, now: number): Outcome {
  const wait = { since: now, lookedAt: now };
  return waitFor({ ...tallyOf(stage), stage: 'processing', containerId, madeAt: now, ...wait }, now);
}

async function goLive(step: PublishStep, stage: Publishing): Promise<Outcome> {
  const { now } = step;
  if (now - stage.lookedAt > LOOK_AGAIN_AFTER_MS) {
    const seen = await look(step, stage.containerId);
    // One that cannot be read may be publishable all the same: the rights differ (see `verify`).
    if ('verdict' in seen && seen.verdict !== 'missing') return outcomeOf(seen, stage, now);
    if ('code' in seen && seen.code !== 'FINISHED') return outcomeOfStatus(seen, processing(stage), now);
  }

  const answer = await ask(step.fetch, publishRequest(step.account, stage.containerId), step.signal);
  if (answer.kind === 'lost') {
    const reason = `Instagram: ${answer.reason}`;
    return answer.sent ? { kind: 'unknown', reason } : { kind: 'retry', reason };
  }
  const id = createdId(answer);
  if (id !== null) return { kind: 'published', networkPostId: id, url: await permalinkOf(step, id) };

  return refused(step, stage, troubleOf(answer, now));
}

/** What a refusal of `media_publish` means. To end or to begin anew on it, the container must not say "published". */
async function refused(step: PublishStep, stage: Publishing, trouble: Trouble): Promise<Outcome> {
  const { verdict, reason } = trouble;
  const unknown: Outcome = { kind: 'unknown', reason };
  // Seen in practice: the post is live although the answer was 4/2207051, a 5xx, or 200 without an id.
  if (verdict === 'temporary' || verdict === 'maybe_live') return unknown;
  if (verdict === 'not_ready') return waitFor(processing(stage), step.now);
  const seen = await look(step, stage.containerId);
  if ('code' in seen) return seen.code === 'PUBLISHED' ? unknown : outcomeOf(trouble, stage, step.now);
  // These are said before anything is done; of the others nobody knows.
  const untouched = verdict === 'throttled' || verdict === 'daily_limit' || verdict === 'reauthorize';
  return untouched ? outcomeOf(trouble, stage, step.now) : unknown;
}

/** @returns the id of the new container, or why there is none. A container whose id was lost is seen by nobody. */
async function create(step: PublishStep, request: Request): Promise<string | Trouble> {
  const answer = await ask(step.fetch, request, step.signal);
  if (answer.kind === 'lost') return troubleOfLoss(answer);
  return createdId(answer) ?? troubleOf(answer, step.now);
}

/** Reads a container's status. */
export async function look(step: PublishStep, containerId: string): Promise<ContainerStatus | Trouble> {
  const answer = await ask(step.fetch, statusRequest(step.account, containerId), step.signal);
  if (answer.kind === 'lost') return troubleOfLoss(answer);
  return containerStatus(answer) ?? troubleOf(answer, step.now);
}

type Waiting = Extract<Stage, { stage: 'gathering' | 'processing' }>;

/** What a container's status means, before anything is published. */
function outcomeOfStatus(seen: ContainerStatus, stage: Waiting, now: number): Outcome {
  switch (seen.code) {
    case 'IN_PROGRESS':
      return waitFor({ ...stage, missed: 0 }, now);
    case 'FINISHED':
      if (stage.stage === 'gathering') return waitFor(stage, now);
      return progress(publishing(stage, now), 0);
    case 'PUBLISHED':
      return { kind: 'unknown', reason: 'Instagram says that the post is published already' };
    case 'EXPIRED':
      return makeAnew(stage, 'the container expired before it was published');
    case 'ERROR':
      return outcomeOf(troubleOfStatus(seen.status), stage, now);
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
    case 'daily_limit':
    case 'maybe_live':
      return { kind: 'retry', reason, ...(afterMs === undefined ? {} : { afterMs }) };
    case 'not_ready':
      return stage.stage === 'gathering' || stage.stage === 'processing'
        ? waitFor(stage, now)
        : { kind: 'retry', reason };
    case 'unfetched': {
      const afterMs = UNFETCHED_AFTER_MS[stage.unfetched];
      if (afterMs === undefined) return { kind: 'rejected', reason };
      // A refused call leaves the children made so far as they are; a failed container spoils the set.
      const rest = stage.stage === 'making' ? stage : emptied(stage);
      return progress({ ...rest, unfetched: stage.unfetched + 1 }, afterMs);
    }
    case 'missing': {
      // Of the account itself this means: not there, or not permitted (100/33).
      if (stage.stage === 'making') return { kind: 'rejected', reason };
      const afterMs = MISSED_AFTER_MS[stage.missed];
      if (afterMs === undefined) return makeAnew(stage, reason);
      return progress({ ...stage, missed: stage.missed + 1 }, afterMs);
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

function publishing(stage: Extract<Stage, { stage: 'processing' }>, now: number): Publishing {
  return { ...stage, stage: 'publishing', missed: 0, lookedAt: now };
}

function makeAnew(stage: Stage, reason: string): Outcome {
  const afterMs = ANEW_AFTER_MS[stage.anew];
  if (afterMs === undefined) return { kind: 'rejected', reason };
  return progress({ ...emptied(stage), anew: stage.anew + 1, missed: 0 }, afterMs);
}

/** Past the deadline the delivery's own retries take over; each of them, coming after a long pause, waits anew. */
function waitFor(stage: Waiting, now: number): Outcome {
  const look = nextLook(stage, now);
  if (look === null) {
    return { kind: 'retry', reason: 'Instagram is still processing the media after 8 minutes' };
  }
  const { afterMs, ...waited } = look;
  return progress({ ...stage, ...waited }, afterMs);
}

/** Back to waiting: the wait goes on, so that "finished" and "not ready" cannot take turns for ever. */
export function processing(stage: Publishing): Extract<Stage, { stage: 'processing' }> {
  return { ...stage, stage: 'processing' };
}

function progress(checkpoint: Stage, afterMs: number): Outcome {
  return { kind: 'progress', checkpoint, afterMs };
}
