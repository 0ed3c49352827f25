/**
 * The part of a post that Instagram takes, and why it refuses one (content publishing guide, limits in the IG media
 * reference).
 */
import { textLength, uncut } from '../lib/measure.ts';
import { STAYS_STILL } from '../lib/still.ts';
import { detailed, willRefuse } from '../lib/will-refuse.ts';
import type { Measure } from '../port/measure.ts';
import type { FieldWarning, MediaItem, Plan, PostContent, Refusal, RefusalCode } from '../port/publish.ts';
import { isStory } from './options.ts';

const MAX_ITEMS = 10;
const MAX_CAPTION_CHARS = 2200;
const MAX_HASHTAGS = 30;
const MAX_MENTIONS = 20;

/** The caption is sent as written. What Instagram will refuse gets a warning here. */
export function plan(post: PostContent): Plan {
  if (isStory(post.options)) return storyPlan(post);
  return {
    text: post.text,
    title: null,
    media: post.media,
    ...detailed(captionWarnings(post.text), post.media.flatMap(warningOf)),
    refusals: mediaRefusals(post.media),
  };
}

export function measure({ text, options }: PostContent): Measure {
  if (!isStory(options)) return uncut(textLength(text, MAX_CAPTION_CHARS, 'code_points'));
  return { length: textLength('', 0, 'code_points'), cutAt: text.trim() === '' ? null : 0 };
}

/** A story is one photo or video; the API takes no text for it (IG User Media, `media_type=STORIES`). */
function storyPlan({ text, media }: PostContent): Plan {
  const refusals = mediaRefusals(media.slice(0, 1));
  if (media.length > 1) {
    const message = `media: an Instagram story is one photo or video, and this post has ${media.length}. Make a post for each.`;
    const values = { count: media.length, limit: 1 };
    refusals.unshift({ code: 'too_many_media', param: '/media', message, values });
  }
  const dropped = 'content: an Instagram story shows no text, so the text is left out.';
  return {
    text: '',
    title: null,
    media: media.map(withoutDescription),
    warnings: [
      ...(text.trim() === '' ? [] : [dropped]),
      ...media.flatMap(descriptionWarnings),
      ...media.slice(0, 1).flatMap(warningOf),
    ],
    refusals,
  };
}

function withoutDescription(item: MediaItem): MediaItem {
  const { alt: _, ...rest } = item;
  return rest;
}

const descriptionWarnings = ({ alt }: MediaItem, index: number): string[] =>
  alt === undefined ? [] : [`media/${index}: an Instagram story takes no description, so it is left out.`];

function mediaRefusals(media: MediaItem[]): Refusal[] {
  if (media.length === 0) {
    return [
      {
        code: 'media_required',
        param: '/media',
        message: 'media: Instagram takes no text alone. Add a photo, a video, or 2 to 10 of them.',
      },
    ];
  }
  const refusals = media.flatMap(refusalOf);
  if (media.length > MAX_ITEMS) {
    refusals.unshift({
      code: 'too_many_media',
      param: '/media',
      message: `media: an Instagram carousel holds at most ${MAX_ITEMS} photos and videos, and this post has ${media.length}.`,
      values: { count: media.length, limit: MAX_ITEMS },
    });
  }
  return refusals;
}

function refusalOf(item: MediaItem, index: number): Refusal[] {
  const param = `/media/${index}`;
  const code = 'media_type_unsupported';
  if (item.kind === 'gif') {
    const message = `media/${index}: Instagram shows no GIF. Send it as an MP4 video, or as a JPEG or PNG if it need not move.`;
    return [{ code, param, message }];
  }
  if (item.kind === 'video' && item.extension === 'webm') {
    return [{ code, param, message: `media/${index}: Instagram takes MP4 and MOV videos, not WebM.` }];
  }
  return [];
}

function warningOf(item: MediaItem, index: number): string[] {
  if (item.kind !== 'image' || item.extension === 'jpg' || item.extension === 'jpeg') return [];
  return [`media/${index} is sent to Instagram as a JPEG, the one photo format it takes; ${STAYS_STILL}.`];
}

/** Excludes a number alone (#1), the middle of a word, the end of an address, and HTML entities. */
const HASHTAG = /(?<![\p{L}\p{N}_&/])#(?=\p{N}*[\p{L}\p{M}_])[\p{L}\p{M}\p{N}_]+/gu;
/** Excludes the @ of an e-mail address. */
const MENTION = /(?<![\p{L}\p{N}_.@])@[\p{L}\p{N}_]/gu;

/** Characters are counted as code points. Meta does not say how it counts, and returns 36004 if it is stricter. */
function captionWarnings(text: string): FieldWarning[] {
  const counts: [code: RefusalCode, what: string, count: number, max: number][] = [
    ['text_too_long', 'characters', Array.from(text).length, MAX_CAPTION_CHARS],
    ['too_many_hashtags', 'hashtags', text.match(HASHTAG)?.length ?? 0, MAX_HASHTAGS],
    ['too_many_mentions', 'mentions (@name)', text.match(MENTION)?.length ?? 0, MAX_MENTIONS],
  ];
  return counts
    .filter(([, , count, max]) => count > max)
    .map(([code, what, count, max]) =>
      willRefuse(
        code,
        `content: Instagram takes ${max} ${what} and the text has ${count}, so it will refuse the post: leave some out.`,
        { [code === 'text_too_long' ? 'length' : 'count']: count, limit: max },
      ),
    );
}
