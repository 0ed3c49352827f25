/** What the operations of workspaces depend on. */
import type { Core } from '../../api/context.ts';
import { operationsWith } from '../../api/operation.ts';
import type { Node } from '../../engine/node.ts';

export interface WorkspacesContext extends Core {
  node: Pick<Node, 'command'>;
  /** Memberships have changed, so cached principals are out of date. */
  forgetPrincipals: () => void;
}

export const operation = operationsWith<WorkspacesContext>();
