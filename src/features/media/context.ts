/** What the operations of media depend on. */
import type { Core } from '../../api/context.ts';
import { operationsWith } from '../../api/operation.ts';
import type { Guard } from '../../base/outbound/guard.ts';
import type { Node } from '../../engine/node.ts';
import type { Media } from './media.ts';

export interface MediaContext extends Core {
  node: Pick<Node, 'command'>;
  media: Media;
  /** Which addresses may be fetched. */
  guard: Pick<Guard, 'check'>;
}

export const operation = operationsWith<MediaContext>();
