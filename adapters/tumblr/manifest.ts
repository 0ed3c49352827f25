/**
 * Tumblr, with its API v2 and the Neue Post Format; the account is one blog. Posts have no idempotency key, but a
 * slug of our own, by which a post is found in the blog's list.
 *
 * Steps: (for a video: a check whether it exists already) the time of the try is stored → the post with all its files
 * → checks of the list until a video appears.
 * Credentials: `accessToken` (42 minutes), `refreshToken` (works once), `clientId` of the app.
 */
import { DAY_MS, HOUR_MS, limit } from '../port/budget.ts';
import type { Manifest } from '../port/manifest.ts';
import { connect } from './connect.ts';
import { insights } from './insights.ts';
import { options } from '../article/options.ts';
import { measure, plan } from './plan.ts';
import { publish, repeatable } from './publish.ts';
import { refresh } from './oauth.ts';
import { registration } from './registration.ts';
import { verify } from './verify.ts';
import { endpoints, version } from './version.ts';

export const manifest: Manifest = {
  platform: 'tumblr',
  name: 'Tumblr',
  mark: { letters: 'Tu', color: '#2c4762' },
  mention: '@',
  endpoints,
  version,
  /** For a consumer key 1,000 an hour and 5,000 a day; 250 posts a day for a user. */
  budget: {
    limits: [
      limit(250, DAY_MS, 'post'),
      limit(1_000, HOUR_MS, 'step', 'app'),
      limit(5_000, DAY_MS, 'step', 'app'),
    ],
    retryAfter: 'app',
  },
  options,
  publish: {
    evidence: 'own_list',
    altText: { kinds: ['image', 'gif'], characters: 4_096, unit: 'code_points' },
    plan,
    measure,
    repeatable,
    publish,
    verify,
  },
  connect,
  registration,
  insights,
  app: {
    refresh,
    asApp: ['refresh'],
  },
};
