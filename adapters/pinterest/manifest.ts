/**
 * Pinterest: one picture, or one video with a cover, as a pin on a board.
 *
 * There is no idempotency key and duplicates are accepted, so a pin whose response was lost is searched on its board
 * (`verify.ts`). Credentials: `accessToken`, `refreshToken`, `clientId` of the app they belong to.
 */
import { SECOND_MS, limit } from '../port/budget.ts';
import type { Manifest } from '../port/manifest.ts';
import { connect } from './connect.ts';
import { insights } from './insights.ts';
import { options } from './options.ts';
import { measure, plan } from './plan.ts';
import { publish, repeatable } from './publish.ts';
import { refresh } from './oauth.ts';
import { registration } from './registration.ts';
import { verify } from './verify.ts';
import { endpoints, version } from './version.ts';

export const manifest: Manifest = {
  platform: 'pinterest',
  name: 'Pinterest',
  mark: { letters: 'Pi', color: '#ad081b' },
  endpoints,
  version,
  /** Standard access: 100 requests a second for a user of an app. */
  budget: { limits: [limit(100, SECOND_MS, 'step')] },
  options,
  publish: {
    evidence: 'own_list',
    altText: { kinds: ['image', 'gif'], characters: 500, unit: 'utf16' },
    plan,
    measure,
    repeatable,
    publish,
    verify,
  },
  connect,
  registration,
  app: {
    refresh,
    asApp: ['refresh'],
  },
  insights,
};
