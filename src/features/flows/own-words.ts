/**
 * Recognises messages of automations that the database has lost (a failover to a copy that lacks the last commits) by their text
 * when the network reports them. Without this they would count as written by a person, and pause the automation.
 */
import { fill, openingOf } from '../../../machines/flow/fill.ts';
import { everyStep } from '../../../machines/flow/steps.ts';
import type { Tx } from '../../../store/connect.ts';
import { readPeople } from '../../../store/conversations.ts';
import type { StepsDefinition } from '../../kinds/dm-run.ts';
import { namesOf } from './names.ts';

/** Whether a text is a message of one of these automations to the person of a conversation. */
export async function saysText(
  tx: Tx,
  automations: readonly { definition: unknown; disclosure: string | null }[],
  { conversationId, text }: { conversationId: string; text: string },
): Promise<boolean> {
  if (text.trim() === '') return false;
  const person = (await readPeople(tx, [conversationId])).get(conversationId);
  const names = namesOf(person ?? { username: null, name: null });
  return automations.some(({ definition, disclosure }) =>
    everyStep((definition as StepsDefinition).steps).some(({ step }) => {
      if (step.type !== 'message') return false;
      const hasButton = step.button !== undefined;
      return ['', openingOf(disclosure)].some(
        (opening) => fill(`${opening}${step.text}`, names, { hasButton }).trim() === text.trim(),
      );
    }),
  );
}
