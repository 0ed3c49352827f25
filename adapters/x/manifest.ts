/**
 * X, with its API v2. Posts have no idempotency key; after a lost response the account's own list is searched. X also
 * refuses the same words twice, so a try that was listed too late does not lead to a second post.
 *
 * Steps: each file → checks of one that is processed → the time of the try is stored → the post. Credentials:
 * `accessToken` (2 hours), `refreshToken` (works once), `clientId` of the app they belong to.
 */
import { DAY_MS, MINUTE_MS, limit } from '../port/budget.ts';
import type { Manifest } from '../port/manifest.ts';
import { comments } from './comments.ts';
import { connect } from './connect.ts';
import { firstComment } from './first-comment.ts';
import { inbound } from './inbound.ts';
import { insights } from './insights.ts';
import { messages } from './messages.ts';
import { cost, measure, plan } from './plan.ts';
import { publish, repeatable } from './publish.ts';
import { refresh, revoke } from './oauth.ts';
import { registration } from './registration.ts';
import { verify } from './verify.ts';
import { endpoints, version } from './version.ts';

export const manifest: Manifest = {
  platform: 'x',
  name: 'X',
  mark: { letters: 'X', color: '#25292e' },
  mention: '@',
  endpoints,
  version,
  /** POST /2/tweets: 100 in 15 minutes for a user, 10,000 in 24 hours for an app. */
  budget: { limits: [limit(100, 15 * MINUTE_MS, 'post'), limit(10_000, DAY_MS, 'post', 'app')] },
  publish: {
    thread: true,
    evidence: 'own_list',
    altText: { kinds: ['image', 'gif'], characters: 1_000, unit: 'utf16' },
    plan,
    measure,
    cost,
    repeatable,
    publish,
    verify,
  },
  /**
   * A post that is read costs $0.005, a message or a person $0.010: at most a dollar a day for an account. A search
   * returns ten at least.
   */
  paidReads: { perDay: 100, least: 10, perCall: 25 },
  connect,
  registration,
  inbound,
  comments,
  firstComment,
  messages,
  app: {
    refresh,
    revoke,
    asApp: ['refresh', 'revoke'],
  },
  insights,
};
