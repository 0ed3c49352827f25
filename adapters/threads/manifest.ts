/**
 * Threads. A post is made of a container: made from text and a media URL that Threads fetches by itself, polled until it
 * is finished, and published by one call that has no idempotency key. What is known of a lost answer comes from the
 * container (`verify.ts`). Credentials: `accessToken`, long-lived, renewed while it lives.
 */
import { DAY_MS, limit } from '../port/budget.ts';
import type { Manifest } from '../port/manifest.ts';
import { connect } from './connect.ts';
import { plan } from './plan.ts';
import { publish, repeatable } from './publish.ts';
import { refresh } from './refresh.ts';
import { verify } from './verify.ts';
import { endpoints, version } from './version.ts';

export const manifest: Manifest = {
  platform: 'threads',
  name: 'Threads',
  mark: { letters: 'Th', color: '#2b2b2f' },
  endpoints,
  version,
  /** Threads_publishing_limit: 250 posts in a rolling 24 hours. */
  budget: { limits: [limit(250, DAY_MS, 'post')] },
  publish: { evidence: 'container', plan, repeatable, publish, verify },
  connect,
  app: {
    refresh,
  },
};
