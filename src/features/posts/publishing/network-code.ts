/** The network's own code of a refusal, added to the outcome of the step that it refused. */
import type { Outcome } from '../../../../machines/outcome.ts';

/**
 * @param code the network's code in the last response that the step read; undefined: that response refused nothing
 * @returns the outcome with the code, if it is a failure that does not name one
 */
export function withNetworkCode(outcome: Outcome, code: string | undefined): Outcome {
  if (code === undefined || outcome.kind === 'published' || outcome.kind === 'progress') return outcome;
  return outcome.code === undefined ? { ...outcome, code } : outcome;
}
