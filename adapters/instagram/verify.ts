/** Checks whether the post of a delivery is live when the response of `media_publish` was lost. */
import type { Finding } from '../../machines/outcome.ts';
import type { PublishStep } from '../port/publish.ts';
import { verifyContainer } from '../meta/verify.ts';
import { containers } from './containers.ts';

export function verify(step: PublishStep): Promise<Finding> {
  return verifyContainer(containers, step);
}
