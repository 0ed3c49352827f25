/** Keywords of a trigger or a condition. Pure. */
import { distinctKeywords, isKeyword, MAX_KEYWORDS } from '../../base/matching/index.ts';

/** Why keywords are refused; empty: they are not. @param path JSON pointer of the list */
export function checkKeywords(
  keywords: readonly string[],
  path: string,
): { path: string; message: string }[] {
  const refusals = [];
  for (const [index, keyword] of keywords.entries())
    if (!isKeyword(keyword))
      refusals.push({ path: `${path}/${index}`, message: 'this keyword has nothing to compare' });
  const { length } = distinctKeywords(keywords);
  if (length > MAX_KEYWORDS)
    refusals.push({
      path,
      message: `there are up to ${MAX_KEYWORDS} keywords that differ; these are ${length}`,
    });
  return refusals;
}
