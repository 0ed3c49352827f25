/**
 * One durable step of publishing: make a container, or those of a carousel. The later steps are in
 * `adapters/meta/publish.ts`.
 */
import type { Outcome } from '../../machines/outcome.ts';
import type { PublishStep, Repeatable, RepeatableStep } from '../port/publish.ts';
import { brief } from '../lib/http.ts';
import { type Gathering, type Making, type Stage, stageOf, tallyOf } from '../meta/checkpoint.ts';
import type { Failure } from '../meta/container-network.ts';
import {
  createContainer,
  outcomeOf,
  outcomeOfStatus,
  processingFrom,
  progress,
  publishContainer,
  readContainer,
  waitFor,
} from '../meta/publish.ts';
import { childRequest, containers, parentRequest, singleRequest, storyRequest } from './containers.ts';
import { isStory } from './options.ts';
import { offer, offerStory } from './photos.ts';

export async function publish(step: PublishStep): Promise<Outcome> {
  const stage = stageOf(step.checkpoint, containers.start);
  switch (stage.stage) {
    case 'making':
      return make(step, stage);
    case 'gathering':
      return gather(step, stage);
    case 'processing':
    case 'publishing':
      return publishContainer(containers, step, stage);
    default:
      return stage satisfies never;
  }
}

export function repeatable({ checkpoint }: RepeatableStep): Repeatable {
  return stageOf(checkpoint, containers.start).stage === 'publishing' ? 'no' : 'yes';
}

async function make(step: PublishStep, stage: Making): Promise<Outcome> {
  const { account, plan, now } = step;
  if (isStory(step.options)) return makeStory(step, stage);
  const made = stage.children ?? [];
  const item = plan.media[made.length];
  if (!item) return { kind: 'rejected', reason: 'Instagram takes no post without media' };
  const single = plan.media.length === 1;
  const offered = await offer(step, item);
  if ('kind' in offered) return single ? offered : naming(made.length, offered);
  const fetched = { ...item, url: offered.url };
  const request = single ? singleRequest(account, plan, fetched) : childRequest(account, fetched);
  const id = await createContainer(containers, step, request);
  if (typeof id !== 'string') {
    return outcomeOf(containers, single ? id : naming(made.length, id), stage, now);
  }
  if (single) return processFrom(step, stage, id);
  const children = [...made, id];
  if (children.length < plan.media.length) return progress({ ...stage, children }, 0);
  const wait = { since: now, lookedAt: now };
  return waitFor(containers, { ...tallyOf(stage), stage: 'gathering', children, finished: 0, ...wait }, now);
}

async function makeStory(step: PublishStep, stage: Making): Promise<Outcome> {
  const { account, plan, now } = step;
  const [item] = plan.media;
  if (!item) return { kind: 'rejected', reason: 'Instagram takes no story without a photo or video' };
  const offered = await offerStory(step, item);
  if ('kind' in offered) return offered;
  const request = storyRequest(account, { ...item, url: offered.url });
  const id = await createContainer(containers, step, request);
  if (typeof id !== 'string') return outcomeOf(containers, id, stage, now);
  const made = processingFrom(stage, { containerId: id, text: '', isStory: true }, now);
  return waitFor(containers, made, now);
}

/** The parent can only be made when every child is finished. */
async function gather(step: PublishStep, stage: Gathering): Promise<Outcome> {
  const { now } = step;
  for (const [index, child] of stage.children.entries()) {
    if (index < stage.finished) continue;
    const reached: Gathering = { ...stage, finished: index };
    const container = await readContainer(containers, step, child);
    if ('verdict' in container) return outcomeOf(containers, container, reached, now);
    if (container.code === 'ERROR')
      return outcomeOf(containers, naming(index, container.failure), reached, now);
    if (container.code !== 'FINISHED') return outcomeOfStatus(containers, container, reached, now);
  }
  const id = await createContainer(containers, step, parentRequest(step.account, step.plan, stage.children));
  return typeof id === 'string' ? processFrom(step, stage, id) : outcomeOf(containers, id, stage, now);
}

/** Names the carousel item that the error is about. */
function naming<E extends Failure | { kind: 'retry' | 'rejected'; reason: string }>(
  index: number,
  error: E,
): E {
  return { ...error, reason: brief(`media/${index}: ${error.reason}`) };
}

function processFrom({ plan, now }: PublishStep, stage: Stage, containerId: string): Outcome {
  return waitFor(containers, processingFrom(stage, { containerId, text: plan.text }, now), now);
}
