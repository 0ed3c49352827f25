/** A click on a link of a run: the run hears of it, in the transaction that counts it. */
import type { Tx } from '../../../store/connect.ts';
import { findStepOfMessage } from '../../../store/dm-runs.ts';
import type { Turn } from '../../engine/turn.ts';

/** Tells the run whose message has the link, if it goes on. @param messageId of the link */
export async function onClick(tx: Tx, turn: Turn, messageId: string): Promise<void> {
  const found = await findStepOfMessage(tx, messageId);
  if (!found) return;
  const { workspaceId, runId, stepId } = found;
  turn.tell(workspaceId, { to: runId, event: { type: 'link.clicked', stepId } as { type: string } });
}
