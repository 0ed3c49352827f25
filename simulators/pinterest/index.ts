/**
 * A simulated Pinterest, API v5: sign-in with refresh tokens that change each time, boards, pins, videos by way of a
 * storage of its own.
 *
 * Duplicates are taken, as the real one takes them. Not simulated: sections, analytics, editing and deleting, the budget
 * of calls (ask for a 429). A picture address that cannot be fetched is refused with 400; a video whose bytes begin with
 * `fail` ends as failed; a video is asked for twice before it is done.
 */
import { known } from './known.ts';
import type { SimulatedNetwork } from '../simulator.ts';
import { newTokens } from './callers.ts';
import { error, refusal } from './errors.ts';
import { publishRoutes } from './pins.ts';
import { readRoutes } from './reads.ts';
import { signInRoutes } from './sign-in.ts';
import { APP, SCOPES, type State, accountFor } from './state.ts';

export { boardOf } from './state.ts';

export const pinterest: SimulatedNetwork<State> = {
  platform: 'pinterest',
  initial: () => ({ accounts: {}, grants: {}, access: {}, refresh: {}, boards: {}, videos: {}, pins: {} }),
  endpoints: (baseUrl) => ({ www: `${baseUrl}/www`, api: `${baseUrl}/api`, upload: `${baseUrl}/upload` }),
  app: APP,
  connect(world, name) {
    const { id, username } = accountFor(world, name);
    const { access_token: accessToken, refresh_token: refreshToken } = newTokens(world, id, SCOPES);
    return {
      remoteId: id,
      username,
      displayName: username,
      url: `https://www.pinterest.com/${username}/`,
      endpoints: pinterest.endpoints!(world.baseUrl),
      credentials: { accessToken, refreshToken, clientId: APP.clientId },
      limits: {},
    };
  },
  routes: (world) => [...signInRoutes(world), ...readRoutes(world), ...publishRoutes(world)],
  error,
  known,
  refuse: ({ name }) => refusal(400, 1, `Invalid request: ${name}`),
  expiredToken: () => refusal(401, 2, 'Authentication failed.'),
};
