/** Due posts with one delivery: how many a second are published, and their cost, compared with peers and plain SQL. */
import { type Bench, roundsText, type Section } from '../bench.ts';
import { runProgram } from '../program.ts';
import { type Goal, ratio, type Report, shown, shownOr } from '../report.ts';
import type { Stage } from '../stage.ts';
import type { CeilingSample } from './ceiling.ts';
import { type Contender, costOf, inputOf, type PostCost, runRounds } from './runs.ts';

const SIZES = {
  full: { count: 20_000, waiting: [10_000, 100_000, 1_000_000], dbos: 1_000 },
  quick: { count: 10_000, waiting: [10_000, 100_000], dbos: 300 },
  tiny: { count: 20, waiting: [20], dbos: 5 },
};

/** Names that goals refer to. */
const OURS = 'Troupe';
const CEILING = "plain SQL of today's rows";
const PG_BOSS = 'pg-boss, in bulk';
const GRAPHILE = 'graphile-worker, local queue';
const DBOS = 'DBOS, queue';

export const dueSection: Section = { title: 'Due posts', measure: measureDue };

async function measureDue(bench: Bench): Promise<Report> {
  const { count, waiting, dbos } = SIZES[bench.size];
  const sample = await takeSample(bench.stage);
  const contenders = contendersOf({ count, waiting, dbos, sample, peers: bench.peers });
  const runs = await runRounds(bench, 'due', contenders);
  const costs = new Map([...runs].map(([one, list]) => [one.name, costOf(one, list)]));
  const ours = costs.get(oursWith(waiting[0]!))!;
  return {
    intro: `${count.toLocaleString('en-US')} posts due at once, among posts that are due later, over a network that responds at once; DBOS does ${dbos}. Peers do the same outward work (a scheduled job, one async call, one status write) without state machine, journal and feed. "Engine alone" is ours without the claims of network post ids and without webhooks. "${CEILING}" writes in plain SQL, inside Postgres, the rows that our turns write with the present schema. Medians of ${roundsText(bench)} (lowest to highest).`,
    head: ['', 'posts/s', 'of ours', 'CPU µs a post', 'Postgres CPU µs', 'WAL bytes', 'peak MB'],
    rows: [...costs].map(([name, cost]) => [
      name,
      shown(cost.perSecond),
      (cost.perSecond.median / ours.perSecond.median).toFixed(2),
      shown(cost.cpuUs),
      shownOr('?', cost.postgresCpuUs),
      shown(cost.walBytes),
      shown(cost.peakRssMb),
    ]),
    goals: goalsOf(costs, { count, waiting }),
  };
}

const oursWith = (waiting: number) => `${OURS}, ${shortly(waiting)} waiting`;

interface Field {
  count: number;
  waiting: number[];
  dbos: number;
  sample: CeilingSample;
  peers: boolean;
}

function contendersOf({ count, waiting: [few = 0, ...more], dbos, sample, peers }: Field): Contender[] {
  const ours = (waiting: number) => ({
    name: oursWith(waiting),
    file: 'due/troupe.ts',
    count,
    waiting,
    template: `troupe_${waiting}`,
    migrated: true,
  });
  const peer = (name: string, file: string, jobs: number, waiting: number): Contender => ({
    name,
    file: `peers/${file}.ts`,
    count: jobs,
    waiting,
    template: file.replaceAll('-', '_'),
    migrated: false,
  });
  return [
    ours(few),
    { ...ours(few), name: `${OURS}, engine alone`, engineAlone: true },
    ...more.map(ours),
    { ...ours(few), name: CEILING, file: 'due/ceiling.ts', more: { sample } },
    ...(peers
      ? [
          peer(PG_BOSS, 'pg-boss', count, few),
          peer(GRAPHILE, 'graphile-worker', count, few),
          peer(DBOS, 'dbos', dbos, 0),
        ]
      : []),
  ];
}

function goalsOf(costs: Map<string, PostCost>, { count, waiting }: Pick<Field, 'count' | 'waiting'>): Goal[] {
  const few = oursWith(waiting[0]!);
  const many = oursWith(waiting.at(-1)!);
  const rate = (name: string) => costs.get(name)?.perSecond.median;
  const memory = (name: string) => costs.get(name)?.peakRssMb.median;
  const ours = costs.get(few)!;
  const of = `with ${shortly(waiting.at(-1)!)} waiting, of that with ${shortly(waiting[0]!)}`;
  return [
    { text: `posts/s of ${GRAPHILE}`, reached: ratio(rate(few), rate(GRAPHILE)), goal: 1.2 },
    { text: `posts/s of ${PG_BOSS}`, reached: ratio(rate(few), rate(PG_BOSS)), goal: 0.36 },
    { text: `posts/s of ${DBOS}`, reached: ratio(rate(few), rate(DBOS)), goal: 25 },
    { text: 'CPU a post', reached: ours.cpuUs.median, goal: 125, atMost: true, unit: 'µs' },
    {
      text: 'Postgres CPU a post',
      reached: ours.postgresCpuUs?.median ?? null,
      goal: 105,
      atMost: true,
      unit: 'µs',
    },
    {
      text: `peak memory, ${shortly(count)} due`,
      reached: ours.peakRssMb.median,
      goal: 280,
      atMost: true,
      unit: 'MB',
    },
    { text: `rate ${of}`, reached: ratio(rate(many), rate(few)), goal: 0.9 },
    { text: `memory ${of}`, reached: ratio(memory(many), memory(few)), goal: 1.1, atMost: true },
  ];
}

/** What one post writes, for the ceiling. */
async function takeSample(stage: Stage): Promise<CeilingSample> {
  const url = await stage.create('sample', { migrated: true });
  const input = inputOf(stage, { count: 1, waiting: 0 }, url, 'sample');
  const { sample } = await runProgram<{ sample: CeilingSample }>('due/ceiling.ts', input);
  await stage.drop(url);
  return sample;
}

function shortly(count: number): string {
  if (count >= 1_000_000) return `${count / 1_000_000} M`;
  return count >= 1000 ? `${count / 1000} k` : String(count);
}
