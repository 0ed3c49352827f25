/** What the operations of the debugger need. */
import type { Core } from '../../api/context.ts';
import { operationsWith } from '../../api/operation.ts';
import type { Tx } from '../../../store/connect.ts';
import type { Actor } from '../../engine/actor.ts';
import type { Node } from '../../engine/node.ts';
import type { Sealer } from '../../base/seal.ts';

export interface IntrospectionContext extends Core {
  node: Pick<Node, 'command' | 'kinds'>;
  sealer: Sealer;
  /**
   * Checks an event by hand before its actor is given it, in the same transaction: what is checked of a network's
   * answer is checked of a person's.
   * @throws Problem when it contradicts what another actor holds
   */
  admitByHand: (
    tx: Tx,
    input: { actor: Pick<Actor, 'id' | 'snapshot'>; event: { type: string } },
    now: number,
  ) => Promise<void>;
}

export const operation = operationsWith<IntrospectionContext>();
