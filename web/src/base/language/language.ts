/**
 * The language of the dashboard, and what it changes beside the texts. It is the same until the page is loaded again, so that every text,
 * also one of a constant, is made once and is right. `start.ts` chooses it before anything of this runs.
 */
import type { Message } from './compile.ts';

/** Languages that a person may choose, each by its own name. */
export const LANGUAGES = { en: 'English', ar: 'العربية' } as const;
export type Language = keyof typeof LANGUAGES;

/** Text with accents in brackets, a third longer than English: shows what is not translated, and what does not fit. For tests and development. */
const PSEUDO = 'pseudo';

/** Texts of a language by their English, both as they were compiled; an absent one stays English. */
export type Catalogue = (english: Message) => Message | undefined;

/** What `start.ts` leaves for everything that is loaded after it. Absent, as in tests without a browser, means English. */
export interface Started {
  code: Language | typeof PSEUDO;
  catalogue: Catalogue;
}

declare global {
  var troupeLanguage: Started | undefined;
}

const code = globalThis.troupeLanguage?.code ?? 'en';
const spoken: Language = code === PSEUDO ? 'en' : code;
const region = new Intl.Locale(navigator.language).maximize().region ?? 'GB';

/** What everything that writes texts, dates and numbers uses. */
export const language = {
  code,
  /** Of numbers, lists and plurals. Digits are those of the fields, the charts and the networks in every language. */
  locale: spoken === 'en' ? 'en' : `${spoken}-u-nu-latn`,
  /** Of dates: the same language with the order of the reader's own region, such as `en-DE`. */
  dates: spoken === 'en' ? `en-${region}` : `${spoken}-${region}-u-nu-latn`,
  direction: spoken === 'ar' ? 'rtl' : 'ltr',
} as const;
