/**
 * A simulated LinkedIn, as an app with "Sign In with LinkedIn" and "Share on LinkedIn" meets it, with the refresh tokens
 * that LinkedIn gives approved apps (a name that begins with `selfserve` gets none, as most do).
 *
 * A second post with the same words and the same file within a day is refused and the first one named. Videos are
 * processed for as long as two looks take; one whose bytes begin with `fail:` cannot be processed. Text that is not
 * escaped is cut silently. Comments can be written below posts and not read, as most apps may not. Not simulated: organisations, statistics,
 * the daily quota (ask for a 429).
 */
import { known } from './known.ts';
import type { SimulatedNetwork } from '../simulator.ts';
import { error, expiredToken, refusal } from './answers.ts';
import { commentRoutes } from './comments.ts';
import { fileRoutes } from './files.ts';
import { app, oauthRoutes } from './oauth.ts';
import { postRoutes } from './posts.ts';
import { ALL_SCOPES, grant, memberFor, type State } from './state.ts';

export const linkedin: SimulatedNetwork<State> = {
  platform: 'linkedin',
  initial: () => ({
    members: {},
    codes: {},
    tokens: {},
    refreshTokens: {},
    files: {},
    places: {},
    posts: [],
    comments: [],
  }),
  endpoints: (baseUrl) => ({ www: baseUrl, api: baseUrl }),
  app,
  connect(world, name) {
    const member = memberFor(world, name);
    const { accessToken, refreshToken } = grant(world, member, ALL_SCOPES);
    return {
      remoteId: member.sub,
      username: member.name,
      displayName: member.name,
      url: null,
      endpoints: { www: world.baseUrl, api: world.baseUrl },
      credentials: {
        accessToken,
        ...(refreshToken === null ? {} : { refreshToken }),
        clientId: app.clientId,
      },
      limits: {},
    };
  },
  routes: (world) => [
    ...oauthRoutes(world),
    ...fileRoutes(world),
    ...postRoutes(world),
    ...commentRoutes(world),
  ],
  error,
  known,
  refuse: ({ name }) => refusal(400, 'ILLEGAL_ARGUMENT', `Unpermitted field: ${name}`),
  expiredToken,
};
