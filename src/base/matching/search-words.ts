/** The words by which a search finds a text (docs/matching.md, Search). */
import { boundariesOf } from './boundaries.ts';
import { fold } from './fold.ts';
import { hasTones } from './text.ts';

/** UTF-16 units of a word: a longer one is found by its beginning. */
const MAX_WORD_CHARS = 64;

/** A word has a letter, a digit, or an emoji. */
const IS_WORD = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;
/** The commonest words need no look at their script: that is half of the time that a text of ASCII takes. */
const PLAIN_WORD = /^[a-z0-9]+$/;
/**
 * Chinese and Japanese. Where a word of them ends depends on what stands beside it, so the same characters would be cut in one way in a
 * post and in another way in a query.
 */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u;
const TONES = /\p{Emoji_Modifier}/gu;

/**
 * The words of a text that is searched, folded as keywords are and without skin tones. Punctuation alone is no word. Of Chinese and
 * Japanese they are each character and each pair of neighbours.
 * @param most words that are returned; the rest of the text is left out
 */
export function searchWords(text: string, most: number): string[] {
  const words = new Set<string>();
  for (const word of pieces(text)) {
    if (words.size >= most) break;
    if (UNSPACED.test(word)) for (const part of [...Array.from(word), ...pairsOf(word)]) words.add(part);
    else words.add(word);
  }
  return [...words].slice(0, most);
}

/**
 * The words that a query looks for, in its order. A text has them all if it has them among its `searchWords`; of the last one the beginning
 * is enough.
 */
export function queryWords(query: string, most: number): string[] {
  const words = [...pieces(query)].flatMap((word) =>
    UNSPACED.test(word) && Array.from(word).length > 1 ? pairsOf(word) : [word],
  );
  return words.slice(0, most);
}

/** Words in their order; neighbouring words of Chinese and Japanese are one. */
function* pieces(text: string): Generator<string> {
  const folded = fold(text);
  const plain = hasTones(folded) ? fold(folded.replace(TONES, '')) : folded;
  const boundaries = boundariesOf(plain);
  let unspaced = '';
  for (let start = 0, end = 1; end <= plain.length; end += 1) {
    if (boundaries[end] !== 1) continue;
    const word = plain.slice(start, end);
    start = end;
    const isPlain = PLAIN_WORD.test(word);
    if (!isPlain && UNSPACED.test(word)) {
      unspaced += word;
      continue;
    }
    if (unspaced !== '') yield unspaced;
    unspaced = '';
    if (isPlain || (word !== ' ' && IS_WORD.test(word))) yield word.slice(0, MAX_WORD_CHARS).toWellFormed();
  }
  if (unspaced !== '') yield unspaced;
}

function pairsOf(word: string): string[] {
  const characters = Array.from(word);
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
