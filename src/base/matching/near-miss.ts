/**
 * Near misses: words of an unmatched text that are close to a keyword (docs/matching.md, "Near misses"). They are
 * counted and shown, so that the owner of a rule can add the word; they never match.
 */
import { type Word, wordsOf } from './boundaries.ts';
import type { PreparedKeyword, PreparedKeywords } from './keywords.ts';
import { nearness, type Nearness, nearnessOfSameLetters, withoutRepeats } from './nearness.ts';
import type { PreparedText } from './text.ts';

export interface NearMiss {
  /** The keyword as its owner wrote it. */
  keyword: string;
  /** The words in the folded text, with what stands between them. */
  wrote: string;
  kind: Nearness;
}

interface Candidate {
  /** The place of its list among the lists, from 0. */
  list: number;
  keyword: PreparedKeyword;
  exact: boolean;
}

export interface NearMissIndex {
  /** By length and first, or last, UTF-16 unit: one edit changes the first letter or the last one, never both. */
  byEnds: Map<number, Candidate[]>;
  /** By the letters without repetitions. */
  byLetters: Map<string, Candidate[]>;
  /** The words of the longest keyword; at most MAX_PHRASE. */
  maxWords: number;
}

/** Longer phrases have no near misses. */
const MAX_PHRASE = 4;
/** Words of a text that are looked at, and comparisons made for one text. They bound what a hostile text costs. */
const MAX_WORDS = 60;
const MAX_COMPARISONS = 5_000;

/** Makes an index of the keywords that can be missed narrowly: those with a letter. */
export function indexNearMisses(lists: readonly PreparedKeywords[]): NearMissIndex {
  const index: NearMissIndex = { byEnds: new Map(), byLetters: new Map(), maxWords: 0 };
  for (const [list, { match, keywords }] of lists.entries())
    for (const keyword of keywords) {
      const { phrase, wordCount } = keyword;
      if (wordCount > MAX_PHRASE || !/\p{L}/u.test(phrase)) continue;
      const candidate = { list, keyword, exact: match === 'exact' };
      index.maxWords = Math.max(index.maxWords, wordCount);
      addTo(index.byEnds, firstKey(phrase.length, phrase), candidate);
      addTo(index.byEnds, lastKey(phrase.length, phrase), candidate);
      addTo(index.byLetters, withoutRepeats(phrase), candidate);
    }
  return index;
}

/**
 * The near misses of a text, at most one for each list, in the order of the lists.
 * @param accepts leaves out lists, by their place
 */
export function nearMissesIn(
  index: NearMissIndex,
  text: PreparedText,
  accepts: (list: number) => boolean,
): ({ list: number } & NearMiss)[] {
  const found = new Map<number, NearMiss>();
  let comparisons = 0;
  const compare = (candidates: Candidate[] | undefined, phrase: Phrase, compared: typeof nearness) => {
    for (const { list, keyword, exact } of candidates ?? []) {
      if ((comparisons += 1) > MAX_COMPARISONS) return;
      const kind = compared(phrase.text, keyword.phrase);
      if (kind === null || (exact && !phrase.isAll) || found.has(list) || !accepts(list)) continue;
      found.set(list, {
        keyword: keyword.written,
        wrote: text.folded.slice(phrase.start, phrase.end),
        kind,
      });
    }
  };
  for (const phrase of phrasesOf(text, index.maxWords)) {
    compare(index.byLetters.get(withoutRepeats(phrase.text)), phrase, nearnessOfSameLetters);
    const { length } = phrase.text;
    for (const near of [length, length - 1, length + 1, length - 2]) {
      compare(index.byEnds.get(firstKey(near, phrase.text)), phrase, nearness);
      compare(index.byEnds.get(lastKey(near, phrase.text)), phrase, nearness);
    }
  }
  return [...found].map(([list, miss]) => ({ list, ...miss })).sort((a, b) => a.list - b.list);
}

/** Neighbouring words, with single spaces in `text`. */
interface Phrase extends Word {
  /** Whether the text has no other words. */
  isAll: boolean;
}

/** The words of a text one by one, by twos, and so on, to one more than a keyword has: "li nk" for "link". */
function phrasesOf({ folded, boundaries }: PreparedText, maxWords: number): Phrase[] {
  if (maxWords === 0) return [];
  const words = wordsOf(folded, boundaries, MAX_WORDS);
  const phrases = words.map((word) => ({ ...word, isAll: words.length === 1 }));
  for (let count = 2, longest = phrases; count <= Math.min(maxWords + 1, words.length); count += 1) {
    const shorter = longest.slice(0, words.length - count + 1);
    longest = shorter.map(({ text, start }, at) => {
      const last = words[at + count - 1]!;
      return { text: `${text} ${last.text}`, start, end: last.end, isAll: count === words.length };
    });
    phrases.push(...longest);
  }
  return phrases;
}

/** Keys of strings of a length that begin, or end, as a phrase does. */
const firstKey = (length: number, phrase: string): number => length * 0x20000 + phrase.charCodeAt(0);
const lastKey = (length: number, phrase: string): number =>
  length * 0x20000 + 0x10000 + phrase.charCodeAt(phrase.length - 1);

function addTo<Key>(map: Map<Key, Candidate[]>, key: Key, candidate: Candidate): void {
  const existing = map.get(key);
  if (existing) existing.push(candidate);
  else map.set(key, [candidate]);
}
