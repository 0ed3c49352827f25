/** Actors that live for months: what a step of one costs, among many that rest, and when it has taken many steps before. */
import { type Bench, roundsText, type Section } from '../bench.ts';
import { runProgram } from '../program.ts';
import { type Goal, ratio, type Report, shown, type Spread, spreadOf } from '../report.ts';
import type { ConversationRun, ConversationSize, StepsCost } from './input.ts';

const SIZES: { [size in Bench['size']]: ConversationSize } = {
  full: { actors: 100_000, steps: 2_000, part: 200 },
  quick: { actors: 20_000, steps: 2_000, part: 200 },
  tiny: { actors: 20, steps: 8, part: 4 },
};
const TEMPLATE = 'conversations';
const FILE = 'conversation/troupe.ts';

export const conversationSection: Section = { title: 'Conversations', measure: measureConversations };

async function measureConversations(bench: Bench): Promise<Report> {
  const size = SIZES[bench.size];
  const costs = await runRounds(bench, size);
  const [, first, last] = [...costs.values()].map(stepOf);
  const each = (of: (step: Step) => Spread) => ratio(of(last!).median, of(first!).median);
  const goal = (text: string, reached: number | null): Goal => ({ text, reached, goal: 1.1, atMost: true });
  return {
    intro: `Actors of a kind of the bench's own. ${size.actors.toLocaleString('en-US')} rest in ten workspaces, each with a timer; all timers have ended, in random order, and each actor takes one step and rests again. Then one actor alone is sent a message at a time: a step when it hears it, and a step when the network, at once, has said something; each step is a commit. The first steps are those of a young actor, measured in turns with the last of the old one. Medians of ${roundsText(bench)} (lowest to highest).`,
    head: ['', 'steps/s', 'CPU µs a step', 'Postgres CPU µs', 'WAL bytes', 'peak MB'],
    rows: [...costs].map(([name, runs]) => rowOf(name, stepOf(runs))),
    goals: [
      goal(
        'CPU of the last steps, of the first',
        each(({ cpuUs }) => cpuUs),
      ),
      goal(
        'Postgres CPU of the last steps, of the first',
        each(({ postgresCpuUs }) => postgresCpuUs),
      ),
      goal(
        'WAL of the last steps, of the first',
        each(({ walBytes }) => walBytes),
      ),
    ],
  };
}

/** @returns the costs of each row of the table, one a round */
async function runRounds(bench: Bench, size: ConversationSize): Promise<Map<string, StepsCost[]>> {
  const { stage, rounds, log, profileInto } = bench;
  const { actors, steps, part } = size;
  const run = (url: string, mode: ConversationRun['mode']) =>
    runProgram<{ parts: StepsCost[] }>(
      FILE,
      { ...size, url, mode, postmasterPid: stage.postmasterPid } satisfies ConversationRun,
      profileInto === null || mode === 'seed' ? {} : { profileInto },
    );
  log(`conversation: seeding ${actors}`);
  const template = await stage.create(TEMPLATE, { migrated: true });
  await run(template, 'seed');
  await stage.settle(template);
  const names = [
    `${actors.toLocaleString('en-US')} at rest, one step each`,
    `one alone, steps 1 to ${part}`,
    `one alone, steps ${(steps - part + 1).toLocaleString('en-US')} to ${steps.toLocaleString('en-US')}`,
  ];
  const costs = new Map<string, StepsCost[]>(names.map((name) => [name, []]));
  for (let round = 1; round <= rounds; round += 1) {
    const parts: StepsCost[] = [];
    for (const mode of ['idle', 'alone'] as const) {
      const url = await stage.clone(TEMPLATE);
      parts.push(...(await run(url, mode)).parts);
      await stage.drop(url);
    }
    for (const [index, name] of names.entries()) {
      costs.get(name)!.push(parts[index]!);
      log(
        `conversation: ${round}/${rounds} ${name}: ${Math.round(parts[index]!.steps / parts[index]!.seconds)} steps/s`,
      );
    }
  }
  await stage.drop(template);
  return costs;
}

/** What a step cost, over the rounds. */
interface Step {
  perSecond: Spread;
  cpuUs: Spread;
  postgresCpuUs: Spread;
  walBytes: Spread;
  peakRssMb: Spread;
}

function stepOf(runs: readonly StepsCost[]): Step {
  const each = (of: (run: StepsCost) => number) => spreadOf(runs.map((run) => of(run) / run.steps));
  return {
    perSecond: spreadOf(runs.map(({ steps, seconds }) => steps / seconds)),
    cpuUs: each(({ cpuMs }) => cpuMs * 1000),
    postgresCpuUs: each(({ postgresCpuMs }) => (postgresCpuMs ?? NaN) * 1000),
    walBytes: each(({ walBytes }) => walBytes),
    peakRssMb: spreadOf(runs.map(({ peakRssMb }) => peakRssMb)),
  };
}

const rowOf = (name: string, step: Step): string[] => [
  name,
  shown(step.perSecond),
  shown(step.cpuUs),
  shown(step.postgresCpuUs),
  shown(step.walBytes),
  shown(step.peakRssMb),
];
