/**
 * A simulated Bluesky: one account server (PDS), the public view and the video service, below one address.
 *
 * Records are checked by the network's own schemas. What the reference server checks beyond them is here: tokens and
 * their ends, keys, blobs and their sizes, facets that fit the text. Stricter than that server in two things: facets, and
 * refresh tokens, which are spent at once (there a used one brings the same new one for two hours more). Not simulated:
 * budgets of requests (ask for a 429 instead), feeds of others. `npm run try:pds` asks the server itself.
 *
 * A video whose bytes begin with `fail:<failureCode>` fails with that code.
 */
import { known } from './known.ts';
import { noNumbers } from '../numbers/network.ts';
import type { SimulatedNetwork } from '../simulator.ts';
import { error, refusal } from './errors.ts';
import { blueskyNumbers, feedRoutes } from './feeds.ts';
import { identityRoutes } from './identities.ts';
import { recordRoutes } from './records.ts';
import { sessionRoutes } from './sessions.ts';
import { type State, accountFor, endpointsAt } from './state.ts';
import { newTokens } from './tokens.ts';
import { videoRoutes } from './videos.ts';

export const bluesky: SimulatedNetwork<State> = {
  platform: 'bluesky',
  initial: () => ({ accounts: {}, refreshable: {}, jobs: {}, numbers: noNumbers() }),
  endpoints: endpointsAt,
  connect(world, name) {
    const account = accountFor(world, name);
    const { did, handle, displayName } = account;
    return {
      remoteId: did,
      username: handle,
      displayName,
      url: `https://bsky.app/profile/${handle}`,
      endpoints: endpointsAt(world.baseUrl),
      credentials: {
        identifier: handle,
        appPassword: account.appPassword,
        did,
        ...newTokens(world, account),
      },
      limits: {},
    };
  },
  routes: (world) => [
    ...sessionRoutes(world),
    ...feedRoutes(world),
    ...identityRoutes(world),
    ...recordRoutes(world),
    ...videoRoutes(world),
  ],
  numbers: blueskyNumbers,
  error: (status, retryAfterSeconds) => error(status, retryAfterSeconds),
  known,
  refuse: ({ name }) => refusal(400, 'InvalidRequest', `Invalid request: ${name}`),
  expiredToken: () => refusal(400, 'ExpiredToken', 'Token has expired'),
};
