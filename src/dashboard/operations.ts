/** The operations that serve the dashboard's pages alone: no part of the public API or of its description. */
import type { Operation } from '../api/operation.ts';
import { keyOperations } from '../auth/operations.ts';
import { browsePosts, readPostsById } from '../posts/browse.ts';
import { calendar } from '../posts/calendar.ts';
import { simulatedAccounts } from './simulated-accounts.ts';

/** @param sandboxUrl address of the sandbox; null: there is none */
export const dashboardOperations = (sandboxUrl: string | null): Operation[] => [
  ...keyOperations,
  calendar,
  browsePosts,
  readPostsById,
  simulatedAccounts(sandboxUrl),
];
