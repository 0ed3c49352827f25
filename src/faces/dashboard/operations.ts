/** Operations that only the dashboard has and no feature owns; the others are in `src/service/operations.ts`. */
import type { Core } from '../../api/context.ts';
import type { Operation } from '../../api/operation.ts';
import { oneConversation } from './one-conversation.ts';
import { simulatedAccounts } from './simulated-accounts.ts';

/** @param sandboxUrl address of the sandbox; null if there is none */
export const dashboardOperations = (sandboxUrl: string | null): Operation<Core>[] => [
  simulatedAccounts(sandboxUrl),
  oneConversation,
];
