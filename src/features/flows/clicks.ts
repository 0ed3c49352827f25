/** Sends a run the click on one of its links, in the transaction that counts the click. */
import type { Tx } from '../../../store/connect.ts';
import { findStepOfMessage } from '../../../store/dm-runs.ts';
import type { Turn } from '../../engine/turn.ts';

/** Sends the event to the run whose message has the link, if the run is active. @param messageId of the link */
export async function onClick(tx: Tx, turn: Turn, messageId: string): Promise<void> {
  const found = await findStepOfMessage(tx, messageId);
  if (!found) return;
  const { workspaceId, runId, stepId } = found;
  turn.tell(workspaceId, { to: runId, event: { type: 'link.clicked', stepId } as { type: string } });
}
