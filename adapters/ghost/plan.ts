/**
 * The part of a post that a Ghost site takes: a title, a text, pictures that it stores, and videos by their address.
 */
import type { MediaItem, Plan, PostContent, Refusal } from '../port/publish.ts';
import { articleSettings, canonicalRefusals, type ArticleSettings } from '../article/settings.ts';
import { articleText } from '../article/text.ts';
import { lengthIn } from '../lib/length.ts';
import { textLength, uncut } from '../lib/measure.ts';
import type { Measure } from '../port/measure.ts';

/** Newer versions may take 2000; all take 255. */
const TITLE = { network: 'Ghost', maxTitle: 255, unit: 'code_points' } as const;
const MAX_TAG = 191;
const MAX_CANONICAL = 2000;

export function plan({ text, media, options }: PostContent): Plan {
  const settings = articleSettings(options);
  const { title, body, warnings } = articleText(text, TITLE);
  return {
    text: body,
    title,
    media,
    warnings: [...warnings, ...videoWarnings(media), ...tagWarnings(settings), ...mailWarnings(settings)],
    refusals: [
      ...emptyRefusals(text),
      ...tagRefusals(settings),
      ...canonicalRefusals(settings, MAX_CANONICAL),
      ...mailRefusals(settings),
    ],
  };
}

/** Bodies have no stated limit. */
export const measure = ({ text }: PostContent): Measure =>
  uncut(textLength(articleText(text, TITLE).body, null, 'code_points'));

/** Tags by name, each once. A leading `#` makes an internal tag, which readers do not see. */
export function tagNames({ tags }: Pick<ArticleSettings, 'tags'>): string[] {
  return [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))];
}

function emptyRefusals(text: string): Refusal[] {
  if (text.trim() !== '') return [];
  const message =
    'content is empty and a post on Ghost needs a title: write one in the first line, and the text below it';
  return [{ code: 'text_empty', param: '/content', message }];
}

/** Integrations cannot upload videos: the page plays a video from its own address. */
function videoWarnings(media: MediaItem[]): string[] {
  return media.flatMap(({ kind }, index) =>
    kind === 'video'
      ? [
          `media/${index} is a video: Ghost does not accept video uploads, so the page plays it from its own address, which must stay reachable`,
        ]
      : [],
  );
}

function tagWarnings(settings: ArticleSettings): string[] {
  return tagNames(settings)
    .filter((tag) => tag.startsWith('#'))
    .map((tag) => `the tag "${tag}" is an internal one in Ghost, which readers do not see: leave the # out`);
}

function tagRefusals({ tags }: ArticleSettings): Refusal[] {
  return tags.flatMap((tag, index) => {
    const length = lengthIn('code_points', tag.trim());
    if (length <= MAX_TAG) return [];
    const message = `articleSettings.tags[${index}] has ${length} characters and Ghost takes ${MAX_TAG}: shorten it`;
    return [{ code: 'option_invalid', param: `/articleSettings/tags/${index}`, message }];
  });
}

function mailWarnings({ newsletter, asDraft }: ArticleSettings): string[] {
  return newsletter !== null && asDraft
    ? [
        'articleSettings.newsletter mails nothing while asDraft is set: choose it in Ghost when you publish the draft',
      ]
    : [];
}

function mailRefusals({ newsletter, emailSegment }: ArticleSettings): Refusal[] {
  if (emailSegment === null || newsletter !== null) return [];
  const message =
    'articleSettings.emailSegment says whom to mail, but articleSettings.newsletter is missing: name the newsletter by its slug, or leave the segment out';
  return [{ code: 'option_required', param: '/articleSettings/newsletter', message }];
}
