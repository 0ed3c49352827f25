/**
 * Every kind of actor: its machine, the version of its snapshots with the upgrades from older ones, and its
 * projection: the columns that queries read. A new kind is added here and nowhere else.
 */
import type { AnyStateMachine } from 'xstate';
import { delivery, type DeliveryContext } from './delivery.ts';
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
  /** Raised with every change of the chart that an older snapshot would not survive unchanged. */
  version: number;
  /** `upgrades[n]` turns a snapshot of version n into one of n + 1: pure JSON in, JSON out. */
  upgrades: { [from: number]: (snapshot: Persisted) => Persisted };
}

export const kinds = {
  post: { machine: post, version: 1, upgrades: {} },
  delivery: { machine: delivery, version: 1, upgrades: {} },
  webhook_send: { machine: webhookSend, version: 1, upgrades: {} },
} satisfies { [kind: string]: Kind };

export type KindName = keyof typeof kinds;
/** Kinds by name, as the runtime is given them. */
export type KindTable = { readonly [kind: string]: Kind };

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

/** The columns of a delivery's row that its machine decides. Times are epoch ms. */
export function projectDelivery(snapshot: Persisted): {
  status: DeliveryStatus;
  attempt: number;
  nextAttemptAt: number | null;
  networkPostId: string | null;
  url: string | null;
  error: string | null;
} {
  const context = snapshot.context as DeliveryContext;
  const state = statusOf(snapshot);
  return {
    // a refresh of the token is part of sending to those who watch
    status: (state === 'refreshing' ? 'sending' : state) as DeliveryStatus,
    attempt: context.attempt,
    nextAttemptAt: state === 'retrying' || state === 'processing' ? context.nextAttemptAt : null,
    networkPostId: context.networkPostId,
    url: context.url,
    error: context.error,
  };
}
