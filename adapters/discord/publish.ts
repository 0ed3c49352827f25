/** Publishing on Discord is one call that carries the text and the images. */
import type { Json, Outcome } from '../../machines/outcome.ts';
import { ask, textAt } from '../lib/http.ts';
import { openMedia } from '../lib/media.ts';
import type { AccountAccess } from '../port/account.ts';
import type { MediaRequirements, OpenedMedia, PublishStep, Repeatable } from '../port/publish.ts';
import { readPublishError } from './errors.ts';
import { executeRequest, tooLarge } from './request.ts';

/**
 * What one file may have; boosted servers take more, which a webhook cannot see. A larger photo is scaled down, a larger GIF is
 * refused.
 */
const FILE: MediaRequirements = { maxBytes: 10 * 1024 * 1024 };

export async function publish(step: PublishStep): Promise<Outcome> {
  const { account, plan, fetch, signal } = step;
  const files: OpenedMedia[] = [];
  for (const item of plan.media) {
    const opened = await openMedia(step, item, FILE);
    if ('kind' in opened) return opened;
    files.push(opened);
  }
  const reason = tooLarge(files);
  if (reason !== null) return { kind: 'rejected', reason };
  const answer = await ask(fetch, executeRequest(account, plan, files), signal);
  const id = answer.kind === 'response' && answer.status < 300 ? textAt(answer.json, 'id') : null;
  if (answer.kind === 'lost' || id === null) return readPublishError(answer, step);
  return { kind: 'published', networkPostId: id, url: addressOf(answer.json, account) };
}

/** The message's address; null if its server is not known. */
function addressOf(message: Json, { credentials }: AccountAccess): string | null {
  const { guildId } = credentials;
  const channelId = textAt(message, 'channel_id');
  const id = textAt(message, 'id');
  return guildId && channelId !== null ? `https://discord.com/channels/${guildId}/${channelId}/${id}` : null;
}

/** The one call makes the post and has no key, so it must not be repeated. */
export const repeatable = (): Repeatable => 'no';
