/**
 * An automation of direct messages: a person who does what its trigger names goes through its steps (docs/contract.md, DM
 * automations). It is active or paused; each change of its steps or trigger makes a version. A `dm_run` actor takes each person
 * through the version that was current when they began.
 */
import { assign, setup } from 'xstate';
import { by } from './by.ts';
import { effect, now } from './durable.ts';

export type AutomationInput = { automationId: string; accountId: string; active: boolean };

export type AutomationContext = AutomationInput & {
  /** Which version of the steps new people get, counted from 1. */
  version: number;
  /** How often anything of it was changed. */
  revision: number;
};

export type AutomationEvent =
  /** `version`: the steps or the trigger were changed. */
  | { type: 'edit'; version: number }
  /** `reason`: what the runs of people say who are in it. If absent, that it was paused. */
  | { type: 'pause'; reason?: string }
  | { type: 'resume' }
  | { type: 'delete' }
  /** The runs of people who were in it when it was paused have ended. The chart has no transition for it. */
  | { type: 'people.released' };

/** `before`: epoch ms. */
type Release = { automationId: string; reason: string; before: number };

export const automation = setup({
  types: {
    context: {} as AutomationContext,
    events: {} as AutomationEvent,
    input: {} as AutomationInput,
  },
  actions: {
    /** Ends the runs that began before an instant. `people.released` reports that they have ended. */
    releasePeople: effect<Release>(),
    keepVersion: assign(({ context }, { version }: { version: number }) => ({
      version,
      revision: context.revision + 1,
    })),
  },
  guards: { startsPaused: ({ context }) => !context.active },
}).createMachine({
  id: 'automation',
  options: { maxIterations: 100 },
  context: ({ input }) => ({ ...input, version: 1, revision: 0 }),
  initial: 'starting',
  on: { delete: '.deleted', edit: { actions: by('keepVersion') } },
  states: {
    starting: { always: [{ guard: 'startsPaused', target: 'paused' }, { target: 'active' }] },
    active: {
      description: 'It starts with people who do what its trigger names.',
      on: {
        pause: {
          target: 'paused',
          actions: {
            type: 'releasePeople',
            params: ({ context: { automationId }, event: { reason } }) => ({
              automationId,
              reason: reason ?? 'the automation was paused',
              before: now(),
            }),
          },
        },
      },
    },
    paused: { description: 'It starts with nobody.', on: { resume: 'active' } },
    deleted: { type: 'final' },
  },
});
