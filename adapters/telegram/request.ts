/**
 * The one call that publishes. The bot's token is part of the address, so the address never goes into a log or
 * reason.
 */
import type { AccountAccess } from '../port/account.ts';
import type { MediaRequirements, OpenedMedia, Plan } from '../port/publish.ts';
import { fileNameOf } from '../lib/media.ts';
import { methodFor } from './plan.ts';

const MB = 1_000_000;
type Method = ReturnType<typeof methodFor>;

/** Upload limits of the public Bot API server. A self-hosted server takes more and reports its own errors. */
const MAX_BYTES: Record<Method, number> = { sendPhoto: 10 * MB, sendVideo: 50 * MB, sendAnimation: 50 * MB };
const MAX_PHOTO_SIDES = 10_000;
const MAX_PHOTO_RATIO = 20;

/** Photos are scaled down to the limit; Telegram shows them at 2560 pixels at most. */
export const PHOTO: MediaRequirements = { maxBytes: MAX_BYTES.sendPhoto, maxSide: MAX_PHOTO_SIDES / 2 };

/** Names of the file parts. */
const PART = { sendPhoto: 'photo', sendVideo: 'video', sendAnimation: 'animation' } as const;

interface Message {
  account: AccountAccess;
  chatId: string;
  plan: Plan;
  /** The bytes of the plan's only media item. */
  media: OpenedMedia | null;
}

/** Text without `parse_mode` arrives exactly as written. */
export function sendRequest({ account, chatId, plan, media }: Message): Request {
  const item = plan.media[0];
  if (!item || !media)
    return call(account, 'sendMessage', JSON.stringify({ chat_id: chatId, text: plan.text }));
  const method = methodFor(item);
  const form = new FormData();
  form.set('chat_id', chatId);
  if (plan.text !== '') form.set('caption', plan.text);
  if (method === 'sendVideo') {
    form.set('supports_streaming', 'true');
    if (media.width !== null && media.height !== null) {
      form.set('width', String(media.width));
      form.set('height', String(media.height));
    }
  }
  const name = fileNameOf(PART[method], media);
  form.set(PART[method], new File([media.bytes], name, { type: media.contentType }));
  return call(account, method, form);
}

/** Why Telegram would refuse a file; null if nothing is known against it. */
export function tooLarge(method: Method, { bytes, width, height }: OpenedMedia): string | null {
  const most = MAX_BYTES[method];
  if (bytes.length > most) {
    return `media/0 has ${bytes.length} bytes and Telegram takes ${most} as a ${PART[method]}: make the file smaller`;
  }
  if (method !== 'sendPhoto' || width === null || height === null) return null;
  if (width + height > MAX_PHOTO_SIDES) {
    return `media/0 is ${width} x ${height} pixels and Telegram takes ${MAX_PHOTO_SIDES} for both sides together: scale it down`;
  }
  if (Math.max(width, height) > MAX_PHOTO_RATIO * Math.min(width, height)) {
    return `media/0 is ${width} x ${height} pixels and Telegram takes photos up to ${MAX_PHOTO_RATIO} times as long as wide: crop it`;
  }
  return null;
}

function call({ endpoints, credentials }: AccountAccess, method: string, body: string | FormData): Request {
  return new Request(`${endpoints['api']}/bot${credentials['token']}/${method}`, {
    method: 'POST',
    body,
    ...(typeof body === 'string' ? { headers: { 'content-type': 'application/json' } } : {}),
    redirect: 'manual', // the address contains the token: a redirect would send it to another host
  });
}
