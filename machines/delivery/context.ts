/** What a delivery remembers, and every event it can receive. */
import type { Access, AccountEvent, AccountNews } from '../account.ts';
import type { Checkpoint, Finding, Outcome, Refreshed } from '../outcome.ts';

/** A type, not an interface: XState requires an index signature for JSON. */
export type DeliveryInput = {
  deliveryId: string;
  postId: string;
  accountId: string;
  platform: string;
  /**
   * What to do if a lookup cannot show whether the post is live: `retry` sends again like after a temporary failure,
   * `hold` waits for a person (docs/contract.md, Deliveries).
   */
  onUnknown: 'retry' | 'hold';
  /**
   * The post's publishing round; reports of an end carry it. Messages may arrive out of order. The round identifies
   * them: a cancel of an earlier round is ignored, and so is a send whose own cancel arrived first.
   */
  round: number;
  /** How many posts the network gets: 1, and one for each part of a thread. Absent means 1. */
  parts?: number;
  /** Its post comments below what is live, so the report of the end names it. Absent means no. */
  namesPost?: true;
};

/** A part of a thread that is live. */
export type LivePart = {
  /** null if the network proves the part but does not name it. */
  networkPostId: string | null;
  url: string | null;
};

export type DeliveryContext = DeliveryInput & {
  /** Counts from 1 in each round. */
  attempt: number;
  checkpoint: Checkpoint | null;
  cancelRequested: boolean;
  /** The network has committed to publish the post: it can be neither cancelled nor sent again. */
  committed: boolean;
  /** A new round started while a step was in progress: its checkpoint may belong to an edited text. */
  outdated: boolean;
  /**
   * Why the lookup is made: the network's response was lost, the service stopped during the call, or a person asked
   * to send a post whose outcome is unknown. For the last two the post is sent as soon as it is known to be absent.
   */
  lookup: 'lost' | 'stopped' | 'asked';
  /** The network's last response to an attempt, in its words; null before the first. */
  lastAnswer: string | null;
  /**
   * Set while an attempt may be live and no lookup shows it: the attempt's response, and why the lookup failed to
   * show it.
   */
  doubt: string | null;
  looks: number;
  /** How often the service stopped during a call, or a lookup found that a lost call had taken effect. */
  crashes: number;
  refreshes: number;
  /** Short waits (`Retry-After`) that the network asked for during this attempt; in a lookup, waits for the account's budget. */
  shortWaits: number;
  /** Version of the credentials that were refused. A refresh that finds newer ones does nothing. */
  refusedCredentials: number;
  /** Wait of the state being entered, ms. */
  waitMs: number;
  /** When the next attempt is made, as far as it is known; epoch ms. */
  nextAttemptAt: number | null;
  /** Budgets that the waiting step has already taken from: it keeps its place and does not queue again. */
  ticket: Ticket | null;
  /** Until when this round waits for its account, epoch ms; null if it has not had to. */
  waitUntil: number | null;
  parts: number;
  /**
   * The parts that are live, in order; each of them had its own attempts, checkpoint and lookups. Empty for a post of one
   * part. `networkPostId` and `url` are those of the first.
   */
  liveParts: LivePart[];
  networkPostId: string | null;
  url: string | null;
  error: string | null;
  /** The network's own code of the refusal that `error` is about. null or absent means no response refused anything. */
  networkCode?: string | null;
  /** How the published post differs from the request. Absent means no known differences. */
  warnings?: string[];
};

/** Which budgets a step has taken from: the account's, or the app's too. */
export type Ticket = 'account' | 'app';

/** Responses about the access carry the version of the credentials that were refused. */
type AboutAccess = 'expired' | 'reauthorize';
type Fields<Answer, Kind> = Omit<Extract<Answer, { kind: Kind }>, 'kind'>;
type OutcomeEvent = {
  [K in Exclude<Outcome['kind'], AboutAccess>]: { type: `outcome.${K}` } & Fields<Outcome, K>;
}[Exclude<Outcome['kind'], AboutAccess>];
type FindingEvent = {
  [K in Exclude<Finding['kind'], AboutAccess>]: { type: `finding.${K}` } & Fields<Finding, K>;
}[Exclude<Finding['kind'], AboutAccess>];
type RefreshEvent = {
  [K in Refreshed['kind']]: { type: `refresh.${K}` } & Fields<Refreshed, K>;
}[Refreshed['kind']];

