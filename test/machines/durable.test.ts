import { deepStrictEqual } from 'node:assert/strict';
import * as fc from 'fast-check';
import t from 'tap';
import { type AnyStateMachine, assign, cancel, createActor, raise, setup, SimulatedClock } from 'xstate';
import { delivery } from '../../machines/delivery/index.ts';
import {
  accepts,
  effect,
  fits,
  impliedTimers,
  now,
  type Persisted,
  start,
  type Step,
  type Timer,
  step,
} from '../../machines/durable.ts';
import { kinds } from '../support/own-charts.ts';
import { post } from '../../machines/post.ts';
import { kindNames } from '../support/charts.ts';
import { SAMPLE_AT, samples, walk } from '../support/machine-samples.ts';
import { property } from '../support/property.ts';

const DAY = 24 * 3_600_000;

/** The pure steps and a live actor of one machine, given the same events at the same instants. */
class Pair {
  readonly machine: AnyStateMachine;
  readonly clock = new SimulatedClock();
  readonly live;
  readonly #effects: { type: string; params: unknown }[] = [];
  readonly #liveEffects: { type: string; params: unknown }[] = [];
  readonly #timers = new Map<string, { dueAt: number; event: { type: string } }>();
  #snapshot: Persisted;
  done = false;

  constructor(machine: AnyStateMachine, input: unknown) {
    this.machine = machine;
    const declared = Object.entries(machine.implementations.actions as { [name: string]: { type?: string } });
    const effects = declared.filter(([, action]) => action.type === undefined).map(([name]) => name);
    const recorded = effects.map((type) => [
      type,
      (_: unknown, params: unknown) => this.#liveEffects.push({ type, params: params ?? {} }),
    ]);
    // the pure step goes first: it sets the instant that the live one reads
    const first = start(machine, input, SAMPLE_AT);
    this.live = createActor(machine.provide({ actions: Object.fromEntries(recorded) }), {
      input,
      clock: this.clock,
    });
    this.live.start();
    this.#snapshot = first.snapshot;
    this.#apply(first, this.#now);
    this.#compare();
  }

