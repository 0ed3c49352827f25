/** How close a word, or phrase, is to a keyword that it is not. Both are folded words with single spaces. */

/**
 * - `separated`: the words of the keyword, but with something else between them than in the keyword ("free-guide");
 * - `repeated`: the same letters, some of them repeated ("liiink");
 * - `ending`: the keyword with one or two letters more, as in a plural ("links"); in Arabic and Hebrew also before it;
 * - `one_edit`: a letter more, less or different, or two that changed places ("lnik").
 */
export type Nearness = 'separated' | 'repeated' | 'ending' | 'one_edit';

/** Every third word is one edit away from a keyword of three letters. */
const MIN_LETTERS_FOR_EDIT = 4;
const MIN_LETTERS_FOR_ENDING = 3;
const MAX_ENDING = 2;

/** Compares a phrase with a keyword of the same letters (`withoutRepeats`). */
export const nearnessOfSameLetters = (phrase: string, keyword: string): Nearness =>
  phrase === keyword ? 'separated' : 'repeated';

/** Compares a phrase with a keyword of other letters; null if they are not close. The cost is linear in the shorter one. */
export function nearness(phrase: string, keyword: string): Nearness | null {
  const more = phrase.length - keyword.length;
  if (more < -1 || more > MAX_ENDING) return null;
  const shorter = Math.min(phrase.length, keyword.length);
  let before = 0;
  while (before < shorter && phrase.charCodeAt(before) === keyword.charCodeAt(before)) before += 1;
  let after = 0;
  while (
    after < shorter - before &&
    phrase.charCodeAt(phrase.length - 1 - after) === keyword.charCodeAt(keyword.length - 1 - after)
  )
    after += 1;
  if (more > 0 && keyword.length >= MIN_LETTERS_FOR_ENDING) {
    if (before === keyword.length && LETTERS.test(phrase.slice(before))) return 'ending';
    if (phrase.endsWith(keyword) && BEFORE_WORDS.test(phrase.slice(0, more))) return 'ending';
  }
  if (keyword.length < MIN_LETTERS_FOR_EDIT) return null;
  return isOneEdit(phrase, keyword, before, after) ? 'one_edit' : null;
}

const LETTERS = /^\p{L}+$/u;
/** Articles, prepositions and "and" are written together with the next word. */
const BEFORE_WORDS = /^[\p{Script=Arabic}\p{Script=Hebrew}]+$/u;

/**
 * Whether one letter differs.
 * @param before how many UTF-16 units both begin with
 * @param after how many both end with, those before not counted
 */
function isOneEdit(phrase: string, keyword: string, before: number, after: number): boolean {
  const left = phrase.length - before - after;
  const right = keyword.length - before - after;
  if (left <= 1 && right <= 1) return true;
  return (
    left === 2 &&
    right === 2 &&
    phrase[before] === keyword[before + 1] &&
    phrase[before + 1] === keyword[before]
  );
}

/** A phrase with each run of the same letter as one letter. */
export function withoutRepeats(phrase: string): string {
  for (let at = 1; at < phrase.length; at += 1)
    if (phrase.charCodeAt(at) === phrase.charCodeAt(at - 1)) return phrase.replace(/(\p{L})\1+/gu, '$1');
  return phrase;
}
