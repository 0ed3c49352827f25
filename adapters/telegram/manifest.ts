/**
 * Telegram: a bot that is an administrator of the channel posts there (Bot API). One call publishes, with the media
 * as bytes. Bots cannot read the history and there is no idempotency key, so the result of a lost response stays
 * unknown.
 *
 * Credentials: `token` (the bot's, secret), `chatId`, and `chatUsername` if the channel is public.
 */
import { MINUTE_MS, SECOND_MS, limit } from '../port/budget.ts';
import type { Manifest } from '../port/manifest.ts';
import { connect } from './connect.ts';
import { insights } from './insights.ts';
import { measure, plan } from './plan.ts';
import { publish, repeatable } from './publish.ts';
import { registration } from './registration.ts';
import { verify } from './verify.ts';

export const manifest: Manifest = {
  platform: 'telegram',
  name: 'Telegram',
  mark: { letters: 'Tg', color: '#0a6ea6' },
  mention: '@',
  endpoints: { api: 'https://api.telegram.org' },
  /** Bots FAQ: a message a second in a chat, 20 a minute in a group, 30 a second for a bot. */
  budget: {
    limits: [limit(1, SECOND_MS, 'step'), limit(20, MINUTE_MS, 'step'), limit(30, SECOND_MS, 'step', 'app')],
    // the number before the colon identifies the bot; the rest is the secret
    appOf: ({ credentials }) => /^\d+(?=:)/.exec(credentials['token'] ?? '')?.[0] ?? '',
  },
  publish: { evidence: 'none', plan, measure, repeatable, publish, verify },
  connect,
  registration,
  insights,
};
