/** What the operations of numbers need. */
import type { Manifest } from '../../adapters/port/manifest.ts';
import type { Refresher } from '../accounts/index.ts';
import type { Core } from '../api/context.ts';
import { operationsWith } from '../api/operation.ts';
import type { Node } from '../engine/node.ts';
import type { PublicPost } from '../kinds/views/post.ts';
import type { Guard } from '../outbound/guard.ts';
import type { Sealer } from '../seal.ts';

export interface NumbersContext extends Core {
  node: Pick<Node, 'command'>;
  adapters: { [platform: string]: Manifest };
  sealer: Sealer;
  /** For every request to a network. */
  guard: Guard;
  /** Renews credentials: one call for an account at a time. */
  refresher: Refresher;
  posts: {
    /** Posts of a workspace by id, in this order; unknown and removed ones are left out. */
    findPosts: (find: { ids: readonly string[]; workspaceId: string }) => Promise<PublicPost[]>;
  };
}

export const operation = operationsWith<NumbersContext>();
