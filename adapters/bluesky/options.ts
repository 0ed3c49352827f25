/** The post field for Bluesky (`langs` of app.bsky.feed.post). */
import { Type } from 'typebox';
import type { Json } from '../../machines/outcome.ts';
import { inForm } from '../port/form.ts';
import type { PostOptions } from '../port/manifest.ts';
import type { PostContent, Refusal } from '../port/publish.ts';

const MAX_LANGUAGES = 3;

export const options: PostOptions = {
  blueskySettings: Type.Optional(
    Type.Object(
      {
        languages: Type.Optional(
          Type.Array(Type.String({ maxLength: 35 }), {
            maxItems: MAX_LANGUAGES,
            uniqueItems: true,
            description: 'BCP 47, such as `de`.',
            ...inForm('Languages', { hint: '', ifEmpty: 'Not stated', isLanguage: true }),
          }),
        ),
      },
      { additionalProperties: false },
    ),
  ),
};

/** The languages of a post, as BCP 47 tags. Empty: the network guesses. */
export function languagesOf(options: PostContent['options']): string[] {
  const languages = languagesIn(options);
  return Array.isArray(languages) ? languages.filter((tag) => typeof tag === 'string') : [];
}

export function settingRefusals(options: PostContent['options']): Refusal[] {
  const languages = languagesIn(options);
  if (languages === undefined || languages === null) return [];
  const refuse = (place: string, message: string): Refusal[] => [
    { code: 'option_invalid', param: `/blueskySettings/languages${place}`, message },
  ];
  if (!Array.isArray(languages) || languages.length > MAX_LANGUAGES)
    return refuse('', `blueskySettings.languages: give up to ${MAX_LANGUAGES} languages.`);
  const wrong = languages.findIndex((tag) => typeof tag !== 'string' || !isLanguageTag(tag));
  if (wrong === -1) return [];
  return refuse(
    `/${wrong}`,
    `blueskySettings.languages[${wrong}]: give a BCP 47 tag, for example de or pt-BR.`,
  );
}

function languagesIn(options: PostContent['options']): Json | undefined {
  const settings = options['blueskySettings'];
  return typeof settings === 'object' && settings !== null && !Array.isArray(settings)
    ? settings['languages']
    : undefined;
}

/** Whether a text has the form of a BCP 47 tag. */
function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
