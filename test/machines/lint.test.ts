import { readdirSync, readFileSync } from 'node:fs';
import t from 'tap';
import { assign, raise, sendTo, setup, type AnyStateMachine, type AnyStateNode } from 'xstate';
import { chartOf, type ChartState } from '../../machines/chart.ts';
import { start } from '../../machines/durable.ts';
import { edgeId } from '../../machines/edge-id.ts';
import { kinds } from '../support/own-charts.ts';
import { kindNames } from '../support/charts.ts';
import { SAMPLE_AT, samples, walk } from '../support/machine-samples.ts';

for (const kind of kindNames) {
  const machine: AnyStateMachine = kinds[kind].machine;

  void t.test(`the chart of ${kind} declares everything it uses, and is durable`, async (t) => {
    t.strictSame(faultsOf(machine), []);
  });

  void t.test(`${kind} declares nothing that its chart does not use`, async (t) => {
    const used = namesUsed(chartOf(machine));
    for (const sort of ['actions', 'guards', 'delays'] as const) {
      const declared = Object.keys(machine.implementations[sort]);
      const idle = declared.filter((name) => !used[sort].includes(name));
      t.strictSame(idle, [], sort);
    }
  });

  void t.test(`every snapshot of ${kind} is plain JSON`, async (t) => {
    const strange = new Set<string>();
    walk(kind, (step) => {
      for (const path of notJson(step.snapshot.context)) strange.add(path);
      for (const effect of step.effects as unknown[]) {
        for (const path of notJson(effect)) strange.add(`effect${path}`);
      }
    });
    t.strictSame([...strange], []);
  });

  void t.test(
    `${kind} starts from its input alone, gives the same result every time, and does not change its input`,
    async (t) => {
      for (const input of samples[kind].inputs) {
        const before = JSON.stringify(input);
        const [first, again] = [start(machine, input, SAMPLE_AT), start(machine, input, SAMPLE_AT)];
        t.strictSame(first, again);
        t.equal(JSON.stringify(input), before);
      }
    },
  );
}

void t.test('machines import only XState and each other', async (t) => {
  const folder = new URL('../../machines/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.ts'))) {
    const source = readFileSync(new URL(file, folder), 'utf8');
    const imports = [...source.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^'\n]+)'/g)].map(
      (match) => match[1]!,
    );
    t.strictSame(
      imports.filter((name) => {
        const from = new URL(name, new URL(file, folder)).href;
        return name !== 'xstate' && !(/^\.\.?\/.*\.ts$/.test(name) && from.startsWith(folder.href));
      }),
      [],
      `${file} imports`,
    );
    t.notMatch(
      source,
      /Date\.now|new Date\(\)|performance\.now|setTimeout|setInterval|Math\.random|process\.env/,
      `${file} reads no clock, chance or environment`,
    );
  }
});

void t.test('the check of charts finds each kind of error', async (t) => {
  const faulty = setup({
    types: { events: {} as { type: 'go' } },
    actions: { known: () => undefined },
    guards: { open: () => true },
    delays: { soon: 1_000 },
  }).createMachine({
    initial: 'a',
    states: {
      a: {
        entry: [() => undefined, assign({}), raise({ type: 'go' }), sendTo('other', { type: 'go' })] as never,
        after: { misspelt: 'b', 500: 'b' } as never,
        on: { '*': 'b', go: { guard: (() => true) as never, actions: 'unknown' as never, target: 'b' } },
      },
      b: {
        invoke: { src: 'nobody' } as never,
        always: { guard: 'shut' as never, target: 'a' },
      },
    },
  });
  t.strictSame(faultsOf(faulty), [
    'the machine has no id of its own: its timers are named by it',
    'options.maxIterations is not set: a loop of eventless transitions would never end',
    "(machine).a: an inline action ''",
    "(machine).a: an inline action 'xstate.assign'",
    '(machine).a: raises without an id',
    "(machine).a: 'xstate.sendTo' is not durable",
    "(machine).a: delay 'misspelt' is not declared: it would fire at once",
    "(machine).a: delay '500' has no name",
    "(machine).a: takes '*', and with it XState's own events",
    '(machine).a|go|0: an inline guard',
    "(machine).a|go|0: action 'unknown' is not declared",
    '(machine).b: invokes without an id',
    "(machine).b||0: guard 'shut' is not declared",
  ]);
});

