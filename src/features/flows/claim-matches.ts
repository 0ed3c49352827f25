/**
 * A run repeats its last steps after the database has lost them (a failover to a copy that lacks the last commits). The network
 * still has the messages of these steps (own-words.ts finds them): they are assigned to the run, and not sent again.
 */
import type { Tx } from '../../../store/connect.ts';
import { listMessageMatches, saveSteps } from '../../../store/direct-messages.ts';
import { timeOfId } from '../../base/ids.ts';
import { CLOCKS_APART_MS } from '../inbox/index.ts';

/** A message that a run is about to send. */
interface Match {
  messageId: string;
  outgoing: { runId: string; stepId: string; text: string };
  place: { conversationId: string };
}

/**
 * Gives messages that the network has since the start of a run to the steps that say the same. The conversations are locked.
 * @returns ids of the wanted messages that are not to be sent
 */
export async function claimMatches(tx: Tx, matches: readonly Match[]): Promise<ReadonlySet<string>> {
  const claimed = new Set<string>();
  if (matches.length === 0) return claimed;
  const found = await listMessageMatches(
    tx,
    matches.map(({ place, outgoing }) => ({
      conversationId: place.conversationId,
      since: timeOfId(outgoing.runId) - CLOCKS_APART_MS,
      runId: outgoing.runId,
      stepId: outgoing.stepId,
    })),
  );
  if (found.length === 0) return claimed;
  const left = new Map(found.map((one) => [one.id, one]));
  const steps = matches.flatMap(({ messageId, outgoing: { runId, stepId, text }, place }) => {
    const same = [...left.values()].find(
      (one) => one.conversationId === place.conversationId && one.text.trim() === text.trim(),
    );
    if (!same) return [];
    left.delete(same.id);
    claimed.add(messageId);
    return { id: same.id, details: { step: { runId, stepId } } };
  });
  await saveSteps(tx, steps);
  return claimed;
}
