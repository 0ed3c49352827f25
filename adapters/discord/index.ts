/**
 * Discord: a channel's webhook takes a text with up to four images in one call. Webhooks can list no messages and have
 * no idempotency key, so a lost answer stays unknown.
 *
 * Credentials: `webhookId`, `webhookToken` (secret: whoever has it can post) and `guildId` for the post's address.
 */
import type { Outcome } from '../../machines/outcome.ts';
import { MediaError, type Adapter, type OpenedMedia, type PublishStep } from '../adapter.ts';
import { ask } from '../http.ts';
import { readExecuted } from './answer.ts';
import { plan } from './plan.ts';
import { executeRequest, tooLarge } from './request.ts';

export const discord: Adapter = {
  platform: 'discord',
  endpoints: { api: 'https://discord.com/api/v10' },
  evidence: 'none',
  plan,
  repeatable: () => false,
  publish,
  verify: () =>
    Promise.resolve({
      kind: 'cannot_tell',
      reason: 'Discord shows webhooks no messages: only a look at the channel tells whether the post is live',
    }),
};

async function publish({ account, plan, fetch, signal, now, open }: PublishStep): Promise<Outcome> {
  const files: OpenedMedia[] = [];
  for (const item of plan.media) {
    try {
      files.push(await open(item));
    } catch (cause) {
      if (!(cause instanceof MediaError)) throw cause;
      return { kind: cause.temporary ? 'retry' : 'rejected', reason: cause.message };
    }
  }
  const reason = tooLarge(files);
  if (reason !== null) return { kind: 'rejected', reason };
  return readExecuted(await ask(fetch, executeRequest(account, plan, files), signal), account, now);
}
