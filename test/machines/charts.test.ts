import { readFileSync } from 'node:fs';
import t from 'tap';
import { type ChartState, chartOf } from '../../machines/chart.ts';
import { step } from '../../machines/durable.ts';
import { kinds } from '../support/own-charts.ts';
import { upgrade } from '../../src/engine/upgrade.ts';
import { chartFile, chartUrl, historyNames, kindNames, readHistory, shapeOf } from '../support/charts.ts';
import { SAMPLE_AT, samples, walk } from '../support/machine-samples.ts';

const edgesOf = (state: ChartState): string[] => [
  ...state.edges.map((edge) => edge.id),
  ...state.states.flatMap(edgesOf),
];

for (const kind of kindNames) {
  const { machine, version } = kinds[kind];

  void t.test(`the checked-in chart of ${kind} is the chart of its machine`, async (t) => {
    const checkedIn: unknown = JSON.parse(readFileSync(chartUrl(kind), 'utf8'));
    t.strictSame(JSON.parse(JSON.stringify(chartFile(kind))), checkedIn, 'else run `npm run charts`');
  });

  void t.test(
    `a step of ${kind} reports edges of the chart, and its samples take each of them`,
    async (t) => {
      const taken = new Set<string>();
      walk(kind, (step) => {
        for (const edge of step.taken) taken.add(edge);
      });
      t.strictSame([...taken].sort(), edgesOf(chartOf(machine)).sort());
    },
  );

  void t.test(
    `the parts that stored snapshots of ${kind} depend on have not changed since version ${version}`,
    async (t) => {
      const history = readHistory(kind, version);
      if (!history) throw new Error(`there is no history of ${kind} ${version}: run \`npm run charts\``);
      const { states, timers, context } = history;
      const [fresh] = walk(kind).values();
      t.strictSame(
        shapeOf(kind, fresh!.snapshot),
        { states, timers, context },
        'else raise the version in machines/kinds.ts, add an upgrade, and run `npm run charts`; as long as no release has stored a snapshot, delete the history file instead',
      );
    },
  );

  for (let old = 1; old <= version; old += 1) {
    void t.test(`rows of ${kind} ${old} are restored, and continue`, async (t) => {
      const history = readHistory(kind, old)!;
      t.ok(history.rows.length > 0);
      const fresh = Object.keys([...walk(kind).values()][0]!.snapshot.context as object).sort();
      for (const { snapshot, timers } of history.rows) {
        const name = JSON.stringify(snapshot.value);
        if (snapshot.status !== 'active') {
          t.throws(() => step(machine, snapshot as never, { type: 'xstate.upgrade' }, SAMPLE_AT));
          continue;
        }
        const { settled, implied } = upgrade(kinds[kind], old, snapshot, SAMPLE_AT);
        t.strictSame(Object.keys(settled.snapshot.context).sort(), fresh, `${name} has the context of today`);
        if (old === version) {
          t.strictSame(
            implied.map(({ id }) => id).sort(),
            [...timers].sort(),
            `${name} waits for the same timers`,
          );
        }
        const events = [...samples[kind].events, ...implied.map((timer) => timer.event)];
        const went = events.some(
          (event) =>
            settled.done ||
            step(machine, settled.snapshot as never, event as never, SAMPLE_AT).taken.length > 0,
        );
        t.ok(went, `${name} takes an event`);
      }
    });
  }
}

void t.test('every history file is of an existing kind and version', async (t) => {
  const known = kindNames.flatMap((kind) =>
    Array.from({ length: kinds[kind].version }, (_, index) => `${kind}-${index + 1}.json`),
  );
  t.strictSame(historyNames(), known.sort());
});

void t.test(
  'a chart names combined guards, delays and effects, and hides actions that only start timers',
  async (t) => {
    const chart = chartOf(kinds.delivery.machine);
    const find = (state: ChartState, id: string): ChartState | undefined =>
      state.id === id ? state : state.states.map((child) => find(child, id)).find(Boolean);
    const retrying = find(chart, 'delivery.retrying')!;
    t.strictSame([retrying.entry, retrying.exit], [undefined, undefined]);
    t.match(
      retrying.edges.find((edge) => edge.after),
      {
        id: 'delivery.retrying|xstate.after.backoff.delivery.retrying|0',
        after: 'backoff',
        targets: ['delivery.sending'],
        actions: ['countAttempt'],
      },
    );
    const looking = find(chart, 'delivery.verifying.looking')!;
    t.equal(
      looking.edges.find((edge) => edge.id === 'delivery.verifying.looking|finding.absent|1')?.guard,
      'or(wasStopped, wasAsked)',
    );
    t.strictSame(chart.effects, ['publish', 'verify', 'refresh', 'tell', 'announce']);
    t.equal(find(chart, 'delivery.verifying')?.initial, 'delivery.verifying.looking');
  },
);
