/** Publishing on Telegram is one call that carries the text and the media. */
import type { Outcome } from '../../machines/outcome.ts';
import { ask } from '../lib/http.ts';
import { openMedia } from '../lib/media.ts';
import type { OpenedMedia, PublishStep, Repeatable } from '../port/publish.ts';
import { readSent } from './errors.ts';
import { methodFor } from './plan.ts';
import { PHOTO, sendRequest, tooLarge } from './request.ts';

export async function publish(step: PublishStep): Promise<Outcome> {
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

/** The one call makes the post, and has no key. */
export const repeatable = (): Repeatable => 'no';
