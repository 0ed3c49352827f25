/**
 * Discord: a channel's webhook takes a text with up to four images in one call. Webhooks can list no messages and have
 * no idempotency key, so a lost answer stays unknown.
 *
 * Credentials: `webhookId`, `webhookToken` (secret: whoever has it can post) and `guildId` for the post's address.
 */
import type { Json, Outcome } from '../../machines/outcome.ts';
import type { AccountAccess, Adapter, OpenedMedia, PublishStep } from '../port/publish.ts';
import { ask, textAt } from '../lib/http.ts';
import { openMedia } from '../lib/media.ts';
import { readPublishError } from './errors.ts';
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

async function publish(step: PublishStep): Promise<Outcome> {
  const { account, plan, fetch, signal } = step;
  const files: OpenedMedia[] = [];
  for (const item of plan.media) {
    const opened = await openMedia(step, item);
    if ('kind' in opened) return opened;
    files.push(opened);
  }
  const reason = tooLarge(files);
  if (reason !== null) return { kind: 'rejected', reason };
  const answer = await ask(fetch, executeRequest(account, plan, files), signal);
  const id = answer.kind === 'answer' && answer.status < 300 ? textAt(answer.json, 'id') : null;
  if (answer.kind === 'lost' || id === null) return readPublishError(answer, step);
  return { kind: 'published', networkPostId: id, url: addressOf(answer.json, account) };
}

/** The message's address; null where its server is not known. */
function addressOf(message: Json, { credentials }: AccountAccess): string | null {
  const { guildId } = credentials;
  const channelId = textAt(message, 'channel_id');
  const id = textAt(message, 'id');
  return guildId && channelId !== null ? `https://discord.com/channels/${guildId}/${channelId}/${id}` : null;
}
