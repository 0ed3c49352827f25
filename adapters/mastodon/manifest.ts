/**
 * Mastodon, and servers with the same client API. Every status carries an idempotency key that the server remembers
 * for an hour: within it, repeating the call returns the same status. After that, and on servers that ignore the key,
 * the account's own list shows whether the status exists.
 *
 * Steps: each file → checks of those still being processed, for up to 5 minutes → the time of the first try is stored
 * → the status.
 */
import { MINUTE_MS, limit } from '../port/budget.ts';
import type { Manifest } from '../port/manifest.ts';
import { connect } from './connect.ts';
import { firstComment } from './first-comment.ts';
import { insights } from './insights.ts';
import { options } from './options.ts';
import { measure, plan } from './plan.ts';
import { publish, repeatable } from './publish.ts';
import { revoke } from './oauth.ts';
import { verify } from './verify.ts';

export const manifest: Manifest = {
  platform: 'mastodon',
  name: 'Mastodon',
  mark: { letters: 'Ma', color: '#5046c4' },
  mention: '@',
  /** Each account has its own server. */
  endpoints: { server: 'https://mastodon.social' },
  /** Defaults of the server: 300 requests in 5 minutes for an account. */
  budget: { limits: [limit(300, 5 * MINUTE_MS, 'step')] },
  options,
  publish: {
    thread: true,
    evidence: 'idempotency_key',
    /** `MAX_DESCRIPTION_LENGTH` of a server, in the characters of Ruby. */
    altText: { kinds: ['image', 'gif', 'video'], characters: 1_500, unit: 'code_points' },
    plan,
    measure,
    repeatable,
    publish,
    verify,
  },
  connect,
  firstComment,
  app: {
    revoke,
  },
  insights,
};
