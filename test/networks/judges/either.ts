/** A network that is changing from one version to the next is judged by both: a call must be right in one of them. */
import type { Call } from '../calls.ts';
import type { Judge, Verdict } from './judge.ts';

export function eitherJudge(current: Judge, older: Judge): Judge {
  return {
    judge(call: Call): Verdict {
      const verdict = current.judge(call);
      if (verdict.violations.length === 0) return verdict;
      const before = older.judge(call);
      if (before.operation !== null && before.violations.length === 0) return before;
      // what is read may be of either: an adapter reads the names of both
      const reads = new Set(before.violations.filter(isRead).map(({ what }) => what));
      return {
        operation: verdict.operation,
        violations: verdict.violations.filter((one) => !isRead(one) || reads.has(one.what)),
      };
    },
  };
}

const isRead = (violation: { in: string }) => violation.in === 'reads';
