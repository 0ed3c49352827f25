/** How many people came to each step, are in it now and ended there. Pure. */
import type { Warmth } from '../debugger/shapes.ts';
import { everyPlace } from './outline.ts';
import { edgeTo, stateOfStep } from './picture.ts';
import type { Step, StepCounts } from './shapes.ts';

type Versions = readonly { version: number; steps: StepCounts[] }[];

/** The counts of each step, of one version or of all together. */
export function countsOf(versions: Versions, wanted: string): Map<string, StepCounts> {
  const counts = new Map<string, StepCounts>();
  const sum = (one: { [name: string]: number }, other: { [name: string]: number }) => {
    const all = { ...one };
    for (const [name, count] of Object.entries(other)) all[name] = (all[name] ?? 0) + count;
    return all;
  };
  for (const { version, steps } of versions) {
    if (wanted !== 'all' && wanted !== `${version}`) continue;
    for (const step of steps) {
      const before = counts.get(step.stepId);
      counts.set(
        step.stepId,
        before === undefined
          ? step
          : {
              stepId: step.stepId,
              entered: before.entered + step.entered,
              waiting: before.waiting + step.waiting,
              seen: before.seen + step.seen,
              clicked: before.clicked + step.clicked,
              left: sum(before.left, step.left),
              ended: sum(before.ended, step.ended),
            },
      );
    }
  }
  return counts;
}

/** The same for the debugger's drawing code: how many are in each step now, and came to it. */
export function warmthOf(steps: readonly Step[], counts: ReadonlyMap<string, StepCounts>): Warmth {
  const ids = everyPlace(steps).map(({ step }) => step.id);
  return {
    states: new Map(
      ids
        .map((id) => [stateOfStep(id), { count: counts.get(id)?.waiting ?? 0, setAside: 0 }] as const)
        .filter(([, { count }]) => count > 0),
    ),
    moves: new Map(ids.map((id) => [edgeTo(id), counts.get(id)?.entered ?? 0])),
    most: Math.max(1, ...ids.map((id) => counts.get(id)?.waiting ?? 0)),
  };
}
