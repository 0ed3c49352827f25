/** One durable step of publishing: make the container. The later steps are in `adapters/meta/publish.ts`. */
import type { Outcome } from '../../machines/outcome.ts';
import type { MediaRequirements, PublishStep, Repeatable, RepeatableStep } from '../port/publish.ts';
import { hostMedia } from '../lib/media.ts';
import { type Making, stageOf } from '../meta/checkpoint.ts';
import {
  createContainer,
  outcomeOf,
  processingFrom,
  progress,
  publishContainer,
  waitFor,
} from '../meta/publish.ts';
import type { Failure } from '../meta/container-network.ts';
import { containerRequest, containers } from './containers.ts';

/** A text is finished almost immediately, so it is checked without a wait. */
const TEXT_AFTER_MS = 1000;

const PHOTO: MediaRequirements = { types: ['image/jpeg', 'image/png'], maxBytes: 8_000_000 };
/** Media specifications of Threads: 1 GB. */
const VIDEO: MediaRequirements = { maxBytes: 1_000_000_000 };

export async function publish(step: PublishStep): Promise<Outcome> {
  const stage = stageOf(step.checkpoint, containers.start);
  switch (stage.stage) {
    case 'making':
      return make(step, stage);
    case 'processing':
    case 'publishing':
      return publishContainer(containers, step, stage);
    case 'gathering':
      throw new TypeError('Threads has no carousels here');
    default:
      return stage satisfies never;
  }
}

export function repeatable({ checkpoint }: RepeatableStep): Repeatable {
  return stageOf(checkpoint, containers.start).stage === 'publishing' ? 'no' : 'yes';
}

async function make(step: PublishStep, stage: Making): Promise<Outcome> {
  const { account, plan, now } = step;
  const [item] = plan.media;
  const hosted = item && (await hostMedia(step, item, item.kind === 'image' ? PHOTO : VIDEO));
  if (hosted && 'kind' in hosted) return hosted;
  const media = item && hosted ? { item, url: hosted.url } : null;

  const id = await createContainer(
    containers,
    step,
    containerRequest(account, plan.text, media, step.parent),
  );
  if (typeof id !== 'string') return whenRefused(step, stage, id);
  const made = processingFrom(stage, { containerId: id, text: plan.text }, now);
  return media === null ? progress(made, TEXT_AFTER_MS) : waitFor(containers, made, now);
}

/** The part before may not be there for its replies in the first moments after it was published. */
function whenRefused({ parent, now }: PublishStep, stage: Making, failure: Failure): Outcome {
  const waitMs = parent && failure.verdict === 'missing' ? containers.missedAfterMs[stage.missed] : undefined;
  if (waitMs === undefined) return outcomeOf(containers, failure, stage, now);
  return progress({ ...stage, missed: stage.missed + 1 }, waitMs);
}
