/** What the operations and pages of accounts need. */
import type { Manifest } from '../../../adapters/port/manifest.ts';
import type { Core } from '../../api/context.ts';
import { operationsWith } from '../../api/operation.ts';
import type { Node } from '../../engine/node.ts';
import type { SandboxChoice } from '../../base/workspace-networks.ts';
import type { Guard } from '../../base/outbound/guard.ts';
import type { Sealer } from '../../base/seal.ts';
import type { Refresher } from './refresh.ts';

export interface AccountsContext extends Core {
  node: Pick<Node, 'command'>;
  adapters: { [platform: string]: Manifest };
  sealer: Sealer;
  /** For every request to an address that a caller can influence. */
  guard: Guard;
  sandbox: SandboxChoice;
  /** Renews credentials: one call for an account at a time. */
  refresher: Refresher;
}

export const operation = operationsWith<AccountsContext>();
