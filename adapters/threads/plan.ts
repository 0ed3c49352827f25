/** What Threads takes of a post, and why not (Threads API: posts, overview of limits). */
import type { MediaItem, Plan, PostContent, Refusal } from '../port/publish.ts';

const MOST_CHARS = 500;
/** Distinct links in the text, since December 2025. */
const MOST_LINKS = 5;

/** The text goes out as it was written (spec section 4.2, rule 7): too long is refused, never cut. */
export function plan(post: PostContent): Plan {
  return {
    text: post.text,
    title: null,
    media: post.media,
    warnings: post.media.flatMap(warningOf),
    refusals: [...mediaRefusals(post.media), ...textRefusals(post)],
  };
}

function mediaRefusals(media: MediaItem[]): Refusal[] {
  const refusals = media.flatMap(typeRefusal);
  if (media.length > 1) {
    const message = `media: a Threads post takes 1 photo or 1 video, here are ${media.length}. Leave one.`;
    refusals.unshift({ code: 'too_many_media', param: '/media', message });
  }
  return refusals;
}

function typeRefusal(item: MediaItem, index: number): Refusal[] {
  const refuse = (message: string) => [{ code: 'media_type', param: `/media/${index}`, message }];
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
  return [`media/${index} is sent to Threads as a JPEG, for it takes no WebP; transparency is lost.`];
}

function textRefusals({ text, media }: PostContent): Refusal[] {
  const refusals: Refusal[] = [];
  const refuse = (code: string, message: string) => refusals.push({ code, param: '/content', message });
  if (text.trim() === '' && media.length === 0) {
    refuse('text_empty', 'content: a Threads post needs a text, a photo or a video. Write something.');
  }
  const length = lengthOf(text);
  if (length > MOST_CHARS) {
    refuse(
      'text_too_long',
      `content: Threads takes ${MOST_CHARS} characters and counts emoji by their bytes, here are ${length}. Shorten it.`,
    );
  }
  const links = linksIn(text);
  if (links > MOST_LINKS) {
    refuse(
      'too_many_links',
      `content: Threads takes ${MOST_LINKS} different links, here are ${links}. Leave some out.`,
    );
  }
  return refusals;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const EMOJI = /^\p{RGI_Emoji}$/v;

/**
 * Length as Threads counts it: characters, but an emoji counts as its UTF-8 bytes. Signs that are emoji only by courtesy
 * (©, a digit) count as characters: what Threads would have taken is not refused here, and where it is stricter it says.
 */
export function lengthOf(text: string): number {
  let length = 0;
  for (const { segment } of graphemes.segment(text)) {
    length += EMOJI.test(segment) ? Buffer.byteLength(segment) : Array.from(segment).length;
  }
  return length;
}

const LINK = /\bhttps?:\/\/[^\s<>"]+/gi;

function linksIn(text: string): number {
  const links = text.match(LINK) ?? [];
  return new Set(links.map((link) => link.replace(/[.,;:!?)\]'*_~]+$/, ''))).size;
}
