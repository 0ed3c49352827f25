/** The part of a post that Telegram takes: a text, or one photo, GIF or video with a caption. */
import type { MediaItem, Plan, PostContent, Refusal } from '../port/publish.ts';

/** Counted in UTF-16 units, Telegram's own unit for positions; its own count is never higher. */
const MAX_TEXT = 4096;
const MAX_CAPTION = 1024;

/** Plans a post for a channel. Nothing is cut: a text that is too long is refused. */
export function plan({ text, media }: PostContent): Plan {
  const refusals: Refusal[] = [];
  if (media.length > 1) {
    refusals.push({
      code: 'too_many_media',
      param: '/media/1',
      message: `media has ${media.length} files and Telegram takes one photo or video with a post: leave one`,
    });
  }
  if (media.length === 0 && text.trim() === '') {
    refusals.push({
      code: 'text_empty',
      param: '/content',
      message: 'content is empty and Telegram needs a text, a photo or a video: write something or add media',
    });
  }
  const most = media.length === 0 ? MAX_TEXT : MAX_CAPTION;
  if (text.length > most) {
    refusals.push({
      code: 'text_too_long',
      param: '/content',
      message:
        media.length === 0
          ? `content has ${text.length} characters and Telegram takes ${most}: shorten it`
          : `content has ${text.length} characters and Telegram takes ${most} next to a photo or video: shorten it or leave the media out`,
    });
  }
  return { text, title: null, media, warnings: media.flatMap(warningsFor), refusals };
}

/** The call that publishes a media item of this kind. */
export function methodFor({ kind }: MediaItem): 'sendPhoto' | 'sendVideo' | 'sendAnimation' {
  if (kind === 'gif') return 'sendAnimation';
  return kind === 'video' ? 'sendVideo' : 'sendPhoto';
}

function warningsFor({ kind, extension }: MediaItem): string[] {
  return kind === 'video' && extension !== 'mp4'
    ? [`Telegram plays MP4 only: the .${extension} video may arrive as a file to download`]
    : [];
}
