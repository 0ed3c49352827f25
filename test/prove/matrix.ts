/** All cases of a run, and the stages that play them side by side. */
import {
  type Case,
  type ColumnName,
  columns,
  faultCases,
  firstOfTwo,
  refreshCases,
  withRefresh,
  killCases,
  nameOf,
  plain,
  randomKills,
  secondKillCases,
} from './cases.ts';
import type { Found, Verdict } from './check.ts';
import { rows } from './rows.ts';
import { play, playBadHour, playTogether } from './run.ts';
import type { Stage } from './stage.ts';

/** One row's part in one case. */
export interface Result {
  row: string;
  column: ColumnName;
  /** Name to rerun the case by. */
  name: string;
  outcome: string;
  duplicates: number;
  breaches: string[];
  kills: number;
  /** False where the point did not come up in the run: then nothing was done to it. */
  reached: boolean;
  webhooks: Found['webhooks'];
  steps: number;
  ms: number;
}

export interface Plan {
  /** Each with its own kill. */
  alone: Case[];
  /** Faults of the network, by what can share a life of the service. */
  late: Case[];
  together: Case[];
  badHour: Case[];
}

/** Which cases to play: each part that is given must fit. */
export interface Filter {
  rows: string[];
  columns: string[];
  points: string[];
}

/** The posts of `random` go to one account of each network. */
export const ALL = 'all';
const everyNetwork = rows.filter(({ onUnknown }) => onUnknown === 'retry');
export const RANDOM_RUNS = 24;
/** The time-out of a call is 120 s of real time. */
const LATE_STUCK_MS = 240_000;

/** Counts what every row does, and makes the cases of it. */
export async function planAll(
  stage: Stage,
  filter: Filter,
  random: () => number,
  say: (line: string) => void,
): Promise<Plan> {
  const plan: Plan = { alone: [], late: [], together: [], badHour: [] };
  const wanted = rows.filter(({ name }) => filter.rows.length === 0 || filter.rows.includes(name));
  for (const row of wanted) {
    const { course, found } = await play(stage, plain(row));
    if (found.breaches.length > 0)
      throw new Error(`${row.name}, without any fault: ${found.breaches.join('; ')}`);
    const commits = course.commits.filter(({ label }) => label !== 'effects.rescue');
    say(`${row.name}: ${commits.length} commits, ${course.calls.length} calls`);
    const kills = [plain(row), ...killCases(row, course)];
    if (includes(filter.columns, 'killed-twice')) {
      const first = await play(stage, firstOfTwo(row));
      kills.push(...secondKillCases(row, first.course));
    }
    const refresh = includes(filter.columns, 'refreshing') && withRefresh(row);
    if (refresh) kills.push(...refreshCases(row, (await play(stage, refresh)).course));
    plan.alone.push(...kills);
    for (const one of faultCases(row, course)) {
      if (one.column === 'late-answer') plan.late.push(one);
      else if (one.column === '503-hour') plan.badHour.push(one);
      else plan.together.push(one);
    }
  }
  for (let run = 1; run <= RANDOM_RUNS; run += 1) {
    const kills = randomKills(random); // taken in any case: the seed gives the same run the same moments
    plan.alone.push({
      ...plain(rows[0]!),
      column: 'random',
      point: String(run),
      kills,
      doubts: kills.length,
    });
  }
  const fits = (one: Case) =>
    includes(filter.columns, one.column) &&
    includes(filter.points, one.point) &&
    includes(filter.rows, one.column === 'random' ? ALL : one.row.name);
  for (const part of ['alone', 'late', 'together', 'badHour'] as const) plan[part] = plan[part].filter(fits);
  return plan;
}

const includes = (list: string[], value: string) => list.length === 0 || list.includes(value);

export const casesOf = (plan: Plan): Case[] => [
  ...plan.alone,
  ...plan.late,
  ...plan.together,
  ...plan.badHour,
];

export function caseName(one: Case): string {
  return one.column === 'random' ? `${ALL},random,${one.point}` : nameOf(one);
}

export async function playAlone(stage: Stage, one: Case): Promise<Result[]> {
  const begun = Date.now();
  const accounts = one.column === 'random' ? everyNetwork : [one.row];
  const { found, kills, reached } = await play(stage, one, accounts);
  return resultsOf(one, found, { kills, reached, ms: Date.now() - begun });
}

/** The cases of one part of the plan that share a life of the service. */
export async function playPart(
  stage: Stage,
  plan: Plan,
  part: 'late' | 'together' | 'badHour',
): Promise<Result[]> {
  const cases = plan[part];
  if (cases.length === 0) return [];
  const begun = Date.now();
  const found =
    part === 'badHour'
      ? await playBadHour(stage, cases)
      : await playTogether(stage, cases, part === 'late' ? { stuckAfterMs: LATE_STUCK_MS } : {});
  return cases.flatMap((one, index) =>
    resultsOf(one, found[index]!, { kills: 0, reached: true, ms: Date.now() - begun }),
  );
}

/** A case that did not get as far as the checks. */
export function failed(one: Case, fault: unknown): Result {
  const { row, column } = one;
  return {
    row: column === 'random' ? ALL : row.name,
    column,
    name: caseName(one),
    outcome: 'no verdict',
    duplicates: 0,
    breaches: [fault instanceof Error ? fault.message : String(fault)],
    kills: 0,
    reached: true,
    webhooks: { received: 0, cutOff: 0, repeated: 0 },
    steps: 0,
    ms: 0,
  };
}

function resultsOf(one: Case, found: Found, run: { kills: number; reached: boolean; ms: number }): Result[] {
  const { webhooks, steps, breaches } = found;
  if (found.verdicts.length === 0) return [{ ...failed(one, breaches.join('; ')), ...run }];
  return found.verdicts.map((verdict, index) => ({
    row: verdict.account.row.name,
    column: one.column,
    name: caseName(one),
    outcome: outcomeOf(verdict, one.column),
    duplicates: verdict.duplicates,
    // a case is counted once, though it may have many rows
    breaches: index === 0 ? breaches : [],
    webhooks: index === 0 ? webhooks : { received: 0, cutOff: 0, repeated: 0 },
    steps: index === 0 ? steps : 0,
    ...run,
    kills: index === 0 ? run.kills : 0,
  }));
}

function outcomeOf({ copies, status, toldUnknown }: Verdict, column: ColumnName): string {
  const count = copies === 1 ? '1 copy' : `${copies} copies`;
  const state = toldUnknown ? 'told as unknown' : status;
  return `${column === '503-hour' ? 'failed and said so; then ' : ''}${count}, ${state}`;
}

export const isColumn = (word: string): word is ColumnName => word in columns;
export const isRow = (word: string) => word === ALL || rows.some(({ name }) => name === word);
