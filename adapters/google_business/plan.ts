/** The part of a post that a business profile takes, and why it refuses one (Business Profile APIs, "Local posts"). */
import { textLength, uncut } from '../lib/measure.ts';
import { STAYS_STILL } from '../lib/still.ts';
import type { Measure } from '../port/measure.ts';
import type { MediaItem, Plan, PostContent, Refusal } from '../port/publish.ts';
import { readSettings } from './settings.ts';

const MAX_CHARS = 1500;

export function plan(post: PostContent): Plan {
  const { refusals, warnings } = readSettings(post.options);
  return {
    text: post.text,
    title: null,
    media: post.media,
    warnings: [...post.media.flatMap(warningOf), ...warnings],
    refusals: [...mediaRefusals(post.media), ...textRefusals(post.text), ...refusals],
  };
}

export const measure = ({ text }: PostContent): Measure => uncut(textLength(text, MAX_CHARS, 'code_points'));

function mediaRefusals(media: MediaItem[]): Refusal[] {
  const refusals = media.flatMap(typeRefusal);
  if (media.length > 1) {
    const message = `media: a post on Google takes 1 photo, and this post has ${media.length}. Keep one.`;
    const values = { count: media.length, limit: 1 };
    refusals.unshift({ code: 'too_many_media', param: '/media', message, values });
  }
  return refusals;
}

function typeRefusal(item: MediaItem, index: number): Refusal[] {
  if (item.kind === 'image') return [];
  const what = item.kind === 'video' ? 'video' : item.kind === 'gif' ? 'GIF' : 'document';
  const message = `media/${index}: a post on Google takes no ${what}. Send a photo, or none.`;
  return [{ code: 'media_type', param: `/media/${index}`, message }];
}

/** Photos are converted. */
function warningOf(item: MediaItem, index: number): string[] {
  if (item.kind !== 'image' || item.extension === 'jpg' || item.extension === 'jpeg') return [];
  return [`media/${index} is sent to Google as a JPEG; ${STAYS_STILL}.`];
}

/** A post without a text could not be found again after a lost response. */
function textRefusals(text: string): Refusal[] {
  if (text.trim() === '') {
    const message = 'content: a post on Google needs a text. Write something.';
    return [{ code: 'text_empty', param: '/content', message }];
  }
  const chars = Array.from(text).length;
  if (chars <= MAX_CHARS) return [];
  const message = `content: Google takes ${MAX_CHARS} characters and the text has ${chars}. Shorten it.`;
  const values = { length: chars, limit: MAX_CHARS };
  return [{ code: 'text_too_long', param: '/content', message, values }];
}
