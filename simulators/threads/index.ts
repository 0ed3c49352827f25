/**
 * A simulated Threads: signing in, containers, publishing, own posts, replies, their webhooks and insights.
 *
 * Where practice is not known, the harsher answer is given: a container that was published is unknown to a second
 * `threads_publish`, which makes no second post. Not simulated: mentions, carousels, the budget of calls (ask
 * for a 429).
 *
 * Media whose bytes begin with `fail:<error_message>` spoil their container with that message once it was polled enough.
 */
import { known } from './known.ts';
import type { SimulatedNetwork } from '../simulator.ts';
import { faultOf, sessionExpired, unknownParameter } from '../shared/graph.ts';
import { publishRoutes } from './containers.ts';
import { noPeople } from '../meta/state.ts';
import { noNumbers } from '../numbers/network.ts';
import { insightRoutes, threadsNumbers } from './insights.ts';
import { peopleOf } from './people.ts';
import { readRoutes } from './posts.ts';
import { replyRoutes } from './replies.ts';
import { APP, signInRoutes } from './sign-in.ts';
import { accountFor, type State } from './state.ts';

export const threads: SimulatedNetwork<State> = {
  platform: 'threads',
  initial: () => ({
    grants: {},
    accounts: {},
    tokens: {},
    containers: {},
    media: {},
    people: noPeople(),
    numbers: noNumbers(),
  }),
  endpoints: (baseUrl) => ({ graph: baseUrl, login: baseUrl }),
  app: APP,
  connect(world, name) {
    const { id, username, name: displayName, token } = accountFor(world, name);
    return {
      remoteId: id,
      username,
      displayName,
      url: `https://www.threads.com/@${username}`,
      endpoints: { graph: world.baseUrl },
      credentials: { accessToken: token },
      limits: {},
    };
  },
  routes: (world) => [
    ...signInRoutes(world),
    ...publishRoutes(world),
    ...replyRoutes(world),
    ...insightRoutes(world),
    ...readRoutes(world),
  ],
  people: peopleOf,
  numbers: threadsNumbers,
  error: faultOf,
  known,
  refuse: unknownParameter,
  expiredToken: sessionExpired,
};
