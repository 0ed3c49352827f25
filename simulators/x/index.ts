/**
 * A simulated X (API v2), self-serve plan: sign-in with PKCE and tokens that rotate, uploads, posts, the own list,
 * replies of people and their search, direct messages, metrics, and the Activity API with its webhooks. Not simulated: credits and
 * windows (ask for a 402 or 429 instead), posts of others that are no replies, the stream of the Activity API.
 */
import { noPeople } from '../meta/state.ts';
import { noNumbers } from '../numbers/network.ts';
import type { SimulatedNetwork } from '../simulator.ts';
import { directMessageRoutes } from './direct-messages.ts';
import { metricRoutes, xNumbers } from './metrics.ts';
import { known } from './known.ts';
import { mediaRoutes } from './media.ts';
import { byNames, knownBy, refuseStray } from './parameters.ts';
import { peopleOf } from './people.ts';
import { postRoutes } from './posts.ts';
import { replyRoutes } from './replies.ts';
import { signInRoutes } from './sign-in.ts';
import { subscriptionRoutes } from './subscriptions.ts';
import { accountFor, APP, error, newTokens, SCOPES, unauthorized, type State } from './state.ts';

export const x: SimulatedNetwork<State> = {
  platform: 'x',
  initial: () => ({
    accounts: {},
    codes: {},
    access: {},
    refresh: {},
    files: {},
    posts: [],
    people: noPeople(),
    webhooks: [],
    subscriptions: [],
    streamed: [],
    numbers: noNumbers(),
  }),
  endpoints: endpointsOf,
  app: APP,
  connect(world, name) {
    const account = accountFor(world, name);
    const family = `family ${world.nextNumber()}`;
    const { access, refresh } = newTokens(world, { accountId: account.id, scope: SCOPES, family });
    return {
      remoteId: account.id,
      username: account.username,
      displayName: account.name,
      url: `${world.baseUrl}/${account.username}`,
      endpoints: endpointsOf(world.baseUrl),
      credentials: { accessToken: access, refreshToken: refresh ?? '', clientId: APP.clientId },
      limits: {},
    };
  },
  routes: (world) =>
    [
      ...signInRoutes(world),
      ...mediaRoutes(world),
      ...metricRoutes(world),
      ...replyRoutes(world),
      ...postRoutes(world),
      ...directMessageRoutes(world),
      ...subscriptionRoutes(world),
    ].map((route) => byNames(world, route)),
  people: peopleOf,
  numbers: xNumbers,
  error,
  known,
  knownBy,
  refuse: refuseStray,
  expiredToken: unauthorized,
};

function endpointsOf(baseUrl: string): { [name: string]: string } {
  return { api: baseUrl, site: baseUrl };
}
