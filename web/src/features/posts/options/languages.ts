/** Languages to choose from, by the names that the browser has for them. */
import { language } from '../../../base/language/language.ts';

/** Those of which networks tell regions or scripts apart. */
const WITH_REGION = ['en-GB', 'en-US', 'es-MX', 'fr-CA', 'pt-BR', 'pt-PT', 'zh-CN', 'zh-TW'];

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'.split('');

let languages: { value: string; label: string }[] | undefined;

/** @param chosen tags that are shown although the browser has no name for them */
export function languageChoices(chosen: readonly string[]): { value: string; label: string }[] {
  languages ??= allLanguages();
  const others = chosen.filter((tag) => !languages!.some(({ value }) => value === tag));
  return [...others.map((tag) => ({ value: tag, label: tag })), ...languages];
}

/** Every language with a tag of two letters, by name. */
function allLanguages(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(language.locale, { type: 'language', fallback: 'none' });
  const tags = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  return [...tags, ...WITH_REGION]
    .flatMap((tag) => {
      // tags that were replaced (`iw`) have a name too
      const name = Intl.getCanonicalLocales(tag)[0] === tag ? names.of(tag) : undefined;
      return name === undefined ? [] : [{ value: tag, label: `${name} (${tag})` }];
    })
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en'));
}
