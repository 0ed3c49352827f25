/** The part of a post that Threads takes, and why it refuses one (Threads API: posts, overview of limits). */
import { addressesIn } from '../lib/addresses.ts';
import { uncut } from '../lib/measure.ts';
import { STAYS_STILL } from '../lib/still.ts';
import { detailed, willRefuse } from '../lib/will-refuse.ts';
import type { Measure } from '../port/measure.ts';
import type { FieldWarning, MediaItem, Plan, PostContent, Refusal } from '../port/publish.ts';

const MAX_CHARS = 500;
/** Distinct links in the text, since December 2025. */
const MAX_LINKS = 5;

/** The text is sent as written. What Threads will refuse gets a warning here. */
export function plan(post: PostContent): Plan {
  return {
    text: post.text,
    title: null,
    media: post.media,
    ...detailed(limitWarnings(post.text), [...byteWarnings(post.text), ...post.media.flatMap(warningOf)]),
    refusals: [...mediaRefusals(post.media), ...textRefusals(post)],
  };
}

export const measure = ({ text }: PostContent): Measure =>
  uncut({ used: lengthOf(text), limit: MAX_CHARS, unit: 'weight' });

function mediaRefusals(media: MediaItem[]): Refusal[] {
  const refusals = media.flatMap(typeRefusal);
  if (media.length > 1) {
    const message = `media: a Threads post takes 1 photo or 1 video, and this post has ${media.length}. Keep one.`;
    const values = { count: media.length, limit: 1 };
    refusals.unshift({ code: 'too_many_media', param: '/media', message, values });
  }
  return refusals;
}

function typeRefusal(item: MediaItem, index: number): Refusal[] {
  const refuse = (message: string): Refusal[] => [{ code: 'media_type', param: `/media/${index}`, message }];
  if (item.kind === 'gif') {
    return refuse(
      `media/${index}: Threads shows no GIF file. Send it as an MP4 video, or as a JPEG or PNG if it need not move.`,
    );
  }
  if (item.kind === 'video' && item.extension === 'webm') {
    return refuse(`media/${index}: Threads takes MP4 and MOV videos, not WebM.`);
  }
  return [];
}

function warningOf(item: MediaItem, index: number): string[] {
  if (item.kind !== 'image' || item.extension !== 'webp') return [];
  return [`media/${index} is sent to Threads as a JPEG, because it does not take WebP; ${STAYS_STILL}.`];
}

function textRefusals({ text, media }: PostContent): Refusal[] {
  if (text.trim() !== '' || media.length > 0) return [];
  const message = 'content: a Threads post needs a text, a photo or a video. Write something.';
  return [{ code: 'text_empty', param: '/content', message }];
}

function limitWarnings(text: string): FieldWarning[] {
  const warnings: FieldWarning[] = [];
  const length = lengthOf(text);
  if (length > MAX_CHARS) {
    warnings.push(
      willRefuse(
        'text_too_long',
        `content: Threads takes ${MAX_CHARS} characters, counting emoji by their bytes, and the text has ${length}, so it will refuse the post: shorten it.`,
        { length, limit: MAX_CHARS },
      ),
    );
  }
  const links = linksIn(text);
  if (links > MAX_LINKS) {
    warnings.push(
      willRefuse(
        'too_many_links',
        `content: Threads takes ${MAX_LINKS} different links and the text has ${links}, so it will refuse the post: leave some out.`,
        { count: links, limit: MAX_LINKS },
      ),
    );
  }
  return warnings;
}

function byteWarnings(text: string): string[] {
  const length = lengthOf(text);
  const bytes = Buffer.byteLength(text);
  if (length > MAX_CHARS || bytes <= MAX_CHARS) return [];
  return [
    `content: the text has ${length} characters and ${bytes} bytes. Threads takes ${MAX_CHARS} characters and has refused texts of more bytes, so it may refuse the post: shorten it if it does.`,
  ];
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const EMOJI = /^\p{RGI_Emoji}$/v;

/**
 * Length as Threads counts it: characters, but an emoji counts as its UTF-8 bytes. Characters that are also drawn as
 * text (©, a digit) count once, so that no text which Threads takes gets a warning.
 */
export function lengthOf(text: string): number {
  let length = 0;
  for (const { segment } of graphemes.segment(text)) {
    length += EMOJI.test(segment) ? Buffer.byteLength(segment) : Array.from(segment).length;
  }
  return length;
}

function linksIn(text: string): number {
  return new Set(addressesIn(text).map(({ written }) => written)).size;
}
