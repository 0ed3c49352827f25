import t from 'tap';
import {
  type AnyStateMachine,
  assign,
  cancel,
  emit,
  enqueueActions,
  fromPromise,
  raise,
  setup,
  spawnChild,
  stateIn,
} from 'xstate';
import { chartOf, type ChartState } from '../../machines/chart.ts';
import { compilationOf } from '../../machines/compiled/index.ts';
import { accepts, effect, type Persisted, start, step } from '../../machines/durable.ts';
import { interpretAccepts, interpretStart, interpretStep } from '../../machines/interpreter.ts';
import { compileFlow } from '../engine/own-kind/flow.ts';
import { chime } from '../engine/own-kind/chime.ts';
import { kinds } from '../support/own-charts.ts';
import { kindNames } from '../support/charts.ts';
import { compareEverything } from '../support/compared-machines.ts';
import { compareSteps, frozen, newTally } from '../support/compare-steps.ts';
import { playsLong } from '../support/long.ts';
import { seedOf } from '../support/property.ts';
import { Random } from '../support/random.ts';

/** About ten seconds on two shared cores; `npm run prove` takes 2.8 million. */
const STEPS = 80_000;

void t.test('every kind, and those of the tests, are compiled', async (t) => {
  for (const kind of kindNames) t.equal(compilationOf(kinds[kind].machine).reason, null, kind);
  t.equal(compilationOf(chime.machine).reason, null);
  t.equal(compilationOf(flow()).reason, null);
});

void t.test('random steps are those of XState, to the character', async (t) => {
  const compared = compareEverything(seedOf(t), { steps: STEPS, everySample: playsLong });
  t.ok(compared.kinds.steps + compared.charts.steps >= STEPS);

  const edgesOf = (state: ChartState): string[] => [
    ...state.edges.map((edge) => edge.id),
    ...state.states.flatMap(edgesOf),
  ];
  const all = kindNames.flatMap((kind) => edgesOf(chartOf(kinds[kind].machine)));
  const missed = all.filter((edge) => !compared.kinds.edges.has(edge));
  t.strictSame(missed, [], 'every edge of every kind was taken');

  const { rules, faults, steps } = compared.charts;
  for (const rule of RULES) t.ok(rules.has(rule), rule);
  t.ok(faults < steps / 4, `${faults} of ${steps} steps threw`);
});

/** What the random charts have to meet. */
const TARGETS = ['no target', 'itself', 'a state inside', 'a state around', 'a sibling', 'a state elsewhere'];
const RULES = [
  ...TARGETS.flatMap((where) => [`to ${where}`, `to ${where}, reentering`]),
  'to a final state',
  'to a parallel state',
  'to a region',
  'to another region',
  'into a parallel state',
  'out of a parallel state',
  'in a region',
  'of the root',
  'always',
  'after a fixed delay',
  'after a named delay',
  'if a named guard holds',
  'if a guard with parameters holds',
  'if an inline guard holds',
  ...['and', 'or', 'not'].map((name) => `if a guard made with ${name} holds`),
];

void t.test('charts that are data are compiled as well', async (t) => {
  const machine = flow();
  const events = ['on', 'back', 'stop', 'other'].map((type) => ({ type }));
  const tally = newTally();
  compareSteps(
    { name: 'flow', machine, inputs: [undefined], events, rows: [], steps: [] },
    200,
    new Random(1),
    tally,
  );
  t.ok(tally.steps > 500);
  t.equal(compilationOf(machine), compilationOf(machine), 'once for each machine');
});

void t.test('a stored snapshot is never changed, and its parts may be shared', async (t) => {
  const machine = probe({
    entry: { type: 'note', params: ({ context }: { context: object }) => ({ context }) },
    on: {
      go: { actions: ['count', { type: 'note', params: ({ context }: never) => ({ context }) }, 'count'] },
    },
  });
  const first = start(machine, undefined, 0);
  const taken = step(machine, frozen(first.snapshot), frozen({ type: 'go' }), 0);
  t.strictSame(first.snapshot.context, { count: 0 });
  t.strictSame(taken.snapshot.context, { count: 2 });
  t.strictSame(taken.effects, [{ type: 'note', params: { context: { count: 1 } } }], 'as it was at its turn');
});

