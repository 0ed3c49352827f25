import type { AnyStateMachine } from 'xstate';

/**
 * Reads the fields that the context of every new actor of a machine has with the same value, from the machine's own initial context.
 * A kind does not store them while they have it (`defaults` of src/engine/kind.ts).
 * @param stored fields that are stored all the same, because statements read them
 * @throws when the initial context needs more of its input than whole fields
 */
export function initialValues(
  { id, config }: AnyStateMachine,
  { stored = [] }: { stored?: readonly string[] } = {},
): { readonly [field: string]: unknown } {
  const make = config.context as unknown as (args: { input: object }) => { [field: string]: unknown };
  const values: { [field: string]: unknown } = {};
  // what is copied from the input is undefined without one
  for (const [field, value] of Object.entries(make({ input: {} }))) {
    if (value === undefined || stored.includes(field)) continue;
    if (!isPlain(value)) throw new Error(`${id}: ${field} of a new actor is neither plain nor empty`);
    values[field] = value;
  }
  return values;
}

/** Whether a copy of the value is as simple as `copyOf` in src/engine/stored-snapshot.ts makes it. */
const isPlain = (value: unknown) =>
  typeof value !== 'object' || value === null || Object.keys(value).length === 0;
