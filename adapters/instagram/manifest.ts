/**
 * Instagram, for professional accounts: by a sign-in with Instagram, or with Facebook through the Page that the account is
 * linked to.
 *
 * A post is made of containers: each is made from a media URL that Instagram fetches itself, polled until it is
 * finished, and published by one call that has no idempotency key. After a lost response the container shows what
 * happened (`verify.ts`). Credentials: `accessToken`, and those that `login.ts` names for a sign-in with Facebook. The
 * account's remote id is the `user_id` (17841…), not the app-scoped `id`. Options: `instagramStory`, on tools alone.
 */
import { DAY_MS, limit } from '../port/budget.ts';
import type { Manifest } from '../port/manifest.ts';
import { comments } from './comments.ts';
import { connect } from './connect.ts';
import { firstComment } from './first-comment.ts';
import { inbound } from './inbound.ts';
import { insights } from './insights.ts';
import { messages } from './messages.ts';
import { toolOptions } from './options.ts';
import { measure, plan } from './plan.ts';
import { publish, repeatable } from './publish.ts';
import { isRenewable, refresh } from './refresh.ts';
import { registration } from './registration.ts';
import { verify } from './verify.ts';
import { endpoints, version } from './version.ts';

export const manifest: Manifest = {
  platform: 'instagram',
  name: 'Instagram',
  mark: { letters: 'Ig', color: '#b3266b' },
  mention: '@',
  endpoints,
  version,
  toolOptions,
  /** Content publishing: 100 posts through the API in a rolling 24 hours; a carousel counts as one. */
  budget: { limits: [limit(100, DAY_MS, 'post')] },
  publish: {
    evidence: 'container',
    altText: { kinds: ['image'], characters: 1_000, unit: 'utf16' },
    plan,
    measure,
    repeatable,
    publish,
    verify,
  },
  connect,
  registration,
  app: { refresh, renewable: isRenewable },
  inbound,
  comments,
  firstComment,
  messages,
  insights,
};
