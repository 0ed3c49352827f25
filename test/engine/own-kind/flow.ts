/** A kind whose charts are data: each definition lists states, the targets of events, and what is said on entry. */
import { type AnyStateMachine, setup } from 'xstate';
import { effect } from '../../../machines/durable.ts';
import type { Definition } from '../../../store/definitions.ts';
import type { Kind } from '../../../src/engine/kind.ts';
import { bareKind } from '../../support/bare-kind.ts';

export interface FlowChart {
  initial: string;
  states: { [name: string]: { says?: string; on?: { [event: string]: string }; ends?: true } };
}

/** @throws when the chart is not one */
export function compileFlow({ json }: Pick<Definition, 'json'>): AnyStateMachine {
  const { initial, states } = json as FlowChart;
  if (!states?.[initial]) throw new Error(`the flow begins with "${initial}", which is no state of it`);
  return setup({
    types: { context: {}, events: {} as { type: string } },
    actions: {
      say: effect<{ words: string }>(),
      startActors: effect<{
        actors: { kind: string; definitionId: string; id: string; input: unknown }[];
      }>(),
    },
  }).createMachine({
    id: 'flow',
    options: { maxIterations: 100 },
    context: {},
    initial,
    on: {
      bear: {
        actions: {
          type: 'startActors',
          params: ({ event }: { event: unknown }) => ({ actors: [event as never] }),
        },
      },
    },
    states: Object.fromEntries(
      Object.entries(states).map(([name, { says, on = {}, ends }]) => [
        name,
        {
          ...(ends && { type: 'final' as const }),
          ...(says !== undefined && { entry: { type: 'say' as const, params: { words: says } } }),
          on,
        },
      ]),
    ),
  } as never) as unknown as AnyStateMachine;
}

/** @param more such as `machine`, the chart of actors that were started before there were definitions */
export const flowKind = (more: Partial<Kind> = {}): Kind =>
  bareKind({
    name: 'flow',
    version: 1,
    upgrades: {},
    compile: compileFlow,
    effects: { say: { answers: ['said'], with: 'network' } },
    ...more,
  });
