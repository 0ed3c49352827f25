/** What the operations of automations need. */
import type { Manifest } from '../../../adapters/port/manifest.ts';
import type { Core } from '../../api/context.ts';
import { operationsWith } from '../../api/operation.ts';
import type { Node } from '../../engine/node.ts';

export interface FlowsContext extends Core {
  node: Pick<Node, 'command'>;
  adapters: { [platform: string]: Manifest };
}

export const operation = operationsWith<FlowsContext>();
