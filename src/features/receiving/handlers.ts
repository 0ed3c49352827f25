/** The effects of what accounts receive (machines/receiver.ts). */
import type { ReceiverHandlers } from '../../kinds/receiver.ts';
import { readOnce, type ReadDeps } from './read.ts';
import { type AppChecks, subscribeOnce, type SubscribeDeps } from './subscribe.ts';

interface ReceiverDeps extends ReadDeps, SubscribeDeps {
  /** false: no account receives anything. For tests. */
  subscribes: boolean;
}

/** Its effects `sweepAccount` and `placeComments` belong to the rules (`sweepHandlers`). */
export function receiverHandlers(
  deps: ReceiverDeps,
): Omit<ReceiverHandlers, 'sweepAccount' | 'placeComments'> {
  const checks: AppChecks = new Map();
  return {
    subscribeAccount: async (work, { signal }) =>
      deps.subscribes ? subscribeOnce(deps, checks, work, signal) : { type: 'subscription.gone' },
    readAccount: (work, { signal }) => readOnce(deps, work, signal),
  };
}
