/** What becomes of a post that waits for an account if it is held back from it. Pure. */
import type { DeliveryContext } from '../../../../machines/delivery/index.ts';
import type { Persisted } from '../../../../machines/durable.ts';
import { stateName } from '../../../engine/state-name.ts';

/** States in which a delivery waits until its account is connected again. */
const WAITING = new Set(['waiting_account', 'verifying.waiting_account']);
/** States in which a delivery has ended, and nothing of it can be live. */
const OVER = new Set(['failed', 'cancelled']);

/**
 * @param deliveries of the post, those that were started
 * @returns `draft` if nothing of the post is or may be live and it goes to no other account; `left_out` if the post ends without the
 *   account; null if it does not wait for the account
 */
export function heldBackAs(deliveries: readonly Persisted[], accountId: string): 'draft' | 'left_out' | null {
  const own = deliveries.find(({ context }) => (context as DeliveryContext).accountId === accountId);
  if (own === undefined || !WAITING.has(stateName(own.value))) return null;
  const isAlone = deliveries.every((one) => one === own || OVER.has(stateName(one.value)));
  // rows of posts leave out what has its initial value
  const { doubt = null, committed = false, liveParts = [] } = own.context as Partial<DeliveryContext>;
  const mayBeLive = stateName(own.value) !== 'waiting_account' || doubt !== null || committed;
  return isAlone && !mayBeLive && liveParts.length === 0 ? 'draft' : 'left_out';
}
