/** What the operations of workspaces depend on. */
import type { Core } from '../../api/context.ts';
import { operationsWith } from '../../api/operation.ts';
import type { Tx } from '../../../store/connect.ts';
import type { SandboxChoice } from '../../base/workspace-networks.ts';
import type { Node } from '../../engine/node.ts';
import type { Turn } from '../../engine/turn.ts';

export interface WorkspacesContext extends Core {
  node: Pick<Node, 'command'>;
  sandbox: SandboxChoice;
  /** Memberships have changed, so cached principals are out of date. */
  forgetPrincipals: () => void;
  /**
   * Locks the planned posts of a workspace for a turn that may move them to another time zone.
   * @throws Problem 409 when there are too many
   */
  lockPlannedPosts: (
    tx: Tx,
    turn: Turn,
    plan: { workspace: { id: string; approval?: boolean }; decision: { by: string; at: number } },
  ) => Promise<{
    move: (zones: { from: string; to: string }) => Promise<{ moved: number; kept: number }>;
  }>;
}

export const operation = operationsWith<WorkspacesContext>();
