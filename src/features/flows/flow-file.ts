/** An automation as a file: its trigger and its steps, as requests have them, with a name. */
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { checkSteps, idFromPath, reasonOf, type Refusal } from './check.ts';
import type { Tested } from './talk-test.ts';
import { checkTrigger, type Trigger } from './trigger.ts';

export const FlowFile = Type.Object(
  {
    name: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    platform: Type.Optional(Type.Enum(['instagram', 'facebook'], { type: 'string' })),
    trigger: Type.Unknown(),
    steps: Type.Unknown(),
    reentry: Type.Optional(Type.Enum(['once', 'always'], { type: 'string' })),
    cooldownHours: Type.Optional(Type.Number({ minimum: 0, maximum: 8_760 })),
  },
  { additionalProperties: false },
);
export type FlowFile = Static<typeof FlowFile>;

/** Checks a file. Steps without an id get one from their place. @param input what the file holds */
export function checkFlow(input: unknown): { flow: Tested & { file: FlowFile } } | { refusals: Refusal[] } {
  if (!Value.Check(FlowFile, input)) {
    const [error] = Value.Errors(FlowFile, input);
    return {
      refusals: [{ path: error?.instancePath ?? '', message: reasonOf(error) }],
    };
  }
  const { platform = 'instagram' } = input;
  const checked = checkSteps(input.steps, { makeId: idFromPath, platform });
  const refusals = [...checkTrigger(input.trigger, { platform }), ...checked.refusals];
  if (!checked.steps || refusals.length > 0) return { refusals };
  return { flow: { trigger: input.trigger as Trigger, steps: checked.steps, file: input } };
}
