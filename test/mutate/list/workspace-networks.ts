/** Workspaces of real and of simulated networks do not reach each other. */
import { changesIn, type Mutant } from '../mutant.ts';

const tests = ['test/flows/workspace-networks.test.ts'];

export const workspaceNetworksMutants: Mutant[] = [
  ...changesIn('src/base/outbound/guard.ts', tests, [
    ['a real workspace may name the sandbox', "networks === 'real' ? outside : allowed", 'allowed'],
  ]),
  ...changesIn('src/features/accounts/connect/sign-in/network-call.ts', tests, [
    ['what a person types for a real network may reach the sandbox', 'sandbox ? fetch : fetchReal', 'fetch'],
  ]),
  ...changesIn('store/inbound.ts', tests, [
    ['an event of the sandbox reaches real accounts', 's.is_simulated = ', 's.is_simulated is not null or '],
  ]),
  ...changesIn('src/features/workspaces/operations.ts', tests, [
    ['a workspace is simulated without a sandbox', 'if (sandbox === true && origin === null)', 'if (false)'],
    ['a new workspace is simulated', '(origin !== null && isDefault)', '(origin !== null)'],
  ]),
  ...changesIn('src/features/workspaces/mark-networks.ts', tests, [
    [
      'an upgrade takes a simulated workspace for a real one',
      'if (simulated === endpoints.length)',
      'if (false)',
    ],
  ]),
];
