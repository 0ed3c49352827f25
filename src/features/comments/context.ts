/** What the operations of comments need. */
import type { Manifest } from '../../../adapters/port/manifest.ts';
import type { Refresher } from '../accounts/index.ts';
import type { Core } from '../../api/context.ts';
import { operationsWith } from '../../api/operation.ts';
import type { Node } from '../../engine/node.ts';
import type { Turn } from '../../engine/turn.ts';
import type { Tx } from '../../../store/connect.ts';
import type { Guard } from '../../base/outbound/guard.ts';
import type { Sealer } from '../../base/seal.ts';

/** Hears of comments in the transaction that stores them: of `arrived`, not known before, and `changed`, with another text. */
export type OnArrived = (
  tx: Tx,
  turn: Turn,
  comments: { accountId: string; arrived: readonly string[]; changed: readonly string[] },
) => Promise<void>;

export interface CommentsContext extends Core {
  node: Pick<Node, 'command'>;
  adapters: { [platform: string]: Manifest };
  sealer: Sealer;
  /** For every request to a network. */
  guard: Guard;
  /** Called in the transaction that stores comments. */
  onArrived: OnArrived;
  /** Renews credentials: one call for an account at a time. */
  refresher: Refresher;
}

export const operation = operationsWith<CommentsContext>();
