/**
 * Random charts, made of everything whose steps are compiled: states in states, parallel states, final states, `always`, timers with
 * fixed and computed delays, guards with parameters and and/or/not, assigns, effects, delayed events and their cancel,
 * and transitions from anywhere to anywhere. Every entry and exit leaves its name in the context, so the order counts.
 */
import { and, type AnyStateMachine, assign, cancel, not, or, raise, setup } from 'xstate';
import { effect, now } from '../../machines/durable.ts';
import type { Compared } from './compare-steps.ts';
import type { Random } from './random.ts';

interface Context {
  count: number;
  flag: boolean;
  /** What was entered, left and done, in order. */
  trail: string;
  last: object | null;
}
type Event = { type: string; by?: number; reason?: string };

const EVENTS = ['e0', 'e1', 'e2', 'later'] as const;
/** What machines are given: some events lack what guards and assigns read. */
const GIVEN: readonly Event[] = [
  ...EVENTS.map((type) => ({ type })),
  { type: 'e0', by: 3, reason: 'because' },
  { type: 'e1', by: 1, reason: 'no' },
  { type: 'e2', by: 4, reason: 'and so on' },
  { type: 'unknown' },
];
const KEYS = ['a', 'b', 'c', 'd'] as const;
const MAX_DEPTH = 4;
/** As much of the trail as is kept. */
const TRAIL_CHARS = 160;

const base = setup({
  types: { context: {} as Context, events: {} as Event },
  actions: {
    say: effect<{ words: string }>(),
    ask: effect<{ count: number; event: string }>(),
    /** Its parameters are the context itself: a later assign must not change them. */
    hold: effect<Context>(),
    ping: effect<object>() as never,
    trace: assign(({ context }, params: { at: string }) => ({
      trail: `${context.trail}${params.at}`.slice(-TRAIL_CHARS),
    })),
    count: assign(({ context }) => ({ count: (context.count + 1) % 12 })),
    countBy: assign(({ context }, params: Event) => ({ count: (context.count + (params.by ?? 2)) % 12 })),
    reset: assign({ count: 0, flag: false }),
    keep: assign({
      flag: ({ context }) => !context.flag,
      last: ({ context, event }) => ({ count: context.count, event: event.type, at: now() }),
    }),
    keepAll: assign(({ context }) => ({ last: { ...context, last: null } })),
    nothing: assign(() => ({})),
    remind: raise({ type: 'later' }, { id: 'reminder', delay: 50 }),
    remindLater: raise({ type: 'later' }, { delay: ({ context }) => 100 * context.count }),
    forget: cancel('reminder'),
    forgetLater: cancel('later'),
    breakAtSeven: assign(({ context }) => {
      if (context.count === 7) throw new Error('a fault in an assign');
      return {};
    }),
  },
  guards: {
    isOdd: ({ context }) => context.count % 2 === 1,
    isFlagged: ({ context }) => context.flag,
    isAbove: ({ context }, params: { limit: number }) => context.count > params.limit,
    hasReason: (_, params: Event) => params.reason!.length > 2, // a fault where there is none
    isLate: () => now() % 3 === 0,
    isEvenFlagged: and([not('isOdd'), 'isFlagged']),
  },
  delays: {
    soon: 1_000,
    computed: ({ context }) => 10 * context.count + (now() % 7),
  },
});

const ofEvent = (type: string) => ({ type, params: ({ event }: { event: Event }) => event });
const ACTIONS: readonly unknown[] = [
  { type: 'say', params: { words: 'hello' } },
  {
    type: 'ask',
    params: ({ context, event }: { context: Context; event: Event }) => ({
      count: context.count,
      event: event.type,
    }),
  },
  { type: 'hold', params: ({ context }: { context: Context }) => context },
  'ping',
  'count',
  ofEvent('countBy'),
  'reset',
  'keep',
  'keepAll',
  'nothing',
  'remind',
  'remindLater',
  raise({ type: 'e1' }, { id: 'inline', delay: 'computed' } as never),
  'forget',
  'forgetLater',
  cancel('inline'),
  'breakAtSeven',
];
const GUARDS: readonly unknown[] = [
  'isOdd',
  'isFlagged',
  'isLate',
  { type: 'isAbove', params: { limit: 4 } },
  { type: 'isAbove', params: ({ context }: { context: Context }) => ({ limit: context.flag ? 2 : 8 }) },
  'isEvenFlagged',
  not('isOdd' as never),
  or(['isFlagged', { type: 'isAbove', params: { limit: 9 } }] as never),
  and(['isOdd', not(or(['isFlagged', 'isLate'] as never))] as never),
  ({ context }: { context: Context }) => context.count !== 3,
];

