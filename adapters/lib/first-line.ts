/**
 * Makes titles from a text's first line, and cuts texts without splitting a character. Lengths are UTF-16 units,
 * which are never fewer than the units a network counts.
 */

export interface Titled {
  title: string;
  /** The text after the first line; the whole text if the title had to be cut, so that no text is lost. */
  rest: string;
  wasCut: boolean;
}

/** The first line that is not empty becomes the title, cut to `most` units. */
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

/** Cuts between graphemes, so that no visible character is split. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    if (index + segment.length > most) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}
