/** What Instagram takes of a post, and why not (content publishing guide, limits of the reference page of IG media). */
import type { MediaItem, Plan, PostContent, Refusal } from '../port/publish.ts';

const MOST_ITEMS = 10;
const MOST_CAPTION_CHARS = 2200;
const MOST_HASHTAGS = 30;
const MOST_MENTIONS = 20;

/** The caption goes out as it was written (spec section 4.2, rule 7): too long is refused, never cut. */
export function plan(post: PostContent): Plan {
  return {
    text: post.text,
    title: null,
    media: post.media,
    warnings: post.media.flatMap(warningOf),
    refusals: [...mediaRefusals(post.media), ...captionRefusals(post.text)],
  };
}

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
  if (media.length > MOST_ITEMS) {
    refusals.unshift({
      code: 'too_many_media',
      param: '/media',
      message: `media: an Instagram carousel holds at most ${MOST_ITEMS} photos and videos, here are ${media.length}.`,
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

/** Photos are converted where a network insists (spec section 4.2, rule 8). */
function warningOf(item: MediaItem, index: number): string[] {
  if (item.kind !== 'image' || item.extension === 'jpg' || item.extension === 'jpeg') return [];
  return [
    `media/${index} is sent to Instagram as a JPEG, the one photo format it takes; transparency is lost.`,
  ];
}

/** Not a lone number (#1), nor the middle of a word, the end of an address or an HTML entity. */
const HASHTAG = /(?<![\p{L}\p{N}_&/])#(?=\p{N}*[\p{L}\p{M}_])[\p{L}\p{M}\p{N}_]+/gu;
/** Not the @ of an e-mail address. */
const MENTION = /(?<![\p{L}\p{N}_.@])@[\p{L}\p{N}_]/gu;

/**
 * Characters are counted as code points. Meta does not say how it counts: where it is stricter it answers 36004, and a
 * caption it would have taken is not refused here.
 */
function captionRefusals(text: string): Refusal[] {
  const refusals: Refusal[] = [];
  const refuse = (code: string, message: string) => refusals.push({ code, param: '/content', message });
  const chars = Array.from(text).length;
  const hashtags = text.match(HASHTAG)?.length ?? 0;
  const mentions = text.match(MENTION)?.length ?? 0;
  if (chars > MOST_CAPTION_CHARS) {
    refuse(
      'text_too_long',
      `content: Instagram takes ${MOST_CAPTION_CHARS} characters, here are ${chars}. Shorten it.`,
    );
  }
  if (hashtags > MOST_HASHTAGS) {
    refuse('too_many_hashtags', `content: Instagram takes ${MOST_HASHTAGS} hashtags, here are ${hashtags}.`);
  }
  if (mentions > MOST_MENTIONS) {
    refuse(
      'too_many_mentions',
      `content: Instagram takes ${MOST_MENTIONS} mentions (@name), here are ${mentions}.`,
    );
  }
  return refusals;
}
