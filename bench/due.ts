/** Due posts: how many a second go from due to published, and what each costs, ours beside peers and plain SQL. */
import type { Sample } from './ceiling.ts';
import type { Cost } from './program.ts';
import { runProgram } from './program.ts';
import { ratio, type Section, shown, spreadOf } from './report.ts';
import type { Bench } from './run.ts';

export interface DueInput {
  url: string;
  postmasterPid: number;
  mode: 'seed' | 'run' | 'sample';
  /** Posts that are due. */
  count: number;
  /** Posts that are scheduled for later. */
  waiting: number;
}

export interface DueAnswer {
  done: number;
  /** null: nothing was measured, only prepared. */
  cost: Cost | null;
}

interface Contender {
  name: string;
  file: string;
  count: number;
  waiting: number;
  /** Programs with the same name here begin with the same rows. */
  template: string;
  /** Our schema. */
  migrated: boolean;
}

const TEN_THOUSAND = 10_000;

export async function dueSection({ stage, quick, repeats, log, profileInto }: Bench): Promise<Section> {
  const count = quick ? 10_000 : 20_000;
  const sizes = quick ? [TEN_THOUSAND, 100_000] : [TEN_THOUSAND, 100_000, 1_000_000];
  const contenders: Contender[] = [
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
  const sample = await takeSample();
  const templates: string[] = [];

  for (const one of new Map(contenders.map((one) => [one.template, one])).values()) {
    log(`due: seeding ${one.template}`);
    const url = await stage.create(one.template, { migrated: one.migrated });
    templates.push(url);
    const file = one.migrated ? 'due-troupe.ts' : one.file;
    await runProgram(file, inputOf(one, url, 'seed'));
    await stage.settle(url);
  }

  const runs = new Map<Contender, Cost[]>(contenders.map((one) => [one, []]));
  for (let repeat = 1; repeat <= repeats; repeat += 1) {
    for (const one of contenders) {
      const url = await stage.clone(one.template);
      await stage.slowest(0);
      const { cost } = await runProgram<DueAnswer>(
        one.file,
        { ...inputOf(one, url, 'run'), sample },
        profileInto === null ? {} : { profileInto },
      );
      runs.get(one)!.push(cost!);
      log(`due: ${repeat}/${repeats} ${one.name}: ${Math.round(one.count / cost!.seconds)} posts/s`);
      for (const { calls, ms, planMs, rows, query } of await stage.slowest(12))
        log(
          `     ${ms.toFixed(0).padStart(6)} ms, planned ${planMs.toFixed(0)} ms ${String(calls).padStart(6)} calls ${String(rows).padStart(7)} rows  ${query.slice(0, 150)}`,
        );
      await stage.drop(url);
    }
  }
  for (const url of templates) await stage.drop(url);

  const rate = (find: string) => {
    for (const [one, costs] of runs)
      if (one.name.startsWith(find)) return spreadOf(costs.map(({ seconds }) => one.count / seconds)).median;
    return undefined;
  };
  const ours = rate('Troupe, 10 k');
  const atMost = sizes.at(-1)!;
  const memory = [...runs].flatMap(([{ name }, costs]) =>
    name.startsWith('Troupe') ? [spreadOf(costs.map((cost) => cost.peakRssMb)).median] : [],
  );
  return {
    title: 'Due posts',
    intro: `${count.toLocaleString('en-US')} posts due at once, beside rows that wait for later, over a network that answers at once; DBOS does ${quick ? '300' : '1,000'}. Peers do the same outward work (a scheduled job, one async call, one status write) without state machine, journal and feed. Medians of ${repeats} interleaved runs (lowest to highest).`,
    head: ['', 'posts/s', 'of ours', 'CPU µs a post', 'Postgres CPU µs a post', 'peak MB'],
    rows: [...runs].map(([{ name, count }, costs]) => {
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
    }),
    goals: [
      { text: 'pg-boss in bulk', reached: ratio(ours, rate('pg-boss')), goal: 1 },
      { text: 'graphile-worker, local queue', reached: ratio(ours, rate('graphile')), goal: 1.5 },
      { text: 'DBOS', reached: ratio(ours, rate('DBOS')), goal: 20 },
      { text: 'plain SQL for the same rows', reached: ratio(ours, rate('plain SQL')), goal: 0.4 },
      {
        text: `with ${shortly(atMost)} waiting, of the rate with 10 k`,
        reached: ratio(rate(`Troupe, ${shortly(atMost)}`), ours),
        goal: 0.8,
      },
      {
        text: `memory with ${shortly(atMost)} waiting, of that with 10 k`,
        reached: ratio(memory.at(-1), memory[0]),
        goal: 1.2,
        atMost: true,
      },
    ],
  };

  function inputOf({ count, waiting }: Contender, url: string, mode: DueInput['mode']): DueInput {
    return { url, postmasterPid: stage.postmasterPid, mode, count, waiting };
  }

  async function takeSample(): Promise<Sample> {
    const url = await stage.create('sample', { migrated: true });
    const one = { count: 1, waiting: 0 } as Contender;
    await runProgram('due-troupe.ts', inputOf(one, url, 'seed'));
    const { sample } = await runProgram<{ sample: Sample }>('ceiling.ts', inputOf(one, url, 'sample'));
    await stage.drop(url);
    return sample;
  }
}

function peer(name: string, file: string, count: number, waiting: number): Contender[] {
  const template = file.replace(/^.*\/(.*)\.ts$/, '$1').replaceAll('-', '_');
  return [{ name, file, count, waiting, template, migrated: false }];
}

function shortly(count: number): string {
  return count >= 1_000_000 ? `${count / 1_000_000} M` : `${count / 1000} k`;
}
