/**
 * Every kind of actor: its machine, the version of its snapshots with the upgrades from older ones, and its
 * projection, which gives the columns that queries read. A new kind is added only here.
 */
import type { AnyStateMachine } from 'xstate';
import { account, type AccountContext } from './account.ts';
import { delivery, type DeliveryContext } from './delivery/index.ts';
import type { Persisted } from './durable.ts';
import { post, type PostContext } from './post.ts';
import { webhookSend } from './webhook-send.ts';

export type PostStatus = 'draft' | 'scheduled' | 'publishing' | 'published' | 'failed' | 'removed';
export type DeliveryStatus =
  | 'pending'
  | 'sending'
  | 'processing'
  | 'retrying'
  | 'verifying'
  | 'published'
  | 'failed'
  | 'cancelled';

export interface Kind {
  machine: AnyStateMachine;
  /** Raised with every change of the chart that makes older snapshots invalid. */
  version: number;
  /** `upgrades[n]` turns a snapshot of version n into one of n + 1: pure JSON in, JSON out. */
  upgrades: { [from: number]: (snapshot: Persisted) => Persisted };
}

export const kinds = {
  post: { machine: post, version: 1, upgrades: {} },
  delivery: {
    machine: delivery,
    version: 3,
    upgrades: { 1: withContext({ ticket: null, waitUntil: null, committed: false }), 2: withDoubt },
  },
  account: {
    machine: account,
    version: 2,
    // disconnected was one state, in which the credentials had been deleted already
    upgrades: {
      1: (snapshot) =>
        snapshot.value === 'disconnected' ? { ...snapshot, value: { disconnected: 'settled' } } : snapshot,
    },
  },
  webhook_send: { machine: webhookSend, version: 1, upgrades: {} },
} satisfies { [kind: string]: Kind };

export type KindName = keyof typeof kinds;
/** Kinds by name, in the form that the runtime uses. */
export type KindTable = { readonly [kind: string]: Kind };

/** In version 1, an unknown outcome was a flag of a failed delivery, and two flags gave the reason of a lookup. */
function withDoubt(snapshot: Persisted): Persisted {
  const { unresolved, interrupted, askedAgain, ...context } = snapshot.context as DeliveryContext & {
    unresolved: boolean;
    interrupted: boolean;
    askedAgain: boolean;
  };
  const lookup = interrupted ? 'stopped' : askedAgain ? 'asked' : 'lost';
  const doubt = unresolved ? (context.error ?? 'the answer was lost') : null;
  return {
    ...snapshot,
    value: snapshot.value === 'failed' && unresolved ? 'unresolved' : snapshot.value,
    context: { lookup, lastAnswer: context.error, doubt, shortWaits: 0, ...(context as object) } as never,
  };
}

/** An upgrade that only adds fields to the context. */
function withContext(added: { [field: string]: unknown }): (snapshot: Persisted) => Persisted {
  return (snapshot) => ({ ...snapshot, context: { ...added, ...(snapshot.context as object) } as never });
}

/** The top state of a snapshot's value: the status that users see. */
export function statusOf(snapshot: Pick<Persisted, 'value'>): string {
  return typeof snapshot.value === 'string' ? snapshot.value : Object.keys(snapshot.value)[0]!;
}

/** The columns of a post's row that its machine decides. Times are epoch ms. */
export function projectPost(snapshot: Persisted): {
  status: PostStatus;
  scheduledAt: number | null;
  publishedAt: number | null;
  error: string | null;
} {
  const context = snapshot.context as PostContext;
  return {
    status: statusOf(snapshot) as PostStatus,
    scheduledAt: context.dueAt,
    publishedAt: context.publishedAt,
    error: context.error,
  };
}

/** States that watchers see under another name. */
const SHOWN_AS: { [state: string]: DeliveryStatus } = {
  // refreshing the token is part of sending
  refreshing: 'sending',
  // the post is fine: it waits for its turn, or for a person; the error says which
  limited: 'pending',
  waiting_account: 'pending',
  // `maybeLive` and the error say that an earlier attempt may be live
  in_doubt: 'retrying',
  unresolved: 'failed',
};
/** States whose next attempt has a time. */
const TIMED = new Set(['retrying', 'in_doubt', 'processing', 'limited', 'verifying']);
/** States that have a final error. */
const CERTAIN = new Set(['published', 'failed', 'cancelled']);

/** The columns of a delivery's row that its machine decides. Times are epoch ms. */
export function projectDelivery(snapshot: Persisted): {
  status: DeliveryStatus;
  attempt: number;
  nextAttemptAt: number | null;
  networkPostId: string | null;
  url: string | null;
  error: string | null;
  warnings: string[];
  /** It is unknown whether an attempt is live: the next one could be a second copy. Absent: no. */
  maybeLive?: true;
} {
  const context = snapshot.context as DeliveryContext;
  const state = statusOf(snapshot);
  return {
    status: (SHOWN_AS[state] ?? state) as DeliveryStatus,
    attempt: context.attempt,
    nextAttemptAt: TIMED.has(state) ? context.nextAttemptAt : null,
    networkPostId: context.networkPostId,
    url: context.url,
    error: context.error,
    warnings: context.warnings ?? [],
    ...(!CERTAIN.has(state) && (state === 'verifying' || context.doubt !== null) && { maybeLive: true }),
  };
}

/** The columns of an account's state that its machine decides. Times are epoch ms. */
export function projectAccount(snapshot: Persisted): {
  status: AccountContext['shown'];
  reason: string | null;
  expiresAt: number | null;
} {
  const { shown, reason, expiresAt } = snapshot.context as AccountContext;
  return {
    status: shown,
    reason: shown === 'needs_reconnect' || shown === 'needs_app' ? reason : null,
    expiresAt,
  };
}
