/**
 * A simulated Facebook, as apps see it that post to Pages: signing in, Pages, feed, photos, videos in pieces,
 * comments, Messenger, webhooks and insights.
 *
 * Where practice is not known, the harsher answer is given: a piece of a video that starts anywhere but where the last one
 * ended is refused, and so is finishing an upload twice. Not simulated: publishing reels, stories, the budget of calls
 * (ask for a 429).
 *
 * A person has two Pages: one by their name and a second one, `<name> studio`. A person whose name begins with `nobody`
 * has none, one whose name begins with `reader` may publish on none. A video with `fail` in its first 16
 * bytes is found to be unusable once it was looked at enough.
 */
import type { SimulatedNetwork } from '../simulator.ts';
import { noPeople } from '../meta/state.ts';
import { noNumbers } from '../numbers/network.ts';
import { facebookNumbers, insightRoutes } from './insights.ts';
import { known } from './known.ts';
import { peopleOf, peopleRoutes } from './people.ts';
import { postRoutes } from './posts.ts';
import { signInRoutes, USER_TOKEN_LIFE_MS } from './sign-in.ts';
import { APP, newToken, pageFor, proofOf, SCOPES, type State } from './state.ts';
import { videoRoutes } from './videos.ts';
import { faultOf, sessionExpired, unknownParameter } from '../shared/graph.ts';

export const facebook: SimulatedNetwork<State> = {
  platform: 'facebook',
  initial: () => ({
    grants: {},
    tokens: {},
    pages: {},
    photos: {},
    videos: {},
    posts: {},
    people: noPeople(),
    reels: {},
    numbers: noNumbers(),
  }),
  endpoints: (baseUrl) => ({ graph: baseUrl, login: baseUrl }),
  app: APP,
  connect(world, name) {
    const page = pageFor(world, name);
    return {
      remoteId: page.id,
      username: page.name,
      displayName: page.name,
      url: `https://www.facebook.com/${page.id}`,
      endpoints: { graph: world.baseUrl },
      credentials: {
        accessToken: page.token,
        userToken: newToken(world, { user: name }, SCOPES, USER_TOKEN_LIFE_MS),
        appSecretProof: proofOf(page.token),
      },
      limits: {},
    };
  },
  routes: (world) => [
    ...signInRoutes(world),
    ...postRoutes(world),
    ...peopleRoutes(world),
    ...insightRoutes(world),
    ...videoRoutes(world),
  ],
  people: peopleOf,
  numbers: facebookNumbers,
  error: faultOf,
  known,
  refuse: unknownParameter,
  expiredToken: sessionExpired,
};
