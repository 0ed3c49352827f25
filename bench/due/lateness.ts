/** Lateness: the time between a post's due time and the moment it leaves `scheduled`, when posts are due one after the other. */
import { runProgram } from '../program.ts';
import { type Report, shown, spreadOf } from '../report.ts';
import type { Bench, Section } from '../bench.ts';

export interface LatenessInput {
  url: string;
  postmasterPid: number;
  count: number;
  seconds: number;
}
export interface LatenessResult {
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  /** Share of one core. */
  cpu: number;
}

const GOAL_MS = 1_000;

const SIZES = {
  full: { count: 10_000, seconds: 60 },
  quick: { count: 2_000, seconds: 12 },
  tiny: { count: 10, seconds: 0.1 },
};

export const latenessSection: Section = { title: 'Lateness', measure: measureLateness };

async function measureLateness({ stage, size, rounds, log }: Bench): Promise<Report> {
  const { count, seconds } = SIZES[size];
  const results: LatenessResult[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const url = await stage.create(`lateness_${round}`, { migrated: true });
    const input: LatenessInput = { url, postmasterPid: stage.postmasterPid, count, seconds };
    const result = await runProgram<LatenessResult>('due/lateness-troupe.ts', input);
    results.push(result);
    log(`lateness: ${round}/${rounds} p50 ${result.p50Ms.toFixed(0)} ms, p99 ${result.p99Ms.toFixed(0)} ms`);
    await stage.drop(url);
  }
  const p99 = spreadOf(results.map(({ p99Ms }) => p99Ms));
  return {
    intro: `${count.toLocaleString('en-US')} posts due over ${seconds} s: from the instant a post is due until the commit in which it leaves \`scheduled\` is known.`,
    head: ['', 'p50 ms', 'p99 ms', 'highest ms', 'of one core'],
    rows: [
      [
        'Troupe',
        shown(spreadOf(results.map(({ p50Ms }) => p50Ms))),
        shown(p99),
        shown(spreadOf(results.map(({ maxMs }) => maxMs))),
        shown(spreadOf(results.map(({ cpu }) => cpu)), 2),
      ],
    ],
    goals: [{ text: 'p99', reached: p99.median, goal: GOAL_MS, atMost: true, unit: 'ms' }],
  };
}