/** A machine with inputs and events to walk over it. */
export function randomChart(random: Random, name: string): Compared {
  const ids = new Map<string, string[]>(); // of the states inside each
  const plan = (id: string, depth: number): string[] => {
    const inside = KEYS.slice(0, depth === 0 ? 2 + random.below(3) : 1 + random.below(3));
    const paths = inside.map((key) => `${id}.${key}`);
    ids.set(id, paths);
    const nested = paths.filter(() => depth + 1 < MAX_DEPTH && random.happens(0.4 - depth * 0.1));
    return [id, ...paths, ...nested.flatMap((path) => plan(path, depth + 1))];
  };
  const all = [...new Set(plan(name, 0))];
  const parallel = new Set(random.happens(0.5) ? all.filter(() => random.happens(0.4)) : []);
  const isParallel = (id: string) => parallel.has(id);
  const machine = base.createMachine({
    id: name,
    options: { maxIterations: 12 },
    context: ({ input }: { input: unknown }) => ({ ...(input as Context), trail: '', last: null }),
    ...stateOf(random, { id: name, ids, all, isParallel }),
  } as never) as unknown as AnyStateMachine;
  return {
    name,
    machine,
    inputs: [
      { count: 0, flag: false },
      { count: 5, flag: true },
      { count: 11, flag: false },
    ],
    events: GIVEN,
    rows: [],
    steps: [],
  };
}

interface Plan {
  id: string;
  ids: ReadonlyMap<string, readonly string[]>;
  /** Ids of all states: each may be a target. */
  all: readonly string[];
  /** Whether the states inside a state are active together. */
  isParallel: (id: string) => boolean;
}

function stateOf(random: Random, plan: Plan): object {
  const { id, ids, isParallel } = plan;
  const inside = ids.get(id);
  const isTop = id.split('.').length === 2 && !isParallel(id.split('.')[0]!);
  const trace = (at: string) => ({ type: 'trace', params: { at } });
  if (!inside && isTop && random.happens(0.25)) {
    return { type: 'final', entry: [trace(`>${id} `), ...random.some(ACTIONS, 1)], exit: trace(`<${id} `) };
  }
  const first = inside && random.pick(inside).split('.').at(-1)!;
  return {
    entry: [...random.some(ACTIONS, 1), trace(`>${id} `), ...random.some(ACTIONS, 1)],
    exit: [trace(`<${id} `), ...random.some(ACTIONS, 1)],
    ...(random.happens(0.3) && { always: listOf(random, plan, { isGuarded: true }) }),
    on: Object.fromEntries(
      EVENTS.filter(() => random.happens(0.6)).map((type) => [type, listOf(random, plan, {})]),
    ),
    ...(random.happens(0.4) && {
      after: { [random.pick(['soon', 'computed', '500'])]: listOf(random, plan, {}) },
    }),
    ...(inside && isParallel(id) && { type: 'parallel' }),
    ...(inside &&
      !isParallel(id) && {
        initial: random.happens(0.3) ? { target: first, actions: [trace(`!${id} `)] } : first,
      }),
    ...(inside && {
      states: Object.fromEntries(
        inside.map((path) => [path.split('.').at(-1)!, stateOf(random, { ...plan, id: path })]),
      ),
    }),
  };
}

/** Up to three transitions for one event. */
function listOf(random: Random, plan: Plan, { isGuarded = false }: { isGuarded?: boolean }): object[] {
  return Array.from({ length: 1 + random.below(3) }, () => ({
    ...(random.happens(isGuarded ? 0.9 : 0.6) && {
      guard: random.happens(0.1) ? ofEvent('hasReason') : random.pick(GUARDS),
    }),
    ...(random.happens(0.75) && { target: targetOf(random, plan) }),
    ...(random.happens(0.3) && { reenter: true }),
    ...(random.happens(0.7) && { actions: random.some(ACTIONS, 3) }),
  }));
}

/** Itself, a state around it or inside it, or any other. */
function targetOf(random: Random, { id, ids, all }: Plan): string {
  const steps = id.split('.');
  const around = steps.map((_, index) => steps.slice(0, index + 1).join('.'));
  const near = [...around, ...(ids.get(id) ?? [])];
  return `#${random.happens(0.5) ? random.pick(near) : random.pick(all)}`;
}
