/** All tasks of a run: what to play, alone and in crowds, and the results. */
import {
  accepted,
  type Case,
  type ColumnName,
  columns,
  commitCases,
  type Course,
  gatherCrowds,
  nameOf,
  plain,
  randomTasks,
  refreshCases,
  sharedCases,
  type Task,
  withRefresh,
} from './cases.ts';
import type { Found, Verdict } from './check.ts';
import {
  type ConnectCourses,
  type ConnectTask,
  connectColumns,
  connectTasks,
  playConnecting,
} from './connecting.ts';
import {
  type PeopleCourses,
  peopleColumns,
  peopleRows,
  type PeopleTask,
  peopleTasks,
  playPeople,
} from './people.ts';
import { answerCases } from './answers/cases.ts';
import { playAnswers } from './answers/play.ts';
import { answerRows } from './answers/rows.ts';
import { type Row, rows as postRows } from './rows.ts';
import { type Played, play } from './run.ts';
import type { Stage } from './stage.ts';

/** One row's part in one case. */
export interface Result {
  row: string;
  column: string;
  /** Name with which to rerun the case. */
  name: string;
  outcome: string;
  duplicates: number;
  breaches: string[];
  /** Kills of the process; one that met a crowd counts once. */
  kills: number;
  /** False if the point did not occur in the run: then nothing was disturbed. */
  reached: boolean;
  webhooks: Found['webhooks'];
  steps: number;
  ms: number;
}

/** Which cases to play: each given part must match. */
export interface Filter {
  rows: string[];
  columns: string[];
  points: string[];
}

export type AnyTask = Task | ConnectTask | PeopleTask;

/** What is posted, then what is answered. */
export const rows: readonly Row[] = [...postRows, ...answerRows];
const isAnswer = ({ name }: Row) => answerRows.some((row) => row.name === name);

const MAX_IN_CROWD = 30;
const MAX_FAULTS_IN_CROWD = 60;

/** What runs without faults did. */
export interface Counted {
  /** By row. */
  plain: { [row: string]: Course };
  refreshing: { [row: string]: Course };
  connecting: ConnectCourses;
  /** Labels of commits. */
  people?: PeopleCourses;
}

/**
 * Counts the calls and commits of every row, and creates its tasks.
 * @param stages rows are counted in parallel, one at a time on each
 * @param counted known counts are not counted again; new ones are added
 */
export async function planAll(
  stages: Stage[],
  filter: Filter,
  random: () => number,
  counted: Counted,
  say: (line: string) => void,
): Promise<AnyTask[]> {
  const isWanted = (column: string) => includes(filter.columns, column);
  const fits = (one: { name: string; column: string; point: string }) =>
    isWanted(one.column) && includes(filter.points, one.point) && includes(filter.rows, one.name);
  const wanted = postRows.filter(({ name }) => includes(filter.rows, name));
  const answering = answerRows.filter(({ name }) => includes(filter.rows, name));
  const queue: Row[] = (Object.keys(columns) as ColumnName[]).some(isWanted) ? [...wanted, ...answering] : [];
  await Promise.all(
    stages.map(async (stage) => {
      for (let row = queue.shift(); row; row = queue.shift()) {
        const course = (counted.plain[row.name] ??= await courseOf(stage, plain(row)));
        say(`${row.name}: ${course.commits.length} commits, ${course.calls.length} calls`);
        const refresh = !isAnswer(row) && isWanted('refreshing') && withRefresh(row, course);
        if (refresh) counted.refreshing[row.name] ??= await courseOf(stage, refresh);
      }
    }),
  );

  const alone: Case[] = [];
  const crowd: Case[] = [];
  for (const row of wanted) {
    const course = counted.plain[row.name];
    if (!course) continue;
    accepted(row, course); // says it where the course has no such call
    alone.push(...commitCases(row, course, row === postRows[0]));
    crowd.push(...sharedCases(row, course));
    const refreshCourse = counted.refreshing[row.name];
    if (refreshCourse) {
      const more = refreshCases(row, course, refreshCourse);
      alone.push(...more.alone);
      crowd.push(...more.crowd);
    }
  }
  for (const row of answering) {
    const course = counted.plain[row.name];
    if (!course) continue;
    const cases = answerCases(row, course);
    alone.push(...cases.alone);
    crowd.push(...cases.crowd);
  }
  const chosen = (list: Case[]) =>
    list.filter(({ row, column, point }) => fits({ name: row.name, column, point }));
  const answers = chosen(crowd.filter(({ row }) => isAnswer(row)));
  const shared = chosen(crowd.filter(({ row }) => !isAnswer(row)));
  const [killed, disturbed] = [
    shared.filter(({ kills }) => kills.length > 0),
    shared.filter(({ kills }) => kills.length === 0),
  ];
  const randoms = randomTasks(wanted, random); // in any case: the seed gives the same run the same moments
  const connecting = await connectTasks(stages[0]!, fits, counted.connecting);
  const people = await peopleTasks(stages[0]!, fits, (counted.people ??= {}));
  const each = shuffled(
    chosen(alone).map((one): Task => ({ kind: isAnswer(one.row) ? 'answers' : 'alone', cases: [one] })),
    random,
  );
  const [firsts, others] = firstOfEachCell(each);
  return [
    // tasks that wait for real time go first
    ...gatherCrowds(disturbed, MAX_FAULTS_IN_CROWD).toSorted(
      (one, other) => (other.stuckAfterMs ?? 0) - (one.stuckAfterMs ?? 0),
    ),
    ...shuffled(
      [
        ...gatherCrowds(killed, MAX_IN_CROWD),
        ...gatherCrowds(answers, MAX_IN_CROWD).map((task): Task => ({ ...task, kind: 'answers' })),
        ...firsts,
        ...randoms
          .map((task) => ({ ...task, cases: chosen(task.cases) }))
          .filter(({ cases }) => cases.length > 0),
        ...connecting,
        ...people,
      ],
      random,
    ),
    // a run that ends early has then been to every cell
    ...others,
  ];
}

