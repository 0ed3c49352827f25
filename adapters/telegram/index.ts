/**
 * Telegram: a bot that is an administrator of the channel posts there (Bot API). One call publishes; the media goes
 * along as bytes. Bots can read no history and there is no idempotency key, so a lost answer stays unknown.
 *
 * Credentials: `token` (the bot's, secret), `chatId`, and `chatUsername` where the channel is public.
 */
import type { Outcome } from '../../machines/outcome.ts';
import type { Adapter, OpenedMedia, PublishStep } from '../port/publish.ts';
import { ask } from '../lib/http.ts';
import { openMedia } from '../lib/media.ts';
import { readSent } from './errors.ts';
import { methodFor, plan } from './plan.ts';
import { PHOTO, sendRequest, tooLarge } from './request.ts';

export const telegram: Adapter = {
  platform: 'telegram',
  endpoints: { api: 'https://api.telegram.org' },
  evidence: 'none',
  plan,
  repeatable: () => false,
  publish,
  verify: () =>
    Promise.resolve({
      kind: 'cannot_tell',
      reason: 'Telegram shows bots no history: only a look at the channel tells whether the post is live',
    }),
};

async function publish(step: PublishStep): Promise<Outcome> {
  const { account, plan, checkpoint, fetch, signal } = step;
  const item = plan.media[0];
  let media: OpenedMedia | null = null;
  if (item) {
    const opened = await openMedia(step, item, PHOTO);
    if ('kind' in opened) return opened;
    media = opened;
    const reason = tooLarge(methodFor(item), media);
    if (reason !== null) return { kind: 'rejected', reason };
  }
  const moved = checkpoint?.['chatId'];
  const chatId = typeof moved === 'string' ? moved : (account.credentials['chatId'] ?? account.remoteId);
  const answer = await ask(fetch, sendRequest({ account, chatId, plan, media }), signal);
  return readSent(answer, { account, chatId, now: step.now });
}
