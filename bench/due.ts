/** Due posts: how many a second go from due to published, and their cost, compared with peers and plain SQL. */
import type { Sample } from './ceiling.ts';
import type { Cost } from './program.ts';
import { runProgram } from './program.ts';
import { type Goal, ratio, type Section, shown, spreadOf } from './report.ts';
import type { Bench } from './run.ts';
import type { Stage } from './stage.ts';

export interface DueInput {
  url: string;
  postmasterPid: number;
  mode: 'seed' | 'run' | 'sample';
  /** Posts that are due. */
  count: number;
  /** Posts that are scheduled for later. */
  waiting: number;
}

export interface DueResult {
  done: number;
  /** null: nothing was measured, only prepared. */
  cost: Cost | null;
}

interface Contender {
  name: string;
  file: string;
  count: number;
  waiting: number;
  /** Programs with the same template start with the same rows. */
  template: string;
  /** Whether it uses our schema. */
  migrated: boolean;
}

const TEN_THOUSAND = 10_000;
/** How the name of our own contender starts, to which the others are compared. */
const OURS = 'Troupe, 10 k';

export async function dueSection(bench: Bench): Promise<Section> {
  const { stage, quick, repeats } = bench;
  const count = quick ? 10_000 : 20_000;
  const sizes = quick ? [TEN_THOUSAND, 100_000] : [TEN_THOUSAND, 100_000, 1_000_000];
  const contenders = contendersOf({ count, sizes, quick });
  const sample = await takeSample(stage);
  const templates = await seed(bench, contenders);
  const runs: Runs = new Map(contenders.map((one) => [one, []]));
  for (let repeat = 1; repeat <= repeats; repeat += 1) {
    for (const one of contenders) {
      runs.get(one)!.push(await runOnce(bench, one, sample, `${repeat}/${repeats}`));
    }
  }
  for (const url of templates) await stage.drop(url);
  return {
    title: 'Due posts',
    intro: `${count.toLocaleString('en-US')} posts due at once, among rows that are due later, over a network that responds at once; DBOS does ${quick ? '300' : '1,000'}. Peers do the same outward work (a scheduled job, one async call, one status write) without state machine, journal and feed. Medians of ${repeats} interleaved runs (lowest to highest).`,
    head: ['', 'posts/s', 'of ours', 'CPU µs a post', 'Postgres CPU µs a post', 'peak MB'],
    rows: rowsOf(runs),
    goals: goalsOf(runs, sizes.at(-1)!),
  };
}

/** Costs of each contender, one a run. */
type Runs = Map<Contender, Cost[]>;

function contendersOf(options: { count: number; sizes: number[]; quick: boolean }): Contender[] {
  const { count, sizes, quick } = options;
  return [
    ...sizes.map((waiting) => ({
      name: `Troupe, ${shortly(waiting)} waiting`,
      file: 'due-troupe.ts',
      count,
      waiting,
      template: `troupe_${waiting}`,
      migrated: true,
    })),
    {
      name: 'plain SQL, the same rows (ceiling)',
      file: 'ceiling.ts',
      count,
      waiting: TEN_THOUSAND,
      template: `troupe_${TEN_THOUSAND}`,
      migrated: true,
    },
    ...peer('pg-boss, in bulk', 'peers/pg-boss.ts', count, TEN_THOUSAND),
    ...peer('graphile-worker, local queue', 'peers/graphile-worker.ts', count, TEN_THOUSAND),
    ...peer('DBOS, queue', 'peers/dbos.ts', quick ? 300 : 1_000, 0),
  ];
}

/** Makes a database for each template. @returns their addresses */
async function seed({ stage, log }: Bench, contenders: Contender[]): Promise<string[]> {
  const templates: string[] = [];

  for (const one of new Map(contenders.map((one) => [one.template, one])).values()) {
    log(`due: seeding ${one.template}`);
    const url = await stage.create(one.template, { migrated: one.migrated });
    templates.push(url);
    const file = one.migrated ? 'due-troupe.ts' : one.file;
    await runProgram(file, inputOf(stage, one, url, 'seed'));
    await stage.settle(url);
  }
  return templates;
}

