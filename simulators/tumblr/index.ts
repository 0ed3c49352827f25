/**
 * A simulated Tumblr: consent and tokens that rotate, a person's blogs, posts in the Neue Post Format with their files,
 * videos that are worked on, lists. Notes are counted. Not simulated: queues, quotas and budgets of requests (ask for a 429 instead).
 */
import { known } from './known.ts';
import { noNumbers } from '../numbers/network.ts';
import type { SimulatedNetwork } from '../simulator.ts';
import { tumblrNumbers } from './numbers.ts';
import { postRoutes } from './posts.ts';
import { signInRoutes } from './sign-in.ts';
import { APP, error, newTokens, SCOPES, unauthorized, userFor, type State } from './state.ts';

export const tumblr: SimulatedNetwork<State> = {
  platform: 'tumblr',
  initial: () => ({ users: {}, codes: {}, access: {}, refresh: {}, posts: [], numbers: noNumbers() }),
  endpoints: endpointsOf,
  app: APP,
  connect(world, name) {
    const user = userFor(world, name);
    const [blog] = user.blogs;
    const { access, refresh } = newTokens(world, { user: user.name, scope: SCOPES });
    return {
      remoteId: blog?.uuid ?? '',
      username: user.name,
      displayName: blog?.title ?? user.name,
      url: `${world.baseUrl}/www/${user.name}`,
      endpoints: endpointsOf(world.baseUrl),
      credentials: { accessToken: access, refreshToken: refresh ?? '', clientId: APP.clientId },
      limits: {},
    };
  },
  routes: (world) => [...signInRoutes(world), ...postRoutes(world)],
  numbers: tumblrNumbers,
  error,
  known,
  expiredToken: unauthorized,
};

function endpointsOf(baseUrl: string): { [name: string]: string } {
  return { api: baseUrl, www: `${baseUrl}/www` };
}
