/**
 * Steps that are not worth a journal entry. An actor that looks at something every few minutes, and finds nothing new, would fill
 * the journal and hide in it what happened. Its kind names these steps; the row, its timers and its effects are written as for any
 * other step, and the step counts in `seq`. A later step that is written says where it started from (`JournalStep.before`), so that
 * a replay continues behind those that are left out.
 */
import type { Persisted, Step } from '../../machines/durable.ts';
import { sameJson } from './state-name.ts';

/** Which steps of a kind are left out of the journal: those with one of these events that change no other field. */
export interface RoutineRule {
  /** Names of events, or prefixes up to a point such as `read.` and `xstate.after.`. */
  events: readonly string[];
  /** Fields of the context that tell nothing new, such as when something was looked at last. */
  fields: readonly string[];
}

/** What a turn carries out for other actors: their journals name the step. */
const FOR_OTHERS: readonly string[] = ['startActors', 'tell', 'announce'];

/**
 * Whether a step is left out of the journal. Pure.
 * @param before the snapshot before the step
 */
export function isRoutine(
  { events, fields }: RoutineRule,
  event: { type: string },
  before: Persisted,
  { snapshot, effects, done }: Step,
): boolean {
  const isNamed = events.some((name) =>
    name.endsWith('.') ? event.type.startsWith(name) : name === event.type,
  );
  if (!isNamed || done) return false;
  const requests = effects as readonly { type: string }[];
  if (requests.some(({ type }) => FOR_OTHERS.includes(type))) return false;
  const context = before.context as { [field: string]: unknown };
  return Object.entries(snapshot.context as object).every(
    ([field, value]) => fields.includes(field) || sameJson(context[field], value),
  );
}

/**
 * What a replay can compare of a snapshot. Pure.
 * @param rule that of its kind
 * @param isLast whether the journal has the last step of the actor; else steps after it were left out, which may have changed the
 *   state and the fields of the rule
 */
export function comparable(rule: RoutineRule | undefined, snapshot: Persisted, isLast: boolean): object {
  if (!rule || isLast) return snapshot;
  const context = Object.entries(snapshot.context as object).filter(
    ([field]) => !rule.fields.includes(field),
  );
  return { context: Object.fromEntries(context) };
}
