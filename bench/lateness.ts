/** Lateness: how long after their minute posts leave `scheduled`, when they are due one after the other. */
import { runProgram } from './program.ts';
import { type Section, shown, spreadOf } from './report.ts';
import type { Bench } from './run.ts';

export interface LatenessInput {
  url: string;
  postmasterPid: number;
  count: number;
  seconds: number;
}
export interface LatenessAnswer {
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  /** Share of one core. */
  cpu: number;
}

const GOAL_MS = 1_000;

export async function latenessSection({ stage, quick, repeats, log }: Bench): Promise<Section> {
  const count = quick ? 2_000 : 10_000;
  const seconds = quick ? 12 : 60;
  const times = quick ? 1 : repeats;
  const answers: LatenessAnswer[] = [];
  for (let repeat = 1; repeat <= times; repeat += 1) {
    const url = await stage.create(`lateness_${repeat}`, { migrated: true });
    const input: LatenessInput = { url, postmasterPid: stage.postmasterPid, count, seconds };
    const answer = await runProgram<LatenessAnswer>('lateness-troupe.ts', input);
    answers.push(answer);
    log(`lateness: ${repeat}/${times} p50 ${answer.p50Ms.toFixed(0)} ms, p99 ${answer.p99Ms.toFixed(0)} ms`);
    await stage.drop(url);
  }
  const p99 = spreadOf(answers.map(({ p99Ms }) => p99Ms));
  return {
    title: 'Lateness',
    intro: `${count.toLocaleString('en-US')} posts due over ${seconds} s: from the instant a post is due until the commit in which it leaves \`scheduled\` is known.`,
    head: ['', 'p50 ms', 'p99 ms', 'highest ms', 'of one core'],
    rows: [
      [
        'Troupe',
        shown(spreadOf(answers.map(({ p50Ms }) => p50Ms))),
        shown(p99),
        shown(spreadOf(answers.map(({ maxMs }) => maxMs))),
        shown(spreadOf(answers.map(({ cpu }) => cpu)), 2),
      ],
    ],
    goals: [{ text: 'p99', reached: p99.median, goal: GOAL_MS, atMost: true, unit: 'ms' }],
  };
}
