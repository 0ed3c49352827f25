/**
 * Restores runs that the database has lost. A failover to a copy that lacks the last commits removes the run, while the network
 * already shows the message with its choices. When the person taps a choice, the payload names the run, its automation and the
 * choice, so the run continues there with the same id: a second tap or a repeat of the event does not start another one.
 */
import type { InboundMessage } from '../../../adapters/port/inbound.ts';
import { WINDOW_MS } from '../../../machines/flow/setup.ts';
import { everyStep, type Step } from '../../../machines/flow/steps.ts';
import { hasActor } from '../../../store/actors.ts';
import { insertDefinition } from '../../../store/definitions.ts';
import type { Tx } from '../../../store/connect.ts';
import { findCutoffs } from '../../../store/person-cutoffs.ts';
import { timeOfId } from '../../base/ids.ts';
import { loadDefinitions } from '../../engine/definitions.ts';
import type { Turn } from '../../engine/turn.ts';
import { dmRun, STEPS_VERSION, type StepsDefinition } from '../../kinds/dm-run.ts';
import { words } from '../../kinds/flow-words.ts';
import { choiceOf } from './choice-payload.ts';

/** What is known of an automation whose run was lost. */
interface OfAutomation {
  id: string;
  workspaceId: string;
  accountId: string;
  definition: unknown;
}

/** A run that continues at a choice. */
export interface LostRun<One extends OfAutomation> {
  automation: One;
  /** The id that it had. */
  runId: string;
  /** The steps behind the choice: after them a run ends. */
  steps: readonly Step[];
}

/**
 * The run of which a person tapped a choice, if it is not stored and was not deleted here. The conversation is locked.
 * @param act.at when the person tapped, epoch ms
 * @param automations active ones
 * @returns null if the run is known, or nothing says what the tap means
 */
export async function findLostRun<One extends OfAutomation>(
  tx: Tx,
  { personId, at, message }: { personId: string; at: number; message: InboundMessage | null },
  automations: readonly One[],
): Promise<LostRun<One> | null> {
  const tapped = message?.tap && choiceOf(message.tap.payload);
  const automation = tapped && automations.find(({ id }) => id === tapped.automationId);
  if (!tapped || !automation) return null;
  const { runId, stepId, index } = tapped;
  const startedAt = timeOfId(runId);
  if (at - startedAt >= WINDOW_MS) return null; // a run waits no longer for a choice
  const { steps } = automation.definition as StepsDefinition;
  const question = everyStep(steps).find(({ step }) => step.id === stepId)?.step;
  const choice = question?.type === 'message' ? question.choices?.[index] : undefined;
  if (!choice || !words.isLabel(message.tap!.label, choice.label)) return null;
  if (await hasActor(tx, runId)) return null;
  const cutoff = (await findCutoffs(tx, automation.accountId, [personId])).get(personId);
  if (cutoff && cutoff.messagesUntil >= startedAt) return null;
  return { automation, runId, steps: choice.steps };
}

/** Stores the rest of a run as a definition, which the turn can start. @returns its id */
export async function storeRest(
  tx: Tx,
  turn: Turn,
  { automation: { workspaceId }, steps }: LostRun<OfAutomation>,
): Promise<string> {
  const definition = { workspaceId, kind: dmRun.name, version: STEPS_VERSION, json: { steps } };
  const definitionId = await insertDefinition(tx, definition, turn.now);
  await loadDefinitions(tx, turn.kinds, [{ kind: dmRun.name, definitionId }]);
  return definitionId;
}