type Named =
  | string
  | { type: string }
  | (Function & { type?: string; id?: unknown; delay?: unknown; guards?: unknown[]; sendId?: unknown });

/** What a chart must not have: each of these is lost, fires at once, cannot be stored, or has no name to be shown. */
function faultsOf(machine: AnyStateMachine): string[] {
  const faults: string[] = [];
  const config = machine.config as { id?: string; options?: { maxIterations?: number } };
  if (config.id === undefined) faults.push('the machine has no id of its own: its timers are named by it');
  if (!Number.isFinite(config.options?.maxIterations)) {
    faults.push('options.maxIterations is not set: a loop of eventless transitions would never end');
  }
  return [...faults, ...faultsIn(machine.root, machine)];
}

function faultsIn(node: AnyStateNode, machine: AnyStateMachine): string[] {
  const faults: string[] = [];
  const { actions, guards, delays } = machine.implementations;
  const checkAction = (at: string, action: Named) => {
    const name = typeof action === 'string' ? action : (action.type ?? '');
    if (typeof action !== 'function') {
      if (!(name in actions)) faults.push(`${at}: action '${name}' is not declared`);
    } else if (typeof (action.id ?? action.sendId) === 'string') {
      if (typeof action.delay === 'string' && !(action.delay in delays)) {
        faults.push(`${at}: delay '${action.delay}' is not declared: it would fire at once`);
      }
    } else if (name === 'xstate.raise') {
      faults.push(`${at}: raises without an id`);
    } else if (/^xstate\.(sendTo|spawnChild|stopChild|emit)$/.test(name)) {
      faults.push(`${at}: '${name}' is not durable`);
    } else {
      faults.push(`${at}: an inline action '${name}'`);
    }
  };
  const checkGuard = (at: string, guard: Named) => {
    if (typeof guard === 'function' && guard.guards) {
      for (const part of guard.guards) checkGuard(at, part as Named);
    } else if (typeof guard === 'function') {
      faults.push(`${at}: an inline guard`);
    } else {
      const name = typeof guard === 'string' ? guard : guard.type;
      if (!(name in guards)) faults.push(`${at}: guard '${name}' is not declared`);
    }
  };

  for (const action of [...node.entry, ...node.exit]) checkAction(node.id, action);
  for (const delay of Object.keys((node.config.after ?? {}) as object)) {
    if (!Number.isNaN(Number(delay))) faults.push(`${node.id}: delay '${delay}' has no name`);
  }
  for (const invoke of [node.config.invoke ?? []].flat() as { id?: string; systemId?: string }[]) {
    if (invoke.id === undefined) faults.push(`${node.id}: invokes without an id`);
    if (invoke.systemId !== undefined) faults.push(`${node.id}: systemId does not survive a restore`);
  }
  if (node.transitions.has('*')) faults.push(`${node.id}: takes '*', and with it XState's own events`);
  for (const edge of [...(node.always ?? []), ...[...node.transitions.values()].flat()]) {
    const at = edgeId(edge);
    if (edge.guard !== undefined) checkGuard(at, edge.guard);
    for (const action of edge.actions) checkAction(at, action);
  }
  return [...faults, ...Object.values(node.states).flatMap((child) => faultsIn(child, machine))];
}

function namesUsed(state: ChartState): { actions: string[]; guards: string[]; delays: string[] } {
  const { edges, entry = [], exit = [] } = state;
  const below = state.states.map(namesUsed);
  return {
    actions: [
      ...entry,
      ...exit,
      ...edges.flatMap((edge) => edge.actions ?? []),
      ...below.flatMap((used) => used.actions),
    ],
    guards: [
      ...edges.flatMap((edge) => edge.guard?.match(/\w+/g) ?? []),
      ...below.flatMap((used) => used.guards),
    ],
    delays: [...edges.flatMap((edge) => edge.after ?? []), ...below.flatMap((used) => used.delays)],
  };
}

/** Paths of what JSON would lose or change. */
function notJson(value: unknown, path = ''): string[] {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return [];
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`${path}: ${value}`];
  if (Array.isArray(value)) return value.flatMap((item, index) => notJson(item, `${path}[${index}]`));
  if (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
    return Object.entries(value).flatMap(([key, item]) => notJson(item, `${path}.${key}`));
  }
  return [`${path}: ${Object.prototype.toString.call(value)}`];
}
