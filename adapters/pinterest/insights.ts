/** Followers and the monthly views of the account. Numbers of single pins are not shown, although there is a call for them. */
import { ask } from '../lib/http.ts';
import { ownCounts } from '../lib/numbers.ts';
import { numbersProblem } from '../lib/numbers-problem.ts';
import type { InsightsPort } from '../port/insights.ts';
import { readError } from './errors.ts';
import { get } from './request.ts';

const COUNTS = ['follower_count', 'following_count', 'pin_count', 'board_count', 'monthly_views'];

export const insights: InsightsPort = {
  metrics: [], // fields come as a whole
  covers: 'own',
  account: {
    requests: 1,
    sums: true,
    async read(step) {
      const answer = await ask(step.fetch, get(step.account, '/user_account'), step.signal);
      if (answer.kind === 'lost' || answer.status !== 200) {
        return numbersProblem({ readError, scope: 'user_accounts:read' }, answer, step);
      }
      const { all } = ownCounts(answer.json, COUNTS);
      const none = { reach: null, engagement: null, profileViews: null };
      const views = all['monthly_views'] ?? null; // of the last 30 days
      return { kind: 'account', followers: all['follower_count'] ?? null, views, ...none, all };
    },
  },
};