export type DeliveryEvent =
  | { type: 'send'; round: number; onUnknown?: 'retry' | 'hold'; parts?: number; namesPost?: true }
  | { type: 'cancel'; round: number }
  | { type: `outcome.${AboutAccess}`; reason: string; code?: string; credentialsVersion: number }
  | { type: `finding.${AboutAccess}`; reason: string; credentialsVersion: number }
  /** A budget is used up and nothing was sent: continue in `afterMs`. */
  | { type: 'outcome.limited'; reason: string; afterMs: number; ticket: Ticket | null }
  | { type: 'finding.limited'; reason: string; afterMs: number }
  /** The network named a post that another delivery of ours holds, which proves nothing about this one. */
  | { type: 'outcome.taken'; reason: string }
  | { type: 'finding.taken'; reason: string }
  /** The service stopped during a step that must not be repeated without a lookup. */
  | { type: 'outcome.interrupted'; reason: string }
  /** A person checked the account, or decided to stop. */
  | { type: 'resolve.live'; networkPostId: string | null; url: string | null }
  | { type: 'resolve.absent' }
  | { type: 'resolve.give_up' }
  /** The account was connected again, or there is no need to wait for it. */
  | AccountNews
  | OutcomeEvent
  | FindingEvent
  | RefreshEvent;

/** How a delivery ended, as reported to its post. `published` with an error: a later part of its thread is not live. */
export type DeliveryEnd = {
  type: 'delivery.ended';
  accountId: string;
  round: number;
  status: 'published' | 'failed' | 'cancelled';
  error: string | null;
  /** With `published`, where the post asked for it: the network's id; null if the network names none. */
  networkPostId?: string | null;
};

/** The parameters of a delivery's effects. */
export type Work = {
  deliveryId: string;
  postId: string;
  accountId: string;
  attempt: number;
  checkpoint: Checkpoint | null;
  ticket: Ticket | null;
  /** The parts of the thread that are live. Absent means the post has one part. */
  liveParts?: LivePart[];
};

/** What a delivery reports to its account. */
export type AccountReport = Extract<AccountEvent, { type: 'refused' | 'renewed' }>;

export function workOf({
  deliveryId,
  postId,
  accountId,
  attempt,
  checkpoint,
  ticket,
  parts,
  liveParts,
}: DeliveryContext): Work {
  const work: Work = { deliveryId, postId, accountId, attempt, checkpoint, ticket };
  if (parts > 1) work.liveParts = liveParts;
  return work;
}

export function tokenOf({ accountId, refusedCredentials }: DeliveryContext) {
  return { accountId, refusedCredentials };
}

/**
 * The error of a delivery. What it says of one that waits for its account, that it continues by itself, is not true of one that was
 * cancelled meanwhile: that one has none.
 */
export function visibleError(
  { error, waitUntil }: Pick<DeliveryContext, 'error'> & { waitUntil?: number | null },
  isCancelled: boolean,
): string | null {
  return isCancelled && (waitUntil ?? null) !== null ? null : error;
}

/** The report of an end. A thread of which a part is live counts as published, whatever became of the rest. */
export function endOf(context: DeliveryContext, end: DeliveryEnd['status']) {
  const status = context.liveParts.length > 0 ? 'published' : end;
  const { postId, accountId, round, networkPostId } = context;
  const error = visibleError(context, status === 'cancelled');
  const named = status === 'published' && context.namesPost === true && { networkPostId };
  const event: DeliveryEnd = { type: 'delivery.ended', accountId, round, status, error, ...named };
  return { messages: [{ to: postId, event }] };
}

/** The report to the account when its access was refused permanently. */
export function refusalOf(
  { accountId, deliveryId, refusedCredentials }: DeliveryContext,
  refused: { type: string; reason: string; credentialsVersion?: number | undefined },
) {
  const { type, reason, credentialsVersion = refusedCredentials } = refused;
  const unconfigured = type === 'refresh.unconfigured' && { unconfigured: true as const };
  const event: AccountReport = { type: 'refused', deliveryId, credentialsVersion, reason, ...unconfigured };
  return { messages: [{ to: accountId, event }] };
}

export function renewalOf(
  { accountId }: DeliveryContext,
  { credentialsVersion, obtainedAt, expiresAt }: Access,
) {
  const event: AccountReport = { type: 'renewed', credentialsVersion, obtainedAt, expiresAt };
  return { messages: [{ to: accountId, event }] };
}
