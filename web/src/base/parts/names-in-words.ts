import { language } from '../language/language.ts';
import { t } from '../language/text.ts';

/** Such as `Instagram and Facebook`. */
export const listed = (names: readonly string[]): string =>
  new Intl.ListFormat(language.locale, { type: 'conjunction' }).format(names);

/** Such as `Instagram or Facebook`. */
export function namesInWords(names: readonly string[]): string {
  if (names.length === 0) return t('your accounts');
  return new Intl.ListFormat(language.locale, { type: 'disjunction' }).format(names);
}
