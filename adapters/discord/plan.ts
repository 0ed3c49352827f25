/** The part of a post that Discord takes: a text with up to four images. */
import { lengthIn } from '../lib/length.ts';
import { textLength, uncut } from '../lib/measure.ts';
import type { Measure } from '../port/measure.ts';
import type { Plan, PostContent, Refusal } from '../port/publish.ts';

/** Code points. */
const MAX_TEXT = 2000;
/** Discord itself takes ten files; four is what one post carries (docs/contract.md). */
const MAX_IMAGES = 4;

/** Plans a post for a channel. Nothing is cut: a text that is too long is refused. */
export function plan({ text, media }: PostContent): Plan {
  const refusals: Refusal[] = [];
  const length = lengthIn('code_points', text);
  if (length > MAX_TEXT) {
    refusals.push({
      code: 'text_too_long',
      param: '/content',
      message: `content has ${length} characters and Discord takes ${MAX_TEXT}: shorten it`,
      values: { length, limit: MAX_TEXT },
    });
  }
  if (text.trim() === '' && media.length === 0) {
    refusals.push({
      code: 'text_empty',
      param: '/content',
      message: 'content is empty and Discord needs a text or an image: write something or add media',
    });
  }
  for (const [index, { kind, extension }] of media.entries()) {
    if (kind !== 'video') continue;
    refusals.push({
      code: 'media_type',
      param: `/media/${index}`,
      message: `media/${index} is a .${extension} video and a Discord post carries images only: leave it out`,
    });
  }
  if (media.length > MAX_IMAGES) {
    refusals.push({
      code: 'too_many_media',
      param: `/media/${MAX_IMAGES}`,
      message: `media has ${media.length} files and a Discord post carries up to ${MAX_IMAGES}: leave some out`,
      values: { count: media.length, limit: MAX_IMAGES },
    });
  }
  return { text, title: null, media, warnings: [], refusals };
}

export const measure = ({ text }: PostContent): Measure => uncut(textLength(text, MAX_TEXT, 'code_points'));
