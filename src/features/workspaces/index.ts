/** Workspaces: the parts that other features and the service use. */
import type { Operation } from '../../api/operation.ts';
import { getApprovalSettings, setApprovalSettings } from './approval-setting.ts';
import type { WorkspacesContext } from './context.ts';
import {
  createWorkspace,
  getPostingSchedule,
  listWorkspaces,
  nextSlot,
  putPostingSchedule,
} from './operations.ts';
import { deleteWorkspaceOperation } from './delete-operation.ts';
import { getPlan } from './plan.ts';
import { updateWorkspace } from './update-operation.ts';

export { changeWorkspace, insistOnZone, type Work } from './change.ts';
export { addWorkspace, type Places } from './add.ts';
export type { WorkspacesContext } from './context.ts';
export { markNetworks } from './mark-networks.ts';
export { finishRemovals } from './remove.ts';
export { workspaceView as shownWorkspace } from './schemas.ts';
export { takeNextSlot } from './slots.ts';

export const workspaceOperations: readonly Operation<WorkspacesContext>[] = [
  nextSlot,
  getPostingSchedule,
  putPostingSchedule,
  listWorkspaces,
  createWorkspace,
  getPlan,
  getApprovalSettings,
  setApprovalSettings,
  updateWorkspace,
  deleteWorkspaceOperation,
];

/** The groups of its operations in the API description. */
export const workspaceTags = {
  Scheduling: 'The posting schedule of a workspace and its next free slot.',
  Workspaces: 'One for each customer or brand, with accounts, a schedule and webhooks of its own.',
};
