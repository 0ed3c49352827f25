/** States have plain names: a state that is added to a chart needs one. */
import t from 'tap';
import { type ChartState, chartOf } from '../../machines/chart.ts';
import { machineOf } from '../../src/engine/definitions.ts';
import { kinds } from '../../src/kinds/index.ts';
import { STATE_WORDS, stateText, stateTone } from '../../web/src/features/debugger/state-words.ts';

const keysOf = (state: ChartState): string[] =>
  state.states.flatMap((inner) => [inner.key, ...keysOf(inner)]);

void t.test('every state of every chart has a plain name', async (t) => {
  const charts = Object.values(kinds).flatMap((kind) => {
    const machine = machineOf(kind, null);
    return machine === null ? [] : [chartOf(machine)];
  });
  const keys = [...new Set(charts.flatMap(keysOf))].toSorted();
  t.ok(keys.length > 90, `${keys.length} states`);
  t.strictSame(
    keys.filter((key) => STATE_WORDS[key] === undefined),
    [],
  );
});

void t.test(
  'a state within another one is told with both names, and means what the inner one means',
  async (t) => {
    t.equal(stateText('verifying.looking'), 'Checking what is there: Looking it up');
    t.equal(stateTone('verifying.waiting_account'), 'needs-you');
    t.equal(stateTone('verifying.waiting'), 'working');
    t.equal(stateTone('published'), 'live');
    t.equal(stateText('step_1'), 'Step 1', 'one without a name is written as people write');
  },
);
