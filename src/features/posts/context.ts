/** What the operations of posts need. */
import type { Manifest } from '../../../adapters/port/manifest.ts';
import type { Core } from '../../api/context.ts';
import { operationsWith } from '../../api/operation.ts';
import type { Node } from '../../engine/node.ts';
import type { LinkPreviews } from '../link-previews/index.ts';
import type { Media } from '../media/index.ts';
import type { Sealer } from '../../base/seal.ts';
import type { Guard } from '../../base/outbound/guard.ts';
import type { PostBatches } from './batches.ts';

export interface PostsContext extends Core {
  node: Pick<Node, 'command'>;
  adapters: { [platform: string]: Manifest };
  /** For every request to an address that a caller can influence. */
  guard: Guard;
  media: Media;
  sealer: Sealer;
  linkPreviews: LinkPreviews;
  /** What requests ask for in the same moment, done as one. */
  posts: PostBatches;
}

export const operation = operationsWith<PostsContext>();
