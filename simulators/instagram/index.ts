/**
 * A simulated Instagram, as apps see it that sign people in with Instagram itself, or with Facebook: containers, publishing, own media,
 * comments, direct messages, webhooks and insights.
 *
 * Where practice is not known, the harsher answer is given: a container that was published is unknown to a second
 * `media_publish`, which makes no second post. Versions are served as the real hosts do it: any that ever was, with the
 * one that served it in a header. Not simulated: the budget of calls (ask for a 429).
 *
 * Media whose bytes begin with `fail:<subcode>` spoil their container with that subcode once it was polled enough. A
 * status of 403 asked for as a fault is the verdict "held to be spam" (4/2207051), which in practice was seen after the
 * post went live.
 */
import { unknownParameter } from '../shared/graph.ts';
import { known } from './known.ts';
import type { SimulatedNetwork } from '../simulator.ts';
import { noPeople } from '../meta/state.ts';
import { noNumbers } from '../numbers/network.ts';
import { error, refusal } from './errors.ts';
import { connectByFacebook, facebookLoginRoutes } from './facebook-login.ts';
import { insightRoutes, instagramNumbers } from './insights.ts';
import { peopleOf, peopleRoutes } from './people.ts';
import { publishRoutes } from './publishing.ts';
import { readRoutes } from './reads.ts';
import { signInRoutes } from './sign-in.ts';
import { APP, type State, accountFor } from './state.ts';
import { tokenRoutes } from './tokens.ts';

export const instagram: SimulatedNetwork<State> = {
  platform: 'instagram',
  initial: () => ({
    codes: {},
    shortLived: {},
    accounts: {},
    tokens: {},
    grants: {},
    userTokens: {},
    containers: {},
    media: {},
    people: noPeople(),
    numbers: noNumbers(),
  }),
  endpoints: (baseUrl) => ({ graph: baseUrl, login: baseUrl, api: baseUrl }),
  app: APP,
  connect(world, name, login) {
    const account = accountFor(world, name);
    return {
      remoteId: account.id,
      username: account.username,
      displayName: account.name,
      url: `https://www.instagram.com/${account.username}/`,
      endpoints: { graph: world.baseUrl },
      credentials: { accessToken: account.token },
      limits: {},
      ...(login === 'facebook' ? connectByFacebook(world, name) : {}),
    };
  },
  routes: (world) => [
    ...signInRoutes(world),
    ...facebookLoginRoutes(world),
    ...tokenRoutes(world),
    ...publishRoutes(world),
    ...peopleRoutes(world),
    ...insightRoutes(world),
    ...readRoutes(world),
  ],
  people: peopleOf,
  numbers: instagramNumbers,
  error,
  known,
  refuse: unknownParameter,
  expiredToken: () =>
    refusal(401, { code: 190, subcode: 463 }, 'Error validating access token: Session has expired.'),
};
