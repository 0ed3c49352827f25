/**
 * Threads. A post is made of a container: it is made from text and a media URL that Threads fetches itself, polled
 * until it is finished, and published by one call that has no idempotency key. After a lost response the container
 * shows what happened (`verify.ts`). Credentials: `accessToken`, long-lived, renewed before it expires.
 */
import { DAY_MS, limit } from '../port/budget.ts';
import type { Manifest } from '../port/manifest.ts';
import { comments } from './comments.ts';
import { connect } from './connect.ts';
import { firstComment } from './first-comment.ts';
import { inbound } from './inbound.ts';
import { insights } from './insights.ts';
import { measure, plan } from './plan.ts';
import { publish, repeatable } from './publish.ts';
import { refresh } from './refresh.ts';
import { registration } from './registration.ts';
import { verify } from './verify.ts';
import { endpoints, version } from './version.ts';

export const manifest: Manifest = {
  platform: 'threads',
  name: 'Threads',
  mark: { letters: 'Th', color: '#2b2b2f' },
  mention: '@',
  endpoints,
  version,
  /** `threads_publishing_limit`: 250 posts in a rolling 24 hours. */
  budget: { limits: [limit(250, DAY_MS, 'post')] },
  publish: {
    thread: true,
    evidence: 'container',
    altText: { kinds: ['image', 'video'], characters: 1_000, unit: 'utf16' },
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
  },
  inbound,
  comments,
  firstComment,
  insights,
};