void t.test('what a machine throws is what XState throws', async (t) => {
  const machine = probe({
    on: {
      guarded: { guard: 'fails', actions: 'note' },
      combined: { guard: ({ context }: { context: { none: string[] } }) => context.none.length > 0 },
      assigned: { actions: 'fail' },
      loops: '.a',
      counts: '.c',
    },
    initial: 'rest',
    states: {
      rest: {},
      a: { always: 'b' },
      b: { always: 'a' },
      // the last of as many transitions as are allowed changes nothing, and XState counts one more
      c: {
        always: [
          { guard: ({ context }: { context: { count: number } }) => context.count < 19, actions: 'count' },
          { actions: 'note' },
        ],
      },
    },
  });
  t.equal(compilationOf(machine).reason, null);
  const { snapshot } = start(machine, undefined, 0);
  for (const type of ['guarded', 'combined', 'assigned', 'loops', 'counts']) {
    t.throws(() => compilationOf(machine).steps!.step(snapshot, { type }, 0), type);
    const fault = faultOf(() => interpretStep(machine, snapshot, { type }, 0));
    t.ok(fault.length > 10, fault);
    t.equal(
      faultOf(() => step(machine, snapshot, { type }, 0)),
      fault,
    );
  }
  const fault = faultOf(() => accepts(machine, snapshot, { type: 'guarded' }, 0));
  t.match(fault, /Unable to evaluate guard 'fails' in transition for event 'guarded'/);

  const gone = { ...snapshot, value: 'gone' };
  t.throws(() => step(machine, gone, { type: 'loops' }, 0), /State 'gone' does not exist on 'probe'/);
  const ended = { ...snapshot, status: 'done' } as Persisted;
  t.throws(() => step(machine, ended, { type: 'loops' }, 0), /probe is done and takes no more events/);
});

void t.test('a chart that is not compiled says why, and XState takes its steps', async (t) => {
  for (const [reason, chart] of REFUSED) {
    const machine = probe(chart);
    const { steps, reason: said } = compilationOf(machine);
    t.equal(steps, null, String(reason));
    t.match(said, reason);
    t.match(chartOf(machine).interpreted, reason, 'the chart that people see says so');
    let expected;
    try {
      expected = interpretStart(machine, undefined, 0);
    } catch (fault) {
      t.throws(() => start(machine, undefined, 0), { message: (fault as Error).message });
      continue;
    }
    t.strictSame(start(machine, undefined, 0), expected);
    const { snapshot } = expected;
    for (const type of ['go', 'other']) {
      t.strictSame(
        resultOf(() => step(machine, snapshot, { type }, 0)),
        resultOf(() => interpretStep(machine, snapshot, { type }, 0)),
      );
      t.strictSame(
        resultOf(() => accepts(machine, snapshot, { type }, 0)),
        resultOf(() => interpretAccepts(machine, snapshot, { type }, 0)),
      );
    }
  }
  t.equal(chartOf(kinds.post.machine).interpreted, undefined);
});

/** What is left to XState: why, and a chart that has it. */
const REFUSED: [reason: RegExp, chart: object][] = [
  [/probe\.a is parallel and has no states inside/, top({ type: 'parallel', states: {} })],
  [
    /probe\.x is final, but no state of the top/,
    { type: 'parallel', states: { x: { type: 'final' }, y: {} } },
  ],
  [/probe\.a\.past is a history state/, top({ initial: 'x', states: { x: {}, past: { type: 'history' } } })],
  [/probe\.a\.x is final, but no state of the top/, top({ initial: 'x', states: { x: { type: 'final' } } })],
  [/probe\.a is atomic and has states inside/, top({ type: 'atomic', states: { x: {} } })],
  [/probe\.a invokes an actor/, top({ invoke: { src: 'work', id: 'work' } })],
  [/probe has an output/, { ...top({}), output: () => 1 }],
  [/probe\.z has an output/, { ...top({}), states: { a: {}, z: { type: 'final', output: 1 } } }],
  [/probe\.a takes events by the wildcard '\*'/, top({ on: { '*': 'z' } })],
  [/probe\.a takes events by the wildcard 'go\.\*'/, top({ on: { 'go.*': 'z' } })],
  [/a transition of probe\.a has several targets/, top({ on: { go: { target: ['z', 'z'] } } })],
  [
    /two states have the id same/,
    { ...top({ id: 'same' }), states: { a: { id: 'same' }, z: { id: 'same' } } },
  ],
  [/the action 'unknown' is not declared/, top({ on: { go: { actions: 'unknown' } } })],
  [/it has an action without a name/, top({ on: { go: { actions: () => undefined } } })],
  [/it raises other without a delay/, top({ on: { go: { actions: raise({ type: 'other' }) } } })],
  [
    /it raises a computed event/,
    top({ on: { go: { actions: raise(() => ({ type: 'other' }), { delay: 5 }) } } }),
  ],
  [/the delay of xstate\.after\.never\.probe\.a is not declared/, top({ after: { never: 'z' } })],
  [/cancels a timer whose id is computed/, top({ on: { go: { actions: 'cancelComputed' } } })],
  [/it uses the action xstate\.spawnChild/, top({ on: { go: { actions: spawnChild('work' as never) } } })],
  [/it uses the action xstate\.emit/, top({ on: { go: { actions: emit({ type: 'x' }) } } })],
  [
    /it uses the action xstate\.enqueueActions/,
    top({ on: { go: { actions: enqueueActions(({ enqueue }) => enqueue.assign({ count: 5 })) } } }),
  ],
  [/a guard that is none of and, or, not/, top({ on: { go: { guard: stateIn('a'), target: 'z' } } })],
  [/the guard 'unknown' is not declared/, top({ on: { go: { guard: 'unknown', target: 'z' } } })],
];