/** Publishes the posts of a fresh copy of the contender's template. @param label which run this is, for the log. @returns the cost */
async function runOnce(bench: Bench, one: Contender, sample: Sample, label: string): Promise<Cost> {
  const { stage, profileInto, log } = bench;
  const url = await stage.clone(one.template);
  await stage.slowest(0);
  const { cost } = await runProgram<DueResult>(
    one.file,
    { ...inputOf(stage, one, url, 'run'), sample },
    profileInto === null ? {} : { profileInto },
  );
  log(`due: ${label} ${one.name}: ${Math.round(one.count / cost!.seconds)} posts/s`);
  for (const { calls, ms, planMs, rows, query } of await stage.slowest(12))
    log(
      `     ${ms.toFixed(0).padStart(6)} ms, planned ${planMs.toFixed(0)} ms ${String(calls).padStart(6)} calls ${String(rows).padStart(7)} rows  ${query.slice(0, 150)}`,
    );
  await stage.drop(url);
  return cost!;
}

/** Median posts a second of the first contender whose name starts with a text; undefined: there is none. */
function rateOf(runs: Runs, find: string): number | undefined {
  for (const [one, costs] of runs)
    if (one.name.startsWith(find)) return spreadOf(costs.map(({ seconds }) => one.count / seconds)).median;
  return undefined;
}

function rowsOf(runs: Runs): string[][] {
  const ours = rateOf(runs, OURS);
  return [...runs].map(([{ name, count }, costs]) => {
    const perSecond = spreadOf(costs.map(({ seconds }) => count / seconds));
    return [
      name,
      shown(perSecond),
      ours === undefined ? '' : (perSecond.median / ours).toFixed(2),
      shown(spreadOf(costs.map(({ cpuMs }) => (cpuMs * 1000) / count))),
      costs.some(({ postgresCpuMs }) => postgresCpuMs === null)
        ? '?'
        : shown(spreadOf(costs.map(({ postgresCpuMs }) => (postgresCpuMs! * 1000) / count))),
      shown(spreadOf(costs.map(({ peakRssMb }) => peakRssMb))),
    ];
  });
}

/** @param atMost the largest number of waiting posts that was measured */
function goalsOf(runs: Runs, atMost: number): Goal[] {
  const ours = rateOf(runs, OURS);
  const memory = [...runs].flatMap(([{ name }, costs]) =>
    name.startsWith('Troupe') ? [spreadOf(costs.map((cost) => cost.peakRssMb)).median] : [],
  );
  return [
    { text: 'pg-boss in bulk', reached: ratio(ours, rateOf(runs, 'pg-boss')), goal: 1 },
    { text: 'graphile-worker, local queue', reached: ratio(ours, rateOf(runs, 'graphile')), goal: 1.5 },
    { text: 'DBOS', reached: ratio(ours, rateOf(runs, 'DBOS')), goal: 20 },
    { text: 'plain SQL for the same rows', reached: ratio(ours, rateOf(runs, 'plain SQL')), goal: 0.4 },
    {
      text: `with ${shortly(atMost)} waiting, of the rate with 10 k`,
      reached: ratio(rateOf(runs, `Troupe, ${shortly(atMost)}`), ours),
      goal: 0.8,
    },
    {
      text: `memory with ${shortly(atMost)} waiting, of that with 10 k`,
      reached: ratio(memory.at(-1), memory[0]),
      goal: 1.2,
      atMost: true,
    },
  ];
}

function inputOf(
  stage: Stage,
  { count, waiting }: Pick<Contender, 'count' | 'waiting'>,
  url: string,
  mode: DueInput['mode'],
): DueInput {
  return { url, postmasterPid: stage.postmasterPid, mode, count, waiting };
}

async function takeSample(stage: Stage): Promise<Sample> {
  const url = await stage.create('sample', { migrated: true });
  const one = { count: 1, waiting: 0 };
  await runProgram('due-troupe.ts', inputOf(stage, one, url, 'seed'));
  const { sample } = await runProgram<{ sample: Sample }>('ceiling.ts', inputOf(stage, one, url, 'sample'));
  await stage.drop(url);
  return sample;
}

function peer(name: string, file: string, count: number, waiting: number): Contender[] {
  const template = file.replace(/^.*\/(.*)\.ts$/, '$1').replaceAll('-', '_');
  return [{ name, file, count, waiting, template, migrated: false }];
}

function shortly(count: number): string {
  return count >= 1_000_000 ? `${count / 1_000_000} M` : `${count / 1000} k`;
}
