/**
 * The part of a post that a site takes: a title, a text, a featured image, more photos and a video, and tags
 * (docs/contract.md, "Text and media for each network").
 */
import { textLength, uncut } from '../lib/measure.ts';
import type { Measure } from '../port/measure.ts';
import type { Plan, PostContent, Refusal } from '../port/publish.ts';
import { type ArticleSettings, articleSettings } from '../article/settings.ts';

/** The length of a tag's name in WordPress's database. */
const MAX_TAG_CHARS = 200;

/** Plans a post: the first line is its title, the rest its text. Titles and texts have no limit worth checking. */
export function plan({ text, media, options }: PostContent): Plan {
  const { title, body } = partsOf(text);
  const refusals: Refusal[] = [];
  if (title === '') {
    refusals.push({
      code: 'text_empty',
      param: '/content',
      message:
        'content is empty and a WordPress post takes its title from the first line: write at least one line',
    });
  }
  const videos = [...media.entries()].filter(([, { kind }]) => kind === 'video');
  const second = videos[1];
  if (second !== undefined) {
    refusals.push({
      code: 'too_many_media',
      param: `/media/${second[0]}`,
      message: `media has ${videos.length} videos and a WordPress post takes photos and one video: leave the others out`,
    });
  }
  const settings = articleSettings(options);
  refusals.push(...tagRefusals(settings));
  return { text: body, title, media, warnings: settingWarnings(settings), refusals };
}

/** Texts have no limit worth checking. */
export const measure = ({ text }: PostContent): Measure =>
  uncut(textLength(partsOf(text).body, null, 'code_points'));

function partsOf(text: string): { title: string; body: string } {
  const [title = '', ...rest] = text.trim().split(/\r\n|\r|\n/);
  return { title: title.trim(), body: rest.join('\n').trim() };
}

/** Tags by name without a leading `#`; tags that differ in case only count once. */
export function tagNames({ tags }: Pick<ArticleSettings, 'tags'>): string[] {
  const names = tags.map(nameOf).filter((name) => name !== '');
  return names.filter((name, index) => names.findIndex((other) => isSameTag(other, name)) === index);
}

export function isSameTag(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function nameOf(tag: string): string {
  return tag.trim().replace(/^#\s*/, '');
}

function tagRefusals({ tags }: ArticleSettings): Refusal[] {
  return tags.flatMap((tag, index) => {
    const { length } = nameOf(tag);
    if (length <= MAX_TAG_CHARS) return [];
    const message = `articleSettings.tags[${index}] has ${length} characters and WordPress takes ${MAX_TAG_CHARS}: shorten it`;
    return [{ code: 'option_invalid', param: `/articleSettings/tags/${index}`, message }];
  });
}

/** Warnings for settings that WordPress does not have and that are therefore ignored. */
function settingWarnings({ asDraft, canonicalUrl }: ArticleSettings): string[] {
  return [
    ...(asDraft
      ? [
          'articleSettings.asDraft is not followed on WordPress: the post is published there, not kept as a draft',
        ]
      : []),
    ...(canonicalUrl === null
      ? []
      : ['articleSettings.canonicalUrl is left out on WordPress, which has no field for it']),
  ];
}
