/**
 * The part of a post that a Slack channel takes: a text with up to 10 JPG, PNG or GIF photos; a video or WebP as a
 * link.
 */
import { textLength, uncut } from '../lib/measure.ts';
import type { Measure } from '../port/measure.ts';
import type { MediaItem, Plan, PostContent, Refusal } from '../port/publish.ts';
import { escaped } from './text.ts';

/** The length that Slack recommends, and the one at which it cuts without an error. */
const ADVISED_TEXT = 4000;
const MAX_TEXT = 40_000;
const MAX_PHOTOS = 10;
const PHOTOS = ['jpg', 'png', 'gif'];

export function plan({ text, media }: PostContent): Plan {
  const whole = wholeText(text, media);
  return {
    text: whole,
    title: null,
    media: media.filter(isPhoto),
    warnings: [...linkWarnings(media), ...lengthWarnings(whole)],
    refusals: [...textRefusals(whole, media), ...mediaRefusals(media)],
  };
}

/** What Slack counts: the text with links to files, escaped. */
export const measure = ({ text, media }: PostContent): Measure =>
  uncut(textLength(escaped(wholeText(text, media)), MAX_TEXT, 'utf16'));

function wholeText(text: string, media: MediaItem[]): string {
  const links = media.filter((item) => !isPhoto(item)).map(({ url }) => url);
  return [text, ...links].filter((part) => part.trim() !== '').join('\n');
}

function isPhoto({ extension }: MediaItem): boolean {
  return PHOTOS.includes(extension);
}

function linkWarnings(media: MediaItem[]): string[] {
  return media.flatMap((item, index) =>
    isPhoto(item)
      ? []
      : [
          `media/${index} goes to Slack as a link after the text: only JPG, PNG and GIF photos are put into the message`,
        ],
  );
}

function lengthWarnings(text: string): string[] {
  const { length } = escaped(text);
  return length > ADVISED_TEXT && length <= MAX_TEXT
    ? [
        `content has ${length} characters as Slack counts them: more than ${ADVISED_TEXT} may be folded away or split over several messages`,
      ]
    : [];
}

function textRefusals(text: string, media: MediaItem[]): Refusal[] {
  const { length } = escaped(text);
  if (length > MAX_TEXT) {
    const message = `content has ${length} characters as Slack counts them (& < > count four or five) and Slack takes ${MAX_TEXT}: shorten it`;
    return [{ code: 'text_too_long', param: '/content', message, values: { length, limit: MAX_TEXT } }];
  }
  if (text.trim() !== '' || media.length > 0) return [];
  const message = 'content is empty and Slack needs a text or a photo: write something or add media';
  return [{ code: 'text_empty', param: '/content', message }];
}

function mediaRefusals(media: MediaItem[]): Refusal[] {
  const photos = media.flatMap((item, index) => (isPhoto(item) ? [index] : []));
  const first = photos[MAX_PHOTOS];
  if (first === undefined) return [];
  const message = `media has ${photos.length} photos and a Slack message takes up to ${MAX_PHOTOS}: leave some out`;
  const values = { count: photos.length, limit: MAX_PHOTOS };
  return [{ code: 'too_many_media', param: `/media/${first}`, message, values }];
}
