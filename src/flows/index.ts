/** DM automations: what other features and the service use. */
import type { Operation } from '../api/operation.ts';
import type { FlowsContext } from './context.ts';
import { simulateDmAutomation } from './simulate.ts';

export type { FlowsContext } from './context.ts';

export const flowOperations: readonly Operation<FlowsContext>[] = [simulateDmAutomation];

/** The groups its operations are listed in. */
export const flowTags = {
  'DM automations':
    'A message, a story or a ref link starts a flow of messages, waits, conditions and a hand-off.',
};
