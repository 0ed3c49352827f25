/** The picture of a direct message. It is uploaded before the message names it: until then nobody sees it. */
import { ask } from '../lib/http.ts';
import { openMedia } from '../lib/media.ts';
import type { MessagesStep, SendOutcome } from '../port/messages.ts';
import type { MediaItem, PublishStep } from '../port/publish.ts';
import { changeProblem } from '../lib/read-problem.ts';
import { readError } from './errors.ts';
import { formRequest, idOf } from './media.ts';

/**
 * Uploads a picture for a message.
 * @returns the id under which a message names it, or why there is none: nothing was sent then, so a repeat is harmless
 */
export async function uploadForMessage(
  step: MessagesStep & Pick<PublishStep, 'open'>,
  item: MediaItem,
): Promise<{ id: string } | SendOutcome> {
  const { account, fetch, signal } = step;
  const opened = await openMedia(step, item);
  if ('kind' in opened) return opened;
  const body = new FormData();
  body.set('media_category', 'dm_image');
  body.set('media', new File([opened.bytes], 'media', { type: opened.contentType }));
  const answer = await ask(fetch, formRequest(account, '/2/media/upload', body), signal);
  const id = idOf(answer);
  if (id !== null) return { id };
  if (answer.kind === 'lost') return { kind: 'retry', reason: answer.reason };
  const problem = changeProblem({ readError, scope: 'media.write' }, answer, step);
  if (problem.kind === 'missing') return { kind: 'rejected', reason: problem.reason };
  if (problem.kind === 'unknown') return { kind: 'retry', reason: problem.reason };
  if (problem.kind !== 'retry') return problem;
  const { kind, reason, afterMs } = problem;
  return { kind, reason, ...(afterMs !== undefined && { afterMs }) };
}
