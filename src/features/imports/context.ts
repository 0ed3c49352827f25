/** What the operations of imports need. */
import type { Core } from '../../api/context.ts';
import { operationsWith } from '../../api/operation.ts';
import type { Node } from '../../engine/node.ts';

export interface ImportsContext extends Core {
  node: Pick<Node, 'command'>;
}

export const operation = operationsWith<ImportsContext>();
