/** The members of the channel. The Bot API gives no views, forwards or reactions of a post to read. */
import { ask } from '../lib/http.ts';
import { countAt } from '../lib/numbers.ts';
import { numbersProblem } from '../lib/numbers-problem.ts';
import { jsonPost } from '../lib/request.ts';
import type { InsightsPort } from '../port/insights.ts';
import { readError } from './errors.ts';

export const insights: InsightsPort = {
  metrics: [],
  covers: 'own',
  account: {
    requests: 1,
    async read(step) {
      const { endpoints, credentials, remoteId } = step.account;
      // the address contains the token: a redirect would send it to another host
      const request = jsonPost(
        `${endpoints['api']}/bot${credentials['token']}/getChatMemberCount`,
        { chat_id: credentials['chatId'] ?? remoteId },
        { redirect: 'manual' },
      );
      const answer = await ask(step.fetch, request, step.signal);
      const followers = answer.kind === 'response' ? countAt(answer.json, 'result') : null;
      if (followers === null) return numbersProblem({ readError }, answer, step);
      const none = { views: null, reach: null, engagement: null, profileViews: null };
      return { kind: 'account', followers, ...none, all: { members: followers } };
    },
  },
};
