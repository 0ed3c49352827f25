/** Followers and likes of the account. Numbers of single videos are not shown, although there is a call for them. */
import { ask, at } from '../lib/http.ts';
import { ownCounts } from '../lib/numbers.ts';
import { numbersProblem } from '../lib/numbers-problem.ts';
import { authorization } from '../lib/request.ts';
import type { InsightsPort } from '../port/insights.ts';
import { isOk, readError } from './errors.ts';
import { addressOf } from './request.ts';

const FIELDS = ['follower_count', 'following_count', 'likes_count', 'video_count'];

export const insights: InsightsPort = {
  metrics: [], // fields are asked as a whole
  covers: 'own',
  account: {
    requests: 1,
    async read(step) {
      const { account, fetch, signal } = step;
      const address = addressOf(account.endpoints, `/user/info/?fields=${FIELDS.join(',')}`);
      const answer = await ask(fetch, new Request(address, { headers: authorization(account) }), signal);
      const user = answer.kind === 'response' && isOk(answer) ? at(answer.json, 'data', 'user') : undefined;
      if (user === undefined) return numbersProblem({ readError, scope: 'user.info.stats' }, answer, step);
      const { all } = ownCounts(user, FIELDS);
      const none = { views: null, reach: null, engagement: null, profileViews: null };
      return { kind: 'account', followers: all['follower_count'] ?? null, ...none, all };
    },
  },
};
