/**
 * The steps that Instagram and Threads share once a container exists: wait until it is processed, publish it, and
 * interpret each refusal. Each network makes its containers itself (`adapters/<network>/publish.ts`).
 */
import type { Outcome } from '../../machines/outcome.ts';
import type { PublishStep } from '../port/publish.ts';
import { ask, type Lost } from '../lib/http.ts';
import {
  type Container,
  emptied,
  type Gathering,
  processing,
  type Processing,
  type Publishing,
  type Stage,
  tallyOf,
} from './checkpoint.ts';
import { type ContainerNetwork, type ContainerStatus, statusIn, type Failure } from './container-network.ts';
import { nextCheck } from './container-wait.ts';
import { permalinkOf } from './own-posts.ts';
import { get, idAt, post } from './request.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Waits before the second, third and fourth set of containers. After these the attempt fails. */
const RESTART_AFTER_MS = [10 * SECOND, MINUTE, 5 * MINUTE];
/** Waits before a media URL is sent again: the network's fetcher fails at times (error 9004). */
const UNFETCHED_AFTER_MS = [20 * SECOND, MINUTE];
/** A container last seen finished longer ago than this is checked again before it is published. */
const CHECK_AGAIN_AFTER_MS = MINUTE;

/** A step with a container that exists. */
export async function publishContainer(
  network: ContainerNetwork,
  step: PublishStep,
  stage: Processing | Publishing,
): Promise<Outcome> {
  if (stage.stage === 'publishing') return goLive(network, step, stage);
  const container = await readContainer(network, step, stage.containerId);
  return 'verdict' in container
    ? outcomeOf(network, container, stage, step.now)
    : outcomeOfStatus(network, container, stage, step.now);
}

/** Keeps the container that was made, and the text it was made with. */
export function processingFrom(
  stage: Stage,
  { containerId, text, isStory }: Pick<Container, 'containerId' | 'text' | 'isStory'>,
  now: number,
): Processing {
  const wait = { madeAt: now, since: now, lookedAt: now };
  const made = { containerId, text: text ?? '', ...(isStory && { isStory }) };
  return { ...tallyOf(stage), stage: 'processing', ...made, ...wait };
}

/** @returns the id of the new container, or why there is none. A container whose id was lost stays invisible. */
export async function createContainer(
  network: ContainerNetwork,
  step: PublishStep,
  request: Request,
): Promise<string | Failure> {
  const answer = await ask(step.fetch, request, step.signal);
  if (answer.kind === 'lost') return lostFailure(network, answer);
  return idAt(answer) ?? network.readError(answer, step.now);
}

/** Reads a container's status. */
export async function readContainer(
  network: ContainerNetwork,
  step: PublishStep,
  containerId: string,
): Promise<ContainerStatus | Failure> {
  const caller = network.callerOf(step.account);
  const request = get(caller, encodeURIComponent(containerId), { fields: network.status.fields });
  const answer = await ask(step.fetch, request, step.signal);
  if (answer.kind === 'lost') return lostFailure(network, answer);
  return statusIn(network, answer) ?? network.readError(answer, step.now);
}

/** The meaning of a lost response to calls with no visible effect. */
export function lostFailure({ name }: Pick<ContainerNetwork, 'name'>, { reason }: Lost): Failure {
  return { verdict: 'temporary', reason: `${name}: ${reason}`, afterMs: undefined };
}

async function goLive(network: ContainerNetwork, step: PublishStep, stage: Publishing): Promise<Outcome> {
  const { account, now } = step;
  if (now - stage.lookedAt > CHECK_AGAIN_AFTER_MS) {
    const container = await readContainer(network, step, stage.containerId);
    const goesOn =
      'verdict' in container
        ? container.verdict === 'missing' && network.missing === 'hidden'
        : container.code === 'FINISHED';
    if (!goesOn) {
      if ('code' in container) return outcomeOfStatus(network, container, processing(stage), now);
      const from = network.missing === 'hidden' ? stage : processing(stage);
      return outcomeOf(network, container, from, now);
    }
  }
  const path = `${encodeURIComponent(account.remoteId)}/${network.edges.publish}`;
  const request = post(network.callerOf(account), path, { creation_id: stage.containerId });
  const answer = await ask(step.fetch, request, step.signal);
  if (answer.kind === 'lost') {
    const { reason } = lostFailure(network, answer);
    return answer.sent ? { kind: 'unknown', reason } : { kind: 'retry', reason };
  }
  const id = idAt(answer);
  if (id !== null) {
    return { kind: 'published', networkPostId: id, url: await permalinkOf(network, step, id) };
  }
  return refused(network, step, stage, network.readError(answer, now));
}

