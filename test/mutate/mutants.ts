/** The mutants of `npm run mutate`: at least one for each promise that a single line keeps. */
import { accessMutants } from './list/access.ts';
import { accountGroupMutants } from './list/account-groups.ts';
import { agentMutants } from './list/agents.ts';
import { appMutants } from './list/apps.ts';
import { batchMutants } from './list/batch.ts';
import { compiledMutants } from './list/compiled.ts';
import { engineMutants } from './list/engine.ts';
import { approvalLinkMutants } from './list/approval-links.ts';
import { importMutants } from './list/imports.ts';
import { reportLinkMutants } from './list/report-links.ts';
import { approvalMutants } from './list/approval.ts';
import { firstCommentMutants } from './list/first-comments.ts';
import { flowMutants } from './list/flows.ts';
import { guardMutants } from './list/guards.ts';
import { heldMutants } from './list/held.ts';
import { heldDebuggerMutants } from './list/held-debugger.ts';
import { accountScheduleMutants } from './list/account-schedule.ts';
import { homeMutants } from './list/home.ts';
import { inboxMutants } from './list/inbox.ts';
import { libraryMutants } from './list/library.ts';
import { notificationMutants } from './list/notifications.ts';
import { feedMutants } from './list/feeds.ts';
import { seriesMutants } from './list/series.ts';
import { networkAppsMutants } from './list/network-apps.ts';
import { workspaceNetworksMutants } from './list/workspace-networks.ts';
import { removedWorkspaceMutants } from './list/removed-workspaces.ts';
import { workspaceSettingsMutants } from './list/workspace-settings.ts';
import { installationMutants } from './list/installation.ts';
import { machineMutants } from './list/machines.ts';
import { mailMutants } from './list/mail.ts';
import { outgoingEventMutants } from './list/outgoing-events.ts';
import { ruleMutants } from './list/rules.ts';
import { secretMutants } from './list/secrets.ts';
import { sendingMutants } from './list/sending.ts';
import type { Mutant } from './mutant.ts';

export const mutants: Mutant[] = [
  ...machineMutants,
  ...compiledMutants,
  ...sendingMutants,
  ...approvalMutants,
  ...batchMutants,
  ...approvalLinkMutants,
  ...importMutants,
  ...reportLinkMutants,
  ...firstCommentMutants,
  ...secretMutants,
  ...accessMutants,
  ...heldDebuggerMutants,
  ...heldMutants,
  ...accountGroupMutants,
  ...accountScheduleMutants,
  ...homeMutants,
  ...inboxMutants,
  ...libraryMutants,
  ...notificationMutants,
  ...seriesMutants,
  ...feedMutants,
  ...networkAppsMutants,
  ...workspaceNetworksMutants,
  ...removedWorkspaceMutants,
  ...workspaceSettingsMutants,
  ...installationMutants,
  ...agentMutants,
  ...mailMutants,
  ...outgoingEventMutants,
  ...ruleMutants,
  ...appMutants,
  ...engineMutants,
  ...flowMutants,
  ...guardMutants,
];
