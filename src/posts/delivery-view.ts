/** A delivery as answers, events and webhooks show it (decisions.md, Posts). */
import type { DeliveryContext } from '../../machines/delivery/index.ts';
import type { Persisted } from '../../machines/durable.ts';
import { projectDelivery } from '../../machines/kinds.ts';

export interface DeliveryView {
  accountId: string;
  platform: string;
  status: string;
  attempt: number;
  nextAttemptAt: string | null;
  networkPostId: string | null;
  url: string | null;
  error: string | null;
  warnings: string[];
  /** An attempt may be live and nobody can tell. Absent: no. */
  maybeLive?: true;
}

export function deliveryView(snapshot: Persisted): DeliveryView {
  const { accountId, platform } = snapshot.context as DeliveryContext;
  const { nextAttemptAt, ...shown } = projectDelivery(snapshot);
  return { accountId, platform, ...shown, nextAttemptAt: isoOrNull(nextAttemptAt) };
}

/** @param ms epoch ms */
export const isoOrNull = (ms: number | null) => (ms === null ? null : isoOf(ms));

let lastMs = Number.NaN;
let lastText = '';

/** An instant in UTC. A turn tells the same one hundreds of times: the last is remembered. @param ms epoch ms */
export function isoOf(ms: number): string {
  if (ms !== lastMs) {
    lastText = new Date(ms).toISOString();
    lastMs = ms;
  }
  return lastText;
}
