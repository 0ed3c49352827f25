/**
 * Makes a YouTube video's text fields from a post (docs/contract.md, "Text and media for each network"; `videos`
 * resource of the Data API).
 */
import type { Json } from '../../machines/outcome.ts';
import type { MediaItem, Plan, PostContent, Refusal } from '../port/publish.ts';
import { titleFrom } from '../lib/first-line.ts';
import { lengthIn } from '../lib/length.ts';
import { textLength, uncut } from '../lib/measure.ts';
import type { Measure } from '../port/measure.ts';

const MAX_TITLE = 100;
const MAX_DESCRIPTION_BYTES = 5000;
/** YouTube requires a title. */
const FALLBACK_TITLE = 'New video';
const PRIVACIES = ['public', 'unlisted', 'private'];

/** The first line is the title, the rest the description. Title and privacy may be set by the tool server's options. */
export function plan({ text, media, options }: PostContent): Plan {
  const warnings: string[] = [];
  const clean = withoutAngles(text);
  if (clean !== text) {
    warnings.push('content: YouTube takes no < and >, so ‹ and › replace them.');
  }
  const own = ownTitle(options);
  const first = titleFrom(clean, MAX_TITLE, 'code_points');
  if (own === null && first.wasCut) {
    warnings.push(
      `content: YouTube titles have ${MAX_TITLE} characters, so the first line is cut in the title and complete in the description.`,
    );
  }
  if (own === null && first.title === '') {
    warnings.push(`content: there is no first line to make a title of, so the title is "${FALLBACK_TITLE}".`);
  }
  const title = own === null ? first.title || FALLBACK_TITLE : withoutAngles(own);
  const description = descriptionOf(text, options);
  return {
    text: description,
    title,
    media,
    warnings,
    refusals: [...mediaRefusals(media), ...textRefusals(description), ...settingRefusals(options)],
  };
}

export const measure = ({ text, options }: PostContent): Measure =>
  uncut(textLength(descriptionOf(text, options), MAX_DESCRIPTION_BYTES, 'bytes'));

function descriptionOf(text: string, options: PostContent['options']): string {
  const clean = withoutAngles(text);
  return ownTitle(options) === null ? titleFrom(clean, MAX_TITLE, 'code_points').rest : clean.trim();
}

/** The visibility of the video: public unless set. */
export function privacyOf(options: PostContent['options']): string {
  const privacy = settingsOf(options)['privacy'];
  return typeof privacy === 'string' && PRIVACIES.includes(privacy) ? privacy : 'public';
}

function mediaRefusals(media: MediaItem[]): Refusal[] {
  if (media.length === 0) {
    const message = 'media: YouTube takes no text alone. Add one video.';
    return [{ code: 'media_required', param: '/media', message, values: { kind: 'video' } }];
  }
  const refusals: Refusal[] = [];
  for (const [index, { kind }] of media.entries()) {
    const param = `/media/${index}`;
    if (kind !== 'video') {
      const message = `media/${index}: YouTube takes videos only (MP4, MOV or WebM). Leave it out.`;
      refusals.push({ code: 'media_type', param, message });
    } else if (index > 0) {
      const message = `media/${index}: YouTube takes one video with a post. Leave the others out.`;
      refusals.push({ code: 'too_many_media', param, message });
    }
  }
  return refusals;
}

function textRefusals(description: string): Refusal[] {
  const bytes = Buffer.byteLength(description);
  if (bytes <= MAX_DESCRIPTION_BYTES) return [];
  const message = `content: YouTube takes ${MAX_DESCRIPTION_BYTES} bytes of description after the title and the rest of the text has ${bytes}. Shorten it.`;
  return [{ code: 'text_too_long', param: '/content', message }];
}

function settingRefusals(options: PostContent['options']): Refusal[] {
  const { title, privacy } = settingsOf(options);
  const refusals: Refusal[] = [];
  if (isSet(title) && (typeof title !== 'string' || lengthIn('code_points', title) > MAX_TITLE)) {
    const message = `youtubeSettings.title: YouTube takes a title of 1 to ${MAX_TITLE} characters. Shorten it.`;
    refusals.push({ code: 'option_invalid', param: '/youtubeSettings/title', message });
  }
  if (isSet(privacy) && (typeof privacy !== 'string' || !PRIVACIES.includes(privacy))) {
    const message = `youtubeSettings.privacy: choose one of ${PRIVACIES.join(', ')}.`;
    refusals.push({ code: 'option_invalid', param: '/youtubeSettings/privacy', message });
  }
  return refusals;
}

function ownTitle(options: PostContent['options']): string | null {
  const { title } = settingsOf(options);
  return typeof title === 'string' && title.trim() !== '' ? title.trim() : null;
}

function settingsOf(options: PostContent['options']): { [name: string]: Json } {
  const settings = options['youtubeSettings'];
  return typeof settings === 'object' && settings !== null && !Array.isArray(settings) ? settings : {};
}

function isSet(value: Json | undefined): boolean {
  return value !== undefined && value !== null;
}

function withoutAngles(text: string): string {
  return text.replaceAll('<', '‹').replaceAll('>', '›');
}
