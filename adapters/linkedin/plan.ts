/** The part of a post that LinkedIn takes: a text with 1 image or 1 video, 2 to 20 images as a PDF, or a PDF. */
import { textLength, uncut } from '../lib/measure.ts';
import { stillWarnings } from '../lib/still.ts';
import { detailed, willRefuse } from '../lib/will-refuse.ts';
import type { Measure } from '../port/measure.ts';
import type { FieldWarning, MediaItem, Plan, PostContent, Refusal, RefusalCode } from '../port/publish.ts';

/** The length of the visible text. Counted in UTF-16 units, so never fewer than LinkedIn counts. */
const MAX_TEXT = 3000;
const MAX_IMAGES = 20;
/** A document's title is shown above it in one line. */
const MAX_TITLE = 100;

/** Plans a post. The text is sent as written: one that is too long gets a warning, and LinkedIn refuses it. */
export function plan({ text, media }: PostContent): Plan {
  const isDocument = media.length > 1 || media[0]?.kind === 'document';
  return {
    text,
    title: isDocument ? titleOf(text, media) : null,
    media,
    ...detailed(textWarnings(text), [...stillWarnings(media, 'LinkedIn'), ...descriptionWarnings(media)]),
    refusals: [...textRefusals(text, media), ...mediaRefusals(media)],
  };
}

export const measure = ({ text }: PostContent): Measure => uncut(textLength(text, MAX_TEXT, 'utf16'));

function descriptionWarnings(media: MediaItem[]): string[] {
  if (media.length < 2 || media.every(({ alt }) => alt === undefined)) return [];
  return ['descriptions of media are left out: LinkedIn shows several images as a PDF, which takes none.'];
}

function textRefusals(text: string, media: MediaItem[]): Refusal[] {
  if (text.trim() !== '' || media.length > 0) return [];
  const message = 'content is empty and LinkedIn needs a text or media: write something or add media';
  return [{ code: 'text_empty', param: '/content', message }];
}

function textWarnings(text: string): FieldWarning[] {
  if (text.length <= MAX_TEXT) return [];
  return [
    willRefuse(
      'text_too_long',
      `content: LinkedIn takes ${MAX_TEXT} characters and the text has ${text.length}, so it will refuse the post: shorten it.`,
      { length: text.length, limit: MAX_TEXT },
    ),
  ];
}

function mediaRefusals(media: MediaItem[]): Refusal[] {
  const refusals = media.flatMap((item, index) => misfit(item, index, media.length));
  if (refusals.length > 0 || media.length <= MAX_IMAGES) return refusals;
  const message = `media has ${media.length} images and a LinkedIn carousel takes 2 to ${MAX_IMAGES}: leave some out`;
  const values = { count: media.length, limit: MAX_IMAGES };
  return [{ code: 'too_many_media', param: `/media/${MAX_IMAGES}`, message, values }];
}

function misfit({ kind, extension }: MediaItem, index: number, count: number): Refusal[] {
  const refusal = (code: RefusalCode, why: string): Refusal[] => [
    { code, param: `/media/${index}`, message: `media/${index} is ${why}` },
  ];
  if (kind === 'video' && extension !== 'mp4') {
    return refusal('media_type', `a .${extension} video and LinkedIn takes MP4: convert it`);
  }
  if (count === 1 || kind === 'image') return [];
  const what = { video: 'a video', document: 'a PDF', gif: 'a GIF' }[kind];
  return refusal(
    'media_type',
    `${what}, which a LinkedIn post carries alone: leave it or the other media out`,
  );
}

/** The first line; without one, the name of the PDF. */
function titleOf(text: string, media: MediaItem[]): string {
  const line =
    text
      .trim()
      .split(/[\r\n]/)[0]
      ?.trim() ?? '';
  const file = media[0]?.kind === 'document' ? nameOf(media[0].url) : '';
  const characters = Array.from(line || file || 'Photos');
  return characters.length > MAX_TITLE
    ? `${characters.slice(0, MAX_TITLE - 1).join('')}…`
    : characters.join('');
}

function nameOf(url: string): string {
  const name = (URL.parse(url)?.pathname.split('/').at(-1) ?? '').replace(/\.pdf$/i, '');
  try {
    return decodeURIComponent(name).trim();
  } catch {
    return name; // a percent sign that encodes nothing
  }
}
