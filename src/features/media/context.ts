/** What the operations of media depend on. */
import type { Core } from '../../api/context.ts';
import { operationsWith } from '../../api/operation.ts';
import type { Node } from '../../engine/node.ts';
import type { Media } from './media.ts';

export interface MediaContext extends Core {
  node: Pick<Node, 'command'>;
  media: Media;
}

export const operation = operationsWith<MediaContext>();
