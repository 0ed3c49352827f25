/** Checks whether the post of a delivery is live when the response of `media_publish` was lost. */
import type { Finding } from '../../machines/outcome.ts';
import type { PublishStep } from '../port/publish.ts';
import { verifyContainer } from '../meta/verify.ts';
import { stageOf } from '../meta/checkpoint.ts';
import { containers, stories } from './containers.ts';

export function verify(step: PublishStep): Promise<Finding> {
  const stage = stageOf(step.checkpoint, containers.start);
  // what was made decides, since the post may have been edited meanwhile
  return verifyContainer('isStory' in stage && stage.isStory ? stories : containers, step);
}
