/** Comment-to-DM rules: private replies a second through the whole service, and a flood that has to wait for its hours. */
import { PRIVATE_REPLIES } from '../../src/features/rules/pace.ts';
import { type Bench, roundsText, type Section } from '../bench.ts';
import { postgresCpuMs, processCpuMs } from '../postgres-cpu.ts';
import { runProgram, startProgram } from '../program.ts';
import { type Goal, type Report, shown, spreadOf } from '../report.ts';
import type { RulesReady, RulesResult, RulesServerInput } from './input.ts';
import type { RulesLoadInput, RulesLoadResult } from './load.ts';

const SIZES = {
  full: { comments: 10_000, accounts: 20 },
  quick: { comments: 10_000, accounts: 20 },
  tiny: { comments: 20, accounts: 2 },
};
const CONNECTIONS = 8;
/** Comments in a request, where a network sends many at once. */
const BATCH = 100;
const MINUTE_S = 60;

const SPREAD = 'many accounts: all are sent at once';
const FLOOD = 'one reel: the first 700 are sent, the others have a place';

interface Run extends RulesLoadResult, RulesResult {
  comments: number;
  cpuMs: number;
  postgresCpuMs: number;
}

export const rulesSection: Section = { title: 'Comment-to-DM rules', measure: measureRules };

async function measureRules(bench: Bench): Promise<Report> {
  const { comments, accounts } = SIZES[bench.size];
  const runs = new Map<string, Run[]>();
  for (let round = 1; round <= bench.rounds; round += 1)
    for (const [name, count] of [
      [SPREAD, accounts],
      [FLOOD, 1],
    ] as const) {
      const run = await runOnce(bench, { round, comments, accounts: count });
      runs.set(name, [...(runs.get(name) ?? []), run]);
      bench.log(
        `rules: ${round}/${bench.rounds} ${name}: ${Math.round(comments / run.answeredSeconds)} comments/s`,
      );
    }
  return {
    intro: `${comments.toLocaleString('en-US')} comments of as many people, ${BATCH} a request, as Meta sends them, signed; a rule of each account matches all of them, and the network takes messages at once. ${accounts} accounts get no more than their hour's ${PRIVATE_REPLIES.max} each, so every message is sent; on one account the rest waits. A comment is done when its message is sent, or has its place. Each message is a comment that is stored, matched and shown in the live feed, two actors, and about eight steps of theirs. Medians of ${roundsText(bench)} (lowest to highest).`,
    head: ['', 'comments/s', 'acknowledged s', 'p99 ms', 'CPU µs', 'Postgres CPU µs', 'peak MB'],
    rows: [...runs].map(([name, list]) => rowOf(name, list)),
    goals: goalsOf(runs),
  };
}

function rowOf(name: string, runs: readonly Run[]): string[] {
  const column = (of: (run: Run) => number, digits = 0) => shown(spreadOf(runs.map(of)), digits);
  return [
    name,
    column(({ comments, answeredSeconds }) => comments / answeredSeconds),
    column(({ acknowledgedSeconds }) => acknowledgedSeconds, 2),
    column(({ acknowledgeP99Ms }) => acknowledgeP99Ms, 1),
    column(({ comments, cpuMs }) => (cpuMs * 1000) / comments),
    column(({ comments, postgresCpuMs: ms }) => (ms * 1000) / comments),
    column(({ peakRssMb }) => peakRssMb),
  ];
}

function goalsOf(runs: Map<string, Run[]>): Goal[] {
  const flood = runs.get(FLOOD)!;
  return [
    {
      text: 'a flood on one reel: all acknowledged',
      reached: spreadOf(flood.map(({ acknowledgedSeconds }) => acknowledgedSeconds)).median,
      goal: MINUTE_S,
      atMost: true,
      unit: 's',
    },
    {
      text: 'a flood on one reel: each is sent or has its place',
      reached: spreadOf(flood.map(({ answeredSeconds }) => answeredSeconds)).median,
      goal: MINUTE_S,
      atMost: true,
      unit: 's',
    },
  ];
}

async function runOnce(
  { stage, profileInto, log }: Bench,
  { round, comments, accounts }: { round: number; comments: number; accounts: number },
): Promise<Run> {
  const url = await stage.create(`rules_${round}_${accounts}`, { migrated: true });
  const input: RulesServerInput = { url, accounts };
  const server = startProgram<RulesResult>(
    'rules/troupe.ts',
    input,
    profileInto === null ? {} : { profileInto },
  );
  const ready = (await server.hello) as unknown as RulesReady;
  await stage.slowest(0);
  const cpu = processCpuMs(server.pid) ?? NaN;
  const postgres = postgresCpuMs(stage.postmasterPid) ?? NaN;
  const sendable = Math.min(comments, accounts * PRIVATE_REPLIES.max);
  const load: RulesLoadInput = { ...ready, connections: CONNECTIONS, comments, batch: BATCH, sendable };
  const done = await runProgram<RulesLoadResult>('rules/load.ts', load);
  const cpuMs = (processCpuMs(server.pid) ?? NaN) - cpu;
  const postgresMs = (postgresCpuMs(stage.postmasterPid) ?? NaN) - postgres;
  for (const { calls, ms, query } of await stage.slowest(12))
    log(`     ${ms.toFixed(0).padStart(6)} ms ${String(calls).padStart(6)} calls  ${query.slice(0, 150)}`);
  server.finish();
  const result = await server.result;
  if (result.sent !== sendable || result.sent + result.queued !== comments)
    throw new Error(`of ${comments} comments ${result.sent} are answered, and ${result.queued} wait`);
  await stage.drop(url);
  return { ...done, ...result, comments, cpuMs, postgresCpuMs: postgresMs };
}
