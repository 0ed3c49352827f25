/**
 * The part of a post that Reddit takes: a text post, or a link post to the image. The first line is the title. A link
 * post has no text, so the text after the title is left out.
 */
import { fullest, startOfEnd, textLength, uncut } from '../lib/measure.ts';
import type { Measure } from '../port/measure.ts';
import type { MediaItem, Plan, PostContent, Refusal, RefusalCode } from '../port/publish.ts';

/** Counted in code points, as Reddit counts. */
const MAX_TITLE = 300;
const MAX_TEXT = 40_000;
const MAX_FLAIR = 64;

export function plan({ text, media, options }: PostContent): Plan {
  const { title, body } = partsOf(text);
  const isLink = media.length > 0;
  const warnings: string[] = [];
  if (isLink && body !== '') {
    warnings.push(
      'content: a link post on Reddit has a title alone, so what follows the first line is left out there.',
    );
  }
  return {
    text: isLink ? '' : body,
    title,
    media,
    warnings,
    refusals: [
      ...textRefusals(title, isLink ? '' : body),
      ...mediaRefusals(media),
      ...optionRefusals(options),
    ],
  };
}

export function measure({ text, media }: PostContent): Measure {
  const { title, body } = partsOf(text);
  const ofTitle = textLength(title, MAX_TITLE, 'code_points');
  if (media.length === 0) return uncut(fullest(textLength(body, MAX_TEXT, 'code_points'), ofTitle));
  return { length: ofTitle, cutAt: body === '' ? null : startOfEnd(text, body) };
}

/** The first line that is not blank, and the text after it. */
function partsOf(text: string): { title: string; body: string } {
  const [, title = '', body = ''] = /^\s*([^\r\n]*)([\s\S]*)$/.exec(text) ?? [];
  return { title: title.trim(), body: body.trim() };
}

function textRefusals(title: string, body: string): Refusal[] {
  const refuse = (code: RefusalCode, message: string): Refusal[] => [{ code, param: '/content', message }];
  if (title === '') {
    return refuse('text_empty', 'content: Reddit requires a title, which is the first line. Write one.');
  }
  const titleLength = Array.from(title).length;
  if (titleLength > MAX_TITLE) {
    return refuse(
      'text_too_long',
      `content: the first line is the title on Reddit, which takes ${MAX_TITLE} characters, and has ${titleLength}. Shorten it or break the line.`,
    );
  }
  const length = Array.from(body).length;
  if (length <= MAX_TEXT) return [];
  return refuse(
    'text_too_long',
    `content: Reddit takes ${MAX_TEXT} characters after the title and the rest of the text has ${length}. Shorten it.`,
  );
}

function mediaRefusals(media: MediaItem[]): Refusal[] {
  const refusals = media.flatMap(({ kind, extension }, index): Refusal[] => {
    if (kind === 'image' || kind === 'gif') return [];
    const message = `media/${index}: a Reddit post links to an image, and this is a .${extension} file. Leave it out.`;
    return [{ code: 'media_type', param: `/media/${index}`, message }];
  });
  if (media.length > 1) {
    const message = `media: a Reddit post links to one image, and this post has ${media.length} files. Keep one.`;
    const values = { count: media.length, limit: 1 };
    refusals.push({ code: 'too_many_media', param: '/media/1', message, values });
  }
  return refusals;
}

function optionRefusals(options: PostContent['options']): Refusal[] {
  const refusals: Refusal[] = [];
  const refuse = (name: string, message: string) =>
    refusals.push({ code: 'option_invalid', param: `/${name}`, message: `${name}: ${message}` });
  const { redditSubreddit: subreddit, redditFlairText: flair } = options;
  if (subreddit !== undefined && nameOf(subreddit) === null) {
    refuse(
      'redditSubreddit',
      'give the name of a subreddit as in its address, without r/ (letters, digits and _), or leave it out to post on the profile.',
    );
  }
  if (flair === undefined) return refusals;
  if (typeof flair !== 'string' || flair.trim() === '') {
    refuse('redditFlairText', 'give the name of a flair as the subreddit shows it, or leave it out.');
  } else if (Array.from(flair.trim()).length > MAX_FLAIR) {
    refuse(
      'redditFlairText',
      `a flair has at most ${MAX_FLAIR} characters. Give its name as the subreddit shows it.`,
    );
  }
  return refusals;
}

/** The subreddit and the flair, read from the post's options. */
export function targetOf(
  options: PostContent['options'],
  username: string,
): { subreddit: string; flair: string | null } {
  const flair = options['redditFlairText'];
  return {
    subreddit: nameOf(options['redditSubreddit']) ?? `u_${username}`,
    flair: typeof flair === 'string' ? flair.trim() : null,
  };
}

/** The name of a subreddit (or of a profile, `u_name`), without the prefix that people write before it. */
function nameOf(option: unknown): string | null {
  if (typeof option !== 'string') return null;
  const name = option
    .trim()
    .replace(/^\/?r\//i, '')
    .replace(/\/$/, '');
  return /^(?:u_[A-Za-z0-9_-]{3,20}|[A-Za-z0-9][A-Za-z0-9_]{1,20})$/.test(name) ? name : null;
}
