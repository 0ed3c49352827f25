/** The part of a post that Bluesky takes: the text cut to size, and the media if they fit one post. */
import { fullest, textLength } from '../lib/measure.ts';
import { stillWarnings } from '../lib/still.ts';
import type { Measure } from '../port/measure.ts';
import type { MediaItem, Plan, PostContent, Refusal } from '../port/publish.ts';
import { settingRefusals } from './options.ts';

/** Limits of app.bsky.feed.post; the first is the one that docs/contract.md promises. */
const MAX_GRAPHEMES = 300;
const MAX_BYTES = 3000;
/** The limit in docs/contract.md. The gallery's schema would allow 20, but asks clients to stop at 10. */
const MAX_IMAGES = 10;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const utf8 = new TextEncoder();

export function plan(post: PostContent): Plan {
  const text = cut(post.text);
  const warnings: string[] = [];
  if (text !== post.text) warnings.push(CUT_WARNING);
  if (post.media.length > 1) {
    const gif = post.media.findIndex((item) => item.kind === 'gif');
    if (gif !== -1) warnings.push(`media[${gif}]: a GIF among photos shows as a still picture on bluesky.`);
  }
  warnings.push(...stillWarnings(post.media, 'bluesky'));
  return {
    text,
    title: null,
    media: post.media,
    warnings,
    refusals: [...refusalsOf(post), ...settingRefusals(post.options)],
  };
}

export function measure({ text }: PostContent): Measure {
  const sent = cut(text);
  const length = fullest(textLength(text, MAX_GRAPHEMES, 'graphemes'), textLength(text, MAX_BYTES, 'bytes'));
  return { length, cutAt: sent === text ? null : sent.length };
}

const CUT_WARNING = `content: the text was cut, bluesky takes ${MAX_GRAPHEMES} characters.`;

/** Whether the text was cut. Its last word may then be incomplete. */
export function wasCut(plan: Plan): boolean {
  return plan.warnings.includes(CUT_WARNING);
}

/** A video, or a single GIF: as a picture it would not move, so it is uploaded as a video. */
export function isVideo(media: MediaItem[]): boolean {
  const [first] = media;
  return first !== undefined && media.length === 1 && first.kind !== 'image';
}

/** Cuts between graphemes, so that no visible character is split. */
function cut(text: string): string {
  if (text.length <= MAX_GRAPHEMES) return text; // a grapheme is at least one UTF-16 unit, of at most 3 bytes
  let bytes = 0;
  let graphemes = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    bytes += utf8.encode(segment).length;
    graphemes += 1;
    if (graphemes > MAX_GRAPHEMES || bytes > MAX_BYTES) return text.slice(0, index);
  }
  return text;
}

function refusalsOf({ text, media }: PostContent): Refusal[] {
  if (media.length === 0) {
    if (text.trim() !== '') return [];
    return [
      { code: 'empty_post', param: '/content', message: 'content is empty: give bluesky a text or media.' },
    ];
  }
  const videos = media.filter((item) => item.kind === 'video').length;
  if (videos > 0 && media.length > 1) {
    const mixed = videos < media.length;
    const index = mixed
      ? media.findIndex((item) => (item.kind === 'video') !== (media[0]?.kind === 'video'))
      : 1;
    return [
      {
        code: mixed ? 'mixed_media' : 'too_many_videos',
        param: `/media/${index}`,
        message: `media[${index}] does not fit: a bluesky post takes either 1 video or up to ${MAX_IMAGES} images.`,
      },
    ];
  }
  if (media.length <= MAX_IMAGES) return [];
  return [
    {
      code: 'too_many_images',
      param: `/media/${MAX_IMAGES}`,
      message: `media has ${media.length} images: a bluesky post takes up to ${MAX_IMAGES}.`,
      values: { count: media.length, limit: MAX_IMAGES },
    },
  ];
}
