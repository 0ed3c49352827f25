/** Due posts with several deliveries, over networks that respond at once or one after the other. */
import { type Bench, roundsText, type Section } from '../bench.ts';
import { type Goal, type Report, shown, shownOr, type Spread } from '../report.ts';
import { type Contender, costOf, type PostCost, runRounds } from './runs.ts';

const SIZES = {
  full: { deliveries: [1, 3, 8, 20, 100], total: 16_000, waiting: 2_000 },
  quick: { deliveries: [1, 3, 8, 20, 100], total: 4_000, waiting: 2_000 },
  tiny: { deliveries: [3], total: 6, waiting: 6 },
};

/** The row that goals are about. */
const GOAL_DELIVERIES = 20;

export const deliveriesSection: Section = { title: 'Deliveries of a post', measure: measureDeliveries };

async function measureDeliveries(bench: Bench): Promise<Report> {
  const { deliveries, total, waiting } = SIZES[bench.size];
  const rows: string[][] = [];
  const goals: Goal[] = [];
  for (const number of deliveries) {
    const contenders = [false, true].map((spread) => contenderOf(number, { total, waiting, spread }));
    for (const [one, runs] of await runRounds(bench, 'deliveries', contenders)) {
      const perDelivery = costOf(one, runs, number);
      rows.push(rowOf(one.name, perDelivery, costOf(one, runs)));
      if (number === GOAL_DELIVERIES && one.spread === true) goals.push(...goalsOf(perDelivery));
    }
  }
  return {
    intro: `${total.toLocaleString('en-US')} deliveries a run, in posts of 1 to ${deliveries.at(-1)} deliveries that are due at once. At once: the network responds in the next step of the event loop. Spread: each response takes 50 to 2,000 ms, at most 4,000 calls are under way, and the rate is bounded by that. Each cell is the cost of a delivery, then that of a post. Medians of ${roundsText(bench)} (lowest to highest).`,
    head: ['deliveries a post', 'posts/s', 'CPU µs', 'Postgres CPU µs', 'WAL bytes', 'peak MB'],
    rows,
    goals,
  };
}

function contenderOf(
  deliveries: number,
  { total, waiting, spread }: { total: number; waiting: number; spread: boolean },
): Contender {
  return {
    name: `${deliveries}, ${spread ? 'spread' : 'at once'}`,
    file: 'due/troupe.ts',
    count: Math.max(1, Math.round(total / deliveries)),
    waiting: Math.max(1, Math.round(waiting / deliveries)),
    deliveries,
    spread,
    template: `troupe_deliveries_${deliveries}`,
    migrated: true,
  };
}

function rowOf(name: string, delivery: PostCost, post: PostCost): string[] {
  const both = (of: (cost: PostCost) => Spread) =>
    `${shown(of(delivery))} · ${Math.round(of(post).median).toLocaleString('en-US')}`;
  return [
    name,
    shown(post.perSecond),
    both(({ cpuUs }) => cpuUs),
    post.postgresCpuUs === null ? shownOr('?', null) : both(({ postgresCpuUs }) => postgresCpuUs!),
    both(({ walBytes }) => walBytes),
    shown(post.peakRssMb),
  ];
}

function goalsOf({ cpuUs, postgresCpuUs, walBytes }: PostCost): Goal[] {
  const of = `a delivery at ${GOAL_DELIVERIES}, spread`;
  return [
    { text: `CPU ${of}`, reached: cpuUs.median, goal: 300, atMost: true, unit: 'µs' },
    {
      text: `Postgres CPU ${of}`,
      reached: postgresCpuUs?.median ?? null,
      goal: 140,
      atMost: true,
      unit: 'µs',
    },
    { text: `WAL ${of}`, reached: walBytes.median / 1000, goal: 4.5, atMost: true, unit: 'kB' },
  ];
}
