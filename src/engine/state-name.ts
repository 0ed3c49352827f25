/** Names of the states in a snapshot's value. */
import type { Persisted } from '../../machines/durable.ts';

type Value = Persisted['value'];

/** The name of the active state: `sending`, `verifying.looking`. Parallel regions are joined with a comma. */
export function stateName(value: Value): string {
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([name, below]) => {
      const inner = below === undefined ? '' : stateName(below);
      return inner === '' ? name : `${name}.${inner}`;
    })
    .join(', ');
}

/** Ids in the chart of every active state, outer ones first, including the machine itself. */
export function activeStates(machineId: string, value: Value): string[] {
  const inside = (path: string, part: Value): string[] =>
    typeof part === 'string'
      ? [`${path}.${part}`]
      : Object.entries(part).flatMap(([name, below]) => [
          `${path}.${name}`,
          ...(below === undefined ? [] : inside(`${path}.${name}`, below)),
        ]);
  return [machineId, ...inside(machineId, value)];
}

/** Whether two values are equal, in any order of their regions. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => name in b && sameJson(a[name as never], b[name as never]))
  );
}
