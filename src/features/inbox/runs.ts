/** Runs of automations in conversations: they hear what the person and the team do (machines/flow/setup.ts). */
import type { FlowEvent } from '../../../machines/flow/setup.ts';
import { stepIdOf } from '../../../machines/flow/compile.ts';
import { everyStep } from '../../../machines/flow/steps.ts';
import { readDefinitions } from '../../../store/definitions.ts';
import { findActiveRuns } from '../../../store/dm-runs.ts';
import type { Tx } from '../../../store/connect.ts';
import { lockForTurn } from '../../engine/lock-for-turn.ts';
import { statusOf } from '../../engine/kind.ts';
import { loadInto } from '../../engine/take.ts';
import type { Actor, Turn } from '../../engine/turn.ts';
import { words } from '../../kinds/flow-words.ts';
import type { StepsDefinition } from '../../kinds/dm-run.ts';

/** The runs that have not ended, in the turn, by their conversation. Conversations are locked first. */
export async function activeRuns(
  tx: Tx,
  turn: Turn,
  conversationIds: readonly string[],
): Promise<Map<string, Actor>> {
  const found = await findActiveRuns(tx, conversationIds);
  if (found.length === 0) return new Map();
  const rows = await lockForTurn(
    tx,
    turn,
    found.map(({ id }) => id),
  );
  const runs = await loadInto(tx, turn, rows);
  return new Map(
    runs.flatMap((run): [string, Actor][] =>
      run.status === 'done' || run.parentId === null ? [] : [[run.parentId, run]],
    ),
  );
}

/** Gives the run of a conversation an event, if there is one. The conversation is locked. */
export async function tellRun(tx: Tx, turn: Turn, conversationId: string, event: FlowEvent): Promise<void> {
  const run = (await activeRuns(tx, turn, [conversationId])).get(conversationId);
  if (run) turn.deliver(run, event);
}

/** Whether the step that the person is in asks for this text: a label of its choices, or a keyword of its condition. */
export async function asksFor(tx: Tx, run: Actor, text: string): Promise<boolean> {
  const stepId = stepIdOf(`dm_run.${statusOf(run.snapshot)}`);
  if (stepId === null || run.definitionId === null) return false;
  const [definition] = await readDefinitions(tx, [run.definitionId]);
  if (!definition) return false;
  const found = everyStep((definition.json as StepsDefinition).steps).find(({ step }) => step.id === stepId);
  if (found?.step.type === 'message')
    return (found.step.choices ?? []).some(({ label }) => words.isLabel(text, label));
  return (
    found?.step.type === 'condition' &&
    found.step.check === 'keyword' &&
    words.hasKeyword(text, found.step.keywords ?? [])
  );
}
