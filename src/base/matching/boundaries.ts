/** Where words begin and end in a folded text (docs/matching.md, "Where a word begins and ends"). */

/**
 * Marks each index at which a word may begin or end, with 1; the length of the text is one of them. ICU decides, by the
 * rules of Unicode (UAX 29) and with its dictionaries for Thai, Lao, Khmer, Burmese, Chinese and Japanese. Apostrophes
 * and keycap emoji, which those rules count as parts of a word, stand alone here.
 * @param folded a result of `fold`
 */
export function boundariesOf(folded: string): Uint8Array {
  const marks = new Uint8Array(folded.length + 1);
  marks[0] = 1;
  for (let start = 0; start < folded.length;) {
    const space = folded.indexOf(' ', start);
    const end = space === -1 ? folded.length : space;
    marks[start] = 1;
    marks[end] = 1;
    markInside(folded.slice(start, end), start, marks);
    start = end + 1;
  }
  return marks;
}

/** The language makes no difference; naming one keeps the machine's settings out of it. */
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * A word of ASCII, Cyrillic or Hangul with ASCII punctuation around it. ICU finds the same boundaries, which a test compares,
 * but takes much longer: for a Korean comment 60 µs instead of 1 µs.
 */
const SIMPLE = /^([!-/:-@[-^`{-~]*)(?:[a-z0-9_\u0430-\u045F]+|[\uAC00-\uD7A3]+)([!-/:-@[-^`{-~]*)$/;

/** Marks the boundaries of a part that has no spaces. */
function markInside(part: string, start: number, marks: Uint8Array): void {
  const simple = SIMPLE.exec(part);
  if (simple) {
    marks.fill(1, start, start + simple[1]!.length + 1);
    marks.fill(1, start + part.length - simple[2]!.length, start + part.length);
    return;
  }
  for (const { index } of SEGMENTER.segment(part)) marks[start + index] = 1;
  for (const { index, 0: alone } of part.matchAll(STANDS_ALONE)) {
    marks[start + index] = 1;
    marks[start + index + alone.length] = 1;
  }
}

const STANDS_ALONE = /'|ℹ|[0-9#*]\u20E3/g;

/** A word of a text, with its place. */
export interface Word {
  text: string;
  start: number;
  end: number;
}

/** The words of a folded text: what stands between two boundaries and has a letter or digit. At most `limit`. */
export function wordsOf(folded: string, boundaries: Uint8Array, limit: number): Word[] {
  const words: Word[] = [];
  for (let start = 0, end = 1; end <= folded.length && words.length < limit; end += 1) {
    if (boundaries[end] !== 1) continue;
    if (end - start > 1 || !SEPARATORS.has(folded.charCodeAt(start))) {
      const text = folded.slice(start, end);
      if (/[\p{L}\p{N}]/u.test(text)) words.push({ text, start, end });
    }
    start = end;
  }
  return words;
}

/** The commonest parts that are no words: space ! , - . */
const SEPARATORS = new Set([32, 33, 44, 45, 46]);

/** Whether a UTF-16 unit of a folded text is a Hangul syllable or letter. */
export function isHangul(unit: number): boolean {
  return (
    (unit >= 0xac00 && unit <= 0xd7ff) ||
    (unit >= 0x1100 && unit <= 0x11ff) ||
    (unit >= 0xa960 && unit <= 0xa97f)
  );
}
