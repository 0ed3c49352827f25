/** What the operations of the debugger need. */
import type { Core } from '../api/context.ts';
import { operationsWith } from '../api/operation.ts';
import type { Node } from '../engine/node.ts';
import type { Sealer } from '../seal.ts';

export interface IntrospectionContext extends Core {
  node: Pick<Node, 'command' | 'kinds'>;
  sealer: Sealer;
}

export const operation = operationsWith<IntrospectionContext>();
