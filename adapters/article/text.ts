/** Makes an article from a post's text: the first line is the title, the rest is the body. */
import { titleFrom } from '../lib/first-line.ts';
import type { Unit } from '../lib/length.ts';

interface ArticleText {
  title: string;
  body: string;
  /** One sentence for each change to what the caller wrote. */
  warnings: string[];
}

/**
 * Splits a text. A text of one line is both title and body, because no network accepts an article without a body. A
 * first line that is too long is cut for the title and stays complete in the body, so no text is lost. The `#` of a
 * Markdown heading is not part of the title.
 */
export function articleText(
  text: string,
  { network, maxTitle, unit }: { network: string; maxTitle: number; unit: Unit },
): ArticleText {
  const whole = text
    .replaceAll('\r\n', '\n')
    .trim()
    .replace(/^#{1,6}[^\S\n]+/, '');
  const { title, rest, wasCut } = titleFrom(whole, maxTitle, unit);
  const warnings = wasCut
    ? [
        `the first line is longer than the ${maxTitle} characters that ${network} takes in a title: the title is cut, the whole line stays in the text`,
      ]
    : [];
  return { title, body: rest === '' ? title : rest, warnings };
}
