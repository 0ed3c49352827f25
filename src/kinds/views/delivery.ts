/** A delivery as responses, live events and webhooks show it (docs/contract.md, Deliveries). */
import { type DeliveryContext, errorShown, type LivePart } from '../../../machines/delivery/index.ts';
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
  /** The parts of a thread after the first, in order. Absent means that the network gets one post. */
  thread?: PartView[];
}

/** A part of a thread on one account. */
export interface PartView {
  status: DeliveryStatus;
  networkPostId: string | null;
  url: string | null;
  error: string | null;
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
  // `error` says why the next part is not live
  partial: 'published',
};
/** States in which the time of the next attempt is known. */
const TIMED = new Set(['retrying', 'in_doubt', 'processing', 'limited', 'verifying']);
/** States in which the result is certain. */
const CERTAIN = new Set(['published', 'partial', 'failed', 'cancelled']);
/** States in which a round has ended. */
const ENDED = new Set(['published', 'partial', 'unresolved', 'failed', 'cancelled']);
const NONE: LivePart[] = [];
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
    waitUntil = null,
    liveParts = NONE,
  } = snapshot.context as Partial<DeliveryContext>;
  const state = statusOf(snapshot);
  const isPartial = liveParts.length > 0 && ENDED.has(state);
  const view: ReturnType<typeof projectDelivery> = {
    status: isPartial ? 'published' : ((SHOWN_AS[state] ?? state) as DeliveryStatus),
    attempt,
    nextAttemptAt: TIMED.has(state) ? nextAttemptAt : null,
    networkPostId,
    url,
    error: errorShown({ error, waitUntil }, state === 'cancelled'),
    warnings,
  };
  // what may be live is not said to be refused
  if (networkCode !== null && doubt === null && !UNDECIDED.has(state)) view.networkCode = networkCode;
  if (!CERTAIN.has(state) && (state === 'verifying' || doubt !== null)) view.maybeLive = true;
  return view;
}

/**
 * The parts after the first. The one that is sent has the status of its delivery, those behind it wait.
 */
function threadOf({ context }: Persisted, state: string): PartView[] {
  const { parts = 1, liveParts = NONE, error = null } = context as Partial<DeliveryContext>;
  const waiting: PartView = { status: 'pending', networkPostId: null, url: null, error: null };
  const status = (state === 'partial' ? 'failed' : (SHOWN_AS[state] ?? state)) as DeliveryStatus;
  return Array.from({ length: parts - 1 }, (_, index): PartView => {
    const live = liveParts[index + 1];
    if (live) return { status: 'published', networkPostId: live.networkPostId, url: live.url, error: null };
    return index + 1 === liveParts.length ? { ...waiting, status, error } : waiting;
  });
}

/** Made at every step of a delivery, so its fields are named one by one: copies of objects cost more than the rest. */
export function deliveryView(snapshot: Persisted): DeliveryView {
  const { accountId, platform, parts } = snapshot.context as DeliveryContext;
  const columns = projectDelivery(snapshot);
  const { status, attempt, networkPostId, url, error, warnings } = columns;
  const nextAttemptAt = isoOrNull(columns.nextAttemptAt);
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
  if (columns.networkCode !== undefined) view.networkCode = columns.networkCode;
  if (columns.maybeLive) view.maybeLive = true;
  if (parts > 1) view.thread = threadOf(snapshot, statusOf(snapshot));
  return view;
}
