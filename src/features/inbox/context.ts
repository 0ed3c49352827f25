/** What the operations of the inbox need. */
import type { Manifest } from '../../../adapters/port/manifest.ts';
import type { Core } from '../../api/context.ts';
import { operationsWith } from '../../api/operation.ts';
import type { Node } from '../../engine/node.ts';
import type { Media } from '../media/index.ts';
import type { InboxReads } from './reads.ts';

export interface InboxContext extends Core {
  node: Pick<Node, 'command'>;
  adapters: { [platform: string]: Manifest };
  /** Knows the addresses of copies. */
  media: Pick<Media, 'addressOf'>;
  inbox: InboxReads;
}

export const operation = operationsWith<InboxContext>();
