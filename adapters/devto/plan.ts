/** What DEV takes: an article with a title, up to 4 tags, and pictures that DEV fetches itself. No video. */
import type { Plan, PostContent, Refusal } from '../port/publish.ts';
import { articleSettings, canonicalRefusals, type ArticleSettings } from '../article/settings.ts';
import { latin, spellTags, type Tagging } from '../article/tags.ts';
import { articleText } from '../article/text.ts';
import { textLength, uncut } from '../lib/measure.ts';
import type { Measure } from '../port/measure.ts';

const MAX_TAGS = 4;
const MAX_TAG_CHARACTERS = 30;
/** Newer servers may take 255; all take 128. */
const TITLE = { network: 'DEV', maxTitle: 128, unit: 'code_points' } as const;
const AI_DISCLOSURES = ['no_ai', 'some_ai', 'fully_autonomous'];

export function plan({ text, media, options }: PostContent): Plan {
  const settings = articleSettings(options);
  const article = articleText(text, TITLE);
  const tagging = tagsOf(settings);
  return {
    text: article.body,
    title: article.title,
    media: media.filter(({ kind }) => kind !== 'video'),
    warnings: [...article.warnings, ...tagging.warnings],
    refusals: [
      ...emptyRefusals(text),
      ...videoRefusals(media),
      ...tagging.refusals,
      ...canonicalRefusals(settings),
      ...disclosureRefusals(settings),
    ],
  };
}

/** Bodies have no stated limit. */
export const measure = ({ text }: PostContent): Measure =>
  uncut(textLength(articleText(text, TITLE).body, null, 'code_points'));

/** Letters and digits only. A change beyond upper and lower case gets a warning. */
export function tagsOf({ tags }: ArticleSettings): Tagging {
  const tagging = spellTags(tags, {
    network: 'DEV',
    most: MAX_TAGS,
    maxCharacters: MAX_TAG_CHARACTERS,
    spell: (tag) => latin(tag).replaceAll(/[^\p{L}\p{N}]+/gu, ''),
    wants: 'letters and digits',
  });
  const changed = tagging.tags.filter(({ name, spelling }) => name.toLowerCase() !== spelling);
  return {
    ...tagging,
    warnings: [
      ...tagging.warnings,
      ...changed.map(
        ({ name, spelling }) =>
          `the tag "${name}" becomes "${spelling}": DEV takes letters and digits in tags only`,
      ),
    ],
  };
}

function emptyRefusals(text: string): Refusal[] {
  if (text.trim() !== '') return [];
  const message =
    'content is empty and an article on DEV needs a title: write one in the first line, and the text below it';
  return [{ code: 'text_empty', param: '/content', message }];
}

function videoRefusals(media: PostContent['media']): Refusal[] {
  return media.flatMap(({ kind, extension }, index) =>
    kind === 'video'
      ? [
          {
            code: 'media_type',
            param: `/media/${index}`,
            message: `media/${index} is a .${extension} video and DEV takes pictures only: leave it out, or put {% embed <address> %} with its address on YouTube into the text`,
          },
        ]
      : [],
  );
}

function disclosureRefusals({ aiDisclosure }: ArticleSettings): Refusal[] {
  if (aiDisclosure === null || AI_DISCLOSURES.includes(aiDisclosure)) return [];
  const message = `articleSettings.aiDisclosure is not known to DEV: use ${AI_DISCLOSURES.join(', ')}, or leave it out`;
  return [{ code: 'option_invalid', param: '/articleSettings/aiDisclosure', message }];
}
