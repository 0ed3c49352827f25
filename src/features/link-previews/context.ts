/** What the operations of link previews depend on. */
import type { Core } from '../../api/context.ts';
import { operationsWith } from '../../api/operation.ts';
import type { Guard } from '../../base/outbound/guard.ts';
import type { Node } from '../../engine/node.ts';
import type { LinkPreviews } from './previews.ts';

export interface LinkPreviewsContext extends Core {
  node: Pick<Node, 'command'>;
  guard: Guard;
  linkPreviews: LinkPreviews;
}

export const operation = operationsWith<LinkPreviewsContext>();
