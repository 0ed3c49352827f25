/** A delivery as responses, live events and webhooks show it (docs/contract.md, Deliveries). */
import type { DeliveryContext } from '../../../machines/delivery/index.ts';
import type { Persisted } from '../../../machines/durable.ts';
import { statusOf } from '../../engine/kind.ts';
import { isoOrNull } from '../../base/time.ts';

type DeliveryStatus =
  | 'pending'
  | 'sending'
  | 'processing'
  | 'retrying'
  | 'verifying'
  | 'published'
  | 'failed'
  | 'cancelled';

export interface DeliveryView {
  accountId: string;
  platform: string;
  status: string;
  attempt: number;
  nextAttemptAt: string | null;
  networkPostId: string | null;
  url: string | null;
  error: string | null;
  /**
   * The network's own code of the refusal that `error` is about. Absent means no response of the network refused anything, or the post may
   * be live all the same.
   */
  networkCode?: string;
  warnings: string[];
  /** An attempt may be live, and no lookup shows whether it is: the next attempt may create a second copy. Absent means no. */
  maybeLive?: true;
}

/** States that users see as another status. */
const SHOWN_AS: { [state: string]: DeliveryStatus } = {
  // refreshing the token is part of sending
  refreshing: 'sending',
  // nothing is wrong with the post: it waits for the rate limit or for a person, and the error says which
  limited: 'pending',
  waiting_account: 'pending',
  // `maybeLive` and the error say that an earlier attempt may be live
  in_doubt: 'retrying',
  unresolved: 'failed',
};
/** States in which the time of the next attempt is known. */
const TIMED = new Set(['retrying', 'in_doubt', 'processing', 'limited', 'verifying']);
/** States in which the result is certain. */
const CERTAIN = new Set(['published', 'failed', 'cancelled']);
/** States in which the network's last response proves nothing about the post. */
const UNDECIDED = new Set(['verifying', 'unresolved']);

/** The parts of a delivery that its machine decides, as users see them. Times are epoch ms. */
export function projectDelivery(snapshot: Persisted): {
  status: DeliveryStatus;
  attempt: number;
  nextAttemptAt: number | null;
  networkPostId: string | null;
  url: string | null;
  error: string | null;
  /**
   * The network's own code of the refusal that `error` is about. Absent means no response of the network refused anything, or the post may
   * be live all the same.
   */
  networkCode?: string;
  warnings: string[];
  /** An attempt may be live, and no lookup shows whether it is: the next attempt may create a second copy. Absent means no. */
  maybeLive?: true;
} {
  // a stored snapshot leaves out fields that have their default value
  const {
    attempt = 1,
    nextAttemptAt = null,
    networkPostId = null,
    url = null,
    error = null,
    networkCode = null,
    warnings = [],
    doubt = null,
  } = snapshot.context as Partial<DeliveryContext>;
  const state = statusOf(snapshot);
  const shown: ReturnType<typeof projectDelivery> = {
    status: (SHOWN_AS[state] ?? state) as DeliveryStatus,
    attempt,
    nextAttemptAt: TIMED.has(state) ? nextAttemptAt : null,
    networkPostId,
    url,
    error,
    warnings,
  };
  // what may be live is not said to be refused
  if (networkCode !== null && doubt === null && !UNDECIDED.has(state)) shown.networkCode = networkCode;
  if (!CERTAIN.has(state) && (state === 'verifying' || doubt !== null)) shown.maybeLive = true;
  return shown;
}

/** Made at every step of a delivery, so its fields are named one by one: copies of objects cost more than the rest. */
export function deliveryView(snapshot: Persisted): DeliveryView {
  const { accountId, platform } = snapshot.context as DeliveryContext;
  const shown = projectDelivery(snapshot);
  const { status, attempt, networkPostId, url, error, warnings } = shown;
  const nextAttemptAt = isoOrNull(shown.nextAttemptAt);
  const view: DeliveryView = {
    accountId,
    platform,
    status,
    attempt,
    networkPostId,
    url,
    error,
    warnings,
    nextAttemptAt,
  };
  if (shown.networkCode !== undefined) view.networkCode = shown.networkCode;
  if (shown.maybeLive) view.maybeLive = true;
  return view;
}
