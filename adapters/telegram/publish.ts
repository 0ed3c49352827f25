/** Publishing on Telegram is one call that carries the text and the media. */
import type { Outcome } from '../../machines/outcome.ts';
import { type NetworkResponse, ask, at, type Lost, textAt } from '../lib/http.ts';
import { openMedia } from '../lib/media.ts';
import type { AccountAccess } from '../port/account.ts';
import type { OpenedMedia, PublishStep, Repeatable } from '../port/publish.ts';
import { readPublishError } from './errors.ts';
import { methodFor } from './plan.ts';
import { PHOTO, sendRequest, tooLarge } from './request.ts';

export async function publish(step: PublishStep): Promise<Outcome> {
  const { account, plan, checkpoint, fetch, signal } = step;
  const item = plan.media[0];
  let media: OpenedMedia | null = null;
  if (item) {
    const opened = await openMedia(step, item, item.kind === 'image' ? PHOTO : undefined);
    if ('kind' in opened) return opened;
    media = opened;
    const reason = tooLarge(methodFor(item), media);
    if (reason !== null) return { kind: 'rejected', reason };
  }
  const moved = checkpoint?.['chatId'];
  const chatId = typeof moved === 'string' ? moved : (account.credentials['chatId'] ?? account.remoteId);
  const answer = await ask(fetch, sendRequest({ account, chatId, plan, media }), signal);
  return readSent(answer, step, chatId);
}

function readSent(answer: NetworkResponse | Lost, step: PublishStep, chatId: string): Outcome {
  if (answer.kind === 'response') {
    const { status, json } = answer;
    const id = status < 300 && at(json, 'ok') === true ? textAt(json, 'result', 'message_id') : null;
    if (id !== null) {
      return { kind: 'published', networkPostId: id, url: addressOf(answer, step.account, chatId) };
    }
    // the group got a new id, and nothing was posted: repeat the step with the new id
    const newChatId = textAt(json, 'parameters', 'migrate_to_chat_id');
    const code = Number(textAt(json, 'error_code') ?? status);
    if (at(json, 'ok') === false && code === 400 && newChatId !== null) {
      return { kind: 'progress', checkpoint: { chatId: newChatId }, afterMs: 0 };
    }
  }
  return readPublishError(answer, step);
}

/** `message_id` is 0 while a large video is still being processed: live, but its address is not known yet. */
function addressOf({ json }: NetworkResponse, { credentials }: AccountAccess, chatId: string): string | null {
  const id = textAt(json, 'result', 'message_id');
  if (id === '0') return null;
  const username = textAt(json, 'result', 'chat', 'username') ?? credentials['chatUsername'];
  if (username) return `https://t.me/${encodeURIComponent(username)}/${id}`;
  const inner = /^-100(\d+)$/.exec(textAt(json, 'result', 'chat', 'id') ?? chatId)?.[1];
  return inner === undefined ? null : `https://t.me/c/${inner}/${id}`;
}

/** The one call makes the post and has no key, so it must not be repeated. */
export const repeatable = (): Repeatable => 'no';
