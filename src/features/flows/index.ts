/** Automations of direct messages: what other features and the service use. */
import type { Operation } from '../../api/operation.ts';
import type { FlowsContext } from './context.ts';
import {
  createDmAutomation,
  deleteDmAutomation,
  getDmAutomation,
  listDmAutomations,
  updateDmAutomation,
} from './operations.ts';
import {
  discardDmAutomationDraft,
  getDmAutomationDraft,
  publishDmAutomationDraft,
  saveDmAutomationDraft,
} from './draft.ts';
import { explainMessage } from './explain-message.ts';
import { explainRun } from './explain-run.ts';
import { getDmAutomationStats, listDmRuns, stopDmRun } from './runs.ts';
import { simulateDmAutomation } from './simulate.ts';
import { deleteDmAutomationTest, listDmAutomationTests, saveDmAutomationTest } from './test-operations.ts';
import { listDmAutomationTemplates } from './templates.ts';
import { getDmAutomationVersion, listDmAutomationVersions, restoreDmAutomationVersion } from './versions.ts';

export { flowHandlers } from './handlers.ts';
export { onClick } from './clicks.ts';
export { readAutomations } from './start-runs.ts';
export type { FlowsContext } from './context.ts';
export { FLOW_PLATFORMS, MAX_AUTOMATIONS } from './views.ts';

export const flowOperations: readonly Operation<FlowsContext>[] = [
  listDmAutomations,
  createDmAutomation,
  getDmAutomation,
  updateDmAutomation,
  deleteDmAutomation,
  listDmAutomationVersions,
  getDmAutomationVersion,
  restoreDmAutomationVersion,
  getDmAutomationDraft,
  saveDmAutomationDraft,
  discardDmAutomationDraft,
  publishDmAutomationDraft,
  listDmAutomationTests,
  saveDmAutomationTest,
  deleteDmAutomationTest,
  listDmRuns,
  getDmAutomationStats,
  stopDmRun,
  explainMessage,
  explainRun,
  simulateDmAutomation,
  listDmAutomationTemplates,
];

/** The groups its operations are listed in. */
export const flowTags = {
  'DM automations':
    'A message, a story or a ref link starts a flow of messages, waits, conditions and a hand-off.',
};
