/**
 * A simulated Google Business Profile: signing in, accounts and locations, posts and their review. Four hosts of the real
 * one are served side by side, each below a path of its own. People review locations, which have figures by
 * day. Not simulated: events and offers.
 *
 * A person has two locations, one by their name and `<name> harbour`, and a third that takes no posts; a group lists the
 * first one again. A person whose name begins with `nobody` has none, of `closed` none takes posts, of `unapproved` the
 * operator's project has no quota. A post with `forbidden` in it does not pass the review,
 * nor does a reply to a review.
 */
import { known } from './known.ts';
import type { SimulatedNetwork } from '../simulator.ts';
import { noNumbers } from '../numbers/network.ts';
import { peopleOf } from './people.ts';
import { googleBusinessNumbers, performanceRoutes } from './performance.ts';
import { postRoutes } from './posts.ts';
import { reviewRoutes } from './reviews.ts';
import { signInRoutes } from './sign-in.ts';
import { APP, googleError, locationsOf, newTokens, SCOPES, type State } from './state.ts';

export const googleBusiness: SimulatedNetwork<State> = {
  platform: 'google_business',
  initial: () => ({
    grants: {},
    tokens: {},
    refreshTokens: {},
    locations: {},
    posts: {},
    reviews: {},
    persons: {},
    numbers: noNumbers(),
  }),
  endpoints: (baseUrl) => ({
    posts: `${baseUrl}/mybusiness`,
    accounts: `${baseUrl}/accountmanagement`,
    information: `${baseUrl}/businessinformation`,
    performance: `${baseUrl}/performance`,
    oauth: `${baseUrl}/oauth`,
    login: `${baseUrl}/login`,
  }),
  app: APP,
  connect(world, name) {
    const [location] = locationsOf(world, name);
    if (!location) throw new RangeError(`${name} has no location`);
    const { accessToken, refreshToken } = newTokens(world, { person: name, scopes: SCOPES });
    return {
      remoteId: location.name,
      username: location.title,
      displayName: location.title,
      url: `https://maps.google.com/${location.name}`,
      endpoints: {
        posts: `${world.baseUrl}/mybusiness`,
        performance: `${world.baseUrl}/performance`,
        oauth: `${world.baseUrl}/oauth`,
      },
      credentials: {
        accessToken,
        refreshToken,
        clientId: APP.clientId,
        account: location.owners[0] ?? '',
        languageCode: 'en',
      },
      limits: {},
    };
  },
  routes: (world) => [
    ...signInRoutes(world),
    ...postRoutes(world),
    ...reviewRoutes(world),
    ...performanceRoutes(world),
  ],
  people: peopleOf,
  numbers: googleBusinessNumbers,
  error(status, retryAfterSeconds) {
    const response = googleError(status, messageOf(status));
    if (retryAfterSeconds !== undefined) response.headers.set('retry-after', String(retryAfterSeconds));
    return response;
  },
  known,
  refuse: ({ name }) =>
    googleError(400, `Invalid JSON payload received. Unknown name "${name}": Cannot find field.`),
  expiredToken: () => googleError(401, 'Request had invalid authentication credentials.'),
};

function messageOf(status: number): string {
  if (status === 429) return 'Resource has been exhausted (e.g. check quota).';
  if (status === 403) return 'The caller does not have permission';
  return status >= 500 ? 'The service is currently unavailable.' : 'Request contains an invalid argument.';
}
