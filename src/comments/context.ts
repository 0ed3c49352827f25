/** What the operations of comments need. */
import type { Manifest } from '../../adapters/port/manifest.ts';
import type { Refresher } from '../accounts/index.ts';
import type { Core } from '../api/context.ts';
import { operationsWith } from '../api/operation.ts';
import type { Node } from '../engine/node.ts';
import type { Guard } from '../outbound/guard.ts';
import type { Sealer } from '../seal.ts';

export interface CommentsContext extends Core {
  node: Pick<Node, 'command'>;
  adapters: { [platform: string]: Manifest };
  sealer: Sealer;
  /** For every request to a network. */
  guard: Guard;
  /** Renews credentials: one call for an account at a time. */
  refresher: Refresher;
}

export const operation = operationsWith<CommentsContext>();
