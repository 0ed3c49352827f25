/** Lengths in the units of networks. Each limit is counted in its network's own one (test/adapters/limits.test.ts). */

/**
 * `code_points` are what JSON Schema, Ruby and Python count, `utf16` what JavaScript and Java count. An emoji may be one
 * grapheme of several code points, each of two UTF-16 units and four bytes of UTF-8.
 */
export type Unit = 'graphemes' | 'code_points' | 'utf16' | 'bytes';

export function lengthIn(unit: Unit, text: string): number {
  switch (unit) {
    case 'graphemes':
      return [...segmenter.segment(text)].length;
    case 'code_points':
      return Array.from(text).length;
    case 'utf16':
      return text.length;
    case 'bytes':
      return Buffer.byteLength(text);
    default:
      return unit satisfies never;
  }
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Cuts a text to `most` units, between graphemes, so that no visible character is split. */
export function cutText(text: string, most: number, unit: Unit): string {
  if (lengthIn(unit, text) <= most) return text;
  let end = 0;
  let length = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    length += unit === 'graphemes' ? 1 : lengthIn(unit, segment);
    if (length > most) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}