void t.test('single steps that compiled code leaves are taken by XState', async (t) => {
  const machine = probe({
    initial: 'a',
    on: {
      go: { actions: 'note' },
      late: { actions: raise({ type: 'go' }, { delay: (() => 'soon') as never }) },
    },
    states: { a: { initial: 'b', states: { b: { always: { guard: 'never', target: 'c' } }, c: {} } } },
  });
  const { steps } = compilationOf(machine);
  const { snapshot } = start(machine, undefined, 0);
  const old = { ...snapshot, historyValue: {}, children: {} };
  const cases: [from: Persisted, type: string][] = [
    [old, 'go'],
    [{ ...snapshot, value: 'a' }, 'go'],
    [{ ...snapshot, value: {} }, 'go'],
    [{ ...snapshot, value: { a: 'b', c: 'd' } }, 'go'],
    [snapshot, 'xstate.init'],
    [snapshot, 'xstate.stop'],
    [snapshot, 'xstate.error.actor.none'],
  ];
  for (const [from, type] of cases) {
    t.equal(steps!.step(from, { type }, 0), null, type);
    t.strictSame(
      resultOf(() => step(machine, from, { type }, 0)),
      resultOf(() => interpretStep(machine, from, { type }, 0)),
    );
  }
  t.strictSame(Object.keys(step(machine, old, { type: 'go' }, 0).snapshot), ['status', 'value', 'context']);

  t.throws(() => steps!.step(snapshot, { type: 'late' }, 0), /no number/);
  const late = step(machine, snapshot, { type: 'late' }, 0);
  t.strictSame(late, interpretStep(machine, snapshot, { type: 'late' }, 0));
  t.strictSame(late.effects, [{ type: 'note', params: {} }], 'without a delay it is raised at once');
});

void t.test(
  'a region that moved comes after those that stayed, and a value without a region is left',
  async (t) => {
    const isCounted = ({ context }: { context: { count: number } }) => context.count > 0;
    const machine = probe({
      type: 'parallel',
      states: {
        left: {
          initial: 'a',
          states: { a: { on: { go: { target: 'b', actions: 'count' } } }, b: { always: 'c' }, c: {} },
        },
        right: { initial: 'a', states: { a: { always: { guard: isCounted, target: 'b' } }, b: {} } },
      },
    });
    const { snapshot } = start(machine, undefined, 0);
    const { steps } = compilationOf(machine);
    const taken = steps!.step(snapshot, { type: 'go' }, 0)!;
    t.strictSame(taken, interpretStep(machine, snapshot, { type: 'go' }, 0));
    t.strictSame(
      taken.taken.map((edge) => edge.includes('right')),
      [false, true, false],
    );
    t.equal(steps!.step({ ...snapshot, value: { left: 'a' } }, { type: 'go' }, 0), null);
  },
);

void t.test('an assign that spawns an actor is taken by XState', async (t) => {
  const machine = probe({ on: { go: { actions: 'hire' } } });
  const { snapshot } = start(machine, undefined, 0);
  const taken = step(machine, snapshot, { type: 'go' }, 0);
  t.strictSame(Object.keys(taken.snapshot.children ?? {}), ['helper']);
  t.throws(() => compilationOf(machine).steps!.step(snapshot, { type: 'go' }, 0), /spawns no actor/);
});

/** A small machine around a piece of chart. */
function probe(chart: object): AnyStateMachine {
  return setup({
    types: { context: {} as { count: number }, events: {} as { type: string } },
    actors: { work: fromPromise(async () => 1) },
    actions: {
      note: effect<object>() as never,
      count: assign(({ context }) => ({ count: context.count + 1 })),
      fail: assign(() => {
        throw new Error('a fault in an assign');
      }),
      hire: assign(({ spawn }) => {
        spawn('work', { id: 'helper' });
        return {};
      }),
      cancelComputed: cancel(() => 'reminder') as never,
    },
    guards: {
      never: () => false,
      fails: () => {
        throw new Error('a fault in a guard');
      },
    },
  }).createMachine({
    id: 'probe',
    options: { maxIterations: 20 },
    context: () => ({ count: 0 }),
    ...chart,
  } as never) as unknown as AnyStateMachine;
}

/** A chart of two states, the first of which is given. */
function top(state: object): object {
  return { initial: 'a', states: { a: state, z: {} } };
}

function flow(): AnyStateMachine {
  const json = {
    initial: 'asking',
    states: {
      asking: { says: 'Shall we?', on: { on: 'going', stop: 'over' } },
      going: { says: 'There we go', on: { back: 'asking', stop: 'over' } },
      over: { says: 'Bye', ends: true as const },
    },
  };
  return compileFlow({ json });
}

function faultOf(take: () => unknown): string {
  try {
    take();
    return '';
  } catch (fault) {
    return String(fault);
  }
}

function resultOf(take: () => unknown): unknown {
  try {
    return take();
  } catch (fault) {
    return { fault: String(fault) };
  }
}
