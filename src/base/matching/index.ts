/**
 * Which rule answers a comment, and which keywords a text has: pure functions, without a database, network or clock.
 * docs/matching.md has the rules with examples.
 *
 * Prepare the keywords of a rule once (`prepareKeywords`), the rules of an account whenever one of them changes
 * (`prepareRules`), and ask for each comment (`chooseRule`). For messages: `indexKeywords`, `prepareText`, `firstMatch`.
 */
export { explainComparison, explainVerdict } from './explain.ts';
export { fold } from './fold.ts';
export { allMatches, firstMatch, indexKeywords, type KeywordIndex } from './keyword-index.ts';
export {
  distinctKeywords,
  isKeyword,
  MAX_KEYWORDS,
  MAX_WRITTEN_KEYWORDS,
  type Match,
  prepareKeywords,
} from './keywords.ts';
export {
  chooseRule,
  type Comment,
  compareRules,
  type Comparison,
  prepareRules,
  type PreparedRules,
  type Rule,
  type Verdict,
} from './rules.ts';
export { queryWords, searchWords } from './search-words.ts';
export { prepareText } from './text.ts';
