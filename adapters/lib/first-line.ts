/**
 * Titles from a text's first line, and cutting that leaves characters whole. Lengths are UTF-16 units: never fewer than
 * a network counts, whatever its own unit is.
 */

export interface Titled {
  title: string;
  /** What follows the first line; the whole text where the title had to be cut, so that nothing is lost. */
  rest: string;
  wasCut: boolean;
}

/** The first line that says something becomes the title, of `most` units at most. */
export function titleFrom(text: string, most: number): Titled {
  const whole = text.trim();
  const end = whole.search(/\r?\n/);
  const line = (end === -1 ? whole : whole.slice(0, end)).trim();
  if (line.length <= most) {
    return { title: line, rest: end === -1 ? '' : whole.slice(end).trim(), wasCut: false };
  }
  return { title: `${cutText(line, most - 1).trimEnd()}…`, rest: whole, wasCut: true };
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Cuts between graphemes: what a reader sees as one character stays whole. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    if (index + segment.length > most) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}
