/** Says in a sentence why a comment matched a rule or not. The texts are in the form that was compared. */
import type { Comparison, Verdict } from './rules.ts';

/** Why a comment got its verdict. */
export function explainVerdict(verdict: Verdict): string {
  if (verdict.kind === 'matched')
    return verdict.keyword === null
      ? 'The rule answers every comment.'
      : `The comment has the keyword “${verdict.keyword}”.`;
  if (verdict.reason === 'no_rule') return 'No active rule watches this post.';
  const [miss] = verdict.nearMisses;
  if (!miss) return 'The comment has no keyword of a rule for this post.';
  return `The comment has no keyword of a rule for this post, but “${miss.wrote}” is close to “${miss.keyword}”.`;
}

/**
 * Why one rule answers a comment, or does not.
 * @param chosen the rule that answers the comment; null if none does
 */
export function explainComparison(comparison: Comparison, chosen: string | null): string {
  const { ruleId, watches, matched, keyword, reason, nearMiss } = comparison;
  if (!watches) return 'The rule does not watch this post.';
  if (matched && ruleId !== chosen)
    return 'The words match, but another rule comes first: one for this post, or an older one.';
  if (matched)
    return keyword === null ? 'The rule answers every comment.' : `The comment has the keyword “${keyword}”.`;
  if (reason === 'not_alone')
    return `The comment has the keyword “${keyword}” among other words, and the rule wants it alone.`;
  if (nearMiss) return `“${nearMiss.wrote}” is close to the keyword “${nearMiss.keyword}”, but not the same.`;
  return 'The comment has no keyword of this rule.';
}
