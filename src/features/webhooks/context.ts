/** What the operations of webhooks depend on. */
import type { Core } from '../../api/context.ts';
import { operationsWith } from '../../api/operation.ts';
import type { Node } from '../../engine/node.ts';
import type { Guard } from '../../base/outbound/guard.ts';
import type { Sealer } from '../../base/seal.ts';

export interface WebhooksContext extends Core {
  node: Pick<Node, 'command'>;
  sealer: Sealer;
  /** A guarded fetch, because an endpoint's address comes from a user. */
  guard: Guard;
  userAgent: string;
}

export const operation = operationsWith<WebhooksContext>();
