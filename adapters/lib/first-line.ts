/** Makes titles from a text's first line. */
import { cutText, lengthIn, type Unit } from './length.ts';

interface Titled {
  title: string;
  /** The text after the first line; the whole text if the title had to be cut, so that no text is lost. */
  rest: string;
  wasCut: boolean;
}

/** The first line that is not empty becomes the title, cut to `most` units of the network. */
export function titleFrom(text: string, most: number, unit: Unit): Titled {
  const whole = text.trim();
  const end = whole.search(/\r?\n/);
  const line = (end === -1 ? whole : whole.slice(0, end)).trim();
  if (lengthIn(unit, line) <= most) {
    return { title: line, rest: end === -1 ? '' : whole.slice(end).trim(), wasCut: false };
  }
  return { title: `${cutText(line, most - 1, unit).trimEnd()}…`, rest: whole, wasCut: true };
}
