/** Runs of contenders that publish due posts: templates to start from, interleaved rounds, and the costs. */
import type { Bench } from '../bench.ts';
import type { Cost } from '../measure.ts';
import { runProgram } from '../program.ts';
import { type Spread, spreadOf } from '../report.ts';
import type { Stage } from '../stage.ts';
import type { DueInput, DueResult } from './input.ts';

export interface Contender extends Omit<DueInput, 'url' | 'postmasterPid' | 'mode'> {
  name: string;
  file: string;
  /** Programs with the same template start with the same rows. */
  template: string;
  /** Whether it uses our schema: then our program seeds it. */
  migrated: boolean;
  /** More that its program is given for a run. */
  more?: object;
}

export interface Run extends Cost {
  walBytes: number;
}

/** Costs of each contender, one a round. */
export type Runs = Map<Contender, Run[]>;

/** Seeds the templates, measures every contender once a round, and drops the templates. @param label for the log */
export async function runRounds(bench: Bench, label: string, contenders: Contender[]): Promise<Runs> {
  const templates = await seedTemplates(bench, label, contenders);
  const runs: Runs = new Map(contenders.map((one) => [one, []]));
  for (let round = 1; round <= bench.rounds; round += 1)
    for (const one of contenders)
      runs.get(one)!.push(await runOnce(bench, one, `${label}: ${round}/${bench.rounds}`));
  for (const url of templates) await bench.stage.drop(url);
  return runs;
}

/** @returns the addresses of the templates */
async function seedTemplates(
  { stage, log }: Bench,
  label: string,
  contenders: Contender[],
): Promise<string[]> {
  const urls: string[] = [];
  for (const one of new Map(contenders.map((one) => [one.template, one])).values()) {
    log(`${label}: seeding ${one.template}`);
    const url = await stage.create(one.template, { migrated: one.migrated });
    urls.push(url);
    await runProgram(one.migrated ? 'due/troupe.ts' : one.file, inputOf(stage, one, url, 'seed'));
    await stage.settle(url);
  }
  return urls;
}

/** Publishes the posts of a fresh copy of the contender's template. */
async function runOnce(bench: Bench, one: Contender, label: string): Promise<Run> {
  const { stage, profileInto, log } = bench;
  const url = await stage.clone(one.template);
  await stage.slowest(0);
  const walBefore = await stage.walBytes();
  const { cost } = await runProgram<DueResult>(
    one.file,
    { ...inputOf(stage, one, url, 'run'), ...one.more },
    profileInto === null ? {} : { profileInto },
  );
  const walBytes = (await stage.walBytes()) - walBefore;
  log(`${label} ${one.name}: ${Math.round(one.count / cost!.seconds)} posts/s`);
  for (const { calls, ms, planMs, rows, walBytes, query } of await stage.slowest(12))
    log(
      `     ${ms.toFixed(0).padStart(6)} ms, planned ${planMs.toFixed(0)} ms ${String(calls).padStart(6)} calls ${String(rows).padStart(7)} rows ${(walBytes / 1024).toFixed(0).padStart(6)} KiB WAL  ${query.slice(0, 150)}`,
    );
  await stage.drop(url);
  return { ...cost!, walBytes };
}

/** What a contender's program is given. */
export function inputOf(
  stage: Stage,
  {
    count,
    waiting,
    deliveries,
    spread,
    engineAlone,
  }: Omit<Contender, 'name' | 'file' | 'template' | 'migrated'>,
  url: string,
  mode: DueInput['mode'],
): DueInput {
  return {
    url,
    postmasterPid: stage.postmasterPid,
    mode,
    count,
    waiting,
    ...(deliveries !== undefined && { deliveries }),
    ...(spread !== undefined && { spread }),
    ...(engineAlone !== undefined && { engineAlone }),
  };
}

/** What a post cost, over the rounds. */
export interface PostCost {
  perSecond: Spread;
  cpuUs: Spread;
  /** null where there is no /proc. */
  postgresCpuUs: Spread | null;
  walBytes: Spread;
  peakRssMb: Spread;
}

/** Costs of one post. @param parts costs of a part of a post instead, such as one of its deliveries */
export function costOf({ count }: Contender, runs: readonly Run[], parts = 1): PostCost {
  const each = (of: (run: Run) => number) => spreadOf(runs.map((run) => of(run) / count / parts));
  return {
    perSecond: spreadOf(runs.map(({ seconds }) => count / seconds)),
    cpuUs: each(({ cpuMs }) => cpuMs * 1000),
    postgresCpuUs: runs.some(({ postgresCpuMs }) => postgresCpuMs === null)
      ? null
      : each(({ postgresCpuMs }) => postgresCpuMs! * 1000),
    walBytes: each(({ walBytes }) => walBytes),
    peakRssMb: spreadOf(runs.map(({ peakRssMb }) => peakRssMb)),
  };
}
