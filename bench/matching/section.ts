/** Choosing the rule for a comment: pure computation, without Postgres. */
import { type Bench, roundsText, type Section } from '../bench.ts';
import { runProgram } from '../program.ts';
import { type Report, shown, spreadOf } from '../report.ts';
import type { MatchingCost, MatchingInput } from './measure.ts';

const SIZES: { [size in Bench['size']]: MatchingInput } = {
  full: { rules: 100, keywords: 20, comments: 2_000, passes: 20, longPasses: 50 },
  quick: { rules: 100, keywords: 20, comments: 2_000, passes: 10, longPasses: 20 },
  tiny: { rules: 3, keywords: 4, comments: 10, passes: 1, longPasses: 1 },
};

/** docs/contract.md has no number for it; a reel brings 10,000 comments within a minute: half a second of CPU. */
const GOAL_US = 50;

const ROWS: { [name in keyof MatchingCost]: string } = {
  matchedUs: 'a comment that matches, µs',
  unmatchedUs: 'a comment that does not, with near misses, µs',
  prepareUs: 'of these: folding it and finding its words, µs',
  longUs: '10,000 characters of English, µs',
  longThaiUs: '10,000 characters of Thai, without spaces, µs',
  ruleUs: 'preparing the keywords of a rule, µs',
  indexUs: 'indexing all prepared rules, µs',
  heapKb: 'memory of all prepared rules, kB',
};

export const matchingSection: Section = { title: 'Matching of comments', measure: measureMatching };

async function measureMatching(bench: Bench): Promise<Report> {
  const { size, rounds, log, profileInto } = bench;
  const input = SIZES[size];
  const costs: MatchingCost[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const profile = profileInto === null ? {} : { profileInto };
    const cost = await runProgram<MatchingCost>('matching/measure.ts', input, profile);
    costs.push(cost);
    log(`matching: ${round}/${rounds} ${cost.matchedUs.toFixed(1)} and ${cost.unmatchedUs.toFixed(1)} µs`);
  }
  const spread = (name: keyof MatchingCost) => spreadOf(costs.map((cost) => cost[name]));
  const goal = { goal: GOAL_US, atMost: true, unit: 'µs' };
  return {
    intro: `Comments of an everyday length in many scripts are compared with ${input.rules} rules of ${input.keywords} keywords each. CPU of one comment, medians of ${roundsText(bench)} (lowest to highest).`,
    head: ['', 'median'],
    rows: (Object.keys(ROWS) as (keyof MatchingCost)[]).map((name) => [ROWS[name], shown(spread(name), 1)]),
    goals: [
      { text: 'a comment that matches', reached: spread('matchedUs').median, ...goal },
      { text: 'a comment that does not', reached: spread('unmatchedUs').median, ...goal },
    ],
  };
}
