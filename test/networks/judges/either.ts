/** A network that is changing from one version to the next is judged by both: a call must be right in one of them. */
import type { Call } from '../calls.ts';
import type { Judge, Verdict } from './judge.ts';

export function eitherJudge(current: Judge, older: Judge): Judge {
  return {
    judge(call: Call): Verdict {
      const verdict = current.judge(call);
      if (verdict.violations.length === 0) return verdict;
      const before = older.judge(call);
      // what is read may be of either: an adapter reads the names of both
      const left = besideReadsOf(verdict, before);
      const leftBefore = besideReadsOf(before, verdict);
      return before.operation !== null && leftBefore.length === 0
        ? { operation: before.operation, violations: [] }
        : { operation: verdict.operation, violations: left };
    },
  };
}

/** Violations without reads that the other version allows. */
function besideReadsOf(verdict: Verdict, other: Verdict): Verdict['violations'] {
  const reads = new Set(other.violations.filter(isRead).map(({ what }) => what));
  const isKnown = other.operation !== null;
  return verdict.violations.filter((one) => !isRead(one) || !isKnown || reads.has(one.what));
}

const isRead = (violation: { in: string }) => violation.in === 'reads';
