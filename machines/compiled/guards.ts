/** The guards of a chart, each looked up once and compiled to one function. */
import { and, type EventObject, not, or } from 'xstate';
import { NotCompiled } from './nodes.ts';
import type { Args, Context, Params } from './operations.ts';

/** Whether a transition may be taken. @throws what the machine's guard throws */
export type Guard = (context: Context, event: EventObject) => unknown;

/** The machine's own guards, by name. */
export type GuardImplementations = { [name: string]: unknown };

type Predicate = (args: Args, params: unknown) => unknown;
/** A guard that was made by XState's `and`, `or` or `not`. */
type Combined = Function & { check: unknown; guards?: readonly unknown[] };

// a guard is recognised as an `and` by XState's function that checks it, not by its name
const AND = checkOf(and([]));
const OR = checkOf(or([]));
const NOT = checkOf(not('' as never));

/**
 * Compiles a guard of a chart to a function.
 * @throws NotCompiled when the guard is not declared, or uses a feature that is not compiled
 */
export function guardOf(guard: unknown, implementations: GuardImplementations): Guard {
  const isInline = typeof guard === 'function';
  const name = typeof guard === 'string' ? guard : (guard as { type?: string } | null)?.type;
  const declared = isInline ? guard : implementations[name ?? ''];
  if (typeof declared !== 'function') throw new NotCompiled(`the guard '${name}' is not declared`);
  const params = typeof guard === 'object' ? (guard as { params?: Params }).params : undefined;
  if ('check' in declared) {
    if (params !== undefined) throw new NotCompiled(`the combined guard '${name}' has parameters`);
    return combinedOf(declared, implementations);
  }
  const holds = declared as Predicate;
  if (typeof params !== 'function') return (context, event) => holds({ context, event }, params);
  return (context, event) => holds({ context, event }, params({ context, event }));
}

function combinedOf({ check, guards = [] }: Combined, implementations: GuardImplementations): Guard {
  if (check !== AND && check !== OR && check !== NOT)
    throw new NotCompiled('it has a guard that is none of and, or, not');
  const parts = guards.map((part) => guardOf(part, implementations));
  if (check === AND) return (context, event) => parts.every((part) => part(context, event));
  if (check === OR) return (context, event) => parts.some((part) => part(context, event));
  const [part] = parts;
  return (context, event) => !part!(context, event);
}

function checkOf(guard: unknown): unknown {
  return (guard as { check: unknown }).check;
}
