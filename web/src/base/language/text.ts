/**
 * The one layer through which every sentence of the dashboard goes. The English text stands where it is used and is the key of its
 * translations. Texts are ICU MessageFormat: `t('{count, plural, one {# post} other {# posts}} of {name}', { count, name })`.
 */
import format from 'icu-minify/format';
import { createElement, Fragment, type ReactNode } from 'react';
import { compile, type Message } from './compile.ts';
import { language } from './language.ts';

type Value = string | number;
type Element = (words: ReactNode) => ReactNode;

const catalogue = globalThis.troupeLanguage?.catalogue;

const formats = new Map<string, Intl.NumberFormat | Intl.PluralRules>();

/** Making one takes longer than using it a hundred times. */
function cached<Format extends Intl.NumberFormat | Intl.PluralRules>(
  key: string,
  make: () => Format,
): Format {
  const existing = formats.get(key);
  if (existing !== undefined) return existing as Format;
  const made = make();
  formats.set(key, made);
  return made;
}

const OPTIONS = {
  formatters: {
    getNumberFormat: (locale: string, options?: Intl.NumberFormatOptions) =>
      cached(`number ${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options)),
    getPluralRules: (locale: string, options?: Intl.PluralRulesOptions) =>
      cached(`plural ${options?.type}`, () => new Intl.PluralRules(locale, options)),
    // dates have a time zone and an order of their own: `parts/times.ts`
    getDateTimeFormat: (locale: string, options?: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, options),
  },
} as Parameters<typeof format>[3];

function message(english: string): Message {
  const compiled = compile(english);
  return catalogue?.(compiled) ?? compiled;
}

/**
 * A text in the language of the dashboard.
 * @param english ICU MessageFormat, a literal: `npm run languages` collects them
 * @param values by the names in its braces
 */
export function t(english: string, values?: { [name: string]: Value }): string {
  return format(message(english), language.locale, values, OPTIONS) as string;
}

/**
 * The same with elements in it: `rich('Read <link>the guide</link>.', { link: (words) => <a href="…">{words}</a> })`. An element without
 * words is `<when></when>`.
 */
export function rich(english: string, values: { [name: string]: Value | Element }): ReactNode {
  const all = Object.entries(values).map(
    ([name, value]): [string, Value | ((words: ReactNode[]) => ReactNode)] => [
      name,
      typeof value === 'function' ? (words) => value(listed(words)) : value,
    ],
  );
  const parts = format<ReactNode>(message(english), language.locale, Object.fromEntries(all), OPTIONS);
  return listed([parts].flat());
}

const listed = (parts: readonly ReactNode[]): ReactNode => createElement(Fragment, null, ...parts);
