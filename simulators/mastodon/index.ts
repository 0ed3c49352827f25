/**
 * A simulated Mastodon server, its default limits included. Not simulated: other servers, budgets of requests (ask for
 * a 429 instead).
 *
 * A video is processed for as long as two looks take. A file whose bytes begin with `fail:` cannot be processed.
 */
import { known } from './known.ts';
import { noNumbers } from '../numbers/network.ts';
import type { SimulatedNetwork } from '../simulator.ts';
import { accountRoutes } from './accounts.ts';
import { error, refusal } from './errors.ts';
import { fileRoutes } from './files.ts';
import { mastodonNumbers } from './history.ts';
import { instanceRoutes } from './instance.ts';
import { oauthRoutes } from './sign-in.ts';
import {
  MAX_CHARACTERS,
  OUR_APP,
  SCOPES,
  type State,
  accountFor,
  globalIdOf,
  profileOf,
  secretFor,
} from './state.ts';
import { statusRoutes } from './statuses.ts';

export const mastodon: SimulatedNetwork<State> = {
  platform: 'mastodon',
  initial: () => ({
    accounts: {},
    apps: {},
    codes: {},
    tokens: {},
    files: {},
    statuses: [],
    keys: {},
    numbers: noNumbers(),
  }),
  endpoints: (baseUrl) => ({ server: baseUrl }),
  connect(world, name) {
    const account = accountFor(world, name);
    const accessToken = secretFor(`token of ${account.id}`);
    world.state.tokens[accessToken] = { accountId: account.id, scope: SCOPES, appName: OUR_APP };
    const clientId = secretFor('client of the sandbox');
    world.state.apps[clientId] = {
      name: OUR_APP,
      secret: secretFor(`secret of ${clientId}`),
      redirectUris: [],
    };
    return {
      remoteId: globalIdOf(world, account.id),
      username: account.username,
      displayName: account.displayName,
      url: profileOf(world, account),
      endpoints: { server: world.baseUrl },
      credentials: { accessToken, clientId, clientSecret: secretFor(`secret of ${clientId}`) },
      limits: { maxCharacters: MAX_CHARACTERS },
    };
  },
  numbers: mastodonNumbers,
  routes: (world) => [
    ...instanceRoutes(world),
    ...oauthRoutes(world),
    ...accountRoutes(world),
    ...fileRoutes(world),
    ...statusRoutes(world),
  ],
  error: (status, retryAfterSeconds) => error(status, retryAfterSeconds),
  /** Tokens work until they are revoked. */
  known,
  refuse: ({ name }) => refusal(422, `Validation failed: ${name} is invalid`),
  expiredToken: () => null,
};
