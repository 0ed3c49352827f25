/** The part of a post that Telegram takes: a text, or one photo, GIF or video with a caption. */
import { lengthIn } from '../lib/length.ts';
import { textLength, uncut } from '../lib/measure.ts';
import { stillWarnings } from '../lib/still.ts';
import type { Measure } from '../port/measure.ts';
import type { MediaItem, Plan, PostContent, Refusal } from '../port/publish.ts';

/** Code points. Positions in a text are UTF-16 units at Telegram, so a text with more of these gets a warning. */
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
      values: { count: media.length, limit: 1 },
    });
  }
  if (media.length === 0 && text.trim() === '') {
    refusals.push({
      code: 'text_empty',
      param: '/content',
      message: 'content is empty and Telegram needs a text, a photo or a video: write something or add media',
    });
  }
  const most = limitOf(media);
  const length = lengthIn('code_points', text);
  const beside = media.length === 0 ? '' : ' next to a photo or video';
  if (length > most) {
    refusals.push({
      code: 'text_too_long',
      param: '/content',
      message: `content has ${length} characters and Telegram takes ${most}${beside}: shorten it${media.length === 0 ? '' : ' or leave the media out'}`,
      values: { length, limit: most },
    });
  }
  const warnings = [...media.flatMap(warningsFor), ...stillWarnings(media, 'Telegram')];
  if (length <= most && text.length > most) {
    warnings.push(
      `content has ${text.length} characters if each emoji counts as two, and Telegram takes ${most}${beside}: it may refuse the post`,
    );
  }
  return { text, title: null, media, warnings, refusals };
}

export const measure = ({ text, media }: PostContent): Measure =>
  uncut(textLength(text, limitOf(media), 'code_points'));

const limitOf = (media: MediaItem[]) => (media.length === 0 ? MAX_TEXT : MAX_CAPTION);

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
