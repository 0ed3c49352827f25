/** Everything whose compiled steps are compared with XState's: each kind with its stored rows, and random charts. */
import { kinds } from './own-charts.ts';
import { upgrade } from '../../src/engine/upgrade.ts';
import { kindNames, readHistory } from './charts.ts';
import { type Compared, compareNamedSteps, compareSteps, newTally, type Tally } from './compare-steps.ts';
import { SAMPLE_AT, samples, walk } from './machine-samples.ts';
import { Random } from './random.ts';
import { randomChart } from './random-charts.ts';

/**
 * The machine of every kind. Walks begin at its inputs, in each of its states, and at the rows that every version of its
 * chart has stored. Of the steps of its samples, which take every edge of the chart, those that follow the same edges are compared once.
 * @param everySample all of them are compared
 */
export function comparedKinds(everySample: boolean): Compared[] {
  return kindNames.map((name) => {
    const kind = kinds[name];
    const { inputs, events } = samples[name];
    const stored = Array.from({ length: kind.version }, (_, index) => index + 1).flatMap((version) =>
      readHistory(name, version)!.rows.flatMap(({ snapshot }) =>
        snapshot.status === 'active' ? [upgrade(kind, version, snapshot, SAMPLE_AT).settled.snapshot] : [],
      ),
    );
    const steps: Compared['steps'][number][] = [];
    const names = new Set<string>();
    const visited = walk(name, ({ taken }, from, event) => {
      if (!from || !event) return;
      const alike = [event.type, ...taken].join(' ');
      if (everySample || !names.has(alike)) steps.push({ from, event });
      names.add(alike);
    });
    const reached = [...visited.values()].map(({ snapshot }) => snapshot);
    const rows = [...stored, ...reached].filter(({ status }) => status === 'active');
    return { name, machine: kind.machine, inputs, events, rows, steps };
  });
}

/** How often each random chart is walked over, before the next one is made. */
const WALKS_OF_CHART = 20;
/** Walks over a kind's machine between two looks at how many steps were taken. */
const WALKS_OF_KIND = 100;

/**
 * Compares steps of all kinds and of random charts, half of them each, until there are enough.
 * @param options.steps how many at least; everySample: whether every step of the samples is among them
 * @throws AssertionError at the first difference; its message begins with the kind or the seed of the chart
 */
export function compareEverything(
  seed: number,
  { steps, everySample }: { steps: number; everySample: boolean },
): { kinds: Tally; charts: Tally } {
  const random = new Random(seed);
  const tallies = { kinds: newTally(), charts: newTally() };
  const compared = comparedKinds(everySample);
  for (const one of compared) compareNamedSteps(one, tallies.kinds);
  // the samples alone may be as many: walks take the starts of each kind too
  do for (const one of compared) compareSteps(one, WALKS_OF_KIND, random, tallies.kinds);
  while (tallies.kinds.steps < steps / 2);
  for (let index = 0; tallies.charts.steps < steps / 2; index += 1)
    compareSteps(randomChart(random, `chart${seed}_${index}`), WALKS_OF_CHART, random, tallies.charts);
  return tallies;
}
