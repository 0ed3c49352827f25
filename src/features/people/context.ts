/** What the operations about people depend on. */
import type { Core } from '../../api/context.ts';
import { operationsWith } from '../../api/operation.ts';
import type { Node } from '../../engine/node.ts';
import type { Mailer } from '../mail/index.ts';
import type { Sealer } from '../../base/seal.ts';

export interface PeopleContext extends Core {
  sealer: Sealer;
  node: Pick<Node, 'command'>;
  mailer: Mailer;
  /** Memberships have changed, so cached principals are out of date. */
  forgetPrincipals: () => void;
}

export const operation = operationsWith<PeopleContext>();
