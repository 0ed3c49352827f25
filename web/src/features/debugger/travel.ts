/** Time travel through a journal in memory. Pure: moving the slider sends no request. */
import type { Attempt, Json, StateValue, Step, Lit } from './shapes.ts';
import { t } from '../../base/language/text.ts';

/** Ids of the active states of a state value, including the machine itself. */
export function activeStates(machineId: string, value: StateValue): Set<string> {
  const found = new Set([machineId]);
  const visit = (path: string, part: StateValue): void => {
    if (typeof part === 'string') {
      found.add(`${path}.${part}`);
      return;
    }
    for (const [name, below] of Object.entries(part)) {
      found.add(`${path}.${name}`);
      visit(`${path}.${name}`, below);
    }
  };
  visit(machineId, value);
  return found;
}

/** The actor's context after a step; null where it is not known. */
export function contextAt(steps: readonly Step[], index: number): { [field: string]: Json } | null {
  if (!steps[index]?.changed) return null;
  const context: { [field: string]: Json } = {};
  for (const step of steps.slice(0, index + 1)) Object.assign(context, step.changed);
  return context;
}

interface Change {
  field: string;
  before: Json | undefined;
  after: Json;
}

/** What a step changed, with the values before. */
export function changesAt(steps: readonly Step[], index: number): Change[] | null {
  const changed = steps[index]?.changed;
  if (!changed) return null;
  const before = index === 0 ? null : contextAt(steps, index - 1);
  return Object.entries(changed).flatMap(([field, after]) => changesIn(field, before?.[field], after));
}

/** Goes down to the fields that differ, so that a change for one account does not repeat the fields of the others. */
function changesIn(field: string, before: Json | undefined, after: Json): Change[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!isFields(before) || !isFields(after)) return [{ field, before, after }];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => changesIn(`${field}.${name}`, before[name], after[name] ?? null));
}

const isFields = (value: Json | undefined): value is { [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The attempts of an effect that a step requested. An outcome belongs to the last step before it that requested that
 * type.
 */
export function attemptsRequestedAt(
  steps: readonly Step[],
  index: number,
  type: string,
  attempts: readonly Attempt[],
): Attempt[] {
  return attempts.filter((attempt) => {
    if (attempt.type !== type) return false;
    const before = attempt.seq ?? Infinity;
    return (
      steps.findLastIndex(({ seq, effects }) => seq < before && effects.some((one) => one.type === type)) ===
      index
    );
  });
}

/** What is highlighted on a chart at a step. */
export function litAt(machineId: string, steps: readonly Step[], index: number): Lit {
  const step = steps[index];
  const earlier = steps.slice(0, index);
  const path = new Set(earlier.flatMap(({ taken }) => taken));
  const visited = new Set<string>();
  const passed = new Set<string>();
  for (const { value } of earlier) {
    const name = JSON.stringify(value);
    if (passed.has(name)) continue;
    passed.add(name);
    for (const id of activeStates(machineId, value)) visited.add(id);
  }
  return {
    active: step ? activeStates(machineId, step.value) : new Set(),
    visited,
    taken: new Set(step?.taken),
    path,
  };
}

/** An event's name for people: timers are named by their delay. */
export function eventName(type: string): string {
  const timer = /^xstate\.after\.([^.]+)\./.exec(type);
  if (timer) return t('after {timer}', { timer: timer[1]! });
  return type === 'xstate.upgrade' ? 'upgrade' : type;
}
