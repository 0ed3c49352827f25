/** Finds the keywords of many rules in a text at once: the cost hardly depends on how many rules there are. */
import { isHangul } from './boundaries.ts';
import type { PreparedKeyword, PreparedKeywords } from './keywords.ts';
import type { PreparedText } from './text.ts';

/** A keyword with the list it belongs to. Several lists may have the same keyword. */
interface ListedKeyword {
  /** The place of its list among the lists, from 0. */
  list: number;
  /** Its place in the list, from 0. */
  position: number;
  keyword: PreparedKeyword;
  match: PreparedKeywords['match'];
}

export interface KeywordMatch {
  list: number;
  position: number;
  /** The keyword as its owner wrote it; null for a list without keywords, which every text matches. */
  keyword: string | null;
  /** The forms that were compared: of the keyword, and the words of the text that matched it. */
  compared: { keyword: string; words: string } | null;
}

export interface KeywordIndex {
  lists: readonly PreparedKeywords[];
  /** Keywords without skin tones, which are looked for in a text without them. */
  plain: Folded;
  withTones: Folded;
  /** Keywords that must be all of the text, by their letters and digits. */
  bare: Map<string, ListedKeyword[]>;
}

interface Folded {
  byText: Map<string, ListedKeyword[]>;
  /** The lengths of the keywords that begin with a UTF-16 unit. */
  lengths: Map<number, number[]>;
}

/**
 * Makes one index of the keywords of several rules or triggers. It holds each keyword once, so its size is that of the keywords.
 * @param lists the first list that matches wins, so the most important comes first
 */
export function indexKeywords(lists: readonly PreparedKeywords[]): KeywordIndex {
  const index: KeywordIndex = {
    lists,
    plain: { byText: new Map(), lengths: new Map() },
    withTones: { byText: new Map(), lengths: new Map() },
    bare: new Map(),
  };
  for (const [list, { match, keywords }] of lists.entries())
    for (const [position, keyword] of keywords.entries()) {
      const listed = { list, position, keyword, match };
      if (match === 'exact' && keyword.bare !== '') addTo(index.bare, keyword.bare, listed);
      else addFolded(keyword.hasTones ? index.withTones : index.plain, listed);
    }
  return index;
}

/**
 * The first list that a text matches, with the first of its keywords; null if it matches none.
 * @param accepts leaves out lists, by their place
 */
export function firstMatch(
  index: KeywordIndex,
  text: PreparedText,
  accepts: (list: number) => boolean = () => true,
): KeywordMatch | null {
  let best: KeywordMatch | null = null;
  visitMatches(index, text, (match) => {
    if ((best === null || isBefore(match, best)) && accepts(match.list)) best = match;
  });
  return best;
}

/** Every list that a text matches, by its place, each with the first of its keywords. */
export function allMatches(index: KeywordIndex, text: PreparedText): Map<number, KeywordMatch> {
  const matches = new Map<number, KeywordMatch>();
  visitMatches(index, text, (match) => {
    const existing = matches.get(match.list);
    if (existing === undefined || isBefore(match, existing)) matches.set(match.list, match);
  });
  return matches;
}

const isBefore = (one: KeywordMatch, other: KeywordMatch): boolean =>
  one.list - other.list < 0 || (one.list === other.list && one.position < other.position);

function visitMatches(index: KeywordIndex, text: PreparedText, visit: (match: KeywordMatch) => void): void {
  for (const [list, { everyText }] of index.lists.entries())
    if (everyText) visit({ list, position: 0, keyword: null, compared: null });
  const found = ({ list, position, keyword }: ListedKeyword, words: string) =>
    visit({
      list,
      position,
      keyword: keyword.written,
      compared: { keyword: keyword.folded, words },
    });
  if (text.bare !== '') for (const listed of index.bare.get(text.bare) ?? []) found(listed, text.folded);
  const inText = (listed: ListedKeyword, words: string) => {
    // an emoji, or another keyword without letters, is all of a text that has no letters either
    if (listed.match === 'contains' || text.bare === '') found(listed, words);
  };
  visitFolded(index.plain, text.withoutTones, inText);
  visitFolded(index.withTones, text, inText);
}

/** Visits the keywords that stand in a text between boundaries. */
function visitFolded(
  { byText, lengths }: Folded,
  { folded, boundaries }: PreparedText,
  visit: (listed: ListedKeyword, words: string) => void,
): void {
  if (byText.size === 0) return;
  for (let start = 0; start < folded.length; start += 1) {
    if (boundaries[start] !== 1) continue;
    for (const length of lengths.get(folded.charCodeAt(start)) ?? []) {
      const end = start + length;
      if (end > folded.length) break;
      if (!mayEndAt(end, folded, boundaries)) continue;
      const words = folded.slice(start, end);
      for (const listed of byText.get(words) ?? []) visit(listed, words);
    }
  }
}

/** Korean attaches particles to a word, so a word of Hangul may go on after the keyword. */
const mayEndAt = (end: number, folded: string, boundaries: Uint8Array): boolean =>
  boundaries[end] === 1 || (isHangul(folded.charCodeAt(end - 1)) && isHangul(folded.charCodeAt(end)));

function addFolded({ byText, lengths }: Folded, listed: ListedKeyword): void {
  const { folded } = listed.keyword;
  addTo(byText, folded, listed);
  const first = folded.charCodeAt(0);
  const existing = lengths.get(first) ?? [];
  if (!existing.includes(folded.length))
    lengths.set(
      first,
      [...existing, folded.length].sort((a, b) => a - b),
    );
}

function addTo<Key>(map: Map<Key, ListedKeyword[]>, key: Key, listed: ListedKeyword): void {
  const existing = map.get(key);
  if (existing) existing.push(listed);
  else map.set(key, [listed]);
}
