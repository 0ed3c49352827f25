/**
 * A simulated Reddit: consent and tokens, text and link posts, comments, flairs, the own list. Not simulated: uploads, budgets of
 * requests (ask for a 429 instead), karma and its pauses.
 */
import { commentRoutes } from './comments.ts';
import { known } from './known.ts';
import { noNumbers } from '../numbers/network.ts';
import type { SimulatedNetwork } from '../simulator.ts';
import { redditNumbers } from './numbers.ts';
import { postRoutes } from './posts.ts';
import { signInRoutes } from './sign-in.ts';
import { accountFor, APP, error, expired, newAccess, newRefresh, SCOPES, type State } from './state.ts';

export const reddit: SimulatedNetwork<State> = {
  platform: 'reddit',
  initial: () => ({
    accounts: {},
    codes: {},
    access: {},
    refresh: {},
    posts: [],
    comments: [],
    numbers: noNumbers(),
  }),
  endpoints: endpointsOf,
  app: APP,
  connect(world, name) {
    const account = accountFor(world, name);
    const grant = { accountId: account.id, scope: SCOPES };
    return {
      remoteId: `t2_${account.id}`,
      username: account.name,
      displayName: `u/${account.name}`,
      url: `${world.baseUrl}/www/user/${account.name}`,
      endpoints: endpointsOf(world.baseUrl),
      credentials: {
        accessToken: newAccess(world, grant),
        refreshToken: newRefresh(world, grant),
        clientId: APP.clientId,
      },
      limits: {},
    };
  },
  routes: (world) => [...signInRoutes(world), ...postRoutes(world), ...commentRoutes(world)],
  numbers: redditNumbers,
  error,
  known,
  expiredToken: expired,
};

function endpointsOf(baseUrl: string): { [name: string]: string } {
  return { www: `${baseUrl}/www`, oauth: `${baseUrl}/oauth` };
}
