/** An article made of a post's text: the first line is its title, what follows its body (spec section 4.2, rule 11). */
import { titleFrom } from '../lib/first-line.ts';

export interface ArticleText {
  title: string;
  body: string;
  /** One sentence for each thing that is not as it was written. */
  warnings: string[];
}

/**
 * Splits a text. A text of one line is both title and body, for no network takes an article without a body. A first
 * line that is too long for a title is cut there and stays whole in the body, so nothing is lost. Marks of a Markdown
 * heading are not part of a title.
 */
export function articleText(
  text: string,
  { network, maxTitle }: { network: string; maxTitle: number },
): ArticleText {
  const whole = text
    .replaceAll('\r\n', '\n')
    .trim()
    .replace(/^#{1,6}[^\S\n]+/, '');
  const { title, rest, wasCut } = titleFrom(whole, maxTitle);
  const warnings = wasCut
    ? [
        `the first line is longer than the ${maxTitle} characters that ${network} takes in a title: the title is cut, the whole line stays in the text`,
      ]
    : [];
  return { title, body: rest === '' ? title : rest, warnings };
}
