/** Publishing on Discord is one call that carries the text and the images. */
import type { Outcome } from '../../machines/outcome.ts';
import { ask } from '../lib/http.ts';
import { openMedia } from '../lib/media.ts';
import type { OpenedMedia, PublishStep, Repeatable } from '../port/publish.ts';
import { readExecuted } from './errors.ts';
import { executeRequest, tooLarge } from './request.ts';

export async function publish(step: PublishStep): Promise<Outcome> {
  const { account, plan, fetch, signal, now } = step;
  const files: OpenedMedia[] = [];
  for (const item of plan.media) {
    const opened = await openMedia(step, item);
    if ('kind' in opened) return opened;
    files.push(opened);
  }
  const reason = tooLarge(files);
  if (reason !== null) return { kind: 'rejected', reason };
  return readExecuted(await ask(fetch, executeRequest(account, plan, files), signal), account, now);
}

/** The one call makes the post, and has no key. */
export const repeatable = (): Repeatable => 'no';