  get #now(): number {
    return SAMPLE_AT + this.clock.now();
  }

  send(event: { type: string }): void {
    this.#apply(step(this.machine, this.#snapshot, event, this.#now), this.#now);
    this.live.send(event);
    this.#compare();
  }

  /** Lets the next timer fire, with those of the same instant, and not a millisecond earlier. */
  elapse(): void {
    if (this.#timers.size === 0) return;
    const dueAt = Math.min(...[...this.#timers.values()].map((timer) => timer.dueAt));
    const before = this.live.getSnapshot();
    if (dueAt > this.#now) {
      this.clock.increment(dueAt - this.#now - 1);
      deepStrictEqual(this.live.getSnapshot() === before, true, 'the live actor waits for as long');
    }
    for (const [id, timer] of this.#timers) {
      if (timer.dueAt !== dueAt || this.done) continue;
      this.#timers.delete(id);
      this.#apply(step(this.machine, this.#snapshot, timer.event, dueAt), dueAt);
    }
    this.clock.increment(dueAt - this.#now);
    this.#compare();
  }

  #apply(taken: Step, at: number): void {
    for (const id of taken.cancels) this.#timers.delete(id);
    for (const { id, event, delayMs } of taken.timers) {
      this.#timers.delete(id);
      this.#timers.set(id, { event, dueAt: at + delayMs });
    }
    this.#snapshot = JSON.parse(JSON.stringify(taken.snapshot)) as Persisted;
    this.#effects.push(...(taken.effects as { type: string; params: unknown }[]));
    this.done = taken.done;
  }

  #compare(): void {
    const live = this.live.getSnapshot();
    deepStrictEqual(this.#snapshot.value, live.value);
    deepStrictEqual(this.#snapshot.context, live.context);
    deepStrictEqual(this.#snapshot.status, live.status);
    deepStrictEqual(this.#effects.splice(0), this.#liveEffects.splice(0));
    const waiting = (this.clock as unknown as { timeouts: Map<number, { start: number; timeout: number }> })
      .timeouts;
    deepStrictEqual(
      inOrder([...this.#timers.values()].map(({ dueAt }) => dueAt)),
      inOrder([...waiting.values()].map(({ start, timeout }) => SAMPLE_AT + start + timeout)),
    );
  }
}

for (const kind of kindNames) {
  const machine: AnyStateMachine = kinds[kind].machine;
  const { inputs, events } = samples[kind];

  void t.test(`${kind} behaves step by step like a live actor`, async (t) => {
    const moves = fc.array(
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...events) },
        { weight: 1, arbitrary: fc.constant('timer' as const) },
      ),
      { minLength: 5, maxLength: 40 },
    );
    const arbitrary = fc.record({ input: fc.constantFrom(...inputs), moves });
    property(t, { arbitrary, runs: 300 }, ({ input, moves }) => {
      const pair = new Pair(machine, input);
      for (const move of moves) {
        if (pair.done) break;
        if (move === 'timer') pair.elapse();
        else pair.send(move);
      }
      pair.live.stop();
    });
  });

  void t.test(`steps of ${kind} are pure: frozen input, and the same result twice`, async (t) => {
    const seen = walk(kind);
    let steps = 0;
    for (const { snapshot, timers } of seen.values()) {
      if (snapshot.status === 'done') continue;
      freeze(snapshot);
      for (const event of [...events, ...timers.map((timer) => timer.event)]) {
        const first = step(machine, snapshot, freeze(event), SAMPLE_AT);
        deepStrictEqual(step(machine, snapshot, event, SAMPLE_AT), first);
        steps += 1;
      }
    }
    t.ok(steps > 5);
  });

  void t.test(`accepts predicts for ${kind} what a step would do, and changes nothing`, async (t) => {
    let asked = 0;
    walk(kind, (taken, before, event) => {
      if (!before || !event) return;
      const text = JSON.stringify(before);
      deepStrictEqual(
        accepts(machine, before, event, SAMPLE_AT),
        taken.taken.length > 0,
        `${event.type} in ${JSON.stringify(before.value)}`,
      );
      deepStrictEqual(JSON.stringify(before), text);
      asked += 1;
    });
    t.ok(asked > 10);
  });

  void t.test(`the timers implied by a snapshot of ${kind} are those that its steps started`, async (t) => {
    const seen = walk(kind);
    for (const { snapshot, timers } of seen.values()) {
      if (snapshot.status === 'done') continue;
      // of a state and of one inside it: which comes first says nothing
      t.strictSame(
        byId(impliedTimers(machine, snapshot, SAMPLE_AT)),
        byId(timers),
        JSON.stringify(snapshot.value),
      );
    }
  });

  void t.test(`an ended ${kind} accepts no more events`, async (t) => {
    const last = [...walk(kind).values()].find(({ snapshot }) => snapshot.status === 'done');
    // a conversation never ends
    if (!last) {
      t.notOk(JSON.stringify(machine.config).includes('"final"'));
      return;
    }
    const ended = last.snapshot;
    t.throws(() => step(machine, ended, events[0]!, SAMPLE_AT), /takes no more events/);
    for (const event of events) t.equal(accepts(machine, ended, event, SAMPLE_AT), false);
  });
}

void t.test('regions, history and nested timers behave as in a live actor', async (t) => {
  const machine = setup({
    types: { context: {} as { count: number }, events: {} as { type: string } },
    actions: {
      note: effect<{ count: number }>(),
      count: assign(({ context }) => ({ count: context.count + 1 })),
    },
    guards: { enough: ({ context }) => context.count > 3 },
    delays: { deadline: 10_000, backoff: ({ context }) => 2_000 * (context.count + 1) },
  }).createMachine({
    id: 'regions',
    options: { maxIterations: 100 },
    context: { count: 0 },
    initial: 'open',
    on: { end: '.over' },
    states: {
      open: {
        type: 'parallel',
        on: { pause: 'paused' },
        onDone: 'over',
        states: {
          media: {
            initial: 'trying',
            after: { deadline: '.done' },
            states: {
              trying: {
                entry: ['count', { type: 'note', params: ({ context }) => ({ count: context.count }) }],
                after: { backoff: { target: 'trying', reenter: true } },
                always: { guard: 'enough', target: 'done' },
                on: { ok: 'done' },
              },
              done: { type: 'final' },
            },
          },
          caption: {
            initial: 'draft',
            states: {
              draft: { on: { ok: 'review' } },
              review: {
                entry: raise({ type: 'checked' }),
                on: { ok: 'done', back: 'draft', checked: { actions: 'count' } },
                after: { backoff: 'draft' },
              },
              done: { type: 'final' },
            },
          },
          memory: { type: 'history', history: 'deep' },
        },
      },
      paused: { on: { resume: 'open.memory' }, after: { deadline: 'over' } },
      over: { type: 'final', entry: { type: 'note', params: ({ context }) => ({ count: context.count }) } },
    },
  });
  const move = fc.constantFrom('ok', 'ok', 'back', 'pause', 'resume', 'timer', 'timer', 'timer', 'end');
  property(t, { arbitrary: fc.array(move, { maxLength: 30 }), runs: 300 }, (moves) => {
    const pair = new Pair(machine, undefined);
    for (const move of moves) {
      if (pair.done) break;
      if (move === 'timer') pair.elapse();
      else pair.send({ type: move });
    }
    pair.live.stop();
  });
});

void t.test('a delay of 40 days is exact to the millisecond', async (t) => {
  const [input] = samples.post.inputs as [object];
  const first = start(post, { ...input, dueAt: SAMPLE_AT + 40 * DAY } as never, SAMPLE_AT);
  t.equal(first.snapshot.value, 'scheduled');
  t.strictSame(
    first.timers.map((timer) => timer.delayMs),
    [40 * DAY],
  );
  t.strictSame(impliedTimers(post, first.snapshot, SAMPLE_AT + DAY)[0]?.delayMs, 39 * DAY);
});

void t.test('accepts evaluates guards at the given time', async (t) => {
  const timed = machineOf({
    on: { go: { guard: 'late', actions: 'note' } },
  });
  const { snapshot } = start(timed, undefined, 5);
  t.equal(accepts(timed, snapshot, { type: 'go' }, 9), false);
  t.equal(accepts(timed, snapshot, { type: 'go' }, 10), true);
});

void t.test('an event that the chart does not have changes nothing', async (t) => {
  const { snapshot } = start(delivery, samples.delivery.inputs[0] as never, SAMPLE_AT);
  const taken = step(delivery, snapshot, { type: 'xstate.nothing' }, SAMPLE_AT);
  t.strictSame(taken.snapshot, snapshot);
  t.strictSame([taken.taken, taken.effects, taken.timers, taken.cancels], [[], [], [], []]);
});

void t.test('an error of a machine is thrown by the step, and by the start', async (t) => {
  const faulty = machineOf({ on: { go: { actions: 'fail' } } });
  const { snapshot } = start(faulty, undefined, 0);
  t.throws(() => step(faulty, snapshot, { type: 'go' }, 0), /a fault in an assign/);
  t.throws(() => start(machineOf({ entry: 'fail' }), undefined, 0), /a fault in an assign/);
  t.throws(
    () =>
      start(
        machineOf({ on: {} }, () => {
          throw new Error('a fault in the context');
        }),
        undefined,
        0,
      ),
    /a fault in the context/,
  );
});

void t.test('a loop of eventless transitions ends with an error', async (t) => {
  t.throws(() =>
    start(machineOf({ initial: 'a', states: { a: { always: 'b' }, b: { always: 'a' } } }), undefined, 0),
  );
});

void t.test('an action that is neither declared nor durable is an error, not a loss', async (t) => {
  const inline = machineOf({ on: { go: { actions: () => undefined } } });
  const { snapshot } = start(inline, undefined, 0);
  t.throws(() => step(inline, snapshot, { type: 'go' }, 0), /neither a declared effect nor a durable/);
});

void t.test('a delayed event with an id is a timer, and its cancel ends it', async (t) => {
  const raising = machineOf({
    on: {
      go: { actions: raise({ type: 'later' }, { id: 'reminder', delay: 50 }) },
      stop: { actions: cancel('reminder') },
      both: { actions: [raise({ type: 'later' }, { id: 'reminder', delay: 50 }), cancel('reminder')] },
      now: { actions: raise({ type: 'later' }) },
      later: { actions: 'note' },
    },
  });
  const { snapshot } = start(raising, undefined, 0);
  const armed = step(raising, snapshot, { type: 'go' }, 0);
  t.strictSame(armed.timers, [{ id: 'reminder', event: { type: 'later' }, delayMs: 50 }]);
  t.strictSame(step(raising, snapshot, { type: 'stop' }, 0).cancels, ['reminder']);
  const both = step(raising, snapshot, { type: 'both' }, 0);
  t.strictSame([both.timers, both.cancels], [[], ['reminder']], 'armed and cancelled in one step');
  const atOnce = step(raising, snapshot, { type: 'now' }, 0);
  t.strictSame(
    [atOnce.timers, atOnce.effects],
    [[], [{ type: 'note', params: {} }]],
    'taken in the same step',
  );
});

void t.test('a timer that guards several transitions is implied once', async (t) => {
  const guarded = machineOf({
    initial: 'a',
    states: { a: { after: { soon: [{ guard: 'late', target: 'b' }, { target: 'a' }] } }, b: {} },
  });
  const { snapshot } = start(guarded, undefined, 0);
  t.strictSame(
    impliedTimers(guarded, snapshot, 0).map(({ id, delayMs }) => [id, delayMs]),
    [['xstate.after.soon.probe.a', 1_000]],
  );
});

void t.test('a snapshot that names half a state does not fit, and one without is an error', async (t) => {
  const grown = machineOf({
    initial: 'a',
    states: { a: { initial: 'b', states: { b: { entry: 'note' }, c: {} } }, d: {} },
  });
  const { snapshot } = start(grown, undefined, 0);
  t.equal(fits(grown, snapshot), true);
  t.equal(fits(grown, { ...snapshot, value: { a: 'c' } }), true);
  t.equal(fits(grown, { ...snapshot, value: 'a' }), false);
  t.throws(() => fits(grown, { ...snapshot, value: 'gone' }));
});

/** A small machine around a piece of chart. */
function machineOf(chart: object, context: () => object = () => ({})): AnyStateMachine {
  return setup({
    actions: {
      note: effect<object>() as never,
      fail: assign(() => {
        throw new Error('a fault in an assign');
      }),
    },
    guards: { late: () => now() >= 10 },
    delays: { soon: 1_000 },
  }).createMachine({ id: 'probe', options: { maxIterations: 100 }, context, ...chart });
}

function inOrder(instants: number[]): number[] {
  return instants.sort((a, b) => a - b);
}

/** Freezes all of it, so that a change throws. */
function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value);
    for (const part of Object.values(value)) freeze(part);
  }
  return value;
}

function byId(timers: readonly Timer[]): Timer[] {
  return timers.toSorted((a, b) => a.id.localeCompare(b.id));
}
