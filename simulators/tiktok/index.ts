/**
 * A simulated TikTok: Login Kit, direct posts of videos and photos, their status, the list of public posts.
 *
 * Every answer says `error.code: "ok"` or what is wrong. The status of a post is asked for twice before it is complete,
 * and a public post tells its id only with the look after that. Bytes of videos up to 8 MB are kept to be shown, larger
 * ones counted. The creator has stitches switched off. An account whose name begins with `private` may not post publicly;
 * a video whose bytes begin with `fail:<reason>` fails with that reason. Not simulated: drafts, limits of posts by day
 * (ask for a 403 or a 429), the audit of apps, verified domains.
 */
import { known } from './known.ts';
import type { SimulatedNetwork } from '../simulator.ts';
import { newTokens } from './callers.ts';
import { error, invalidToken, refusal } from './errors.ts';
import { publishRoutes } from './publishing.ts';
import { readRoutes } from './reads.ts';
import { signInRoutes } from './sign-in.ts';
import { APP, SCOPES, type State, accountFor } from './state.ts';

export const tiktok: SimulatedNetwork<State> = {
  platform: 'tiktok',
  initial: () => ({ accounts: {}, grants: {}, access: {}, refresh: {}, posts: {} }),
  endpoints: (baseUrl) => ({ www: `${baseUrl}/www`, api: `${baseUrl}/api`, upload: `${baseUrl}/upload` }),
  app: APP,
  connect(world, name) {
    const { id, username } = accountFor(world, name);
    const { access_token: accessToken, refresh_token: refreshToken } = newTokens(world, id, SCOPES);
    return {
      remoteId: id,
      username,
      displayName: name,
      url: `https://www.tiktok.com/@${username}`,
      endpoints: tiktok.endpoints!(world.baseUrl),
      credentials: { accessToken, refreshToken, clientId: APP.clientId },
      limits: {},
    };
  },
  routes: (world) => [...signInRoutes(world), ...readRoutes(world), ...publishRoutes(world)],
  error,
  known,
  refuse: ({ name }) => refusal(400, 'invalid_params', `Invalid parameter: ${name}`),
  expiredToken: () => invalidToken(),
};
