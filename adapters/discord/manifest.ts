/**
 * Discord: a channel's webhook takes a text with up to four images in one call. Webhooks cannot list messages and
 * have no idempotency key, so the result of a lost response stays unknown.
 *
 * Credentials: `webhookId`, `webhookToken` (secret: it is enough to post) and `guildId` for the post's address.
 */
import { MINUTE_MS, SECOND_MS, limit } from '../port/budget.ts';
import type { Manifest } from '../port/manifest.ts';
import { connect } from './connect.ts';
import { measure, plan } from './plan.ts';
import { publish, repeatable } from './publish.ts';
import { verify } from './verify.ts';

export const manifest: Manifest = {
  platform: 'discord',
  name: 'Discord',
  mark: { letters: 'Dc', color: '#4450c8' },
  endpoints: { api: 'https://discord.com/api/v10' },
  version: { version: 'v10', sunset: null },
  /** According to the X-RateLimit headers of webhooks: 5 in 2 seconds, and 30 a minute in a channel. */
  budget: { limits: [limit(5, 2 * SECOND_MS, 'step'), limit(30, MINUTE_MS, 'step')] },
  publish: {
    evidence: 'none',
    altText: { kinds: ['image', 'gif'], characters: 1_024, unit: 'utf16' },
    plan,
    measure,
    repeatable,
    publish,
    verify,
  },
  connect,
};
