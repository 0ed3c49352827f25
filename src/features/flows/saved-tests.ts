/** Tests that are stored with an automation, and run before its steps change. Pure. */
import type { SavedTest } from '../../../store/dm-tests.ts';
import { PatternTooSlow, runTalkTest, type Tested, type TalkTest } from './talk-test.ts';

/** They are played while a request waits. */
export const MAX_TESTS = 20;

/** How a test ended. */
export interface Verdict {
  name: string;
  passes: boolean;
  /** Why it fails; null if it passes. */
  message: string | null;
  /** The difference from the expected conversation: `+` marks a message that was not expected, `-` one that is missing. Empty if it passes. */
  diff: string[];
  /** The talk with which it would pass; null if it was not played. */
  updated: TalkTest['talk'] | null;
}

/** Plays tests. After a pattern that takes too long, the others are not played: this runs where requests are served. */
export function runTests(tests: readonly Pick<SavedTest, 'name' | 'test'>[], tested: Tested): Verdict[] {
  const verdicts: Verdict[] = [];
  let isTooSlow = false;
  for (const { name, test } of tests) {
    const ran: Ran = isTooSlow ? failed(name, NOT_PLAYED) : run(name, test, tested);
    verdicts.push(ran.verdict);
    isTooSlow ||= ran.isTooSlow;
  }
  return verdicts;
}

const NOT_PLAYED = 'it was not played, since a test before it takes too long';

interface Ran {
  verdict: Verdict;
  isTooSlow: boolean;
}

const failed = (name: string, message: string, isTooSlow = false): Ran => ({
  verdict: { name, passes: false, message, diff: [], updated: null },
  isTooSlow,
});

function run(name: string, test: unknown, tested: Tested): Ran {
  try {
    const { talk } = test as TalkTest;
    const { failures, transcript, updated: lines } = runTalkTest({ ...(test as TalkTest), name }, tested);
    const updated = lines.map((line) => (typeof line === 'number' ? talk[line]! : line));
    const [first] = failures;
    if (!first)
      return { verdict: { name, passes: true, message: null, diff: [], updated }, isTooSlow: false };
    const diff = transcript.map(({ sign, text }) => `${sign} ${text}`);
    const message = `line ${first.line + 1}: ${first.message}`;
    return { verdict: { name, passes: false, message, diff, updated }, isTooSlow: false };
  } catch (error) {
    if (error instanceof PatternTooSlow) return failed(name, error.message, true);
    throw error;
  }
}