/** Interprets a refusal to publish. Before it fails or starts again, the container must not say "published". */
async function refused(
  network: ContainerNetwork,
  step: PublishStep,
  stage: Publishing,
  failure: Failure,
): Promise<Outcome> {
  const { verdict, reason } = failure;
  const unknown: Outcome = { kind: 'unknown', reason };
  // Seen in practice: the post is live although the response was 4/2207051, a 5xx, or 200 without an id.
  if (verdict === 'temporary' || verdict === 'maybe_live') return unknown;
  if (verdict === 'not_ready') return waitFor(network, processing(stage), step.now);
  const container = await readContainer(network, step, stage.containerId);
  if ('code' in container) {
    return container.code === 'PUBLISHED' ? unknown : outcomeOf(network, failure, stage, step.now);
  }
  // The network reports these before it does anything. All others leave the result unknown.
  const isUntouched = verdict === 'throttled' || verdict === 'daily_limit' || verdict === 'reauthorize';
  return isUntouched ? outcomeOf(network, failure, stage, step.now) : unknown;
}

/** Interprets a container's status before anything is published. */
export function outcomeOfStatus(
  network: ContainerNetwork,
  container: ContainerStatus,
  stage: Gathering | Processing,
  now: number,
): Outcome {
  switch (container.code) {
    case 'IN_PROGRESS':
      return waitFor(network, { ...stage, missed: 0 }, now);
    case 'FINISHED': {
      if (stage.stage === 'gathering') return waitFor(network, stage, now);
      // If "missing" may mean "not ready", the count stays, so alternating with "finished" still comes to an end
      const missed = network.missing === 'hidden' ? 0 : stage.missed;
      return progress({ ...stage, stage: 'publishing', missed, lookedAt: now }, 0);
    }
    case 'PUBLISHED':
      return { kind: 'unknown', reason: `${network.name} says that the post is published already` };
    case 'EXPIRED':
      return restart(network, stage, 'the container expired before it was published');
    case 'ERROR':
      return outcomeOf(network, container.failure, stage, now);
    default:
      return container satisfies never;
  }
}

/** Interprets an error when nothing can be live. */
export function outcomeOf(
  network: ContainerNetwork,
  { verdict, reason, afterMs }: Failure,
  stage: Stage,
  now: number,
): Outcome {
  switch (verdict) {
    case 'temporary':
    case 'throttled':
    case 'daily_limit':
    case 'maybe_live':
      return { kind: 'retry', reason, ...(afterMs === undefined ? {} : { afterMs }) };
    case 'not_ready':
      return stage.stage === 'gathering' || stage.stage === 'processing'
        ? waitFor(network, stage, now)
        : { kind: 'retry', reason };
    case 'unfetched': {
      const waitMs = UNFETCHED_AFTER_MS[stage.unfetched];
      if (waitMs === undefined) return { kind: 'rejected', reason };
      // A refused call leaves the existing children usable; a failed container makes the whole set unusable.
      const rest = stage.stage === 'making' ? stage : emptied(stage, network.start);
      return progress({ ...rest, unfetched: stage.unfetched + 1 }, waitMs);
    }
    case 'missing':
      return whenMissing(network, stage, reason, now);
    case 'new_container':
      return restart(network, stage, reason);
    case 'reauthorize':
      return { kind: 'reauthorize', reason };
    case 'permanent':
      return { kind: 'rejected', reason };
    default:
      return verdict satisfies never;
  }
}

function whenMissing(network: ContainerNetwork, stage: Stage, reason: string, now: number): Outcome {
  // The error is about the account: it does not exist or lacks the permission. Waiting changes nothing.
  if (stage.stage === 'making') return { kind: 'rejected', reason };
  const waitMs = network.missedAfterMs[stage.missed];
  if (waitMs === undefined) return restart(network, stage, reason);
  const missed = stage.missed + 1;
  if (network.missing === 'hidden') return progress({ ...stage, missed }, waitMs);
  const waiting = stage.stage === 'publishing' ? processing(stage) : stage;
  return progress({ ...waiting, missed, lookedAt: now }, waitMs);
}

function restart(network: ContainerNetwork, stage: Stage, reason: string): Outcome {
  const waitMs = RESTART_AFTER_MS[stage.anew];
  if (waitMs === undefined) return { kind: 'rejected', reason };
  return progress({ ...emptied(stage, network.start), anew: stage.anew + 1, missed: 0 }, waitMs);
}

/** Past the deadline the delivery's own retries continue. Each comes after a long pause and starts a new wait. */
export function waitFor(network: ContainerNetwork, stage: Gathering | Processing, now: number): Outcome {
  const next = nextCheck(stage, now);
  if (next === null) {
    return { kind: 'retry', reason: `${network.name} is still processing the media after 8 minutes` };
  }
  const { afterMs, ...waited } = next;
  return progress({ ...stage, ...waited }, afterMs);
}

export function progress(checkpoint: Stage, afterMs: number): Outcome {
  return { kind: 'progress', checkpoint, afterMs };
}
