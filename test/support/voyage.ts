/** A chart larger than any of ours: 40 states in three levels, with delays and guards, to test large charts. */
import { assign, setup } from 'xstate';

const LEGS = ['packing', 'loading', 'sailing', 'anchoring', 'unloading'] as const;
const HOUR_MS = 3_600_000;

/** One leg of the voyage: seven states. */
function leg(next: string) {
  return {
    initial: 'ready',
    states: {
      ready: { on: { begin: { guard: 'hasCrew' as const, target: 'working' } } },
      working: {
        initial: 'first',
        states: {
          first: { after: { shift: 'second' }, on: { hurry: 'second' } },
          second: { on: { rest: { guard: 'isTired' as const, target: 'first' } } },
        },
        on: { inspect: 'checked' },
      },
      checked: {
        on: {
          verdict: [
            { guard: 'isGood' as const, target: 'finished', actions: 'count' as const },
            { target: 'working', actions: 'count' as const },
          ],
        },
      },
      finished: { on: { onward: `#voyage.${next}` } },
    },
    on: { storm: { guard: 'isAtSea' as const, target: '#voyage.sheltering' } },
  };
}

export const voyage = setup({
  types: {
    context: {} as { rounds: number; crew: number },
    events: {} as {
      type: 'sign_on' | 'begin' | 'hurry' | 'rest' | 'inspect' | 'verdict' | 'onward' | 'storm' | 'pay_off';
    },
  },
  actions: { count: assign({ rounds: ({ context }) => context.rounds + 1 }) },
  guards: {
    hasCrew: ({ context }) => context.crew > 0,
    isTired: ({ context }) => context.rounds % 2 === 1,
    isGood: ({ context }) => context.rounds % 3 !== 2,
    isAtSea: ({ context }) => context.crew < 100,
  },
  delays: { shift: HOUR_MS, calm: 6 * HOUR_MS, patience: 240 * HOUR_MS },
}).createMachine({
  id: 'voyage',
  context: { rounds: 0, crew: 7 },
  initial: 'idle',
  states: {
    idle: { on: { sign_on: 'packing' }, after: { patience: 'laid_up' } },
    packing: leg('loading'),
    loading: leg('sailing'),
    sailing: leg('anchoring'),
    anchoring: leg('unloading'),
    unloading: leg('home'),
    sheltering: { after: { calm: 'sailing' }, on: { onward: 'sailing' } },
    home: { on: { sign_on: 'packing', pay_off: 'laid_up' } },
    laid_up: { type: 'final' },
    // reached only by impatient travellers
    drifting: { always: { guard: 'hasCrew', target: 'sailing' } },
  },
});

/** The events of one round of it, from `idle` or `home` to `home`. Timers are not among them: the clock fires those. */
export function* round(): Generator<{ type: string }> {
  yield { type: 'sign_on' };
  for (const _ of LEGS) {
    for (const type of ['begin', 'hurry', 'inspect', 'verdict', 'hurry', 'inspect', 'verdict', 'onward'])
      yield { type };
  }
}
