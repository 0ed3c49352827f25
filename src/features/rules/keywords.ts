/** Keywords as a request names them. */
import { invalid } from '../../api/problem.ts';
import { distinctKeywords, isKeyword, MAX_KEYWORDS } from '../../base/matching/index.ts';

/**
 * The keywords that are stored: what matches the same is stored once, as it was written first, and counts once.
 * @throws Problem 400 for one that matches nothing, and for more than a rule takes
 */
export function checkedKeywords(keywords: readonly string[]): string[] {
  const empty = keywords.findIndex((word) => !isKeyword(word));
  if (empty >= 0)
    throw invalid(`/keywords/${empty}`, `keywords[${empty}] has nothing to match: write a word or an emoji`, {
      values: { reason: 'nothing_to_match' },
    });
  insistOnCount(keywords, '/keywords');
  return distinctKeywords(keywords);
}

/** @param param JSON pointer of the keywords. @throws Problem 400 for more than a rule takes */
export function insistOnCount(keywords: readonly string[], param: string): void {
  const { length } = distinctKeywords(keywords);
  if (length > MAX_KEYWORDS)
    throw invalid(param, `keywords must have ${MAX_KEYWORDS} items or fewer that differ; it has ${length}`, {
      values: { reason: 'too_many', length, limit: MAX_KEYWORDS },
    });
}
