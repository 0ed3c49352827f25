/** Numbers of posts and accounts: the parts that the service uses. */
import type { Operation } from '../../api/operation.ts';
import { getAccountStats, getAccountTrends } from './accounts.ts';
import { listPostAges } from './ages.ts';
import { getAnalytics } from './analytics.ts';
import type { NumbersContext } from './context.ts';
import { getPerformance } from './performance.ts';
import { getPostInsights } from './post-insights.ts';
import { getPostMetrics } from './post-metrics.ts';
import { createLink, listLinks, revokeLink } from './reports/operations.ts';
import { compareAccounts } from './side-by-side.ts';

export { type NumbersContext, numbersReads } from './context.ts';
export { reportRoutes } from './reports/routes.ts';
export { freshen, numberAccounts } from './fresh.ts';

export const numbersOperations: readonly Operation<NumbersContext>[] = [
  getPostMetrics,
  getPerformance,
  getPostInsights,
  getAnalytics,
  getAccountStats,
  getAccountTrends,
  listPostAges,
  compareAccounts,
  listLinks,
  createLink,
  revokeLink,
];

/** The groups its operations are listed in. */
export const numbersTags = {
  Numbers: 'What posts and accounts did: views, likes, comments, shares, followers.',
};
