/** The keywords of one rule, prepared once and compared with every text (docs/contract.md, "Comment-to-DM rules"). */
import { boundariesOf, wordsOf } from './boundaries.ts';
import { fold } from './fold.ts';
import { bareOf, hasTones } from './text.ts';

/** `contains`: the keyword stands in the text as a whole word or phrase. `exact`: the text is the keyword alone. */
export type Match = 'contains' | 'exact';

/** Keywords of a rule or trigger that count as different (docs/contract.md, Comment-to-DM rules). */
export const MAX_KEYWORDS = 20;
/** Keywords that a request may name, those that count as the same included. */
export const MAX_WRITTEN_KEYWORDS = 100;

export interface PreparedKeyword {
  /** As its owner wrote it. */
  written: string;
  folded: string;
  /** Its letters and digits alone; empty for an emoji. */
  bare: string;
  /** Its words with single spaces, and how many they are; for near misses. */
  phrase: string;
  wordCount: number;
  /** A keyword without a skin tone matches an emoji of any; one with a tone matches that tone only. */
  hasTones: boolean;
}

export interface PreparedKeywords {
  match: Match;
  /** True for a list without keywords: every text matches it, also an empty one. */
  everyText: boolean;
  keywords: readonly PreparedKeyword[];
}

/**
 * Prepares the keywords of a rule or trigger.
 * @param keywords in the order in which they are reported; none means that every text matches. One of which nothing is
 * left after folding matches nothing (`isKeyword`)
 */
export function prepareKeywords(keywords: readonly string[], match: Match): PreparedKeywords {
  const prepared = keywords.map(prepareKeyword);
  return {
    match,
    everyText: keywords.length === 0,
    keywords: prepared.filter(({ folded }) => folded !== ''),
  };
}

function prepareKeyword(written: string): PreparedKeyword {
  const folded = fold(written);
  const words = wordsOf(folded, boundariesOf(folded), Infinity);
  return {
    written,
    folded,
    bare: bareOf(folded),
    phrase: words.map(({ text }) => text).join(' '),
    wordCount: words.length,
    hasTones: hasTones(folded),
  };
}

/** Without those that count as the same as an earlier one: what their owner wrote first stays. */
export function distinctKeywords(keywords: readonly string[]): string[] {
  const first = new Map<string, string>();
  for (const keyword of keywords) {
    const folded = fold(keyword);
    if (!first.has(folded)) first.set(folded, keyword);
  }
  return [...first.values()];
}

/** Whether a keyword can match anything: it has more than spaces and invisible characters. */
export const isKeyword = (written: string): boolean => fold(written) !== '';
