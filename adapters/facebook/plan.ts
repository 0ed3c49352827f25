/** The part of a post that a Facebook Page takes, and why it refuses one (Pages API, posts and photos). */
import { textLength, uncut } from '../lib/measure.ts';
import { STAYS_STILL } from '../lib/still.ts';
import { detailed, willRefuse } from '../lib/will-refuse.ts';
import type { Measure } from '../port/measure.ts';
import type {
  FieldWarning,
  MediaItem,
  Plan,
  PostContent,
  Refusal,
  RefusalCode,
  Values,
} from '../port/publish.ts';

const MAX_CHARS = 63_206;
const MAX_PHOTOS = 10;

/** The text is sent as written. A text that is too long gets a warning, and Facebook refuses it. */
export function plan(post: PostContent): Plan {
  return {
    text: post.text,
    title: null,
    media: post.media,
    ...detailed(textWarnings(post.text), post.media.flatMap(warningOf)),
    refusals: [...mediaRefusals(post.media), ...textRefusals(post)],
  };
}

export const measure = ({ text }: PostContent): Measure => uncut(textLength(text, MAX_CHARS, 'code_points'));

function mediaRefusals(media: MediaItem[]): Refusal[] {
  const refusals = media.flatMap(typeRefusal);
  const refuse = (code: RefusalCode, message: string, values?: Values) =>
    refusals.unshift({ code, param: '/media', message, ...(values && { values }) });
  const videos = media.filter(({ kind }) => kind === 'video').length;
  const photos = media.length - videos;
  if (videos > 0 && photos > 0) {
    refuse(
      'media_mixed',
      'media: a Facebook post takes photos or a video, not both. Send the photos in one post and the video in another.',
    );
  }
  if (videos > 1) {
    refuse('too_many_media', `media: a Facebook post takes 1 video, and this post has ${videos}. Keep one.`, {
      count: videos,
      limit: 1,
    });
  }
  if (photos > MAX_PHOTOS) {
    refuse(
      'too_many_media',
      `media: a Facebook post takes ${MAX_PHOTOS} photos, and this post has ${photos}. Leave some out.`,
      { count: photos, limit: MAX_PHOTOS },
    );
  }
  return refusals;
}

function typeRefusal(item: MediaItem, index: number): Refusal[] {
  if (item.kind !== 'video' || item.extension !== 'webm') return [];
  const message = `media/${index}: Facebook takes MP4 and MOV videos, not WebM.`;
  return [{ code: 'media_type', param: `/media/${index}`, message }];
}

function warningOf(item: MediaItem, index: number): string[] {
  if (item.kind === 'gif') {
    return [`media/${index} goes to Facebook as a photo and may not move there: an MP4 video does.`];
  }
  if (item.kind !== 'image' || item.extension !== 'webp') return [];
  return [`media/${index} is sent to Facebook as a JPEG, because it does not take WebP; ${STAYS_STILL}.`];
}

function textRefusals({ text, media }: PostContent): Refusal[] {
  if (text.trim() !== '' || media.length > 0) return [];
  const message = 'content: a Facebook post needs a text, photos or a video. Write something.';
  return [{ code: 'text_empty', param: '/content', message }];
}

function textWarnings(text: string): FieldWarning[] {
  const chars = Array.from(text).length;
  if (chars <= MAX_CHARS) return [];
  return [
    willRefuse(
      'text_too_long',
      `content: Facebook takes ${MAX_CHARS} characters and the text has ${chars}, so it will refuse the post: shorten it.`,
      { length: chars, limit: MAX_CHARS },
    ),
  ];
}