/** One point of each cell, and the rest. */
function firstOfEachCell(tasks: readonly Task[]): [Task[], Task[]] {
  const seen = new Set<string>();
  const isFirst = ({ cases: [one] }: Task) => {
    const cell = `${one!.row.name},${one!.column}`;
    return !seen.has(cell) && Boolean(seen.add(cell));
  };
  const firsts = tasks.filter(isFirst);
  return [firsts, tasks.filter((task) => !firsts.includes(task))];
}

const playOf = (stage: Stage, task: Task): Promise<Played[]> =>
  task.kind === 'answers' ? playAnswers(stage, task) : play(stage, task);

/** Plays a run without kills. @throws if it breaks a promise, because then there is nothing to compare with */
async function courseOf(stage: Stage, one: Case): Promise<Course> {
  const [played] = await playOf(stage, { kind: isAnswer(one.row) ? 'answers' : 'alone', cases: [one] });
  const { course, found } = played!;
  if (found.breaches.length > 0)
    throw new Error(`${nameOf(one)}, without any kill: ${found.breaches.join('; ')}`);
  return { ...course, commits: course.commits.filter(({ label }) => label !== 'effects.rescue') };
}

const includes = (list: string[], value: string) => list.length === 0 || list.includes(value);

export const namesOf = (task: AnyTask): string[] =>
  task.kind === 'connect' || task.kind === 'people'
    ? task.cases.map(({ name }) => name)
    : task.cases.map(nameOf);

/** The tasks that a continued run still has; cells without a result come first. */
export function stillToPlay(tasks: readonly AnyTask[], results: readonly Result[]): AnyTask[] {
  const played = new Set(results.map(({ name }) => name));
  const cells = new Set(results.map(({ row, column }) => `${row},${column}`));
  const left = tasks.flatMap((task): AnyTask[] => {
    const rest =
      task.kind === 'connect'
        ? { ...task, cases: task.cases.filter(({ name }) => !played.has(name)) }
        : task.kind === 'people'
          ? { ...task, cases: task.cases.filter(({ name }) => !played.has(name)) }
          : { ...task, cases: task.cases.filter((one) => !played.has(nameOf(one))) };
    return rest.cases.length === 0 ? [] : [rest];
  });
  const isNew = (task: AnyTask) => task.cases.some(({ row, column }) => !cells.has(`${row.name},${column}`));
  return [...left.filter(isNew), ...left.filter((task) => !isNew(task))];
}

export async function playTask(stage: Stage, task: AnyTask): Promise<Result[]> {
  const begun = Date.now();
  if (task.kind === 'connect' || task.kind === 'people') {
    const results = await (task.kind === 'connect' ? playConnecting(stage, task) : playPeople(stage, task));
    return results.map((result) => ({ ...blank, ...result, ms: Date.now() - begun }));
  }
  const played = await playOf(stage, task);
  return played.map(({ found, kills, reached, outcome }, index) => {
    const { row, column } = task.cases[index]!;
    const { webhooks, steps, breaches, verdict } = found;
    return {
      row: row.name,
      column,
      name: nameOf(task.cases[index]!),
      outcome: outcome ?? (verdict ? outcomeOf(verdict, column) : 'no verdict'),
      duplicates: verdict?.duplicates ?? 0,
      breaches,
      kills,
      reached,
      webhooks,
      steps,
      ms: Date.now() - begun,
    };
  });
}

const blank = { duplicates: 0, webhooks: { received: 0, cutOff: 0, repeated: 0 }, steps: 0 };

/** A task that did not reach the checks. */
export function failed(task: AnyTask, fault: unknown): Result[] {
  return namesOf(task).map((name, index) => {
    const [row = '', column = ''] = name.split(',');
    const breach = fault instanceof Error ? fault.message : String(fault);
    return {
      ...blank,
      row,
      column,
      name,
      outcome: 'no verdict',
      breaches: [index === 0 ? breach : 'as the one before'],
      kills: 0,
      reached: true,
      ms: 0,
    };
  });
}

function outcomeOf({ copies, status, toldUnknown, account }: Verdict, column: ColumnName): string {
  const why =
    account.row.evidence === null ? 'sent again by `retry`' : 'the first came after it was looked for';
  const count = copies === 1 ? '1 copy' : copies === 0 ? 'no copy' : `${copies} copies (${why})`;
  const state = toldUnknown ? 'told as unknown' : status;
  const before =
    column === '503-hour' ? 'failed and said so; then ' : account.reconnected ? 'connected again; then ' : '';
  return `${before}${count}, ${state}`;
}

export const isColumn = (word: string) => word in columns || word in connectColumns || word in peopleColumns;
export const isRow = (word: string) =>
  rows.some(({ name }) => name === word) || peopleRows.some((name) => name === word);

/** By the seed. */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const list = [...items];
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [list[last], list[other]] = [list[other]!, list[last]!];
  }
  return list;
}
