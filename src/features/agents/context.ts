/** What the operations about agents need. */
import type { Core } from '../../api/context.ts';
import { operationsWith } from '../../api/operation.ts';
import type { Node } from '../../engine/node.ts';
import type { FeedEvent } from '../../engine/feed-event.ts';
import { isoOf } from '../../base/time.ts';

export interface AgentsContext extends Core {
  node: Pick<Node, 'command'>;
}

export const operation = operationsWith<AgentsContext>();

/** The live event of a call that waits for a person, or was decided on. It names no account: people who are held to some may not decide. */
export const confirmationEvent = (
  type: 'confirmation.created' | 'confirmation.updated',
  { id, workspaceId, state, at }: { id: string; workspaceId: string; state: string; at: number },
): FeedEvent => ({
  workspaceId,
  type,
  resource: { type: 'confirmation', id },
  at: isoOf(at),
  data: { id, state },
});
