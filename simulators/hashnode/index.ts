/**
 * Hashnode's GraphQL API as far as Troupe speaks it: documents are validated and executed against `schema.ts`.
 * Simulated: drafts that disappear when they are published, slugs, tags, the size of a request, the Pro plan, and
 * pictures: one PUT to an address that expires after a minute, then a confirmation that deletes what is too large. Who
 * connects as `free …` has no Pro plan. Not simulated: teams, series.
 */
import { noNumbers } from '../numbers/network.ts';
import type { SimulatedNetwork } from '../simulator.ts';
import { graphqlRoute } from './graphql.ts';
import { hashnodeNumbers } from './numbers.ts';
import { storageRoute } from './pictures.ts';
import { error } from './responses.ts';
import { type State, endpoints, userFor } from './state.ts';

export const hashnode: SimulatedNetwork<State> = {
  platform: 'hashnode',
  initial: () => ({
    users: [],
    publications: [],
    drafts: [],
    posts: [],
    uploads: {},
    pictures: {},
    numbers: noNumbers(),
  }),
  endpoints,
  connect: (world, name) => {
    const user = userFor(world, name);
    const publication = world.state.publications.find(({ id }) => id === user.publicationIds[0]);
    if (!publication) throw new RangeError(`${name} has no publication`);
    return {
      remoteId: publication.id,
      username: user.username,
      displayName: publication.title,
      url: publication.url,
      endpoints: endpoints(world.baseUrl),
      credentials: { token: user.token, publicationId: publication.id },
      limits: {},
    };
  },
  routes: (world) => [graphqlRoute(world), storageRoute(world)],
  numbers: hashnodeNumbers,
  error,
  /** Tokens work until they are revoked. */
  expiredToken: () => null,
};
