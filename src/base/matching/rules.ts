/** Chooses the rule that answers a comment (docs/contract.md, "Comment-to-DM rules"). Pure: nothing is read or written. */
import {
  allMatches,
  firstMatch,
  indexKeywords,
  type KeywordIndex,
  type KeywordMatch,
} from './keyword-index.ts';
import type { PreparedKeywords } from './keywords.ts';
import { indexNearMisses, type NearMiss, type NearMissIndex, nearMissesIn } from './near-miss.ts';
import { prepareText, type PreparedText } from './text.ts';

export interface Rule {
  id: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** The post it watches; `every` post of the account; or `none` while the post that it is for is not published. */
  watches: 'every' | 'none' | { mediaId: string };
  keywords: PreparedKeywords;
}

/** The rules of one account, prepared for any number of comments. */
export interface PreparedRules {
  /** In the order in which they win: those that watch one post before those that watch every post, then the oldest. */
  rules: readonly Rule[];
  index: KeywordIndex;
  near: NearMissIndex;
}

export interface Comment {
  text: string;
  isReply: boolean;
  /** The ids of the post it is under: its own, that of the post an ad is a copy of, that of the album of a photo. */
  mediaIds: readonly string[];
}

interface RuleMatch extends Omit<KeywordMatch, 'list' | 'position'> {
  ruleId: string;
}

export type Verdict =
  | ({ kind: 'matched'; text: string } & RuleMatch)
  | {
      kind: 'unmatched';
      /** `no_rule`: no rule watches the post. `no_keyword`: some do, and the comment has none of their keywords. */
      reason: 'no_rule' | 'no_keyword';
      /** The comment in the form that was compared. */
      text: string;
      /** At most one for each rule that watches the post, in the order in which the rules would win. */
      nearMisses: NearRule[];
    };

type NearRule = { ruleId: string } & NearMiss;

/**
 * Prepares the rules of an account. Worth keeping until one of them changes: the keywords were prepared with the rules,
 * and this only sorts and indexes them.
 * @param rules those that may answer: active, and made before the comments they will be asked about
 */
export function prepareRules(rules: readonly Rule[]): PreparedRules {
  const sorted = rules.toSorted(
    (a, b) =>
      Number(a.watches === 'every') - Number(b.watches === 'every') ||
      a.createdAt - b.createdAt ||
      (a.id < b.id ? -1 : 1),
  );
  const lists = sorted.map(({ keywords }) => keywords);
  return { rules: sorted, index: indexKeywords(lists), near: indexNearMisses(lists) };
}

/** The one rule that answers a comment, or why there is none. The rule wins also if it then skips the comment. */
export function chooseRule(prepared: PreparedRules, comment: Comment): Verdict {
  const { rules, index, near } = prepared;
  const watching = rules.map((rule) => watches(rule, comment));
  const text = prepareText(comment.text, comment);
  if (!watching.includes(true))
    return { kind: 'unmatched', reason: 'no_rule', text: text.folded, nearMisses: [] };
  const accepts = (list: number) => watching[list]!;
  const match = firstMatch(index, text, accepts);
  if (match !== null) return { kind: 'matched', text: text.folded, ...matchOf(rules, match) };
  const nearMisses = nearMissesIn(near, text, accepts);
  return {
    kind: 'unmatched',
    reason: 'no_keyword',
    text: text.folded,
    nearMisses: nearMisses.map(({ list, ...miss }) => ({ ruleId: rules[list]!.id, ...miss })),
  };
}

/** How one rule compares with a comment, whichever rule wins. */
export interface Comparison {
  ruleId: string;
  /** Whether the comment is under a post that the rule watches. */
  watches: boolean;
  /** Whether the words match. */
  matched: boolean;
  /** The keyword that matched, or that a word is close to; null if there is none, or if every comment matches. */
  keyword: string | null;
  /**
   * Why it did not match: `not_alone` if the comment has the keyword of an `exact` rule together with other words;
   * `near_miss`; `no_keyword`. Null if it matched.
   */
  reason: 'not_alone' | 'near_miss' | 'no_keyword' | null;
  nearMiss: NearMiss | null;
}

/** Compares a comment with every rule, in the order in which they win: for a preview, and to explain a verdict. */
export function compareRules(prepared: PreparedRules, comment: Comment): Comparison[] {
  const { rules, index, near } = prepared;
  const text = prepareText(comment.text, comment);
  const matches = allMatches(index, text);
  const misses = new Map(
    nearMissesIn(near, text, (list) => !matches.has(list)).map((miss) => [miss.list, miss]),
  );
  return rules.map((rule, list) => {
    const at = { ruleId: rule.id, watches: watches(rule, comment) };
    const match = matches.get(list);
    if (match) return { ...at, matched: true, keyword: match.keyword, reason: null, nearMiss: null };
    const inside = keywordInside(rule.keywords, text);
    if (inside !== null)
      return { ...at, matched: false, keyword: inside, reason: 'not_alone', nearMiss: null };
    const miss = misses.get(list);
    if (!miss) return { ...at, matched: false, keyword: null, reason: 'no_keyword', nearMiss: null };
    const { list: _list, ...nearMiss } = miss;
    return { ...at, matched: false, keyword: miss.keyword, reason: 'near_miss', nearMiss };
  });
}

function watches({ watches }: Rule, { mediaIds }: Comment): boolean {
  if (watches === 'every') return true;
  return watches !== 'none' && mediaIds.includes(watches.mediaId);
}

const matchOf = (rules: readonly Rule[], { list, keyword, compared }: KeywordMatch): RuleMatch => ({
  ruleId: rules[list]!.id,
  keyword,
  compared,
});

/** The keyword of an `exact` rule that a text has among other words. */
function keywordInside(keywords: PreparedKeywords, text: PreparedText): string | null {
  if (keywords.match === 'contains') return null;
  return firstMatch(indexKeywords([{ ...keywords, match: 'contains' }]), text)?.keyword ?? null;
}
