/** What the operations of notifications need. */
import type { Core } from '../../api/context.ts';
import { operationsWith } from '../../api/operation.ts';
import type { Guard } from '../../base/outbound/guard.ts';
import type { Sealer } from '../../base/seal.ts';
import type { Node } from '../../engine/node.ts';
import type { Mailer } from '../mail/index.ts';

export interface NotificationsContext extends Core {
  node: Pick<Node, 'command'>;
  mailer: Mailer;
  sealer: Sealer;
  guard: Guard;
}

export const operation = operationsWith<NotificationsContext>();

/** Why a key or an app has none of these operations. */
export const ONLY_PEOPLE = 'notifications are for a person who is signed in to the dashboard';
