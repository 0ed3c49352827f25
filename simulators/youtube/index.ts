/**
 * A simulated YouTube: Google's sign-in, channels, resumable uploads, lists of videos, statistics and Analytics.
 *
 * A session lives a week, takes chunks in order, and repeats its last answer when it is asked again. The uploads of a
 * channel are listed at once (the real list lags). Bytes of files up to 8 MB are kept to be shown, larger ones counted.
 * Comments can be written below videos and listed; a video whose title begins with `quiet` takes none.
 * Not simulated: replies to comments, thumbnails, quota (ask for a 403 or a 429). Signing in as `nochannel` is a Google
 * account without a channel; a video whose bytes begin with `fail` is thrown out as a duplicate.
 */
import { commentRoutes } from './comments.ts';
import { known } from './known.ts';
import { noNumbers } from '../numbers/network.ts';
import type { SimulatedNetwork } from '../simulator.ts';
import { error, unauthenticated } from './errors.ts';
import { statisticsRoutes, youtubeNumbers } from './statistics.ts';
import { readRoutes } from './reads.ts';
import { signInRoutes } from './sign-in.ts';
import { APP, SCOPES, type State, channelFor } from './state.ts';
import { newToken } from './tokens.ts';
import { uploadRoutes } from './uploads.ts';

export const youtube: SimulatedNetwork<State> = {
  platform: 'youtube',
  initial: () => ({
    channels: {},
    grants: {},
    access: {},
    refresh: {},
    sessions: {},
    videos: {},
    comments: [],
    numbers: noNumbers(),
  }),
  endpoints: (baseUrl) => ({
    accounts: `${baseUrl}/accounts`,
    oauth: `${baseUrl}/oauth`,
    api: `${baseUrl}/api`,
    analytics: `${baseUrl}/analytics`,
  }),
  app: APP,
  connect(world, name) {
    const channel = channelFor(world, name);
    return {
      remoteId: channel.id,
      username: channel.handle,
      displayName: channel.title,
      url: `https://www.youtube.com/channel/${channel.id}`,
      endpoints: youtube.endpoints!(world.baseUrl),
      credentials: {
        accessToken: newToken(world, 'access', channel.id, SCOPES),
        refreshToken: newToken(world, 'refresh', channel.id, SCOPES),
        clientId: APP.clientId,
      },
      limits: {},
      scopes: SCOPES,
    };
  },
  routes: (world) => [
    ...signInRoutes(world),
    ...statisticsRoutes(world),
    ...readRoutes(world),
    ...uploadRoutes(world),
    ...commentRoutes(world),
  ],
  numbers: youtubeNumbers,
  error,
  known,
  expiredToken: () => unauthenticated(),
};
