/** The part of a post that Tumblr takes: photos or a video, the first line as the title, the rest as paragraphs. */
import { fullest, textLength, uncut } from '../lib/measure.ts';
import type { Measure } from '../port/measure.ts';
import type { MediaItem, Plan, PostContent, Refusal, RefusalCode } from '../port/publish.ts';
import { textBlocks } from './content.ts';
import { settingsRefusals, settingsWarnings } from './settings.ts';

const MAX_IMAGES = 30;
/** A text block, so the title too. Counted in code points. */
const MAX_TITLE = 4096;
const MAX_BLOCKS = 1000;
/** The documentation says "Whole stored JSON 1 MB"; the difference is for the media blocks and what Tumblr adds. */
const MAX_JSON_BYTES = 900_000;

export function plan({ text, media, options }: PostContent): Plan {
  const { title, body } = partsOf(text);
  return {
    text: body,
    title: title === '' ? null : title,
    media,
    warnings: settingsWarnings(options),
    refusals: [...textRefusals(title, body, media), ...mediaRefusals(media), ...settingsRefusals(options)],
  };
}

export function measure({ text }: PostContent): Measure {
  const { title, body } = partsOf(text);
  const used = jsonBytes(textBlocks(title, body));
  const ofTitle = textLength(title, MAX_TITLE, 'code_points');
  return uncut(fullest({ used, limit: MAX_JSON_BYTES, unit: 'bytes' }, ofTitle));
}

function partsOf(text: string): { title: string; body: string } {
  const [, title = '', body = ''] = /^\s*([^\r\n]*)([\s\S]*)$/.exec(text) ?? [];
  return { title: title.trim(), body: body.replaceAll('\r\n', '\n').trim() };
}

const jsonBytes = (blocks: ReturnType<typeof textBlocks>) => Buffer.byteLength(JSON.stringify(blocks));

function textRefusals(title: string, body: string, media: MediaItem[]): Refusal[] {
  const refuse = (code: RefusalCode, message: string): Refusal[] => [{ code, param: '/content', message }];
  if (title === '' && media.length === 0) {
    return refuse('text_empty', 'content: Tumblr takes no empty post. Write a text or add media.');
  }
  const length = Array.from(title).length;
  if (length > MAX_TITLE) {
    return refuse(
      'text_too_long',
      `content: the first line is the title on Tumblr, which takes ${MAX_TITLE} characters, and has ${length}. Break the line.`,
    );
  }
  const blocks = textBlocks(title, body);
  if (blocks.length + media.length > MAX_BLOCKS) {
    return refuse(
      'text_too_long',
      `content: a Tumblr post has at most ${MAX_BLOCKS} paragraphs and pictures, and this post has ${blocks.length + media.length}. Shorten it.`,
    );
  }
  const bytes = jsonBytes(blocks);
  if (bytes <= MAX_JSON_BYTES) return [];
  return refuse(
    'text_too_long',
    `content: a Tumblr post has at most 1 MB, and this text ${bytes} bytes. Shorten it.`,
  );
}

/** Up to 30 photos (GIFs are photos there), or one video. */
function mediaRefusals(media: MediaItem[]): Refusal[] {
  const code = 'too_many_media';
  const wrong = media.findIndex(({ kind, extension }) => kind === 'document' || extension === 'webm');
  if (wrong !== -1) {
    const message = `media/${wrong}: Tumblr takes MP4 and MOV videos and photos, no .${media[wrong]?.extension} files. Convert it or leave it out.`;
    return [{ code: 'media_type', param: `/media/${wrong}`, message }];
  }
  const video = media.findIndex(({ kind }) => kind === 'video');
  if (video !== -1 && media.length > 1) {
    const index = video === 0 ? 1 : video;
    const message = `media/${index}: a Tumblr post takes 1 video or up to ${MAX_IMAGES} photos, not both. Leave it out.`;
    return [{ code, param: `/media/${index}`, message }];
  }
  if (media.length <= MAX_IMAGES) return [];
  const message = `media: a Tumblr post takes up to ${MAX_IMAGES} photos, and this post has ${media.length}. Leave some out.`;
  return [
    { code, param: `/media/${MAX_IMAGES}`, message, values: { count: media.length, limit: MAX_IMAGES } },
  ];
}
