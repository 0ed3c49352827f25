/** A delivery as answers, events and webhooks show it (docs/contract.md, Posts). */
import type { DeliveryContext } from '../../../machines/delivery.ts';
import type { Persisted } from '../../../machines/durable.ts';
import { projectDelivery } from '../../../machines/kinds.ts';
import { isoOrNull } from '../../time.ts';

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
}

export function deliveryView(snapshot: Persisted): DeliveryView {
  const { accountId, platform } = snapshot.context as DeliveryContext;
  const { nextAttemptAt, ...shown } = projectDelivery(snapshot);
  return { accountId, platform, ...shown, nextAttemptAt: isoOrNull(nextAttemptAt) };
}
