/**
 * Reddit, with its OAuth API. Posts have no idempotency key; after a lost response the account's own list is
 * searched.
 *
 * Steps: the image gets its address → the flair gets its id → the time of the try is stored → the post. Credentials:
 * `accessToken` (a day), `refreshToken` (until revoked), `clientId` of the app they belong to.
 */
import { MINUTE_MS, limit } from '../port/budget.ts';
import type { Manifest } from '../port/manifest.ts';
import { connect } from './connect.ts';
import { firstComment } from './first-comment.ts';
import { insights } from './insights.ts';
import { options } from './options.ts';
import { measure, plan } from './plan.ts';
import { publish, repeatable } from './publish.ts';
import { refresh, revoke } from './oauth.ts';
import { registration } from './registration.ts';
import { verify } from './verify.ts';
import { endpoints } from './endpoints.ts';

export const manifest: Manifest = {
  platform: 'reddit',
  name: 'Reddit',
  mark: { letters: 'Re', color: '#b83200' },
  mention: 'u/',
  endpoints,
  /** 100 requests a minute for a client id, averaged over 10 minutes. */
  budget: { limits: [limit(1_000, 10 * MINUTE_MS, 'step', 'app')] },
  options,
  publish: { evidence: 'own_list', plan, measure, repeatable, publish, verify },
  connect,
  registration,
  firstComment,
  insights,
  app: {
    refresh,
    revoke,
    asApp: ['refresh', 'revoke'],
  },
};
