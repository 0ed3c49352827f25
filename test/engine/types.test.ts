/** Code that must not compile: each `@ts-expect-error` fails the type check if its line compiles. */
import t from 'tap';
import { assign, setup } from 'xstate';
import { effect } from '../../machines/durable.ts';
import { defineKind, type HandlersOf, kindTable } from '../../src/engine/kind.ts';
import type { AccountHandlers } from '../../src/kinds/account.ts';
import type { DeliveryHandlers } from '../../src/kinds/delivery.ts';
import type { EffectHandlers } from '../../src/kinds/index.ts';
import { bareKind } from '../support/bare-kind.ts';

const machine = setup({
  types: {
    context: {} as { count: number },
    events: {} as
      | { type: 'bell.rung'; times: number }
      | { type: 'bell.broken'; reason: string }
      | { type: 'stop' },
  },
  actions: {
    ring: effect<{ times: number }>(),
    announce: effect<{ event: 'bell.gone' }>(),
    count: assign(({ context }) => ({ count: context.count + 1 })),
  },
}).createMachine({ id: 'bell', context: { count: 0 } });
const { view } = bareKind({ name: 'bell', machine, version: 1, upgrades: {} });
const plain = {
  name: 'bell',
  idPrefix: 'bell',
  machine,
  version: 1,
  upgrades: {},
  listColumns: null,
  feedEvent: null,
  restingStates: [],
  retention: null,
  view,
} as const;
const gone = { summary: '', schema: {}, example: {}, read: async () => new Map<string, object>() };
const bell = defineKind({
  ...plain,
  announcements: { 'bell.gone': gone },
  effects: { ring: { answers: ['bell.'], with: 'network' } },
});

void t.test(
  'handlers get the parameters of their effect, and return the events that it may result in',
  async (t) => {
    const good: HandlersOf<typeof bell> = {
      ring: async ({ times }) => ({ type: 'bell.rung', times }),
    };
    t.ok(good.ring);
    const bad: HandlersOf<typeof bell>[] = [
      // @ts-expect-error -- a misspelt event
      { ring: async () => ({ type: 'bell.rang', times: 1 }) },
      // @ts-expect-error -- a field of the event is missing
      { ring: async () => ({ type: 'bell.rung' }) },
      // @ts-expect-error -- the machine knows the event, but the effect does not result in it
      { ring: async () => ({ type: 'stop' }) },
      // @ts-expect-error -- there is no such parameter
      { ring: async ({ often }) => ({ type: 'bell.rung', times: often as number }) },
      // @ts-expect-error -- an effect without a handler
      {},
    ];
    t.equal(bad.length, 5);
  },
);

void t.test('a kind that lacks a part does not compile', async (t) => {
  const bad = [
    // @ts-expect-error -- an effect without a rule
    () => defineKind({ ...plain, announcements: { 'bell.gone': gone }, effects: {} }),
    () =>
      defineKind({
        ...plain,
        announcements: { 'bell.gone': gone },
        // @ts-expect-error -- no event of the machine begins like this
        effects: { ring: { answers: ['gong.'], with: 'network' } },
      }),
    () =>
      defineKind({
        ...plain,
        // @ts-expect-error -- an announcement of the machine is not described
        announcements: {},
        effects: { ring: { answers: ['bell.'], with: 'network' } },
      }),
  ];
  t.equal(bad.length, 3);
});

void t.test('the handlers of the service must be complete', async (t) => {
  const whole = (handlers: EffectHandlers) => handlers;
  const bad = [
    // @ts-expect-error -- those of accounts and webhooks are missing
    (handlers: DeliveryHandlers) => whole(handlers),
    // @ts-expect-error -- those of deliveries and webhooks are missing
    (handlers: AccountHandlers) => whole(handlers),
    (): Partial<EffectHandlers> => ({
      // @ts-expect-error -- a lookup results in a finding
      verify: async () => ({ type: 'outcome.unknown', reason: 'no answer' }),
    }),
  ];
  t.equal(bad.length, 3);
});

void t.test('two kinds cannot share a name, a prefix or an effect', async (t) => {
  t.throws(() => kindTable(bell, bell), /two kinds share the kind bell/);
  const other = bareKind({ name: 'gong', machine, version: 1, upgrades: {}, idPrefix: 'bell' });
  t.throws(() => kindTable(bell, other), /two kinds share the id prefix bell/);
  const third = bareKind({
    name: 'gong',
    machine,
    version: 1,
    upgrades: {},
    effects: { ring: { answers: [], with: 'network' } },
  });
  t.throws(() => kindTable(bell, third), /two kinds share the effect ring/);
});
